// Kills each of FRANZ's programs before each write of a short run, one kill per run, then resumes the
// run and checks the result with an independent reader (support/run_check.mjs).
//   node fault_run.mjs BIN_FOLDER OUT_FOLDER [--kinds a,b] [--every N] [--at N] [--verbose]
// Kinds: see kKinds. `--every N`: only each Nth write, so that all kinds together take minutes;
// `--at N`: only this write. FRANZ_FAULTS=1000 (./test --all): each write of every kind.
// The programs must be built with FRANZ_TEST_HOOKS (common/os/test_hook.h). The executor is not killed
// because it writes no file. Linux only.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { FaultyServer } from './support/faulty_server.mjs';
import { kEndlessForm, kFormObjective } from './support/form_screen.mjs';
import { endWithChildren, must, start, Trouble, until } from './support/process_tools.mjs';
import { checkRun } from './support/run_check.mjs';
import { feedbackOf, readLog } from './support/run_log.mjs';

const [bin, out, ...flags] = process.argv.slice(2);
const flag = (name, fallback) => {
  const at = flags.indexOf(name);
  return at < 0 ? fallback : flags[at + 1];
};
if (!bin || !out) {
  console.error('usage: node fault_run.mjs BIN_FOLDER OUT_FOLDER [--kinds a,b] [--every N] [--at N] [--verbose]');
  process.exit(2);
}
const everyWrite = Number(process.env.FRANZ_FAULTS ?? 0) >= 1000;

// Each kind has the program to start (`main`) with its `args`, its last turn (`turns`), the last turn
// after the restart (`then`), the programs to kill, and `every`: the distance of the kills in writes
// when time is short. `closesWith`: the turn that finishes the run.
const profile = (name, more = {}) => ({
  main: 'proxy', args: ['--profile', name], turns: 2, then: 3, programs: ['proxy', 'orchestrator'], every: 29, ...more,
});
const kKinds = {
  franz: profile('franz', { every: 1, programs: ['proxy', 'orchestrator', 'capturer'] }),
  toolcall: profile('toolcall', { every: 3 }),
  // The run finishes with a turn without a request.
  closing: profile('toolcall', { every: 3, turns: 9, then: 9, environment: { FRANZ_AGENT_MAX_STEPS: '2' }, closesWith: 3 }),
  alone: profile('franz', { main: 'orchestrator', every: 2, programs: ['orchestrator'] }),
  // Actions on a real screen must not be repeated.
  private: profile('franz', { args: ['--profile', 'franz', '--yes', kFormObjective], after: ['--', 'sh', '-c', kEndlessForm], every: 12 }),
  mcp: { main: 'mcp_server', turns: 3, every: 2, programs: ['mcp_server'] },
  ...Object.fromEntries(['narrative', 'pilot', 'qwen', 'uimate', 'uitars', 'pyautogui', 'holo', 'glm', 'openai', 'anthropic']
    .map((name) => [name, profile(name)])),
};

const kinds = flag('--kinds', Object.keys(kKinds).join(',')).split(',');
const only = Number(flag('--at', 0));
const say = (text) => flags.includes('--verbose') && console.log(text);
fs.rmSync(out, { recursive: true, force: true });
fs.mkdirSync(out, { recursive: true });
const config = path.join(out, 'config.ini');
fs.writeFileSync(config, '[proxy]\nrestart_delay_s = 0.05\n[agent]\nobjective = draw a star\nloop_delay_ms = 0\n[limits]\nmax_minutes = 0\n');

// ---- one run

// The mcp_server's client calls without a screen; the error answers are recorded, too.
const withoutScreen = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(DISPLAY|WAYLAND_DISPLAY)$/.test(name)));

class Trial {
  constructor(name, program, server) {
    this.kind = kKinds[name];
    Object.assign(this, { name, program, server, said: '' });
    this.folder = fs.mkdtempSync(path.join(out, `${name}_`));
    this.count = path.join(this.folder, 'steps');
    this.runs = path.join(this.folder, 'runs');
    fs.mkdirSync(this.runs);
  }

  // The run's folder; null: the run has not begun.
  run() {
    const names = fs.readdirSync(this.runs).filter((name) => name.startsWith('run_'));
    must(names.length <= 1, `there are the runs ${names}`);
    return names.length ? path.join(this.runs, names[0]) : null;
  }

  commandLine(turns, resumed) {
    const { main, args, after = [] } = this.kind;
    const common = ['--config', config, '--turns', `${turns}`];
    if (main === 'orchestrator') return [...common, '--vlm', this.server.url, '--run-dir', path.join(this.runs, 'run_alone'), ...args];
    const ports = ['--listen', '127.0.0.1:0', '--dashboard', '127.0.0.1:0', '--upstream', this.server.url, '--runs', this.runs];
    return resumed ? [...common, ...ports, '--resume', resumed] : [...common, ...ports, ...args, ...after];
  }

  // Runs the program to its end and collects its output in `said`.
  async play(turns, resumed, hooks) {
    const environment = { ...process.env, ...this.kind.environment, ...hooks };
    const running = start(path.join(bin, this.kind.main), this.commandLine(turns, resumed), environment);
    try {
      await until(() => running.exit, `the end of ${this.kind.main}`);
    } catch (error) {
      await endWithChildren(running, 'SIGKILL');
      throw new Trouble(`${error.message}\n${this.said}${running.output}`);
    }
    this.said += running.output;
    return running;
  }

  // Makes three calls, each after the previous answer; returns the answers.
  async call(hooks) {
    const running = start(path.join(bin, 'mcp_server'), ['--runs', this.runs, '--rate', '0'], { ...withoutScreen, ...hooks });
    const send = (message) => running.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const answered = (id) => running.output.split('\n').find((line) => line.startsWith('{') && line.endsWith('}') && JSON.parse(line).id === id);
    const about = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fault run', version: '1' } };
    const answers = [];
    send({ id: 0, method: 'initialize', params: about });
    await until(() => answered(0) || running.exit, 'the answer to initialize');
    send({ method: 'notifications/initialized' });
    for (let id = 1; id <= this.kind.turns && !running.exit; ++id) {
      send({ id, method: 'tools/call', params: { name: 'list_windows', arguments: {} } });
      await until(() => answered(id) || running.exit, 'the answer to a call');
      if (answered(id)) answers.push(JSON.parse(answered(id)).result.content[0].text);
    }
    running.child.stdin.end();
    await until(() => running.exit, 'the end of mcp_server');
    this.said += running.output;
    return { running, answers };
  }

  steps() {
    return fs.existsSync(this.count) ? fs.statSync(this.count).size : 0;
  }

  /** Kills the program before step `at`; returns false if it made fewer steps. */
  async make(at) {
    const hooks = { FRANZ_TEST_KILL_PROGRAM: this.program, FRANZ_TEST_KILL_COUNT: this.count, FRANZ_TEST_KILL_AT: `${at}` };
    if (this.kind.main === 'mcp_server') await this.checkCalls(await this.call(hooks));
    else await this.checkTurns(await this.play(this.kind.turns, null, hooks));
    fs.rmSync(this.folder, { recursive: true });
    return this.steps0 >= at;
  }

  async checkCalls({ running, answers }) {
    this.steps0 = this.steps();
    const killed = running.exit.signal === 'SIGKILL';
    must(killed || running.exit.code === 0, `mcp_server ended with ${JSON.stringify(running.exit)}: ${this.said}`);
    const folder = this.run();
    if (killed && answers.length === 0 && !(folder && readLog(folder)?.lines.length)) return;
    const { log } = checkRun(setting, folder, { isOver: !killed, most: 0 });
    // The record's line is synced before an answer is sent.
    const recorded = log.attempts.map((attempt) => feedbackOf(folder, attempt));
    must(recorded.length >= answers.length && answers.every((answer, index) => recorded[index] === answer),
      `answered: ${answers}; recorded: ${recorded}`);
  }

  async checkTurns(first) {
    this.steps0 = this.steps();
    const { main, then, closesWith } = this.kind;
    const killed = first.exit.signal === 'SIGKILL';
    must(killed === (this.program === main && this.steps0 >= this.at), `it ended with ${JSON.stringify(first.exit)}: ${this.said}`);
    must(killed || first.exit.code === (closesWith ? 10 : 0), `it ended with ${JSON.stringify(first.exit)}: ${this.said}`);
    const folder = this.run();
    const found = folder && readLog(folder);
    if (killed && !found?.lines.length) return; // the run had not begun
    this.said = ''; // the next start names lost turns
    const again = closesWith && !killed ? null : await this.play(then, folder, {});
    const { log, lost } = checkRun(setting, folder, { server: this.server, said: this.said, most: killed && !found.seal ? 1 : 0 });
    const refused = closesWith && killed && found.seal; // finished and complete: killed while its last line was synced
    const code = refused ? 2 : closesWith ? 10 : lost.length ? 1 : 0;
    must(!again || again.exit.code === code, `it ended with ${JSON.stringify(again?.exit)}, lost: ${lost}: ${this.said}`);
    const last = Math.max(...[...log.attempts, ...log.lost].map(({ turn }) => turn));
    must(last === (closesWith ?? then), `the last turn is ${last}: ${this.said}`);
    const closing = log.attempts.filter(({ row }) => row.finished !== undefined);
    must(closing.length === (closesWith ? 1 : 0), `${closing.length} turns close the run`);
  }
}

// ---- all of them

const setting = { bin, plain: process.env };
const demo = start(path.join(bin, 'demo_vlm'), ['--listen', '127.0.0.1:0', '--delay-ms', '0']);
let server = null;

// Kills at each step up to the last one; in parallel, because trials mostly wait for disks.
async function killAtEach(name, program) {
  const every = Number(flag('--every', everyWrite ? 1 : kKinds[name].every));
  let [next, most, made] = [only || 1, Infinity, 0];
  const work = async () => {
    for (let at = next; at <= most; at = next) {
      next += only ? Infinity : every;
      const trial = new Trial(name, program, server);
      trial.at = at;
      try {
        if (await trial.make(at)) made += 1;
        else most = Math.min(most, at);
      } catch (error) {
        error.message = `${name}: ${program} is killed before its step ${at} (${trial.folder}): ${error.message}`;
        throw error;
      }
      say(`${name}: ${program} ${at}`);
    }
  };
  const workers = Array.from({ length: only ? 1 : os.availableParallelism() }, work);
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  must(made > 0 || only > 0, `${name}: ${program} made no step: is it built with FRANZ_TEST_HOOKS?`);
  return made;
}

let failed = null;
try {
  const address = await until(() => /127\.0\.0\.1:\d+/.exec(demo.output)?.[0] ?? demo.exit, "the demo model's address");
  must(!demo.exit, `demo_vlm ended: ${demo.output}`);
  server = await new FaultyServer(`http://${address}`).start();
  for (const name of kinds) {
    const made = [];
    for (const program of kKinds[name].programs) made.push(`${program} ${await killAtEach(name, program)}`);
    console.log(`${name}: kills of ${made.join(', ')}`);
  }
} catch (error) {
  failed = error;
} finally {
  server?.stop();
  demo.child.kill('SIGKILL');
}
if (failed) {
  console.error(`fault run: ${failed instanceof Trouble ? failed.message : failed.stack}`);
  process.exit(1);
}
