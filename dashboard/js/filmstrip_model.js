// The geometry of the filmstrip: one frame per turn in a row, the shown one in the middle. Pure;
// lengths are in pixels, and x = 0 is the left edge of the strip.
import { count as counted } from './format.js';
import { rowIndex, seenRows } from './rows_state.js';
import { outcomes } from './select.js';

const kBeyond = 2; // frames that exist on each side although they are out of sight
const kEdge = 48; // at this distance from an edge, a held pointer moves the film

/**
 * Where the film lies. @typedef {{origin: number, from: number, to: number}} Film
 * `origin`: the x of frame 0; the frames from..to exist, an empty range has to < from
 */

/**
 * @param {{count: number, shown: number, width: number, pitch: number, held?: number|null}} strip
 *   `held`: the origin while a pointer holds the film; it moves only to keep the shown frame in sight
 * @returns {Film}
 */
export function filmOf({ count, shown, width, pitch, held = null }) {
  const origin = held === null ? centred(count, shown, width, pitch) : holding(held, shown, width, pitch);
  const from = Math.max(0, Math.floor(-origin / pitch) - kBeyond);
  const to = Math.min(count - 1, Math.ceil((width - origin) / pitch) - 1 + kBeyond);
  return { origin, from, to };
}

// A film that is shorter than the strip begins at its left edge.
function centred(count, shown, width, pitch) {
  const middle = Math.round((width - pitch) / 2 - shown * pitch);
  return Math.min(0, Math.max(middle, Math.floor(width - count * pitch)));
}

function holding(origin, shown, width, pitch) {
  const left = origin + shown * pitch;
  if (left < 0) return origin - left;
  return left + pitch > width ? origin - (left + pitch - width) : origin;
}

/** The index of the frame at `x`, the nearest one outside of the film. */
export function frameAt({ origin }, { count, pitch }, x) {
  return Math.max(0, Math.min(count - 1, Math.floor((x - origin) / pitch)));
}

/** By how many frames a pointer that is held at `x` moves the film: -1, 0 or 1. */
export function driftAt(x, width) {
  if (x < kEdge) return -1;
  return x > width - kEdge ? 1 : 0;
}

/**
 * The turns of the film, in its order: those that are not hidden, and the one in progress.
 * @returns {{count: number, turnAt: (index: number) => number, rowAt: (index: number) => object|null,
 *   indexOf: (turn: number) => number}}
 */
export function turnsOf(state) {
  const rows = seenRows(state);
  const last = rows.at(-1)?.turn ?? 0;
  const live = state.live && state.live.turn > Math.max(last, state.clearedTo ?? 0) ? state.live.turn : null;
  const count = rows.length + (live === null ? 0 : 1);
  return {
    count,
    turnAt: (index) => rows[index]?.turn ?? live,
    rowAt: (index) => rows[index] ?? null,
    indexOf: (turn) => Math.max(0, Math.min(count - 1, rowIndex(rows, turn))),
  };
}

/** The words below a frame; `row` null: the turn is in progress. */
export function frameWords(row) {
  if (!row) return 'now';
  if (row.outcome === 'actions') return row.actions ? counted(row.actions, 'action') : '';
  return outcomes.find(([key]) => key === row.outcome)?.[1] ?? row.outcome;
}
