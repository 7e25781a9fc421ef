// The cost of a run over its length, and beside other runs: memory, time and processor of a turn at
// the end of a long run compared with its beginning; the cost of checking and exporting such a run;
// of an idle run whose model thinks; and of 4, 16 and 64 simultaneous runs compared with one.
//   node tests/bench/runs_bench.mjs build/release/bin [turns of the long run, 10000] [rounds, 3]
// 100000 turns take some 20 minutes and 12 GB, less with FRANZ_SURFACE_CANVAS and
// FRANZ_SURFACE_PICTURE at 64x36.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printRow, quantile } from './rows.mjs';

const [bin, turnsText = '10000', roundsText = '3'] = process.argv.slice(2);
const turns = Number(turnsText);
const rounds = Number(roundsText);
if (!bin || !(turns >= 100) || !(rounds >= 1)) {
  console.error('usage: node tests/bench/runs_bench.mjs BIN_FOLDER [TURNS of at least 100] [ROUNDS]');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'franz_bench_'));
const children = new Set();

// A model that answers at once with eight strokes, or never. It counts the requests of all runs.
class Model {
  constructor({ silent = false } = {}) {
    this.asked = 0;
    const calls = Array.from({ length: 8 }, (_, i) => `drag(${100 * i}, 100, ${100 * i + 90}, ${700 - 50 * i})`);
    const content = 'I go on.\n```python\n' + calls.join('\n') + '\n```';
    const reply = JSON.stringify({
      id: 'c', object: 'chat.completion', created: 1, model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    });
    this.server = createServer((request, response) => {
      request.resume().on('end', () => {
        if (request.method === 'GET') return response.end('{"object":"list","data":[{"id":"m","object":"model"}]}');
        this.asked += 1;
        this.onAsked?.(this.asked);
        if (!silent) response.setHeader('content-type', 'application/json').end(reply);
      });
    });
  }
  async start() {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.url = `http://127.0.0.1:${this.server.address().port}`;
    return this;
  }
  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

function startRun(model, name, runTurns) {
  const child = spawn(join(bin, 'proxy'), ['--upstream', model.url, '--listen', '127.0.0.1:0', '--dashboard', '127.0.0.1:0',
    '--runs', join(folder, name), '--profile', 'franz', '--turns', String(runTurns)], { stdio: ['ignore', 'ignore', 'pipe'] });
  children.add(child);
  child.errors = '';
  child.stderr.on('data', (text) => { child.errors = (child.errors + text).slice(-4000); });
  child.over = once(child, 'exit').then(([code, signal]) => {
    children.delete(child);
    return { code, signal };
  });
  return child;
}

async function ended(child) {
  const { code, signal } = await child.over;
  if (code !== 0) throw new Error(`proxy: exit code ${code ?? signal}\n${child.errors}`);
}


// The proxy and the orchestrator that it started, by name.
function programs(pid) {
  const started = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean));
  return [pid, ...started]
    .map((each) => ({ pid: each, name: readFileSync(`/proc/${each}/comm`, 'utf8').trim() }))
    .filter(({ name }) => ['proxy', 'orchestrator'].includes(name));
}
const memoryKb = (pid, field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
const residentKb = ({ pid }) => memoryKb(pid, 'VmRSS');
// Of the programs and of their children that have ended.
const processorMs = (pid) => programs(pid)
  .flatMap((each) => readFileSync(`/proc/${each.pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 15))
  .reduce((sum, ticks) => sum + Number(ticks) * 10, 0); // USER_HZ is 100 on Linux

// Memory, time and processor per turn at the end of a long run, compared with those after its first tenth.
async function longRun() {
  const model = await new Model().start();
  const marks = new Map(); // turn → the measurements
  const run = startRun(model, 'long', turns);
  const wanted = [0.05, 0.1, 0.95, 0.999].map((share) => Math.floor(turns * share));
  model.onAsked = (turn) => {
    if (!wanted.includes(turn)) return;
    marks.set(turn, { at: performance.now(), processor: processorMs(run.pid), memory: programs(run.pid).map((each) => ({ name: each.name, kb: residentKb(each) })) });
  };
  let peak = 0; // of the proxy, including its clean end
  const watch = setInterval(() => {
    try {
      peak = Math.max(peak, memoryKb(run.pid, 'VmHWM') || 0);
    } catch { /* it has just ended */ }
  }, 10);
  await ended(run);
  clearInterval(watch);
  model.stop();
  const [early, tenth, late, last] = wanted.map((turn) => marks.get(turn));
  const name = `turn ${turns} of a run`;
  for (const { name: program, kb } of last.memory) {
    const before = tenth.memory.find((each) => each.name === program)?.kb;
    printRow({ part: 'long run', name: `${name}: memory of ${program}`, against: `turn ${wanted[1]}`,
      ratios: [kb / before], detail: `${(kb / 1024).toFixed(1)} : ${(before / 1024).toFixed(1)} MB` });
  }
  const atEnd = last.memory.find((each) => each.name === 'proxy').kb;
  printRow({ part: 'long run', name: `${name}: memory of proxy at its clean end`, against: 'the last turn',
    ratios: [peak / atEnd], detail: `${(peak / 1024).toFixed(1)} : ${(atEnd / 1024).toFixed(1)} MB` });
  for (const [what, field] of [['time', 'at'], ['processor', 'processor']]) {
    const first = (tenth[field] - early[field]) / (wanted[1] - wanted[0]);
    const end = (last[field] - late[field]) / (wanted[3] - wanted[2]);
    printRow({ part: 'long run', name: `${name}: ${what} a turn`, against: `turn ${wanted[1]}`,
      ratios: [end / first], detail: `${end.toFixed(1)} : ${first.toFixed(1)} ms` });
  }
  return last.at - early.at;
}

// Runs a program to its end, which must be successful: {ms, peakKb}.
function timed(program, args, cwd) {
  const began = performance.now();
  const ended = spawnSync('/usr/bin/time', ['-f', '%M', program, ...args], { cwd, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'ignore', 'pipe'] });
  if (ended.status !== 0) throw new Error(`${program} ${args.join(' ')}: exit code ${ended.status ?? ended.signal}\n${ended.stderr.slice(-2000)}`);
  return { ms: performance.now() - began, peakKb: Number(ended.stderr.trim().split('\n').at(-1)) };
}

// Checks and exports the long run, which took `runMs` itself, without its beginning.
function recordedRun(runMs) {
  const only = (name) => join(folder, name, readdirSync(join(folder, name)).find((each) => each.startsWith('run_')));
  const [long, short] = [only('long'), only('short')];
  const proxy = join(bin, 'proxy');
  const fast = [], sums = [];
  for (let round = 0; round <= rounds; ++round) { // the first one warms the cache
    fast.push(timed(proxy, ['verify', '--fast', long]).ms);
    sums.push(timed('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], long).ms);
  }
  const seconds = (values) => (quantile(values.slice(1), 0.5) / 1000).toFixed(1);
  printRow({ part: 'long run', name: `proxy verify --fast of ${turns} turns`, against: 'sha256sum -c',
    ratios: fast.slice(1).map((ms, round) => ms / sums[round + 1]), detail: `${seconds(fast)} : ${seconds(sums)} s` });
  const { ms } = timed(proxy, ['verify', long]);
  printRow({ part: 'long run', name: `proxy verify of ${turns} turns`, against: 'the run itself',
    ratios: [ms / runMs], detail: `${(ms / 1000).toFixed(1)} : ${(runMs / 1000).toFixed(1)} s` });
  const [large, small] = [long, short].map((run) => timed(proxy, ['export', run, join(folder, 'page.html')]).peakKb);
  printRow({ part: 'long run', name: `proxy export of ${turns} turns: memory`, against: '100 turns',
    ratios: [large / small], detail: `${(large / 1024).toFixed(1)} : ${(small / 1024).toFixed(1)} MB` });
}

// The first list of runs, from a proxy that has just begun to replay the only one.
async function firstList(name) {
  const runs = join(folder, name);
  const child = spawn(join(bin, 'proxy'), ['replay', 'latest', '--runs', runs, '--dashboard', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.add(child);
  child.over = once(child, 'exit').then(() => children.delete(child));
  let output = '';
  for await (const text of child.stdout) {
    output += text;
    if (/http:\/\/\S+\n/.test(output)) break;
  }
  const url = /http:\/\/[\d.:]+/.exec(output)[0];
  await (await fetch(`${url}/health`)).text();
  const before = performance.now();
  await (await fetch(`${url}/api/runs`)).text();
  const ms = performance.now() - before;
  child.kill('SIGTERM');
  await child.over;
  return ms;
}

// The list of runs beside a long run and beside a short one.
async function listOfRuns() {
  const [long, short] = [[], []];
  for (let round = 0; round < rounds; ++round) {
    long.push(await firstList('long'));
    short.push(await firstList('short'));
  }
  const mean = (times) => (times.reduce((a, b) => a + b) / rounds).toFixed(1);
  printRow({ part: 'long run', name: `the first /api/runs beside a run of ${turns} turns`, against: '100 turns',
    ratios: long.map((ms, round) => ms / short[round]), detail: `${mean(long)} : ${mean(short)} ms` });
}

// The processor use of a run's programs while its model thinks.
async function thinkingRun() {
  const model = await new Model({ silent: true }).start();
  const asked = new Promise((resolve) => { model.onAsked = resolve; });
  const run = startRun(model, 'thinking', 2);
  await asked;
  const ratios = [];
  for (let round = 0; round < rounds; ++round) {
    const seconds = 5;
    const before = processorMs(run.pid);
    await sleep(seconds * 1000);
    ratios.push((processorMs(run.pid) - before) / (seconds * 1000));
  }
  const memory = programs(run.pid).map((each) => `${each.name} ${(residentKb(each) / 1024).toFixed(1)} MB`).join(', ');
  printRow({ part: 'long run', name: 'an idle run, whose model thinks: processor', against: 'one processor', ratios, detail: memory });
  run.kill('SIGTERM');
  await run.over;
  model.stop();
}

async function shortRun() {
  const model = await new Model().start();
  await ended(startRun(model, 'short', 100));
  model.stop();
}

// Time per turn of many simultaneous runs, counting all turns of all runs.
async function sideBySide() {
  const turnsEach = 40;
  const measure = async (count, round) => {
    const model = await new Model().start();
    const times = [];
    model.onAsked = () => times.push(performance.now());
    const runs = Array.from({ length: count }, (_, i) => startRun(model, `side_${count}_${round}_${i}`, turnsEach));
    await Promise.all(runs.map(ended));
    model.stop();
    return (times.at(-1) - times[0]) / (count * turnsEach);
  };
  const counts = [1, 4, 16, 64];
  const times = counts.map(() => []);
  for (let round = 0; round < rounds; ++round)
    for (let i = 0; i < counts.length; ++i) times[i].push(await measure(counts[i], round));
  for (let i = 1; i < counts.length; ++i)
    printRow({ part: 'long run', name: `${counts[i]} runs at once: time for a turn of any`, against: 'one run',
      ratios: times[i].map((ms, round) => ms / times[0][round]),
      detail: [i, 0].map((each) => times[each].reduce((a, b) => a + b) / rounds).map((ms) => ms.toFixed(1)).join(' : ') + ' ms' });
}

try {
  await thinkingRun();
  await sideBySide();
  await shortRun();
  const runMs = await longRun();
  await listOfRuns();
  recordedRun(runMs);
} finally {
  const over = [...children].map((child) => child.over);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(over);
  rmSync(folder, { recursive: true, force: true });
}
