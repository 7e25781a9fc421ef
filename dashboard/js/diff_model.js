// The comparison of the page's run with another one, from the proxy's answer to /api/diff. Pure: it may
// lack any field.
import { count, number } from './format.js';

const kFreshMs = 5000; // the comparison with a growing run is requested again after this time
const kMostParts = 40;

/**
 * @typedef {{a: string, b: string, same: boolean, same_turns: number, different_turns: number,
 *   only_a: number[][], only_b: number[][], more_turns: number,
 *   turns: {turn: number, parts: {part: string, line: number|null, a: string, b: string}[]}[]}} Diff
 */

/** Whether to request the comparison (again): there is none, or the run has grown since. */
export function wantsDiff({ other, diff, diffWhy, diffAt, diffRows, rows, now }) {
  if (other === null) return false;
  if (diff === null && diffWhy === '') return true;
  return rows.length !== diffRows && now - diffAt > kFreshMs;
}

/** The turns that differ, ascending. */
export const differingTurns = (diff) => (diff?.turns ?? []).map(({ turn }) => turn);

/** How a turn differs; empty: it is the same, or only one run has it. */
export function partsOf(diff, turn) {
  const parts = (diff?.turns ?? []).find((each) => each.turn === turn)?.parts ?? [];
  return parts.slice(0, kMostParts);
}

const holds = (ranges, turn) => (ranges ?? []).some(([first, last]) => first <= turn && turn <= last);

/** Whether the other run has the turn, as far as is known. */
export const isInOther = (diff, turn) => diff !== null && !holds(diff.only_a, turn);

/** "3 turns are the same, 2 differ; 1 is only in this run" */
export function summaryOf(diff) {
  const only = (ranges) => (ranges ?? []).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const is = (value) => (value === 1 ? 'is' : 'are');
  const parts = [
    `${count(diff.same_turns ?? 0, 'turn')} ${is(diff.same_turns)} the same, ` +
      `${number(diff.different_turns ?? 0)} ${diff.different_turns === 1 ? 'differs' : 'differ'}`,
  ];
  const [mine, theirs] = [only(diff.only_a), only(diff.only_b)];
  if (mine) parts.push(`${number(mine)} ${is(mine)} only in this run`);
  if (theirs) parts.push(`${number(theirs)} ${is(theirs)} only in the other`);
  return parts.join('; ');
}

/** The shown turn in one line. */
export function turnLineOf(diff, turn) {
  const name = `Turn ${number(turn)}`;
  const parts = partsOf(diff, turn);
  if (parts.length) return `${name} differs in ${parts.map(({ part }) => part).join(', ')}`;
  if (holds(diff.only_a, turn)) return `${name} is only in this run`;
  if ((diff.more_turns ?? 0) > 0 && turn > (differingTurns(diff).at(-1) ?? 0)) {
    return `${name}: beyond the turns that are listed`;
  }
  return `${name} is the same`;
}

/**
 * The differing turn before (−1) or after (1) a turn; 0 as `turn`: the first.
 * @returns {number|null} null: there is none
 */
export function differingTurnFrom(diff, turn, step) {
  const turns = differingTurns(diff);
  return (step < 0 ? turns.findLast((each) => each < turn) : turns.find((each) => each > turn)) ?? null;
}
