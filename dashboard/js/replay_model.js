// Plays recorded turns in their original timing: rows + speed + now → the turn to show and when the
// next one is due. Pure: `now` and the shown turn are arguments.

export const kSpeeds = [1, 4, 16];
export const kIdleMs = 3000; // “skip idle” shortens a longer gap to this length
const kLeastMs = 80; // time that a page needs to draw a turn
const kUnknownMs = 1000; // between turns without usable times

/**
 * The replay. `turn` is shown since `at`. @typedef {{turn: number, at: number}} Play
 * @typedef {{speed: number, skipIdle: boolean}} Manner
 */
export const initialManner = Object.freeze({ speed: 1, skipIdle: true });

/** The index of a turn among the rows, or where it would be. */
function indexOf(rows, turn) {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].turn < turn) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Milliseconds for which `row` is shown before `next`, at a speed. `usual`: for unknown times. */
export function shownFor(row, next, { speed, skipIdle }, usual = null) {
  // An outlined row has no time; parsing a missing time is slow for a hundred thousand rows.
  const gap = row.time && next.time ? Date.parse(next.time) - Date.parse(row.time) : NaN;
  const real = (gap >= 0 ? gap : (usual ?? kUnknownMs)) / speed;
  return Math.max(kLeastMs, skipIdle ? Math.min(real, kIdleMs / speed) : real);
}

/**
 * The turn after `turn` and how long to wait for it.
 * @returns {{turn: number, wait: number}|null} null: there is none
 */
export function following(rows, turn, manner) {
  const index = indexOf(rows, turn);
  const known = rows[index]?.turn === turn;
  const next = rows[known ? index + 1 : index];
  if (!next) return null;
  return { turn: next.turn, wait: known ? shownFor(rows[index], next, manner) : 0 };
}

/**
 * The replay's position at `now`; several turns further if the page was delayed.
 * @param {Play} play
 * @returns {{play: Play|null, turn: number, due: number|null}} `play` null: that was the last turn
 */
export function played(rows, play, manner, now) {
  let { turn, at } = play;
  for (;;) {
    const next = following(rows, turn, manner);
    if (!next) return { play: null, turn, due: null };
    if (at + next.wait > now) return { play: { turn, at }, turn, due: at + next.wait };
    turn = next.turn;
    at += next.wait;
  }
}

/** The turn to begin with: the shown one, or the first when there is nothing after it. */
export function beginning(rows, turn) {
  if (!rows.length) return null;
  const index = indexOf(rows, turn);
  return index < rows.length - 1 ? turn : rows[0].turn;
}

/** A turn's progress, from 0 to 1, and the rest at this speed in ms; `usual` as for shownFor. */
export function progressOf(rows, turn, manner, usual = null) {
  const index = Math.min(indexOf(rows, turn), rows.length - 1);
  const share = rows.length > 1 ? index / (rows.length - 1) : 1;
  return { share: Math.max(0, share), left: leftFrom(rows, manner, usual)[Math.max(0, index)] ?? 0 };
}

let counted = { rows: null, manner: null, usual: null, left: [] };

// The sums from each row to the end, computed once for rows and a manner, because every draw needs them.
function leftFrom(rows, manner, usual) {
  const same = counted.rows === rows && counted.manner === manner && counted.usual === usual;
  if (same) return counted.left;
  const left = new Float64Array(rows.length);
  for (let i = rows.length - 2; i >= 0; i--) {
    left[i] = left[i + 1] + shownFor(rows[i], rows[i + 1], manner, usual);
  }
  counted = { rows, manner, usual, left };
  return left;
}
