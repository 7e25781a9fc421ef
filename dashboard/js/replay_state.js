// The replay's part of the page's state: `play` (null: nothing plays) and `manner`.
import { beginning, played } from './replay_model.js';
import { seenRows } from './rows_state.js';

/** Starts playing from the shown turn, or stops there. */
export function withPlayToggled(state, shown, now) {
  if (state.play) return { ...state, play: null };
  const turn = shown === null ? null : beginning(seenRows(state), shown);
  if (turn === null) return state;
  return at(state, { turn, at: now });
}

/**
 * Continues playing. A turn's time begins when it is visible: a slow disk makes the replay slower
 * and skips nothing.
 * @param {boolean} ready whether the present turn is completely loaded
 */
export function withPlayed(state, ready, now) {
  if (!state.play) return state;
  if (!ready) return { ...state, play: { ...state.play, at: now } };
  const { play } = played(seenRows(state), state.play, state.manner, now);
  if (play && play.turn === state.play.turn) return state;
  // At the end the page follows the run, if it continues.
  return play ? at(state, play) : { ...state, play: null, following: true, selected: null };
}

function at(state, play) {
  const view = state.view.lit === null ? state.view : { ...state.view, lit: null };
  return { ...state, play, following: false, selected: play.turn, view };
}

/** Changes speed or idle time; the present turn keeps the time that it has been shown. */
export function withManner(state, { speed, skipIdle }) {
  const manner = {
    speed: speed ?? state.manner.speed,
    skipIdle: skipIdle ?? state.manner.skipIdle,
  };
  return { ...state, manner };
}
