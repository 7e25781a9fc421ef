// Our programs, started for a test and ended with it. The environment has their folders:
// FRANZ_BIN_DIR, FRANZ_TEST_OUT, FRANZ_NPM_DIR.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** @param {string} name @returns {string} */
export function setting(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run this test with ctest`);
  return value;
}

/**
 * A fresh folder below build/release/test-out/`part`.
 * @param {string} part @param {string} name
 */
export function freshFolderIn(part, name) {
  const folder = join(setting('FRANZ_TEST_OUT'), part, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A fresh folder of the clients' tests. @param {string} name */
export const freshFolder = (name) => freshFolderIn('clients', name);

/** Where a package of tests/package.json is. @param {string} name */
export function packageFolder(name) {
  const folder = setting('FRANZ_NPM_DIR');
  if (!existsSync(join(folder, 'node_modules', name))) {
    throw new Error(`the npm package ${name} is not in ${folder}: ./test installs it there, or by hand: ` +
        `mkdir -p ${folder} && cp tests/package*.json ${folder} && npm --prefix ${folder} ci`);
  }
  return join(folder, 'node_modules', name);
}

/** A package of tests/package.json, or a part of it. @param {string} name @param {string} part */
export function requirePackage(name, part = '') {
  packageFolder(name);
  return createRequire(join(setting('FRANZ_NPM_DIR'), 'package.json'))(join(name, part));
}

// A file that throws outside its tests ends without `after`, and without the event 'exit' (Node 20).
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
process.on('uncaughtExceptionMonitor', () => running.forEach((child) => child.kill('SIGKILL')));

/**
 * A running program. `line(part)` waits for a line of its output, `first` for its first bytes.
 * @param {import('node:test').TestContext} t
 * @param {string} command
 * @param {string[]} args
 */
export function start(t, command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.on('close', () => running.delete(child));
  let output = '', errors = '';
  /** @type {(() => void)[]} */
  let waiting = [];
  const look = () => waiting.forEach((again) => again());
  child.stdout.on('data', (bytes) => { output += bytes.toString('latin1'); look(); });
  child.stderr.on('data', (bytes) => { errors += bytes.toString('latin1'); });
  const ended = new Promise((resolve, reject) => {
    child.on('error', (why) => reject(new Error(`${command} does not start: ${why.message}`)));
    child.on('close', (code, signal) => { look(); resolve({ code, signal, output, errors }); });
  });
  t.after(async () => { child.kill('SIGKILL'); await ended.catch(() => {}); });
  /** @param {string} part @returns {Promise<string>} */
  const line = (part) => new Promise((resolve, reject) => {
    const again = () => {
      const found = output.split('\n').find((each) => each.includes(part));
      if (found === undefined) return;
      waiting = waiting.filter((other) => other !== again);
      resolve(found);
    };
    waiting.push(again);
    again();
    ended.then(() => reject(new Error(`${command} ended without a line with ${part}: ${output}${errors}`)), reject);
  });
  return { child, ended, line };
}

/** Runs curl to its end. @param {import('node:test').TestContext} t @param {string[]} args */
export function curl(t, args) {
  return start(t, 'curl', ['--silent', '--show-error', '--noproxy', '*', ...args]).ended;
}

/** One of our programs. @param {string} name */
export const program = (name) => join(setting('FRANZ_BIN_DIR'), name);

/** The address in a line of a program. @param {string} line @returns {string} */
export const addressIn = (line) => /http:\/\/[0-9.:]+/.exec(line)[0];

/** @param {import('node:test').TestContext} t @param {string} upstream @param {string} folder */
export async function startProxy(t, upstream, folder) {
  const proxy = start(t, program('proxy'),
      ['--listen', '127.0.0.1:0', '--dashboard', '127.0.0.1:0', '--runs', folder, '--no-launch',
        '--upstream', upstream]);
  const relay = addressIn(await proxy.line('relay '));
  const dashboard = addressIn(await proxy.line('dashboard '));
  const run = (await proxy.line('run  ')).replace(/^run +/, '');
  return { ...proxy, relay, dashboard, run };
}

/**
 * demo_vlm, on a free port unless `args` name one; its address.
 * @param {import('node:test').TestContext} t @param {string[]} args
 */
export async function startModel(t, args) {
  const listen = args.includes('--listen') ? [] : ['--listen', '127.0.0.1:0'];
  return addressIn(await start(t, program('demo_vlm'), [...listen, ...args]).line('listening on '));
}

/**
 * The test's own upstream, and the number of connections on which it received requests. The proxy's
 * request for the models is answered here and not counted.
 * @param {import('node:test').TestContext} t
 * @param {import('node:http').RequestListener} answer
 */
export async function startUpstream(t, answer) {
  const sockets = new Set();
  const server = createServer((request, response) => {
    if (request.url === '/v1/models') return response.end('{"object":"list","data":[]}');
    sockets.add(request.socket);
    return answer(request, response);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(undefined)); });
  t.after(() => { server.close(); server.closeAllConnections(); });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { server, url: `http://127.0.0.1:${address.port}`, connections: () => sockets.size };
}

/** The SHA-256 of a stream or of bytes. @param {AsyncIterable<Buffer>|Iterable<Buffer>} pieces */
export async function sha256(pieces) {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
