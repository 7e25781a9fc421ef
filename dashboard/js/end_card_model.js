// What the card at the end of a run says: state → facts, each with the turn that shows it. Pure.
// The outcome of every turn is in its row; errors, actions and repeats are in end_facts.js.
import { factsWanted, finishOf, firstFailure, hasEnded, isKnown, lineOf, objectiveOf, reasonWords } from './end_facts.js';
import { compact, count, number, whole } from './format.js';
import { lastRow } from './rows_state.js';
import { isReplay, latencyOf, outcomes, spanOf } from './select.js';
import { newestTurn } from './shown_state.js';

const kFewestRepeats = 3; // turns in a row

/**
 * @typedef {{name: string, text: string, turn: number|null, label: string}} Finding `turn` null:
 *   there is no such turn
 */

// --- how it ended -------------------------------------------------------------------------------

const glyphs = { good: 'check', plain: 'stop', warn: 'alert', bad: 'alert' };

/** @returns {{tone: string, icon: string, title: string, code: string, text: string}} */
export function outcomeOf(state) {
  const last = lastRow(state);
  const finish = finishOf(state.run?.finished ?? null) ?? state.facts[last?.turn]?.finished ?? null;
  const answer = (tone, title, text, code = '') => ({ tone, icon: glyphs[tone], title, code, text });
  if (finish) {
    const { reason, code, text } = finish;
    const [tone, title] = reasonWords(reason);
    const words = text.toLowerCase() === reason ? '' : text; // "stopped" says nothing more
    return answer(tone, title, words, code === null ? '' : `exit code ${code}`);
  }
  const why = lineOf(state.why);
  if (state.program === 'failed') return answer('bad', 'The run failed', why);
  if (state.run?.imported && typeof state.run.seal === 'string') return answer('plain', 'The imported trajectory ends here', why);
  if (isReplay(state) && !why) return answer('warn', 'The record has no end', 'the run was interrupted, or its end could not be recorded');
  return answer('plain', 'The run has ended', why);
}

// --- what happened ------------------------------------------------------------------------------

const finding = (name, text, turn = null, label = turn === null ? '' : `Turn ${number(turn)}`) => ({ name, text, turn, label });

function firstError({ rows, facts }) {
  const row = firstFailure(rows);
  if (!row) return finding('First error', 'none');
  const words = outcomes.find(([key]) => key === row.outcome)?.[1] ?? '';
  return finding('First error', facts[row.turn]?.error || words, row.turn);
}

/**
 * The last action that changed something: the executor compared the screen, or the picture differs
 * from that of the turn before. `sure` false: neither is known, so it is the last action.
 * @returns {{turn: number, text: string, sure: boolean}|null}
 */
export function lastChange(state) {
  const { rows, facts, digests } = state;
  for (let i = rows.length - 1; i >= 0; i--) {
    const { turn } = rows[i];
    const fact = facts[turn];
    if (!fact && state.unrecorded[turn] === undefined) return null; // its record is not loaded
    if (fact?.changed) return { turn, text: fact.changed, sure: true };
    if (!fact?.acted) continue;
    const [after, before] = [digests[turn]?.picture, digests[rows[i - 1]?.turn]?.picture];
    if (after && before && after === before) continue;
    return { turn, text: fact.acted, sure: Boolean(after && before) };
  }
  return null;
}

// The longest streak of turns with the same value; of equal ones the newest.
function longest(rows, valueOf) {
  let best = null;
  let from = 0;
  for (let i = 1; i <= rows.length; i++) {
    const value = valueOf(rows[from].turn);
    if (i < rows.length && value && valueOf(rows[i].turn) === value) continue;
    const turns = value ? i - from : 0;
    if (turns >= kFewestRepeats && turns >= (best?.turns ?? 0)) best = { turns, from: rows[from].turn, to: rows[i - 1].turn };
    from = i;
  }
  return best;
}

/** @returns {{turns: number, from: number, to: number, what: string}|null} */
export function longestRepeat({ rows, digests }) {
  if (!rows.length) return null;
  const reply = longest(rows, (turn) => digests[turn]?.reply);
  const picture = longest(rows, (turn) => digests[turn]?.picture);
  if ((picture?.turns ?? 0) > (reply?.turns ?? 0)) return { ...picture, what: 'an unchanged picture' };
  return reply && { ...reply, what: 'the same reply' };
}

// "of the 41 loaded turns"; "so far" while records are requested; empty: all are loaded.
function scopeOf(state) {
  const { rows } = state;
  if (factsWanted(state).length) return 'so far';
  const loaded = rows.filter(({ turn }) => isKnown(state, turn)).length;
  return loaded === rows.length ? '' : `of the ${number(loaded)} loaded turns`;
}

// The page cannot say "verified": the files were not read again since the end.
function sealFigure(run) {
  if (typeof run?.seal !== 'string') return [];
  const about = `The log is whole and ends with the seal ${run.seal}. Compare it with the seal that was printed when the run ended; proxy verify checks the files.`;
  return [['Record', 'sealed', about]];
}

function changeFinding(state, scope) {
  const change = lastChange(state);
  if (change) return finding(change.sure ? 'Last change' : 'Last action', change.text, change.turn);
  return finding('Last change', scope ? `none ${scope}` : 'no action changed anything');
}

function repeatFinding(state, scope) {
  const repeat = longestRepeat(state);
  if (!repeat) return finding('Repeats', scope ? `none ${scope}` : 'none');
  const { turns, from, to, what } = repeat;
  const text = [`${what}, ${count(turns, 'turn')} in a row`, scope && `(${scope})`].filter(Boolean).join(' ');
  return finding('Repeats', text, from, `Turns ${number(from)}–${number(to)}`);
}

let made = { from: [], card: null };

/** Where an imported run is from, in words; empty: it was recorded. A stranger's file may have anything. */
export function originOf(run) {
  if (!run?.imported) return '';
  const { file, agent, agent_version: version } = run.imported;
  const by = [agent, version].map((text) => lineOf(text)).filter(Boolean).join(' ');
  return `Imported from ${lineOf(file) || 'a file'}${by ? `, written by ${by}` : ''}. Nothing of it was witnessed.`;
}

/**
 * The card; null: the run has not ended, or its turns are not loaded. The same object as long as
 * nothing that it is made from has changed.
 * @param {{tokens: number}} totals over all rows
 * @returns {{outcome: object, last: number|null, objective: string, figures: [string, string][],
 *   findings: Finding[]}|null}
 */
export function endCardOf(state, { tokens }) {
  if (!hasEnded(state) || state.rowsFrom !== null || !state.run) return null;
  const { run, program, why, settings, rows, outline, facts, digests, unrecorded } = state;
  const from = [run, program, why, settings, rows, outline, facts, digests, unrecorded, tokens];
  if (made.card && from.every((value, i) => value === made.from[i])) return made.card;
  const scope = scopeOf(state);
  const last = lastRow(state);
  const time = spanOf(state) ?? (last ? latencyOf(last) : null);
  const card = {
    outcome: outcomeOf(state),
    last: last?.turn ?? null,
    objective: objectiveOf(state),
    figures: [
      ['Turns', number(newestTurn(state))],
      ['Time', whole(time)],
      ['Tokens', compact(tokens)],
      ...sealFigure(run),
    ],
    findings: rows.length ? [firstError(state), changeFinding(state, scope), repeatFinding(state, scope)] : [],
  };
  made = { from, card };
  return card;
}
