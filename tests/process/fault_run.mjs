// Troubles runs of every profile with random faults, and checks with a look of its own that nothing
// was lost silently, no program was left behind and nothing but records lies in the folders.
//   node fault_run.mjs BIN_FOLDER OUT_FOLDER [--faults 24] [--seed N] [--profiles a,b] [--verbose]
// Faults: a program of the run killed or stopped for a while, the model's server breaking in nine
// ways, settings rewritten while they are read, the disk full or standing still (where one can be
// mounted), and the wall clock jumping (where Debian's libfaketime is installed).
// Every reply that left the model's server whole must be in the record, byte for byte, or its turn
// is one of `lost_turns` in run.json, as are all that `proxy verify` names as not recorded; then the
// proxy ends with 1 in place of 0. Two things more are allowed of a turn that was asked again and
// is recorded: that a reply met its end on the way, with the connection that it was sent on, and
// that run.json names the turn as made again, for a full disk kept the story from being saved. A
// reply that met its end on its way in the turn that the run finished with is named by a note. And
// one thing where the proxy was killed on a full disk, which has no room for a request: that the
// reply was still on its way, and the run ended before it came to that turn again.
// Linux only: it reads /proc.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { FaultyServer, UPSTREAM_FAULTS } from './support/faulty_server.mjs';
import { below, childNamed, processes, randomBy, signal, sleep, until, waitsForInput } from './support/process_tools.mjs';

const [bin, out, ...flags] = process.argv.slice(2);
const flag = (name, fallback) => {
  const at = flags.indexOf(name);
  return at < 0 ? fallback : flags[at + 1];
};
const kProfiles = 'franz,narrative,toolcall,pilot,window,qwen,uitars,pyautogui,holo,glm,openai,anthropic';
const faults = Number(flag('--faults', process.env.FRANZ_FAULTS || 24));
const seed = Number(flag('--seed', Date.now() % 1_000_000));
const profiles = flag('--profiles', kProfiles).split(',');
const verbose = flags.includes('--verbose');
if (!bin || !out || !(faults >= 1) || !Number.isInteger(seed)) {
  console.error('usage: node fault_run.mjs BIN_FOLDER OUT_FOLDER [--faults 24] [--seed N] [--profiles a,b] [--verbose]');
  process.exit(2);
}
const random = randomBy(seed);
const pick = (list) => list[Math.floor(random() * list.length)];
const say = (text) => verbose && console.log(text);
const kMark = `FRANZ_FAULT_RUN=${seed}_${process.pid}`; // in the environment of all that is started

// ---- the folder of the runs: on a disk of its own where that can be made, so that it can be full
// and stand still: an ext4 in a file in memory, or a tmpfs, which cannot stand still

const runs = path.join(out, 'runs');
const disk = path.join(out, 'disk');
const did = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const unmount = () => [runs, disk].forEach((each) => did('umount', '-l', each));
unmount(); // a run that was killed left it there
fs.rmSync(out, { recursive: true, force: true });
for (const each of [runs, disk]) fs.mkdirSync(each, { recursive: true });

function mountImage() {
  const image = path.join(disk, 'image');
  if (!did('mount', '-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', disk)) return false;
  fs.closeSync(fs.openSync(image, 'w'));
  fs.truncateSync(image, 256 << 20);
  if (!did('mkfs.ext4', '-q', '-m', '0', '-O', '^has_journal', image)) return false;
  if (!did('mount', '-o', 'loop,noatime', image, runs)) return false;
  fs.rmdirSync(path.join(runs, 'lost+found'));
  return true;
}
const hasImage = mountImage();
const freezes = hasImage && did('fsfreeze', '-f', runs) && did('fsfreeze', '-u', runs);
const mounted = hasImage || did('mount', '-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', runs);
if (!mounted) console.log('no disk can be mounted here: it is never full');
if (!freezes) console.log('no disk can be frozen here: it never stands still');
const filler = path.join(runs, 'filler');

async function fillDisk(ms, meanwhile) {
  const file = fs.openSync(filler, 'w');
  spawnSync('fallocate', ['-l', '256M', filler], { stdio: 'ignore' }); // most of it at once
  try {
    for (const block = Buffer.alloc(1 << 16); ; ) fs.writeSync(file, block);
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  } finally {
    fs.closeSync(file);
  }
  await sleep(ms);
  await meanwhile();
  fs.rmSync(filler);
}

// What is written waits, and so does the end of who writes. By a program that thaws the disk
// whatever becomes of this one.
async function freezeDisk(ms, meanwhile) {
  const helper = spawn('sh', ['-c', 'fsfreeze -f "$1" && { sleep "$2"; fsfreeze -u "$1"; }', 'sh', runs, `${ms / 1000}`],
    { stdio: 'ignore', detached: true });
  const thawed = once(helper, 'exit');
  await sleep(random() * ms);
  await meanwhile();
  const [code] = await thawed;
  must(code === 0, `fsfreeze ended with ${code}`);
}

// ---- settings

const config = path.join(out, 'config.ini');
const settings = (comment) =>
  `; ${comment}\n[proxy]\nrestart_delay_s = 0.05\n[agent]\nobjective = draw a cat\nmax_steps = 0\n` +
  'malformed_retries = -1\nmax_noops = 0\nmax_unchanged = 0\n[limits]\nmax_minutes = 0\n';
fs.writeFileSync(config, settings('as they are'));

// As an editor that writes in place: for a moment only a part is there.
async function rewriteSettings(ms) {
  const text = settings(`written at ${performance.now()}`);
  fs.writeFileSync(config, text.slice(0, Math.floor(random() * text.length)));
  await sleep(ms);
  fs.writeFileSync(config, text);
}

// ---- the wall clock of the run's programs, which look it up in a file each time

const offset = path.join(out, 'clock');
// Not in a build with a sanitizer, whose library must be the first to be loaded.
const isLoaded = (file) => spawnSync(path.join(bin, 'proxy'), ['--version'], { env: { LD_PRELOAD: file } }).status === 0;
const library = fs.readdirSync('/usr/lib')
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
  .find((file) => fs.existsSync(file) && isLoaded(file));
if (!library) console.log('libfaketime is not installed here, or cannot be loaded: the clock never jumps');

// Far enough to pass a day's or a year's end, and back. Renamed over the old one: a part is no time.
function jumpClock() {
  const seconds = Math.floor(pick([120, 90_000, 40_000_000]) * (random() * 2 - 1));
  fs.writeFileSync(`${offset}.new`, seconds < 0 ? `${seconds}` : `+${seconds}`);
  fs.renameSync(`${offset}.new`, offset);
}

// ---- programs

const environment = { ...process.env, [kMark.split('=')[0]]: kMark.split('=')[1] };
// The steady clock and the times of files stay what they are.
const troubled = !library ? environment : {
  ...environment, LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: offset, FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1',
};
if (library) jumpClock();

function start(program, args, env = environment) {
  const child = spawn(path.join(bin, program), args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const running = { child, output: '', exit: null };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => (running.output += bytes.toString('latin1')));
  child.on('exit', (code, name) => (running.exit = { code, signal: name }));
  return running;
}

const marked = () => [...processes().keys()].filter((pid) => {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(kMark);
  } catch {
    return false; // it has ended
  }
});

// ---- one profile

class Trouble extends Error {}
const must = (holds, text) => {
  if (!holds) throw new Trouble(text);
};

class Run {
  constructor(profile, server) {
    Object.assign(this, { profile, server, proxy: null, folder: null, killedOnFullDisk: false });
    this.known = new Set(fs.readdirSync(runs));
  }
  async start(more = ['--profile', this.profile]) {
    this.proxy = start('proxy', ['--config', config, '--upstream', this.server.url, '--listen', '127.0.0.1:0',
      '--dashboard', '127.0.0.1:0', '--runs', runs, ...more], troubled);
    await until(() => this.turns() > 0 || this.proxy.exit, 'a turn of the run');
    this.folder ??= fs.readdirSync(runs).find((name) => name.startsWith('run_') && !this.known.has(name));
    must(this.folder, 'the run has no folder');
  }
  turns() {
    return [...this.proxy.output.matchAll(/^turn +(\d+) /gm)].length;
  }
  async another() {
    const before = this.turns();
    await until(() => this.turns() > before || this.isOver(), 'another turn');
  }
  // Its model has finished its drawing, or its proxy has ended.
  isOver() {
    return this.proxy.exit !== null || /^finished/m.test(this.proxy.output);
  }
  async end() {
    if (!this.isOver()) await this.another(); // it goes on after all that, and ends as ever
    this.proxy.child.kill('SIGINT');
    await until(() => this.proxy.exit, 'the end after Ctrl-C');
    // Settings of which a part was read may have held the profile's own limits: 10 to 16.
    const { code } = this.proxy.exit;
    must(code === 0 || code === 1 || (code >= 10 && code <= 16), `the proxy ended with ${JSON.stringify(this.proxy.exit)}`);
  }
}

const kKinds = {
  kill: 5,
  stop: 1,
  upstream: 4,
  settings: 1,
  ...(mounted ? { disk: 1 } : {}),
  ...(freezes ? { freeze: 1 } : {}),
  ...(library ? { clock: 1 } : {}),
};
const kinds = Object.entries(kKinds).flatMap(([name, weight]) => Array(weight).fill(name));
const made = {};
const count = (name) => (made[name] = (made[name] ?? 0) + 1);

async function killProxy(run) {
  const children = below(run.proxy.child.pid);
  run.proxy.child.kill('SIGKILL');
  await until(() => run.proxy.exit, 'the end of the killed proxy');
  await until(() => {
    const alive = processes();
    return children.every((pid) => !alive.has(pid));
  }, "the end of the killed proxy's children");
  run.proxy.exit = null;
}

async function killOne(run) {
  const victim = pick(['proxy', 'orchestrator', 'executor', 'capturer']);
  if (victim === 'proxy') {
    await killProxy(run);
    count('kill proxy');
    await run.start(['--resume', run.folder]);
    return;
  }
  const atWork = random() < 0.5; // else: any, as a rule one that waits for its turn
  let pid = 0;
  await until(() => {
    pid = childNamed(run.proxy.child.pid, victim, (each) => !atWork || victim === 'orchestrator' || !waitsForInput(each));
    return pid || run.isOver();
  }, `a running ${victim}`);
  if (pid && signal(pid, 'SIGKILL')) count(`kill ${victim}`);
}

// As a processor that is busy elsewhere.
async function stopOne(run) {
  const victim = pick(['proxy', 'orchestrator', 'executor', 'capturer']);
  const pid = victim === 'proxy' ? run.proxy.child.pid : childNamed(run.proxy.child.pid, victim);
  if (!pid || !signal(pid, 'SIGSTOP')) return;
  await sleep(20 + random() * 600);
  signal(pid, 'SIGCONT');
  count(`stop ${victim}`);
}

async function makeFault(run) {
  const ms = 20 + random() * 400;
  const kind = pick(kinds);
  say(`${run.profile}: ${kind}`);
  if (kind === 'kill') return killOne(run);
  if (kind === 'stop') return stopOne(run);
  if (kind === 'settings') {
    await rewriteSettings(ms / 20);
    return count('settings');
  }
  if (kind === 'clock') {
    jumpClock();
    return count('clock');
  }
  if (kind === 'freeze') {
    const victim = pick([null, 'orchestrator', 'executor', 'capturer']);
    let killed = 0;
    await freezeDisk(2 * ms, () => {
      if (victim && !run.isOver()) killed = childNamed(run.proxy.child.pid, victim);
      if (killed) signal(killed, 'SIGKILL');
    });
    return count(killed ? `disk frozen, kill ${victim}` : 'disk frozen');
  }
  if (kind === 'disk') {
    const victim = pick([null, 'orchestrator', 'proxy']);
    let killed = 0;
    await fillDisk(ms, async () => {
      if (!victim || run.isOver()) return;
      killed = victim === 'proxy' ? run.proxy.child.pid : childNamed(run.proxy.child.pid, victim);
      if (victim === 'proxy') {
        run.killedOnFullDisk = true;
        return killProxy(run);
      }
      if (killed) signal(killed, 'SIGKILL');
    });
    count(killed ? `disk full, kill ${victim}` : 'disk full');
    // It cannot go on before there is room for its files.
    if (killed && victim === 'proxy') return run.start(['--resume', run.folder]);
    return run.another();
  }
  const fault = pick(UPSTREAM_FAULTS);
  await run.server.arm(fault, ms);
  await until(() => run.server.armed === null || run.isOver(), 'the request that meets the fault');
  run.server.armed = null;
  count(`server: ${fault}`);
  return run.another(); // two errors in a row would pause the run
}

// ---- what is left

// The bodies of the replies to a turn, whatever attempt each was: the record numbers them by itself.
function storedReplies(folder, turn) {
  const thousand = path.join(folder, 'exchange', String(Math.floor(turn / 1000)).padStart(3, '0'));
  const stem = `${String(turn).padStart(4, '0')}-`;
  const names = fs.existsSync(thousand) ? fs.readdirSync(thousand) : [];
  return names.filter((name) => name.startsWith(stem) && name.endsWith('.response')).map((name) => {
    const bytes = fs.readFileSync(path.join(thousand, name));
    return bytes.subarray(bytes.indexOf('\r\n\r\n') + 4);
  });
}

function check(run) {
  const folder = path.join(runs, run.folder);
  const about = JSON.parse(fs.readFileSync(path.join(folder, 'run.json'), 'utf8'));
  const strays = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.tmp') || name === 'reply_marks.txt');
  must(!strays.length, `left behind: ${strays}`);
  const verified = spawnSync(path.join(bin, 'proxy'), ['verify', '--json', folder], { encoding: 'utf8', env: environment });
  must(verified.status === 0, `verify ends with ${verified.status}: ${verified.stdout}${verified.stderr}`);
  const { not_recorded: ranges, notes } = JSON.parse(verified.stdout);
  const isLost = ([first, last]) => about.lost_turns.some(([from, to]) => from <= first && last <= to);
  const untold = ranges.filter((range) => !isLost(range));
  must(!untold.length, `lost_turns in run.json, ${JSON.stringify(about.lost_turns)}, lacks ${JSON.stringify(untold)}`);
  const { code } = run.proxy.exit;
  must(code >= 10 || code === (about.lost_turns.length ? 1 : 0), `exit code ${code}, lost_turns ${JSON.stringify(about.lost_turns)}`);
  const recorded = new Set(fs.readdirSync(folder, { recursive: true }).map((name) => /(?:^|[\\/])turn_(\d+)\.json$/.exec(name)?.[1]).filter(Boolean).map(Number));
  const delivered = run.server.delivered.filter((each) => each.run === about.run);
  must(delivered.length > 0, 'the server knows of no reply of this run');
  const isStored = ({ turn, body }) => storedReplies(folder, turn).some((stored) => stored.equals(body));
  const missing = delivered.filter((reply) => !isStored(reply) && !isLost([reply.turn, reply.turn]));
  const askedAgain = (reply) => recorded.has(reply.turn) &&
    delivered.slice(delivered.indexOf(reply) + 1).some((later) => later.turn === reply.turn && isStored(later));
  const setBack = about.changes.map(({ text }) => /^made again: turns? (\d+)(?:-(\d+))?;/.exec(text)).filter(Boolean);
  const isSetBack = (turn) => setBack.some(([, first, last]) => Number(first) <= turn && turn <= Number(last ?? first));
  const last = Math.max(0, ...recorded);
  const isBehindTheEnd = (reply) => run.killedOnFullDisk && !reply.arrived && reply.turn > last;
  const isNoted = ({ arrived, turn }) => !arrived && notes.some(({ text, turns }) =>
    /has no whole reply, and the run was finished/.test(text) && turns.some(([from, to]) => from <= turn && turn <= to));
  const excused = missing.filter((reply) =>
    ((!reply.arrived || isSetBack(reply.turn)) && askedAgain(reply)) || isBehindTheEnd(reply) || isNoted(reply));
  const lost = missing.filter((each) => !excused.includes(each)).map(({ turn }) => turn);
  must(!lost.length, `replies to the turns ${lost} are neither recorded nor named (not recorded: ${JSON.stringify(ranges)})`);
  return { replies: delivered.length, unrecorded: ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0), excused: excused.length };
}

const kFaultsOfARun = 60; // more would fill the disk with turns

async function troubleProfile(profile, server, wanted) {
  const sums = { replies: 0, unrecorded: 0, excused: 0, runs: 0 };
  for (let left = wanted; left > 0; ) {
    const run = new Run(profile, server);
    try {
      await run.start();
      const least = left - kFaultsOfARun;
      while (left > Math.max(0, least) && !run.isOver()) {
        await sleep(random() * 150);
        if (run.isOver()) break;
        left -= 1;
        await makeFault(run);
      }
      await run.end();
      const seen = check(run);
      for (const name of ['replies', 'unrecorded', 'excused']) sums[name] += seen[name];
      sums.runs += 1;
    } catch (error) {
      error.message = `${profile}, ${run.folder}: ${error.message}\n${run.proxy?.output.slice(-4000) ?? ''}`;
      throw error;
    }
    await until(() => marked().every((pid) => pid === demo.child.pid), 'the end of all programs of the run');
    if (mounted) fs.rmSync(path.join(runs, run.folder), { recursive: true });
  }
  console.log(`${profile}: ${wanted} faults, ${sums.runs} runs, ${sums.replies} replies, ${sums.unrecorded} turns named as not recorded, ` +
    `${sums.excused} lost on their way and asked for again`);
}

const demo = start('demo_vlm', ['--listen', '127.0.0.1:0', '--delay-ms', '30']);
let failed = null;
try {
  const address = await until(() => /127\.0\.0\.1:\d+/.exec(demo.output)?.[0] ?? demo.exit, "the demo model's address");
  must(!demo.exit, `demo_vlm ended: ${demo.output}`);
  for (const [index, profile] of profiles.entries()) {
    const share = Math.floor((faults * (index + 1)) / profiles.length) - Math.floor((faults * index) / profiles.length);
    const server = await new FaultyServer(`http://${address}`).start();
    await troubleProfile(profile, server, share);
    server.stop();
  }
} catch (error) {
  failed = error;
} finally {
  demo.child.kill('SIGKILL');
  for (const pid of marked()) signal(pid, 'SIGKILL');
  if (mounted) {
    // What is to be looked at stays.
    const kept = path.join(out, 'failed');
    if (failed) fs.cpSync(runs, kept, { recursive: true, filter: (name) => name !== filler });
    unmount();
  }
}
if (failed) {
  console.error(`fault run, seed ${seed}: ${failed instanceof Trouble ? failed.message : failed.stack}`);
  process.exit(1);
}
console.log(`fault run, seed ${seed}: ${JSON.stringify(made)}`);
