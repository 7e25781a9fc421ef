// The system's Chromium for a test, pages in it that keep what went wrong in them, and proxies that
// serve a recorded or a live run. FRANZ_BIN_DIR, FRANZ_TEST_OUT, FRANZ_NPM_DIR and
// FRANZ_SCREENSHOTS say where things are. What a page shows: shown.mjs.
import assert from 'node:assert/strict';
import { accessSync, constants } from 'node:fs';
import http from 'node:http';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import {
  addressIn,
  freshFolderIn,
  program,
  requirePackage,
  start,
  startModel,
} from '../../clients/support/programs.mjs';
import { kWaitMs } from './shown.mjs';

const kFlags =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync --disable-dev-shm-usage';

function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  // The same engine without its own windows takes two thirds of the time.
  for (const name of ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']) {
    for (const folder of folders) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not here
      }
    }
  }
  throw new Error('no Chromium on the PATH: ./test installs it, or by hand: apt-get install chromium-headless-shell');
}

/**
 * @param {{after: (end: () => void) => void}} t a test, or node:test for a whole file
 * @param {string[]} flags more of Chromium's
 */
export async function openBrowser(t, flags = []) {
  const { chromium } = requirePackage('playwright-core');
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...kFlags.split(' '), ...flags],
    headless: true,
    timeout: kWaitMs,
  });
  t.after(() => browser.close());
  return browser;
}

/**
 * A page with the dashboard, closed after the test. `page.trouble`: what the console and the page
 * complained about; `page.underWay`: what it asked for and has no answer to, but for the stream.
 * @param {{after: (end: () => Promise<void>) => void}} t
 * @param {{width?: number, height?: number, scheme?: string, init?: () => void, context?: object,
 *   motion?: string, ready?: string, before?: (page: object) => Promise<void>}} options `context`:
 *   another one than the page's own, which its owner closes. `ready`: what is waited for. `before`
 *   runs while the page is still empty.
 */
export async function openPage(t, browser, url, options = {}) {
  const { width = 1440, height = 900, scheme = 'dark', init = null, motion = 'reduce' } = options;
  const { ready = '#quadrants[aria-busy="false"] #text-response .text-line' } = options;
  const context =
    options.context ??
    (await browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      reducedMotion: motion,
      permissions: ['clipboard-read', 'clipboard-write'],
    }));
  if (!options.context) t.after(() => context.close());
  context.setDefaultTimeout(kWaitMs); // what it opens waits as long
  const page = await context.newPage();
  page.trouble = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) {
      page.trouble.push(`${message.type()}: ${message.text()} ${message.location().url}`);
    }
  });
  page.on('pageerror', (error) => page.trouble.push(`thrown: ${error.stack}`));
  page.on('dialog', (dialog) => {
    page.trouble.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.underWay = new Set();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/events') page.underWay.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed']) {
    page.on(end, (request) => page.underWay.delete(request));
  }
  if (init) await page.addInitScript(init);
  await options.before?.(page);
  // A page whose script throws while it starts never becomes ready: fail with what it threw.
  const thrown = new Promise((resolve, reject) => page.once('pageerror', reject));
  thrown.catch(() => {});
  // What a live run shows may never be loaded to the end, with a picture a turn.
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await Promise.race([page.locator(ready).first().waitFor(), thrown]).catch((error) => {
    throw new Error(`The page did not become ready.\n${[...page.trouble, error.stack].join('\n')}`);
  });
  return page;
}

/**
 * For `init`: a press of Stop that only asks is not taken back after a while. How long a test needs
 * until its second press says nothing about the page.
 */
export function patientStop() {
  const kArmedMs = 3000; // dashboard/js/main.js
  const { setTimeout } = window;
  window.setTimeout = (act, delay, ...more) =>
    setTimeout(act, delay === kArmedMs ? 2 ** 31 - 1 : delay, ...more);
}

/**
 * The page complained about nothing. `allowed`: what a test brought about on purpose, by its name.
 * @param {RegExp|null} allowed
 */
export function assertQuiet(page, allowed = null) {
  assert.deepEqual(
    page.trouble.filter((line) => !allowed?.test(line)),
    [],
  );
}

/** A fresh folder below build/release/test-out. */
export const freshFolder = (name) => freshFolderIn('dashboard', name);

/** `proxy replay` with `more` arguments; the dashboard's address. */
export async function replay(t, folder, more = []) {
  const proxy = start(t, program('proxy'), ['replay', folder, '--dashboard', '127.0.0.1:0', ...more]);
  return addressIn(await proxy.line('http://'));
}

/** A proxy with a live run: {url, run, child, ended}. It has a dashboard on a free port unless `args` name one. */
export async function startRun(t, args) {
  const dashboard = args.includes('--dashboard') ? [] : ['--dashboard', '127.0.0.1:0'];
  const proxy = start(t, program('proxy'), ['--listen', '127.0.0.1:0', ...dashboard, ...args]);
  const url = addressIn(await proxy.line('dashboard '));
  const run = (await proxy.line('run  ')).replace(/^run +/, '');
  return { ...proxy, url, run };
}

/** A live run below `runs` with a demo model of its own: startRun's, and its `args` beside `more`. */
export async function startDemoRun(t, runs, model, more = []) {
  const args = ['--runs', runs, '--upstream', await startModel(t, model)];
  return { ...(await startRun(t, [...args, ...more])), args };
}

/**
 * A cable between pages and a proxy, which a test can cut: {url, cut, mend, freeze, streams}.
 * `cut`: every connection breaks, and none is to be had until `mend`. `freeze`: those that are open fall silent without an end, as when
 * the machine slept; new ones work. `streams()`: how many event streams pages hold.
 */
export async function startCable(t, target) {
  const { host } = new URL(target);
  const sockets = new Set();
  const streams = new Set();
  let answers = [];
  let whole = true;
  const server = http.createServer((request, response) => {
    const headers = { ...request.headers, host };
    if (headers.origin) headers.origin = target;
    const { method, url: path } = request;
    const ahead = http.request(new URL(path, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
      answers.push([answer, response]);
      answer.on('close', () => {
        answers = answers.filter(([one]) => one !== answer);
      });
      answer.on('error', () => response.destroy());
    });
    if (path.startsWith('/events')) streams.add(response);
    response.on('close', () => {
      streams.delete(response);
      ahead.destroy();
    });
    ahead.on('error', () => response.destroy());
    request.pipe(ahead);
  });
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    if (!whole) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    whole = false;
    sockets.forEach((socket) => socket.destroy());
  };
  t.after(() => {
    cut();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    cut,
    mend: () => {
      whole = true;
    },
    freeze: () => answers.forEach(([answer, response]) => answer.unpipe(response)),
    streams: () => streams.size,
  };
}

/** A port that nobody has at this moment. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
