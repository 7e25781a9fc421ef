// Injects random faults into runs of a few profiles, runs on real screens and an mcp_server. Checks
// with an independent reader that nothing was lost silently and no program was left behind.
//   node fault_storm.mjs BIN_FOLDER OUT_FOLDER [--faults 30] [--seed N] [--profiles a,b] [--verbose]
// Faults: a program of the run is killed or suspended, the model's server fails in nine ways, settings
// are rewritten while they are read, the disk is full or frozen (where one can be mounted), and the
// wall clock jumps (where Debian's libfaketime is installed). fault_run.mjs tests a kill before each
// write.
// Linux only: it reads /proc.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { FaultyClock } from './support/faulty_clock.mjs';
import { FaultyDisk } from './support/faulty_disk.mjs';
import { FaultyServer, UPSTREAM_FAULTS } from './support/faulty_server.mjs';
import { FormScreen, kEndlessForm, kFormObjective } from './support/form_screen.mjs';
import { must, processes, randomBy, signal, sleep, start, Trouble, until } from './support/process_tools.mjs';
import { TroubledMcp } from './support/troubled_mcp.mjs';
import { TroubledProxy } from './support/troubled_proxy.mjs';

const [bin, out, ...flags] = process.argv.slice(2);
const flag = (name, fallback) => {
  const at = flags.indexOf(name);
  return at < 0 ? fallback : flags[at + 1];
};
// "screen": franz on a screen that a person may use; "private": on a private display; "mcp": mcp_server.
const kProfiles = 'franz,toolcall,window,openai,screen,private,mcp';
const faults = Number(flag('--faults', process.env.FRANZ_FAULTS || 30));
const seed = Number(flag('--seed', Date.now() % 1_000_000));
const profiles = flag('--profiles', kProfiles).split(',');
const verbose = flags.includes('--verbose');
if (!bin || !out || !(faults >= 1) || !Number.isInteger(seed)) {
  console.error('usage: node fault_storm.mjs BIN_FOLDER OUT_FOLDER [--faults 30] [--seed N] [--profiles a,b] [--verbose]');
  process.exit(2);
}
const random = randomBy(seed);
const pick = (list) => list[Math.floor(random() * list.length)];
const say = (text) => verbose && console.log(text);

const disk = new FaultyDisk(out);
if (!disk.isMounted) console.log('no disk can be mounted here: tests without a full disk');
if (!disk.canFreeze) console.log('no disk can be frozen here: tests without a frozen disk');
const clock = new FaultyClock(path.join(out, 'clock'), path.join(bin, 'proxy'));
if (!clock.canJump) console.log('libfaketime is not installed here, or cannot be loaded: the clock never jumps');

// ---- settings

const config = path.join(out, 'config.ini');
const settings = (comment) =>
  `; ${comment}\n[proxy]\nrestart_delay_s = 0.05\n[agent]\nobjective = draw a cat\nmax_steps = 0\n` +
  'malformed_retries = -1\nmax_noops = 0\nmax_unchanged = 0\n[limits]\nmax_minutes = 0\n';
fs.writeFileSync(config, settings('as they are'));

// Like an editor that writes in place: for a moment the file has only a part.
async function rewriteSettings(ms) {
  const text = settings(`written at ${performance.now()}`);
  fs.writeFileSync(config, text.slice(0, Math.floor(random() * text.length)));
  await sleep(ms);
  fs.writeFileSync(config, text);
}

// ---- programs

const kMark = ['FRANZ_FAULT_STORM', `${seed}_${process.pid}`]; // in the environment of all started programs
const plain = { ...process.env, [kMark[0]]: kMark[1] };
const setting = { bin, runs: disk.runs, config, environment: { ...plain, ...clock.environment }, plain };

const marked = () => [...processes().keys()].filter((pid) => {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(kMark.join('='));
  } catch {
    return false; // it has ended
  }
});

let screen = null;
async function screenSetting() {
  if (!screen) {
    screen = new FormScreen(); // must be stopped even if its start fails
    await screen.start();
  }
  const onScreen = { FRANZ_SURFACE_KIND: 'desktop', FRANZ_SURFACE_DISPLAY: 'own' };
  return { ...setting, environment: { ...setting.environment, ...screen.environment, ...onScreen } };
}

// ---- faults

// The weight of each fault, for runs with and without a model's server.
const kKinds = {
  kill: 5,
  stop: 1,
  ...(disk.isMounted ? { disk: 1 } : {}),
  ...(disk.canFreeze ? { freeze: 1 } : {}),
  ...(clock.canJump ? { clock: 1 } : {}),
};
const listOf = (weights) => Object.entries(weights).flatMap(([name, weight]) => Array(weight).fill(name));
const kinds = { proxy: listOf({ ...kKinds, upstream: 4, settings: 1 }), mcp_server: listOf(kKinds) };
const made = {};
const count = (name) => (made[name] = (made[name] ?? 0) + 1);

async function killOne(run) {
  const victim = pick(run.victims);
  if (victim === run.main) {
    await run.killMain();
    count(`kill ${victim}`);
    await run.goOn();
    return;
  }
  const atWork = random() < 0.5; // else any process, usually one that waits for its turn
  let pid = 0;
  await until(() => {
    pid = run.pidOf(victim, atWork);
    return pid || run.isOver() || victim === 'openbox'; // each restart of it takes longer
  }, `a running ${victim}`);
  if (!pid || !signal(pid, 'SIGKILL')) return;
  count(`kill ${victim}`);
  await run.afterKill(victim, pid);
}

// Simulates a busy processor.
async function stopOne(run) {
  const victim = pick(run.victims);
  const pid = run.pidOf(victim);
  if (!pid || !signal(pid, 'SIGSTOP')) return;
  await sleep(20 + random() * 600);
  signal(pid, 'SIGCONT');
  count(`stop ${victim}`);
}

async function freezeDisk(run, ms) {
  // The relay does not wait for the disk: a killed proxy would lose what passed during the freeze.
  const victim = pick([null, ...run.victims.filter((each) => each !== 'proxy')]);
  let killed = 0;
  await disk.freeze(ms, random(), () => {
    if (victim && !run.isOver()) killed = run.pidOf(victim);
    if (killed) signal(killed, 'SIGKILL');
  });
  count(killed ? `disk frozen, kill ${victim}` : 'disk frozen');
  if (killed && victim === run.main) await until(() => run.isOver(), `the end of the killed ${victim}`);
  else if (killed) await run.afterKill(victim, killed);
}

async function fillDisk(run, ms) {
  const victim = pick([null, run.main, ...run.victims.filter((each) => each === 'orchestrator')]);
  let killed = 0;
  // After 5 s the run pauses, and later resumes by itself.
  await disk.fill(random() < 0.3 ? 6000 : ms, async () => {
    if (!victim || run.isOver()) return;
    killed = run.pidOf(victim);
    if (victim === run.main) {
      await run.killMain();
    } else if (killed) {
      signal(killed, 'SIGKILL');
    }
  });
  count(killed ? `disk full, kill ${victim}` : 'disk full');
  // It can only continue when there is room for its files.
  await (killed && victim === run.main ? run.goOn() : run.another());
}

async function breakUpstream(run, ms) {
  const fault = pick(UPSTREAM_FAULTS);
  await run.server.arm(fault, ms);
  await until(() => run.server.armed === null || run.isOver(), 'the request that meets the fault');
  run.server.armed = null;
  count(`server: ${fault}`);
  await run.another(); // two errors in a row would pause the run
}

async function makeFault(run, profile) {
  const ms = 20 + random() * 400;
  const kind = pick(kinds[run.main]);
  say(`${profile}: ${kind}`);
  switch (kind) {
    case 'kill': return killOne(run);
    case 'stop': return stopOne(run);
    case 'disk': return fillDisk(run, ms);
    case 'freeze': return freezeDisk(run, random() < 0.3 ? 6000 : 2 * ms);
    case 'upstream': return breakUpstream(run, ms);
    case 'settings':
      await rewriteSettings(ms / 20);
      return count(kind);
    default:
      // Far enough to pass the end of a day or a year, in both directions.
      clock.jump(pick([120, 90_000, 40_000_000]) * (random() * 2 - 1));
      return count(kind);
  }
}

// ---- one profile

async function runOf(profile, server) {
  if (profile === 'mcp') return new TroubledMcp(await screenSetting(), Math.floor(random() * 1e9));
  const more = { screen: ['watch'], private: ['Xvfb', 'openbox'] }[profile];
  if (!more) return new TroubledProxy(setting, server, ['--profile', profile]);
  const args = ['--profile', 'franz', '--yes', kFormObjective];
  if (profile === 'screen') return new TroubledProxy(await screenSetting(), server, args, more);
  return new TroubledProxy(setting, server, [...args, '--', 'sh', '-c', kEndlessForm], more);
}

const kFaultsOfARun = 60; // more would fill the disk with turns

async function troubleProfile(profile, server, wanted) {
  const sums = { replies: 0, lost: 0, runs: 0 };
  for (let left = wanted; left > 0; ) {
    const run = await runOf(profile, server);
    try {
      await run.start();
      const least = left - kFaultsOfARun;
      while (left > Math.max(0, least) && !run.isOver()) {
        await sleep(random() * 150);
        if (run.isOver()) break;
        left -= 1;
        await makeFault(run, profile);
      }
      await run.end();
      const seen = run.check();
      for (const name of ['replies', 'lost']) sums[name] += seen[name];
      sums.runs += 1;
    } catch (error) {
      const said = run.printed().split('\n').map((line) => line.slice(0, 400)).join('\n');
      error.message = `${profile}, ${run.folder}: ${error.message}\n${said.slice(-4000)}`;
      throw error;
    }
    await until(() => marked().every((pid) => pid === demo.child.pid), 'the end of all programs of the run');
    if (disk.isMounted && run.folder) fs.rmSync(path.join(disk.runs, run.folder), { recursive: true });
  }
  console.log(`${profile}: ${wanted} faults, ${sums.runs} runs, ${sums.replies} replies, ${sums.lost} turns named as lost`);
}

const demo = start(path.join(bin, 'demo_vlm'), ['--listen', '127.0.0.1:0', '--delay-ms', '30'], plain);
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
  await screen?.stop();
  if (disk.isMounted) {
    // Keeps the failed runs for inspection.
    const kept = path.join(out, 'failed');
    if (failed) fs.cpSync(disk.runs, kept, { recursive: true, filter: (name) => name !== disk.filler });
    disk.unmount();
  }
}
if (failed) {
  console.error(`fault storm, seed ${seed}: ${failed instanceof Trouble ? failed.message : failed.stack}`);
  process.exit(1);
}
console.log(`fault storm, seed ${seed}: ${JSON.stringify(made)}`);
