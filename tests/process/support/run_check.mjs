// Checks a run after faults against its model server's view: the record claims nothing false, no reply
// is in two turns, no turn is repeated after the next one, and each unrecorded turn is named.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { must } from './process_tools.mjs';
import { checkFiles, readLog, storedReply } from './run_log.mjs';

/** The report of `proxy verify`, which must accept the run. */
export function verified({ bin, plain }, folder) {
  const result = spawnSync(path.join(bin, 'proxy'), ['verify', '--json', folder], { encoding: 'utf8', env: plain });
  must(result.status === 0, `verify ends with ${result.status}: ${result.stdout}${result.stderr}`);
  return JSON.parse(result.stdout);
}

// Whether verify lists the turn as not checked.
const isNamed = (report, turn) => report.not_checked.some(({ turn: one, turns }) =>
  one === turn || (turns ?? []).some(([from, to]) => from <= turn && turn <= to));

/**
 * @param {{ bin: string, plain: object }} setting
 * @param {string} folder of the run
 * @param {{ server?: import('./faulty_server.mjs').FaultyServer, isOver?: boolean, said?: string,
 *   most?: number }} about `server`: the model's server; `isOver`: the run ended and is sealed;
 *   `said`: the output since the first fault; `most`: how many turns may be lost
 * @returns {{ log: object, lost: number[], replies: number }}
 */
export function checkRun(setting, folder, { server, isOver = true, said, most = Infinity }) {
  const log = readLog(folder);
  must(log, 'there is no run.jsonl');
  must(!isOver || (log.seal && !log.torn), 'the log has no end');
  checkFiles(folder, log, isOver);
  const report = verified(setting, folder);

  const lost = [...new Set(log.lost.map(({ turn }) => turn))].filter((turn) => !log.attempts.some((each) => each.turn === turn));
  must(lost.length <= most, `the turns ${lost} are lost; ${most} may be`);
  for (const turn of lost) {
    must(isNamed(report, turn), `verify does not name turn ${turn}: ${JSON.stringify(report.not_checked)}`);
    const names = new RegExp(`(not recorded|lost).*\\b${turn}\\b`);
    must(said === undefined || names.test(said), `turn ${turn} is lost, and the output does not name it`);
  }

  const ids = [...log.attempts, ...log.lost].map(({ request }) => request).filter(Boolean);
  must(new Set(ids).size === ids.length, `a request is recorded twice: ${ids}`);
  if (!server) return { log, lost, replies: 0 };

  const asked = server.asked.filter(({ run }) => run === log.run);
  const delivered = new Map(server.delivered.filter(({ run }) => run === log.run).map((reply) => [reply.request, reply]));
  asked.forEach(({ turn, request, after }, index) => {
    must(index === 0 || turn >= asked[index - 1].turn, `turn ${turn} was asked for after turn ${asked[index - 1]?.turn}`);
    const continues = after === '-' ? turn === 1 : delivered.get(after)?.turn === turn - 1;
    must(continues, `request ${request} of turn ${turn} continues from ${after}, which is not a reply to the previous turn`);
  });
  for (const attempt of log.attempts.filter(({ request }) => request)) {
    const sent = asked.find(({ request }) => request === attempt.request);
    if (!sent && !attempt.usable) continue; // the server was not there
    must(sent, `attempt ${attempt.attempt} at turn ${attempt.turn} was never asked for`);
    must(sent.turn === attempt.turn && sent.after === (attempt.after ?? '-'), `turn ${attempt.turn} is recorded differently than it was sent`);
    if (!attempt.delivered || !attempt.usable) continue;
    const reply = delivered.get(attempt.request);
    must(reply && storedReply(folder, attempt)?.equals(reply.body), `the reply to turn ${attempt.turn} is not the one that was sent`);
  }
  // A reply lost on its way is requested again, so each turn is there in the end.
  const last = Math.max(0, ...asked.map(({ turn }) => turn));
  for (let turn = 1; turn <= last; ++turn) {
    const isThere = [...log.attempts, ...log.lost].some((each) => each.turn === turn) || (!isOver && turn === last);
    must(isThere, `turn ${turn} of ${last} is neither recorded nor lost`);
  }
  return { log, lost, replies: delivered.size };
}
