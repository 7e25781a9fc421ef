// The rows of the page's state: one for each recorded turn, ascending.

/**
 * A row of /api/turns. @typedef {{turn: number, attempt: number, time: string, outcome: string,
 *   actions: number, verdict: string, tokens: number, latency_ms: number,
 *   finish_reason: string, picture: boolean, finished?: string}} Row
 */

/** The row that an event of the stream holds. */
export function rowOf({ type, ...row }) {
  return row;
}

/** Adds a row, or replaces that of an earlier attempt; a repeat changes nothing. */
export function withRow(state, row) {
  const rows = insertRow(state.rows, row);
  if (rows === state.rows) return state;
  const last = lastRow(state)?.turn ?? 0;
  const unrecorded = { ...state.unrecorded };
  delete unrecorded[row.turn];
  return {
    ...state,
    rows,
    unrecorded,
    // A gap: the hub dropped events for this page.
    rowsFrom: state.rowsFrom ?? (row.turn > last + 1 ? last + 1 : null),
    live: liveAfter(state.live, row),
  };
}

/** The turn in progress after a row arrived, which may be its own. */
export function liveAfter(live, row) {
  const over = live?.turn === row.turn && !live.over && row.attempt >= live.attempt;
  return over ? { ...live, over } : live;
}

/** Adds many: an answer may have ten thousand; those after the last known are appended together. */
export function withRows(state, rows) {
  const last = lastRow(state)?.turn ?? 0;
  const known = rows.filter(({ turn }) => turn <= last).reduce(withRow, state);
  const fresh = rows.filter(({ turn }) => turn > last);
  if (!fresh.length) return known;
  const ascending = [...known.rows, ...fresh.slice(0, -1)];
  return withRow({ ...known, rows: ascending }, fresh.at(-1));
}

function insertRow(rows, row) {
  const at = rowIndex(rows, row.turn);
  const known = rows[at];
  if (known?.turn !== row.turn) return [...rows.slice(0, at), row, ...rows.slice(at)];
  const kept = newerRow(known, row);
  return kept === known ? rows : [...rows.slice(0, at), kept, ...rows.slice(at + 1)];
}

/**
 * Which of two rows of a turn counts: `known` unless the other has more.
 * @param {Row|undefined} known `summed`: the outline's sums have the turn (outline_state.js)
 */
export function newerRow(known, row) {
  if (!known) return row;
  const next = known.summed ? { ...row, summed: true } : row;
  const older = (row.attempt ?? 1) < (known.attempt ?? 1);
  return older || JSON.stringify(known) === JSON.stringify(next) ? known : next;
}

/** The place of a turn among rows: its index, or where it would be. */
export function rowIndex(rows, turn) {
  let [low, high] = [0, rows.length];
  if (high && rows[high - 1].turn < turn) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].turn < turn) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row of a turn; null: there is none. */
export function rowOfTurn(state, turn) {
  const row = state.rows[rowIndex(state.rows, turn)];
  return row?.turn === turn ? row : null;
}

/** The newest row; null: there is none. */
export function lastRow(state) {
  return state.rows.at(-1) ?? null;
}

/**
 * The newest row before a turn whose record has a picture; null: there is none.
 * `certain`: every turn between has a row, so that none of them can have had a later picture.
 */
export function picturedBefore({ rows }, turn) {
  for (let index = rowIndex(rows, turn) - 1, next = turn, certain = true; index >= 0; index--) {
    const row = rows[index];
    certain &&= row.turn === next - 1;
    if (row.picture) return { row, certain };
    next = row.turn;
  }
  return null;
}

let seen = { rows: null, clearedTo: 0, list: null };

/** The rows that are not hidden, ascending; the same list as long as they are the same. */
export function seenRows({ rows, clearedTo }) {
  if (!clearedTo) return rows;
  if (seen.rows !== rows || seen.clearedTo !== clearedTo) {
    seen = { rows, clearedTo, list: rows.slice(rowIndex(rows, clearedTo + 1)) };
  }
  return seen.list;
}
