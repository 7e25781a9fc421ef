// The cost of a picture: one start of the capturer, which captures the screen, marks the turn's
// actions and encodes a PNG, compared with other programs' screenshots, which only capture and
// encode. Each round runs all of them in another order, so that other load affects all equally.
//   node tests/bench/capture_bench.mjs build/release/bin [rounds]
// Rows as in bench_rows.h.
// Needs Xvfb, xterm, xsetroot and display (ImageMagick); uses scrot, maim and import if they are installed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printRow, quantile } from './rows.mjs';

const [bin, roundsText = '15'] = process.argv.slice(2);
const rounds = Number(roundsText);
if (!bin || !(rounds >= 3)) {
  console.error('usage: node tests/bench/capture_bench.mjs BIN_FOLDER [ROUNDS of at least 3]');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'franz_bench_'));
const children = [];

function start(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore'], ...options });
  child.on('error', (error) => {
    console.error(`${program}: ${error.message}`);
    process.exit(3);
  });
  children.push(child);
  return child;
}

async function startDisplay(width, height) {
  const server = start('Xvfb', ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise((resolve) => server.stdout.once('data', resolve));
  return { server, name: `:${String(number).trim()}` };
}

const run = (program, args, env) => {
  const ran = spawnSync(program, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  if (ran.status !== 0) throw new Error(`${program}: ${ran.error?.message ?? `exit code ${ran.status}`}`);
};

// An ordinary desktop: a background with colours, windows with text.
async function fill(display, width, height) {
  const env = { ...process.env, DISPLAY: display };
  const background = join(folder, 'background.png');
  run('convert', ['-seed', '7', '-size', '480x270', 'plasma:steelblue-seagreen', '-resize', `${width}x${height}!`, background]);
  spawnSync('display', ['-window', 'root', background], { env, stdio: 'ignore' }); // its exit code is meaningless
  const columns = Math.floor(width / 2 / 6) - 4;
  for (const [x, y] of [[20, 20], [width / 2, height / 3]])
    start('xterm', ['-geometry', `${columns}x${Math.floor(height / 2 / 13)}+${Math.floor(x)}+${Math.floor(y)}`, '-e',
      'sh', '-c', 'ls -lR /usr/share/doc | head -300; exec sleep 600'], { env });
  await sleep(3000);
}

function request(width, height, display) {
  const ring = (x, y) => `left_click(${x}, ${y})`;
  const off = { grid: false, crosshair: false, inset: false, banner: false };
  return JSON.stringify({
    protocol: 'franz.capturer.v2', turn: 7, surface: 'desktop', width, height,
    actions: [ring(200, 300), 'drag(100, 100, 900, 800)', 'type("text")'],
    marks: { classic: true, cursor: true, badge: true }, overlays: off,
    canvas: { width, height }, display, monitor: 'all', window: null, run_dir: '',
    time: '2026-01-31T12:00:00Z', coordinates: { kind: 'relative', divisor: 1000 }, seen: null,
    on_error: 'stop', type_after: ['left', 'double'], picture: true,
  });
}

function programs(display, width, height) {
  const file = (name) => join(folder, `${name}.png`);
  const ours = (name, w, h) => ({
    name, file: join(folder, `${name}.json`),
    command: ['sh', ['-c', `exec "$0" < "$1" > "$2"`, join(bin, 'capturer'), request_file(name, w, h, display), join(folder, `${name}.json`)]],
  });
  const all = [
    ours(`capturer, picture of ${width}x${height}`, width, height),
    ours('capturer, picture of 1280x720', 1280, 720),
    { name: 'scrot', file: file('scrot'), command: ['scrot', ['-o', file('scrot')]] },
    { name: 'maim', file: file('maim'), command: ['maim', [file('maim')]] },
    { name: 'import', file: file('import'), command: ['import', ['-window', 'root', file('import')]] },
  ];
  return all.filter(({ command: [program] }) => !spawnSync(program, ['--version'], { stdio: 'ignore' }).error);
}

function request_file(name, width, height, display) {
  const path = join(folder, `${name}.request.json`);
  writeFileSync(path, request(width, height, display) + '\n');
  return path;
}

const isOurs = ({ name }) => name.startsWith('capturer');

// Bytes of the PNG.
function size({ name, file }) {
  if (!isOurs({ name })) return statSync(file).size;
  return Buffer.from(JSON.parse(readFileSync(file, 'utf8')).screenshot_b64, 'base64').length;
}

async function measure(width, height) {
  const { server, name: display } = await startDisplay(width, height);
  await fill(display, width, height);
  const all = programs(display, width, height).map((each) => ({ ...each, times: [] }));
  for (let round = 0; round <= rounds; ++round)
    for (let i = 0; i < all.length; ++i) {
      const each = all[(i + round) % all.length];
      const began = process.hrtime.bigint();
      run(...each.command, { DISPLAY: display });
      const ms = Number(process.hrtime.bigint() - began) / 1e6;
      if (round > 0) each.times.push(ms); // the first warms the disk cache
    }
  for (const ours of all.filter(isOurs))
    for (const other of all.filter((each) => !isOurs(each)))
      printRow({
        part: 'screens', name: `screen of ${width}x${height}: ${ours.name}`, against: other.name,
        ratios: ours.times.map((ms, round) => ms / other.times[round]),
        detail: [ours, other].map((each) => quantile(each.times, 0.5).toFixed(0)).join(' : ') + ' ms, ' +
          [ours, other].map((each) => Math.round(size(each) / 1024)).join(' : ') + ' KB',
      });
  for (const child of children.splice(0)) child.kill();
  await new Promise((resolve) => server.once('exit', resolve));
}

try {
  await measure(1920, 1080);
  await measure(3840, 2160);
} finally {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
}
