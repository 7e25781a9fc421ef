// What the history overlay shows of a run's turns: which range, in which order, from where on.
// Pure; the cards themselves are history_view.js.
import { count } from './format.js';
import { outcomes } from './select.js';
import { rowIndex } from './state.js';

export const kRange = 1000; // turns shown at a time: their heads are all in the page

/**
 * The ranges to pick from, the newest first; one alone needs no picking.
 * @returns {{from: number, to: number}[]} the newest goes on with the run: its `to` is Infinity
 */
export function rangesOf(rows, base) {
  const first = rows[0]?.turn ?? 1;
  const ranges = [];
  for (let to = base; to >= first; to -= kRange) {
    ranges.push({ from: Math.max(first, to - kRange + 1), to: to === base ? Infinity : to });
  }
  return ranges.length ? ranges : [{ from: first, to: Infinity }];
}

/** The range that is shown. */
export function rangeOf(rows, history) {
  const ranges = rangesOf(rows, history.base);
  return ranges.find(({ from }) => from === history.from) ?? ranges[0];
}

/** The rows of the cards, in their order. */
export function cardRows(rows, history) {
  const { from, to } = rangeOf(rows, history);
  const start = rowIndex(rows, Math.max(from, history.clearedTo + 1));
  const end = to === Infinity ? rows.length : rowIndex(rows, to + 1);
  const list = rows.slice(start, end);
  return history.order === 'newest' ? list.reverse() : list;
}

/** What came of a turn, in words: "8 actions", "3 actions · error", "no action". */
export function outcomeWords({ outcome, actions }) {
  const name = outcomes.find(([key]) => key === outcome)?.[1] ?? String(outcome ?? '');
  const done = actions ? count(actions, 'action') : '';
  if (outcome === 'actions') return done || name;
  return [done, name].filter(Boolean).join(' · ');
}
