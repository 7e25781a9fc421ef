// Screens that mcp_server reaches through a bridge, started for a test and ended with it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

/**
 * A program whose output is collected; `ended` resolves to it.
 * @param {import('node:test').TestContext} t @param {string} command @param {string[]} args
 * @param {{env: any, cwd?: string}} options
 */
function show(t, command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (bytes) => { output += bytes.toString('utf8'); });
  const ended = once(child, 'close').then(() => output);
  t.after(async () => { child.kill('SIGTERM'); await ended; });
  return { child, ended };
}

/** @param {() => boolean} holds */
async function until(holds) {
  while (!holds()) await new Promise((again) => { setTimeout(again, 50); });
}

/** The environment of this test without its own screens. */
function withoutScreen() {
  const env = { ...process.env };
  for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'XDG_SESSION_TYPE', 'DBUS_SESSION_BUS_ADDRESS']) delete env[name];
  return env;
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * The screen of a VNC server: an X server, whose programs show what arrived.
 * @param {import('node:test').TestContext} t
 */
export async function vncScreen(t) {
  const port = await freePort();
  const server = spawn('Xvnc', ['-displayfd', '1', '-rfbport', String(port), '-localhost', '-geometry', '800x600',
    '-depth', '24', '-nolisten', 'tcp', '-desktop', 'franz test', '-SecurityTypes', 'None'],
  { stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(server, 'close');
  t.after(async () => { server.kill('SIGTERM'); await closed; });
  const [number] = await once(server.stdout, 'data');
  const env = { ...withoutScreen(), DISPLAY: `:${String(number).trim()}`, SHELL: '/bin/sh' };
  show(t, 'openbox', [], { env });
  return {
    screen: `vnc://127.0.0.1:${port}`,
    show: (/** @type {string} */ command, /** @type {string[]} */ args) => show(t, command, args, { env }),
    /** The output of a program. */
    ask: (/** @type {string} */ command, /** @type {string[]} */ args) =>
      spawnSync(command, args, { env, encoding: 'utf8' }).stdout,
  };
}

/**
 * A session of sway without a screen. Sway refuses to run as root; then it runs as `nobody`.
 * @param {import('node:test').TestContext} t
 */
export async function waylandSession(t) {
  const folder = mkdtempSync(join(tmpdir(), 'franz_sway_'));
  writeFileSync(join(folder, 'config'), ['xwayland disable', 'default_border none',
    'output HEADLESS-1 resolution 800x600', `exec touch '${folder}/started'`, ''].join('\n'));
  const isRoot = process.getuid?.() === 0;
  const idOf = (/** @type {string} */ of) => Number(spawnSync('id', [of, 'nobody'], { encoding: 'utf8' }).stdout);
  if (isRoot) for (const path of [folder, join(folder, 'config')]) chownSync(path, idOf('-u'), idOf('-g'));
  const session = { XDG_RUNTIME_DIR: folder, WAYLAND_DISPLAY: 'wayland-1' };
  const env = { ...withoutScreen(), ...session, HOME: folder, WLR_BACKENDS: 'headless', WLR_RENDERER: 'pixman',
    WLR_LIBINPUT_NO_DEVICES: '1', WLR_HEADLESS_OUTPUTS: '1', GDK_BACKEND: 'wayland', GSETTINGS_BACKEND: 'memory',
    NO_AT_BRIDGE: '1', SHELL: '/bin/sh', LANG: 'C.UTF-8' };
  const asOrdinaryUser = isRoot ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups',
    '--pdeathsig', 'KILL'] : [];
  const start = (/** @type {string} */ command, /** @type {string[]} */ args) => {
    const [first, ...rest] = [...asOrdinaryUser, command, ...args];
    return show(t, first, rest, { env, cwd: folder });
  };
  start('sway', ['-c', join(folder, 'config')]);
  t.after(() => { rmSync(folder, { recursive: true, force: true }); });
  await until(() => existsSync(join(folder, 'started')));
  return { env: { ...withoutScreen(), ...session }, show: start };
}

/**
 * The colour of a pixel, "204060". Of a PNG as FRANZ writes them: 8 bits, RGB, not interlaced.
 * @param {string} base64 @param {number} x @param {number} y
 */
export function pixelOfPng(base64, x, y) {
  const bytes = Buffer.from(base64, 'base64');
  const data = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  const raw = inflateSync(Buffer.concat(data));
  const width = 3 * bytes.readUInt32BE(16);
  let above = Buffer.alloc(width);
  for (let row = 0; ; row += 1) {
    const line = Buffer.from(raw.subarray(row * (width + 1) + 1, (row + 1) * (width + 1)));
    const filter = raw[row * (width + 1)];
    for (let i = 0; i < width; i += 1) {
      const left = i < 3 ? 0 : line[i - 3], up = above[i], corner = i < 3 ? 0 : above[i - 3];
      const [a, b, c] = [left, up, corner].map((each) => Math.abs(left + up - corner - each));
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      line[i] += [0, left, up, (left + up) >> 1, paeth][filter];
    }
    if (row === y) return line.toString('hex', 3 * x, 3 * x + 3);
    above = line;
  }
}
