// Which turn the page shows, and the navigation between turns.
import { lastRow, rowIndex, seenRows } from './rows_state.js';

/** The turn on the page; null while there is none. */
export function shownTurn(state) {
  if (!state.following && state.selected !== null) return state.selected;
  const last = seenRows(state).at(-1)?.turn ?? null;
  const live = state.live?.turn > state.clearedTo ? state.live : null;
  // A new turn is shown once a part of it exists.
  const visible = live && (state.records[live.turn] || (live.text !== '' && !live.open));
  if (visible && live.turn > (last ?? 0)) return live.turn;
  return last ?? live?.turn ?? null;
}

/** The newest turn that can be shown. */
export function newestTurn(state) {
  const last = lastRow(state)?.turn ?? 0;
  return Math.max(last, state.live ? state.live.turn : 0);
}

/** To another turn: `first`, `last`, `previous`, `next`, or a number. */
export function go(state, where) {
  const shown = shownTurn(state);
  if (shown === null) return state;
  const rows = seenRows(state);
  const newest = newestTurn(state);
  const first = rows[0]?.turn ?? newest;
  const index = rowIndex(rows, shown);
  const turn =
    where === 'first'
      ? first
      : where === 'last'
        ? newest
        : where === 'previous'
          ? (rows[index - 1]?.turn ?? first)
          : where === 'next'
            ? (rows[rows[index]?.turn === shown ? index + 1 : index]?.turn ?? newest)
            : nearestTurn(rows, Number(where), first, newest);
  if (Number.isNaN(turn)) return state;
  const following = turn >= newest;
  // Another turn's picture replaces the live screen.
  const screen = following && state.view.screen;
  const view = { ...withoutLight(state.view), screen };
  return { ...state, following, selected: following ? null : turn, view };
}

// A turn that was never recorded has no row; the next one is shown instead.
function nearestTurn(rows, turn, first, newest) {
  if (Number.isNaN(turn) || turn >= newest) return Number.isNaN(turn) ? turn : newest;
  return rows[rowIndex(rows, turn)]?.turn ?? first;
}

/** Nothing plays any more. */
export function withoutPlay(state) {
  return state.play ? { ...state, play: null } : state;
}

function withoutLight(view) {
  return view.lit === null ? view : { ...view, lit: null };
}

/** Hides all existing turns, or shows them again. The run and its records do not change. */
export function withClearing(state) {
  const newest = lastRow(state)?.turn ?? 0;
  if (!state.clearedTo && !newest) return state;
  return {
    ...state,
    clearedTo: state.clearedTo ? 0 : newest,
    following: true,
    selected: null,
    play: null,
    view: withoutLight(state.view),
  };
}
