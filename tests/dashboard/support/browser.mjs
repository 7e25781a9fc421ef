// The system's Chromium for a test, pages in it that keep what went wrong in them, and proxies that
// serve a recorded or a live run. FRANZ_BIN_DIR, FRANZ_TEST_OUT, FRANZ_NPM_DIR and
// FRANZ_SCREENSHOTS say where things are.
import assert from 'node:assert/strict';
import { accessSync, constants, mkdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { requirePackage, setting, start } from '../../clients/support/programs.mjs';

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

/** @param {{after: (end: () => void) => void}} t a test, or node:test for a whole file */
export async function openBrowser(t) {
  const { chromium } = requirePackage('playwright-core');
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: kFlags.split(' '),
    headless: true,
  });
  t.after(() => browser.close());
  return browser;
}

/**
 * A page with the dashboard. `page.trouble`: what the console and the page complained about.
 * @param {{width?: number, height?: number, scheme?: string, init?: () => void, context?: object,
 *   motion?: string, before?: (page: object) => Promise<void>}} options `before` runs while the page
 *   is still empty.
 */
export async function openPage(browser, url, options = {}) {
  const { width = 1440, height = 900, scheme = 'dark', init = null, motion = 'reduce' } = options;
  const context =
    options.context ??
    (await browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      reducedMotion: motion,
      permissions: ['clipboard-read', 'clipboard-write'],
    }));
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
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
  if (init) await page.addInitScript(init);
  await options.before?.(page);
  await page.goto(url);
  await page.locator('#quadrants[aria-busy="false"] #text-response .text-line').first().waitFor();
  return page;
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
export function freshFolder(name) {
  const folder = join(setting('FRANZ_TEST_OUT'), 'dashboard', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

export async function screenshot(page, name) {
  const folder = setting('FRANZ_SCREENSHOTS');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}

const program = (name) => join(setting('FRANZ_BIN_DIR'), name);
const addressIn = (line) => /http:\/\/[0-9.:]+/.exec(line)[0];

/** `proxy replay`; the dashboard's address. */
export async function replay(t, folder) {
  const proxy = start(t, program('proxy'), ['replay', folder, '--dashboard', '127.0.0.1:0']);
  return addressIn(await proxy.line('http://'));
}

/** A live run with the demo model: {url, run, child, ended}. */
export async function startRun(t, args) {
  const proxy = start(t, program('proxy'), ['--listen', '127.0.0.1:0', ...args]);
  const url = addressIn(await proxy.line('dashboard '));
  const run = (await proxy.line('run  ')).replace(/^run +/, '');
  return { ...proxy, url, run };
}

/** demo_vlm, on a free port unless `args` name one; its address. */
export async function startModel(t, args) {
  const listen = args.includes('--listen') ? [] : ['--listen', '127.0.0.1:0'];
  const demo = start(t, program('demo_vlm'), [...listen, ...args]);
  return addressIn(await demo.line('listening on '));
}

/**
 * A cable between pages and a proxy, which a test can cut: {url, cut, freeze, streams}.
 * `cut`: every connection breaks. `freeze`: those that are open fall silent without an end, as when
 * the machine slept; new ones work. `streams()`: how many event streams pages hold.
 */
export async function startCable(t, target) {
  const { host } = new URL(target);
  const sockets = new Set();
  const streams = new Set();
  let answers = [];
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
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => sockets.forEach((socket) => socket.destroy());
  t.after(() => {
    cut();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    cut,
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

// --- what a page shows ----------------------------------------------------------------------------

/** Waits until the page shows a turn, whole. */
export async function untilTurn(page, turn) {
  await page.waitForFunction((wanted) => {
    const of = (id) => document.getElementById(id).textContent;
    return (
      document.title.split(' · ').includes(`turn ${wanted}`) &&
      document.getElementById('quadrants').ariaBusy === 'false' &&
      of('note-response').endsWith(`the SST of turn ${(wanted + 1).toLocaleString('en-US')}`)
    );
  }, turn);
}

/** Goes to a turn through the field, by keys. */
export async function goTo(page, turn) {
  await page.keyboard.press('g');
  await page.keyboard.type(String(turn));
  await page.keyboard.press('Enter');
  await untilTurn(page, turn);
}

/** Waits until a function, run in the page with `wanted`, gives something true. */
export const until = (page, test, wanted) => page.waitForFunction(test, wanted);

/** Waits until the newest turn that the page counts is this one. */
export const untilLast = (page, last) =>
  until(
    page,
    (wanted) => {
      const range = document.querySelector('.legend .range')?.textContent ?? '';
      return Number(range.split('–').at(-1).replace(/\D/g, '')) === wanted;
    },
    last,
  );

/** How many turns the legend counts: {sum, first, last}. */
export async function counted(page) {
  return page.evaluate(() => {
    const figure = (text) => Number(text.replace(/\D/g, ''));
    const parts = [...document.querySelectorAll('.legend b')].map((node) => figure(node.textContent));
    const [first, last] = document.querySelector('.legend .range').textContent.split('–');
    return {
      sum: parts.reduce((a, b) => a + b, 0),
      first: figure(first ?? ''),
      last: figure(last ?? first ?? ''),
    };
  });
}

let axeSource = null;

/**
 * Findings of axe-core that are serious or critical. `rules`: only these.
 * @param {{rules?: string[]}} options
 */
export async function seriousFindings(page, { rules = null } = {}) {
  if (!axeSource) {
    requirePackage('axe-core');
    const packages = createRequire(join(setting('FRANZ_NPM_DIR'), 'package.json'));
    axeSource = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');
  }
  // The policy of the page forbids scripts in it: this one comes through the debugger.
  await page.evaluate(`window.axe ||= (() => { ${axeSource}; return window.axe; })(); 0`);
  return page.evaluate(async (only) => {
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(only ? { runOnly: { type: 'rule', values: only } } : {}),
    });
    return violations
      .filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))}`);
  }, rules);
}

/**
 * A state of the page, looked at: pictures of it in both colour schemes, and nothing serious to be
 * found in either. Only the contrast is another one in the second.
 */
export async function lookAt(page, name) {
  const found = {};
  for (const [scheme, options] of [['dark', {}], ['light', { rules: ['color-contrast'] }]]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await screenshot(page, `${name}-${scheme}`);
    found[scheme] = await seriousFindings(page, options);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(found, { dark: [], light: [] }, name);
}
