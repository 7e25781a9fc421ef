// A proxy's run with faults, checked by support/run_check.mjs.
import fs from 'node:fs';
import path from 'node:path';
import { argumentsOf, childNamed, endWithChildren, must, start, until, waitsForInput } from './process_tools.mjs';
import { checkRun } from './run_check.mjs';

export class TroubledProxy {
  /**
   * @param {{ bin: string, runs: string, config: string, environment: object, plain: object }} setting
   *   folder of the programs, folder of the runs, settings, variables of the run and of the checks
   * @param {import('./faulty_server.mjs').FaultyServer} server
   * @param {string[]} args more arguments: --profile and its options
   * @param {string[]} victims more programs that can be killed
   */
  constructor(setting, server, args, victims = []) {
    Object.assign(this, { setting, server, args, proxy: null, folder: null, kills: 0 });
    this.main = 'proxy';
    this.victims = ['proxy', 'orchestrator', 'executor', 'capturer', ...victims];
    this.known = new Set(fs.readdirSync(setting.runs));
    this.killedServers = []; // X servers, by pid
  }

  async start(more = this.args) {
    const { bin, runs, config, environment } = this.setting;
    this.proxy = start(path.join(bin, 'proxy'), ['--config', config, '--upstream', this.server.url, '--listen', '127.0.0.1:0',
      '--dashboard', '127.0.0.1:0', '--runs', runs, ...more], environment);
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

  // The model has finished its drawing, or the proxy has ended.
  isOver() {
    return this.proxy.exit !== null || /^(finished|ended)/m.test(this.proxy.output);
  }

  /** The pid of a process; 0: none. `atWork`: only one that is not waiting for input. */
  pidOf(victim, atWork = false) {
    const { pid } = this.proxy.child;
    if (victim === 'proxy') return pid;
    if (victim === 'watch') return childNamed(pid, 'executor', watches);
    const isOne = (each) => !watches(each) && (!atWork || victim === 'orchestrator' || !waitsForInput(each));
    return childNamed(pid, victim, isOne);
  }

  /** The output of its programs since the last start. */
  printed() {
    return this.proxy?.output ?? '';
  }

  killMain() {
    this.kills += 1;
    return endWithChildren(this.proxy, 'SIGKILL');
  }

  /** Called after the kill of a victim other than the main program. */
  async afterKill(victim, pid) {
    if (victim !== 'Xvfb') return;
    this.killedServers.push(pid);
    // Without its private display the run is paused; it is ended and resumed on a new one.
    await until(() => this.proxy.output.includes('the private display is gone') || this.isOver(), 'the report of the lost display');
    await endWithChildren(this.proxy, 'SIGINT');
    await this.goOn();
  }

  /** Called after killMain(). */
  goOn() {
    return this.start(['--resume', this.folder]);
  }

  async end() {
    if (!this.isOver()) await this.another(); // after all faults it still continues and ends normally
    // Confined programs lack the environment mark, so they are ended by their parent.
    await endWithChildren(this.proxy, 'SIGINT');
    // Partly read settings may lack our limits, so the profile's apply: codes 10 to 16.
    const { code } = this.proxy.exit;
    must(code === 0 || code === 1 || (code >= 10 && code <= 16), `the proxy ended with ${JSON.stringify(this.proxy.exit)}`);
  }

  check() {
    const folder = path.join(this.setting.runs, this.folder);
    const locks = displayLocks().filter((pid) => this.killedServers.includes(pid));
    must(!locks.length, `the lock files of the killed X servers ${locks} were left behind`);
    const { lost, replies } = checkRun(this.setting, folder, { server: this.server, most: this.kills });
    must(replies > 0, 'the server knows of no reply of this run');
    const { code } = this.proxy.exit;
    must(code >= 10 || code === (lost.length ? 1 : 0), `exit code ${code}, lost: ${lost}`);
    return { replies, lost: lost.length };
  }
}

// The pids in X lock files: a killed X server leaves its own (Xserver(1)).
const displayLocks = () => fs.readdirSync('/tmp').filter((name) => /^\.X\d+-lock$/.test(name)).map((name) => {
  try {
    return Number(fs.readFileSync(path.join('/tmp', name), 'latin1'));
  } catch {
    return 0; // another test's, already removed
  }
});

/** Whether the executor is the one that watches for a panic of the person at the screen. */
export const watches = (pid) => argumentsOf(pid)[1] === '--watch';
