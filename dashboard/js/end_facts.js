// What the page keeps of a record for the card at the end of a run: far records are dropped, and the
// card is about the whole run. Pure.
import { actionsOf, itemsIn } from './calls_model.js';

export const kWholeRun = 500; // turns: up to this length the records of the whole run are requested
const kNewest = 40; // records requested of a longer run
const kAtOnce = 2; // records under way, so that they do not delay what the person looks at
const kKept = 2000; // facts
const kMostText = 160; // characters of an error or an action
const kMostResult = 400; // of how the run ended; its turn has the whole text
const kMostObjective = 4000;

/**
 * @typedef {{error: string, changed: string, acted: string, objective: string,
 *   finished: {reason: string, code: number|null, text: string}|null}} Fact `changed`: the last action after which the screen had changed.
 *   `acted`: the last action for which that was not compared.
 */

const short = (text, most) => (typeof text === 'string' ? text.slice(0, most) : '');

/** The beginning of a text, in one line. */
export const lineOf = (text, most = kMostText) => short(text, most).replace(/\s+/g, ' ').trim();

/** How a run ended, as far as a stranger's file has it. @returns {{reason: string, code: number|null, text: string}|null} */
export function finishOf(finished) {
  if (finished === null || typeof finished !== 'object') return null;
  const { reason, code, text } = finished;
  return { reason: lineOf(reason), code: typeof code === 'number' ? code : null, text: lineOf(text, kMostResult) };
}

const reasons = {
  done: ['good', 'The model says that it has finished'],
  stopped: ['plain', 'The run was stopped'],
  turns: ['plain', 'The turn limit was reached'],
  time: ['warn', 'The time limit was reached'],
  limit: ['warn', 'The step limit was reached'],
  malformed: ['bad', 'Too many replies in a row were malformed'],
  out_of_bounds: ['bad', 'A reply named a place outside the picture'],
  confidence: ['bad', 'A reply was less confident than the settings require'],
  no_change: ['bad', 'Too many actions in a row changed nothing'],
  window_gone: ['bad', 'The window of the run is gone'],
  noops: ['bad', 'Too many replies in a row only looked'],
  tokens: ['warn', 'The token limit was reached'],
  failures: ['bad', 'Too many replies in a row led to no action'],
  repeats: ['bad', 'The model repeated itself'],
  context: ['bad', 'A request was too long for the model'],
  server: ['bad', "The model's server did not answer"],
};

/** A reason as a sentence. @returns {[tone: string, title: string]} */
export function reasonWords(reason) {
  const other = ['plain', `The run has ended: ${reason.replaceAll('_', ' ')}`];
  return Object.hasOwn(reasons, reason) ? reasons[reason] : other;
}

function errorOf(record) {
  const failed = actionsOf(record).find(({ kind }) => kind === 'failed');
  return lineOf(
    record.sst?.detail?.text || record.degraded?.[0] || record.executor?.out?.error?.text || failed?.why,
  );
}

/** @returns {Fact} */
export function factOf(record) {
  const items = itemsIn(record.executor?.out);
  const done = actionsOf(record).filter(({ kind }) => kind === 'done');
  const last = (test) => lineOf(done.findLast(({ mark }) => test(items[mark]?.changed))?.call);
  return {
    error: errorOf(record),
    changed: last((changed) => changed === true),
    acted: last((changed) => typeof changed !== 'boolean'),
    objective: short(record.memory?.objective, kMostObjective),
    finished: finishOf(record.finished ?? null),
  };
}

// The first objective among the facts, but for those of `except`; empty: there is none.
function objectiveIn(facts, except = null) {
  for (const turn in facts) {
    if (facts[turn].objective && Number(turn) !== except) return facts[turn].objective.trim();
  }
  return '';
}

/** Adds the fact of a record; an equal one changes nothing. */
export function withFact(facts, record) {
  const fact = factOf(record);
  // The same text in every fact would only take memory.
  if (fact.objective && objectiveIn(facts, record.turn)) fact.objective = '';
  if (JSON.stringify(facts[record.turn]) === JSON.stringify(fact)) return facts;
  const next = { ...facts, [record.turn]: fact };
  // The list is halved, so this happens once in a thousand turns.
  return Object.keys(next).length <= kKept ? next : Object.fromEntries(Object.entries(next).slice(kKept / 2));
}

/** Whether the run has ended. One that another program still writes has not. */
export const hasEnded = ({ stream, program }) => stream !== 'missing' && ['finished', 'failed'].includes(program);

/** Whether the turn's fact is known, or it has no record. */
export const isKnown = ({ facts, unrecorded }, turn) => facts[turn] !== undefined || unrecorded[turn] !== undefined;

const failures = ['error', 'violation', 'degraded'];

// Turn 1 performs no reply. A dialect that requires a block reports its absence as an error there.
export const firstFailure = (rows) =>
  rows.find(({ turn, outcome }) => failures.includes(outcome) && !(turn === 1 && outcome === 'error')) ?? null;

/** The turns whose records the card needs next, at most a few at a time. */
export function factsWanted(state) {
  const { rows, rowsFrom } = state;
  if (!hasEnded(state) || rowsFrom !== null || !rows.length) return [];
  const failure = firstFailure(rows);
  const turns = failure && !isKnown(state, failure.turn) ? [failure.turn] : [];
  const first = rows.length <= kWholeRun ? 0 : rows.length - kNewest;
  for (let i = rows.length - 1; i >= first && turns.length < kAtOnce; i--) {
    const { turn } = rows[i];
    if (!isKnown(state, turn) && !turns.includes(turn)) turns.push(turn);
  }
  return turns;
}

/** The task; empty: unknown. */
export function objectiveOf({ settings, facts }) {
  const set = settings?.['agent.objective'];
  return typeof set === 'string' && set.trim() ? set.trim() : objectiveIn(facts);
}
