// A run by a proxy that meets faults, and what must be left of it.
// Every reply that left the model's server whole must be in the record, byte for byte, or its turn
// is one of `lost_turns` in run.json, as are all that `proxy verify` names as not recorded; then the
// proxy ends with 1 in place of 0. Two things more are allowed of a turn that was asked again and
// is recorded: that a reply met its end on the way, with the connection that it was sent on, and
// that run.json names the turn as made again, for a full disk kept the story from being saved. A
// reply that met its end on its way in the turn that the run finished with is named by a note. And
// one thing where the proxy was killed on a full disk, which has no room for a request: that the
// reply was still on its way, and the run ended before it came to that turn again.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { childNamed, endWithChildren, must, start, until, waitsForInput, wordsOf } from './process_tools.mjs';

export class TroubledProxy {
  /**
   * @param {{ bin: string, runs: string, config: string, environment: object, plain: object }} setting
   *   programs, the folder of the runs, the settings, the variables of the run and of what looks at it
   * @param {import('./faulty_server.mjs').FaultyServer} server
   * @param {string[]} args more arguments: --profile and what belongs to it
   * @param {string[]} victims more programs that can be killed
   */
  constructor(setting, server, args, victims = []) {
    Object.assign(this, { setting, server, args, proxy: null, folder: null, killedOnFullDisk: false });
    this.main = 'proxy';
    this.victims = ['proxy', 'orchestrator', 'executor', 'capturer', ...victims];
    this.known = new Set(fs.readdirSync(setting.runs));
    this.killedServers = []; // X servers, by pid
  }

  async start(more = this.args) {
    this.resumed = 0;
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
    await until(() => {
      this.resumeWhereMended();
      return this.turns() > before || this.isOver();
    }, 'another turn');
  }

  // On a real screen a disk that was full is waited for, and the person who has mended it.
  resumeWhereMended() {
    const paused = [...this.proxy.output.matchAll(/^paused: state\.json cannot be saved/gm)].length;
    if (paused === this.resumed) return;
    this.resumed = paused;
    const [, dashboard] = /^dashboard +(http:\S+)/m.exec(this.proxy.output);
    const asks = { method: 'POST', headers: { 'X-Franz-Control': '1', 'Content-Type': 'application/json' } };
    fetch(`${dashboard}/api/control`, { ...asks, body: '{"command":"resume"}' })
      .catch(() => {}); // no turn follows then, which is noticed
  }

  // Its model has finished its drawing, or its proxy has ended.
  isOver() {
    return this.proxy.exit !== null || /^(finished|ended)/m.test(this.proxy.output);
  }

  /** `atWork`: only one that does not wait for its turn. 0: there is none now. */
  pidOf(victim, atWork = false) {
    const { pid } = this.proxy.child;
    if (victim === 'proxy') return pid;
    if (victim === 'watch') return childNamed(pid, 'executor', watches);
    const isOne = (each) => !watches(each) && (!atWork || victim === 'orchestrator' || !waitsForInput(each));
    return childNamed(pid, victim, isOne);
  }

  /** What its programs have said. */
  printed() {
    return this.proxy?.output ?? '';
  }

  killMain() {
    return endWithChildren(this.proxy, 'SIGKILL');
  }

  /** Behind the kill of a victim that is not the main one. */
  async afterKill(victim, pid) {
    if (victim !== 'Xvfb') return;
    this.killedServers.push(pid);
    // Without its private display the run is paused, until it is ended and goes on with a new one.
    await until(() => this.proxy.output.includes('the private display is gone') || this.isOver(), 'the end of the display to be told');
    await endWithChildren(this.proxy, 'SIGINT');
    await this.goOn();
  }

  /** After killMain(). */
  goOn() {
    return this.start(['--resume', this.folder]);
  }

  async end() {
    if (!this.isOver()) await this.another(); // it goes on after all that, and ends as ever
    // Confined programs do not have the environment that tells which are ours.
    await endWithChildren(this.proxy, 'SIGINT');
    // Settings of which a part was read may have held the profile's own limits: 10 to 16.
    const { code } = this.proxy.exit;
    must(code === 0 || code === 1 || (code >= 10 && code <= 16), `the proxy ended with ${JSON.stringify(this.proxy.exit)}`);
  }

  check() {
    const folder = path.join(this.setting.runs, this.folder);
    const about = JSON.parse(fs.readFileSync(path.join(folder, 'run.json'), 'utf8'));
    checkNothingIsLeftIn(folder);
    const locks = displayLocks().filter((pid) => this.killedServers.includes(pid));
    must(!locks.length, `the lock files of the killed X servers ${locks} were left behind`);
    const { not_recorded: ranges, notes } = verified(this.setting, folder);
    const isLost = ([first, last]) => about.lost_turns.some(([from, to]) => from <= first && last <= to);
    const untold = ranges.filter((range) => !isLost(range));
    must(!untold.length, `lost_turns in run.json, ${JSON.stringify(about.lost_turns)}, lacks ${JSON.stringify(untold)}`);
    const { code } = this.proxy.exit;
    must(code >= 10 || code === (about.lost_turns.length ? 1 : 0), `exit code ${code}, lost_turns ${JSON.stringify(about.lost_turns)}`);
    const recorded = recordedTurns(folder);
    const delivered = this.server.delivered.filter((each) => each.run === about.run);
    must(delivered.length > 0, 'the server knows of no reply of this run');
    const isStored = ({ turn, body }) => storedReplies(folder, turn).some((stored) => stored.equals(body));
    const missing = delivered.filter((reply) => !isStored(reply) && !isLost([reply.turn, reply.turn]));
    const askedAgain = (reply) => recorded.has(reply.turn) &&
      delivered.slice(delivered.indexOf(reply) + 1).some((later) => later.turn === reply.turn && isStored(later));
    const setBack = about.changes.map(({ text }) => /^made again: turns? (\d+)(?:-(\d+))?;/.exec(text)).filter(Boolean);
    const isSetBack = (turn) => setBack.some(([, first, last]) => Number(first) <= turn && turn <= Number(last ?? first));
    const last = Math.max(0, ...recorded.keys());
    const isBehindTheEnd = (reply) => this.killedOnFullDisk && !reply.arrived && reply.turn > last;
    const isNoted = ({ arrived, turn }) => !arrived && notes.some(({ text, turns }) =>
      /has no whole reply, and the run was finished/.test(text) && turns.some(([from, to]) => from <= turn && turn <= to));
    const excused = missing.filter((reply) =>
      ((!reply.arrived || isSetBack(reply.turn)) && askedAgain(reply)) || isBehindTheEnd(reply) || isNoted(reply));
    const lost = missing.filter((each) => !excused.includes(each)).map(({ turn }) => turn);
    must(!lost.length, `replies to the turns ${lost} are neither recorded nor named (not recorded: ${JSON.stringify(ranges)})`);
    return { replies: delivered.length, unrecorded: countOf(ranges), excused: excused.length };
  }
}

// Whose lock files there are: an X server that is killed leaves its own (Xserver(1)).
const displayLocks = () => fs.readdirSync('/tmp').filter((name) => /^\.X\d+-lock$/.test(name)).map((name) => {
  try {
    return Number(fs.readFileSync(path.join('/tmp', name), 'latin1'));
  } catch {
    return 0; // another test's, which is over
  }
});

/** Of an executor: whether it is the one that looks for a panic of the person at the screen. */
export const watches = (pid) => wordsOf(pid)[1] === '--watch';

/** What `proxy verify` tells of a run that must be sound. */
export function verified({ bin, plain }, folder) {
  const result = spawnSync(path.join(bin, 'proxy'), ['verify', '--json', folder], { encoding: 'utf8', env: plain });
  must(result.status === 0, `verify ends with ${result.status}: ${result.stdout}${result.stderr}`);
  return JSON.parse(result.stdout);
}

/** Of a run that has ended in order, whatever was killed in it before. */
export function checkNothingIsLeftIn(folder) {
  const strays = fs.readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.tmp') || name === 'reply_marks.txt');
  must(!strays.length, `left behind: ${strays}`);
}

/** Turn → its file. */
export function recordedTurns(folder) {
  const files = fs.readdirSync(folder, { recursive: true });
  return new Map(files.flatMap((name) => {
    const found = /(?:^|[\\/])turn_(\d+)\.json$/.exec(name);
    return found ? [[Number(found[1]), path.join(folder, name)]] : [];
  }));
}

export const countOf = (ranges) => ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);

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
