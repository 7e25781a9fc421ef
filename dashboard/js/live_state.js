// The turn in progress, in the page's state: what is known before its record.
import { rowOfTurn } from './rows_state.js';

/**
 * The turn in progress. `open`: its request was sent, so a record without a reply exists.
 * `late`: the page connected in the middle; the beginning comes with the record. `over`: nothing
 * more will come. @typedef {{turn: number, attempt: number, open: boolean, text: string,
 *   reasoning: string, points: number, bytes: number, late: boolean, over: boolean,
 *   began: number}} Live
 */

/** The request of a turn was sent. */
export function withRequest(state, { turn, attempt = 1 }) {
  const row = rowOfTurn(state, turn);
  if (row && (row.attempt ?? 1) >= attempt) return state;
  const { live } = state;
  if (live && (live.turn > turn || (live.turn === turn && live.attempt > attempt))) return state;
  if (live?.turn === turn && live.attempt === attempt) {
    return live.open ? state : { ...state, live: { ...live, open: true } };
  }
  return { ...state, live: newLive(state, turn, attempt, true) };
}

function newLive(state, turn, attempt, open) {
  return {
    turn,
    attempt,
    open,
    text: '',
    reasoning: '',
    points: 0,
    bytes: 0,
    late: false,
    over: false,
    began: state.now,
  };
}

/** A part of the reply; a repeated one changes nothing. */
export function withDelta(state, { turn, attempt = 1, text = '', reasoning = '', offset }) {
  const row = rowOfTurn(state, turn);
  if (row && (row.attempt ?? 1) >= attempt) return state; // its record is whole
  const { live: old } = state;
  if (old && (old.turn > turn || (old.turn === turn && old.attempt > attempt))) return state;
  const live =
    old?.turn === turn && old.attempt === attempt ? old : newLive(state, turn, attempt, false);
  const fits = offset === undefined || [live.text.length, live.points, live.bytes].includes(offset);
  if (!fits && offset < live.text.length && !live.late) return state; // a repeat
  return {
    ...state,
    live: {
      ...live,
      text: live.text + text,
      reasoning: live.reasoning + (reasoning ?? ''),
      points: live.points + countPoints(text),
      bytes: live.bytes + new TextEncoder().encode(text).length,
      late: live.late || !fits,
      over: false,
    },
  };
}

function countPoints(text) {
  let points = 0;
  for (const _ of text) points++;
  return points;
}
