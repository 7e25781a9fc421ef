// The operator's notes: what may be sent, and which sent notes have not arrived yet. A note goes to
// the model once, with the next request; it has arrived when a recorded turn contains it.
import { count, number, utf8Length } from './format.js';

export const kMostBytes = 16_384; // of one note: the proxy's limit
const kNearBytes = 1000; // this close to the limit the rest is shown

/** `after`: the last turn known not to contain it. `sent`: the proxy has it.
 * @typedef {{id: number, text: string, sent: boolean, after: number}} Note */

/** The message about a note as typed. @returns {{bad: boolean, text: string}} */
export function judgeNote(text) {
  const size = utf8Length(text);
  if (size > kMostBytes) {
    return { bad: true, text: `${count(size - kMostBytes, 'byte')} too long: 16 KiB is the most` };
  }
  const left = kMostBytes - size;
  return { bad: !text.trim(), text: left < kNearBytes ? `${number(left)} bytes left` : '' };
}

const runs = ['starting', 'running', 'waiting_for_upstream', 'restarting'];

/** @returns {'open'|'closed'|'none'} `closed`: not at this moment */
export function noteField({ stream, program, run, replay, launch = true }) {
  if (!launch || (run?.replay ?? replay)) return 'none';
  if (!runs.includes(program)) return 'none';
  return stream === 'open' ? 'open' : 'closed';
}

/** The person sends a note. */
export function withNote(state, { id, text }) {
  if (state.notes.some((note) => note.id === id)) return state;
  const after = state.rows.at(-1)?.turn ?? 0;
  return { ...state, notes: [...state.notes, { id, text, sent: false, after }] };
}

/** The proxy's answer to it. */
export function withNoteAnswer(state, { id, ok }) {
  const notes = ok
    ? state.notes.map((note) => (note.id === id ? { ...note, sent: true } : note))
    : state.notes.filter((note) => note.id !== id);
  return { ...state, notes };
}

// The orchestrator joins waiting notes with line ends, and some may be from another page.
function holds(recorded, text) {
  return typeof recorded === 'string' && `\n${recorded}\n`.includes(`\n${text}\n`);
}

function rowAfter(rows, turn) {
  let low = rows.length;
  while (low > 0 && rows[low - 1].turn > turn) low--;
  return rows[low]?.turn ?? null;
}

/** The recorded turn to be checked for the oldest note, or null. */
export function turnToLookAt({ notes, rows }) {
  return notes.length ? rowAfter(rows, notes[0].after) : null;
}

/**
 * Checks a turn's record, which may be in no cache.
 * @param {object|null} record null: the turn has none
 * @returns {{notes: Note[], arrived: Note[]}}
 */
export function lookAt({ notes, rows, records }, turn, record) {
  const arrived = [];
  const kept = [];
  for (const note of notes) {
    if (record?.turn > note.after && holds(record.note, note.text)) {
      arrived.push(note);
      continue;
    }
    // Continue after this turn, and after those that came before it was requested.
    let { after } = note;
    let next = rowAfter(rows, after);
    while (next !== null && (next === turn || (records[next]?.response && !holds(records[next].note, note.text)))) {
      after = next;
      next = rowAfter(rows, after);
    }
    kept.push(after === note.after ? note : { ...note, after });
  }
  const same = !arrived.length && kept.every((note, i) => note === notes[i]);
  return { notes: same ? notes : kept, arrived };
}
