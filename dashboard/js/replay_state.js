// The part of the page's state that plays recorded turns: `play` (null: nothing plays) and `manner`.
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
 * Goes on playing. A turn's time begins when it can be seen: a slow disk makes the replay slower,
 * and skips nothing.
 * @param {boolean} ready whether all of the present turn is there
 */
export function withPlayed(state, ready, now) {
  if (!state.play) return state;
  if (!ready) return { ...state, play: { ...state.play, at: now } };
  const { play } = played(seenRows(state), state.play, state.manner, now);
  if (play && play.turn === state.play.turn) return state;
  // At the end the page goes on with the run, should there be more of it.
  return play ? at(state, play) : { ...state, play: null, following: true, selected: null };
}

function at(state, play) {
  const view = state.view.lit === null ? state.view : { ...state.view, lit: null };
  return { ...state, play, following: false, selected: play.turn, view };
}

/** Another speed, or with idle time: the present turn has been shown for as long as it has. */
export function withManner(state, { speed, skipIdle }) {
  const manner = {
    speed: speed ?? state.manner.speed,
    skipIdle: skipIdle ?? state.manner.skipIdle,
  };
  return { ...state, manner };
}
