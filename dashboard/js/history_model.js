// Which of a run's turns the history overlay shows, and in which order.
// Pure; the cards themselves are history_view.js.
import { count, number } from './format.js';
import { outcomes } from './select.js';
import { rowIndex } from './rows_state.js';

export const kRange = 1000; // turns shown at a time: their heads are all in the page

/**
 * The ranges to choose from, the newest first; a single one needs no choice.
 * @returns {{from: number, to: number}[]} the newest grows with the run: its `to` is Infinity
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

/**
 * The rows of the cards, in their order.
 * @param {number[]|null} found the turns that a search found, ascending, from the whole
 *   run, as many as a range has. null: no search
 */
export function cardRows(rows, history, found = null) {
  const newest = history.order === 'newest';
  if (found) {
    const first = rows[0]?.turn ?? Infinity; // a turn that a search found may be hidden
    const turns = found.filter((turn) => turn >= first);
    const some = newest ? turns.slice(-kRange).reverse() : turns.slice(0, kRange);
    return some.map((turn) => rows[rowIndex(rows, turn)]).filter((row, i) => row?.turn === some[i]);
  }
  const { from, to } = rangeOf(rows, history);
  const start = rowIndex(rows, from);
  const end = to === Infinity ? rows.length : rowIndex(rows, to + 1);
  const list = rows.slice(start, end);
  return newest ? list.reverse() : list;
}

/** The text beside the overlay's title: how many turns it shows of how many. */
export function countWords({ rows, history, clearedTo }, found, shown) {
  const all = count(rows.length, 'turn');
  if (found && found.length > shown && !clearedTo) {
    const which = history.order === 'newest' ? 'newest' : 'oldest';
    return `the ${which} ${number(shown)} of ${count(found.length, 'turn')} found`;
  }
  return shown === rows.length ? all : `${number(shown)} of ${all}`;
}

/** The text instead of the cards if there are none. */
export function noneWords({ rows, clearedTo }, search, found) {
  if (!rows.length) return 'No turns yet.';
  if (found && search.status === 'asking') return 'Searching the run …';
  if (found && !found.length) return 'No turn of this run matches. Esc in the field shows all turns.';
  return clearedTo ? 'Cleared. New turns appear here.' : 'No turns yet.';
}

/** The outcome of a turn, in words: "8 actions", "3 actions · error", "no action". */
export function outcomeWords({ outcome, actions }) {
  const name = outcomes.find(([key]) => key === outcome)?.[1] ?? String(outcome ?? '');
  const done = actions ? count(actions, 'action') : '';
  if (outcome === 'actions') return done || name;
  return [done, name].filter(Boolean).join(' · ');
}
