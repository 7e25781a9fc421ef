// A client that operates a form through an mcp_server with faults. Afterwards the answer to every call
// must be in the record, word for word, or its turn is lost: then the log and verify name it, and the
// server ends with 1 instead of 0.
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { kFormTitle } from './form_screen.mjs';
import { childNamed, endWithChildren, must, randomBy, start, until, waitsForInput } from './process_tools.mjs';
import { checkRun } from './run_check.mjs';
import { feedbackOf, readLog } from './run_log.mjs';
import { watches } from './troubled_proxy.mjs';

export class TroubledMcp {
  /**
   * @param {object} setting as TroubledProxy's, with a FormScreen's variables
   * @param {number} seed of what the client does
   */
  constructor(setting, seed) {
    Object.assign(this, { setting, random: randomBy(seed), server: null, folder: null });
    this.main = 'mcp_server';
    this.victims = ['mcp_server', 'executor', 'watch'];
    this.known = new Set(fs.readdirSync(setting.runs));
    this.answers = []; // the texts, in the order of the calls
    this.waiting = new Map(); // request number → resolver of its answer
    Object.assign(this, { number: 0, ending: false, torn: '', failure: null });
  }

  async start() {
    const { bin, runs, environment } = this.setting;
    this.server = start(path.join(bin, 'mcp_server'),
      ['--runs', runs, '--rate', '0', '--approve', 'never', '--allow-window', kFormTitle], environment);
    createInterface({ input: this.server.child.stdout }).on('line', (line) => this.take(line));
    this.server.child.on('exit', () => this.waiting.forEach((answered) => answered(null)));
    this.client = this.operate().catch((error) => (this.failure = error));
    await this.another();
    // A server killed before its first call may have no folder.
    this.folder = fs.readdirSync(runs).find((name) => name.startsWith('run_') && !this.known.has(name)) ?? null;
  }

  take(line) {
    let message = null;
    try {
      message = JSON.parse(line);
    } catch {
      this.torn = line; // the last line of a killed server may be torn
      return;
    }
    if (!('id' in message) || 'method' in message) return;
    this.waiting.get(message.id)?.(message);
    this.waiting.delete(message.id);
  }

  /** The result; null: the server has ended. */
  async request(method, params) {
    if (this.server.exit) return null;
    const id = (this.number += 1);
    const answered = new Promise((take) => this.waiting.set(id, take));
    this.send({ id, method, params });
    const answer = await answered;
    must(!answer?.error, `${method} is answered with an error: ${JSON.stringify(answer)}`);
    return answer?.result ?? null;
  }

  send(message) {
    this.server.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** One call; null: the server has ended. */
  async call(name, args = {}) {
    const result = await this.request('tools/call', { name, arguments: args });
    if (!result) return null;
    const { text } = result.content.find((each) => each.type === 'text');
    this.answers.push(text);
    return JSON.parse(text);
  }

  // Works until end() or the end of the server.
  async operate() {
    const about = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fault run', version: '1' } };
    if (!(await this.request('initialize', about))) return;
    this.send({ method: 'notifications/initialized' });
    while (!this.ending && !this.server.exit) {
      const listed = await this.call('list_windows');
      const window_id = listed?.windows?.[0]?.window_id;
      if (!window_id) continue; // the form is reappearing
      const seen = await this.call('take_window_screenshot', { window_id });
      const at = (size) => Math.floor(this.random() * (size ?? 1));
      await this.call('click', { window_id, x: at(seen?.image_width), y: at(seen?.image_height) });
      await this.call('type_text', { window_id, text: 'Zürich 東京' });
      if (this.random() < 0.3) await this.call('press_key', { window_id, key: 'Return' });
      if (this.random() < 0.3) await this.call('wait_for_change', { window_id, timeout_s: 0.2 });
    }
  }

  async another() {
    const before = this.answers.length;
    await until(() => this.answers.length > before || this.failure || this.isOver(), 'another answer');
  }

  isOver() {
    return this.server.exit !== null;
  }

  /** The pid of a process; 0: none. `atWork`: only one that is not waiting for input. */
  pidOf(victim, atWork = false) {
    const { pid } = this.server.child;
    if (victim === 'mcp_server') return pid;
    const isOne = (each) => watches(each) === (victim === 'watch') &&
      (!atWork || victim === 'watch' || !waitsForInput(each));
    return childNamed(pid, 'executor', isOne);
  }

  /** The output of its programs. */
  printed() {
    return this.server?.output ?? '';
  }

  killMain() {
    return endWithChildren(this.server, 'SIGKILL');
  }

  /** Called after the kill of a victim other than the main program. */
  afterKill() {}

  /** Called after killMain(). A client would start a new server, which begins its own run. */
  goOn() {}

  async end() {
    this.ending = true;
    let over = false;
    this.client.then(() => (over = true));
    await until(() => over, "the end of the client's last call");
    this.server.child.stdin.end();
    await until(() => this.server.exit, 'the end after the client');
    if (this.failure) throw this.failure;
  }

  check() {
    const { exit } = this.server;
    const killed = exit.signal === 'SIGKILL';
    must(killed || !this.torn, `not JSON: ${this.torn}`);
    must(killed || exit.code === 0 || exit.code === 1, `mcp_server ended with ${JSON.stringify(exit)}`);
    const begun = this.folder && readLog(path.join(this.setting.runs, this.folder))?.lines.length;
    if (killed && this.answers.length === 0 && !begun) return { replies: 0, lost: 0 };
    must(begun, 'the run has no log');
    const folder = path.join(this.setting.runs, this.folder);
    const { log, lost } = checkRun(this.setting, folder, { isOver: !killed });
    must(killed || exit.code === (lost.length ? 1 : 0), `exit code ${exit.code}, lost: ${lost}`);
    for (const [index, answer] of this.answers.entries()) {
      const turn = index + 1;
      const attempt = log.attempts.find((each) => each.turn === turn);
      must(attempt || lost.includes(turn), `the answer to turn ${turn} of ${this.answers.length} is neither recorded nor lost`);
      if (attempt) must(feedbackOf(folder, attempt) === answer, `the answer to turn ${turn} differs from its record`);
    }
    return { replies: this.answers.length, lost: lost.length };
  }
}
