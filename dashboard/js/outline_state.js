// The outline of a long run in the page's state. The rows of turns out of sight have only `turn`,
// `outcome` and `picture`; they are requested completely when the turn comes in sight.
import { liveAfter, newerRow, rowIndex } from './rows_state.js';

const kMany = 2000; // from this number of missing turns on, the outline is requested instead of rows
const kAround = 350; // turns on both sides of the shown one: the strip's ticks, and what plays next
const kSlice = 500; // rows per request, around the shown turn
const kGlance = 50; // rows per request if a view has a few turns in sight

const outcomes = { a: 'actions', e: 'error', v: 'violation', d: 'degraded', n: 'none' };

/** So far only the outline has the turn. */
export const isOutlined = (row) => row.time === undefined;

/** What to request of the turns from `rowsFrom` on. */
export function missingRows({ rows, rowsFrom, lastTold }) {
  const last = Math.max(lastTold, rows.at(-1)?.turn ?? 0);
  return { what: last - rowsFrom + 1 >= kMany ? 'outline' : 'rows', from: rowsFrom };
}

/** Adds the turns of /api/outline. Rows received meanwhile stay; its sums include them. */
export function withOutline(state, { from, outline }) {
  if (from !== state.rowsFrom) return state; // an older answer
  const start = rowIndex(state.rows, from);
  const rows = state.rows.slice(0, start);
  const known = state.rows.slice(start);
  let [next, mark] = [0, 0];
  for (const [first, last] of outline.turns) {
    for (let turn = first; turn <= last; turn++, mark++) {
      while (known[next]?.turn < turn) rows.push(known[next++]);
      if (known[next]?.turn === turn) rows.push({ ...known[next++], summed: true });
      else rows.push(outlinedRow(turn, outline.outcomes[mark]));
    }
  }
  rows.push(...known.slice(next));
  return { ...state, rows, rowsFrom: null, outline: mark ? summed(state.outline, outline, mark) : state.outline };
}

// An upper-case letter: the turn's record has a picture.
function outlinedRow(turn, letter) {
  const small = letter.toLowerCase();
  return { turn, outcome: outcomes[small] ?? 'none', picture: letter !== small, summed: true };
}

function summed(before, { tokens, latency_ms, timed, first_time, last_time }, turns) {
  return {
    turns: (before?.turns ?? 0) + turns,
    tokens: (before?.tokens ?? 0) + tokens,
    latency_ms: (before?.latency_ms ?? 0) + latency_ms,
    timed: (before?.timed ?? 0) + timed,
    first_time: before?.first_time ?? first_time,
    last_time,
  };
}

/** Replaces outlined rows with complete ones. A turn that no longer has a row is not requested again. */
export function withSlice(state, { from, to, rows: told }) {
  const [start, end] = [rowIndex(state.rows, from), rowIndex(state.rows, to + 1)];
  const known = new Map(state.rows.slice(start, end).map((row) => [row.turn, row]));
  const slice = [];
  for (const row of told) {
    slice.push(newerRow(known.get(row.turn), row));
    known.delete(row.turn);
  }
  slice.push(...[...known.values()].filter((row) => !isOutlined(row)));
  slice.sort((a, b) => a.turn - b.turn);
  const rows = [...state.rows.slice(0, start), ...slice, ...state.rows.slice(end)];
  return { ...state, rows, live: told.reduce(liveAfter, state.live) };
}

/** The slices without complete rows: around the shown turn, and of those that a view has in sight. */
export function slicesWanted({ rows, outline, sight }, shown) {
  if (!outline) return [];
  const slices = new Map();
  const look = (row, size) => {
    if (!isOutlined(row)) return;
    const from = row.turn - (row.turn % size);
    slices.set(`${from} ${size}`, { what: 'slice', from, to: from + size - 1 });
  };
  if (shown !== null) {
    const end = rowIndex(rows, shown + kAround + 1);
    for (let i = rowIndex(rows, shown - kAround); i < end; i++) look(rows[i], kSlice);
  }
  for (const turn of sight) {
    const row = rows[rowIndex(rows, turn)];
    if (row?.turn === turn) look(row, kGlance);
  }
  return [...slices.values()];
}

/** A view has these turns in sight, in addition to those around the shown one. */
export function withSight(state, { turns }) {
  return turns.join() === state.sight.join() ? state : { ...state, sight: turns };
}

/** The mean time from one outlined turn to the next in ms; null: unknown. */
export function usualGap({ outline }) {
  const span = outline ? Date.parse(outline.last_time) - Date.parse(outline.first_time) : NaN;
  return span >= 0 && outline.turns > 1 ? span / (outline.turns - 1) : null;
}
