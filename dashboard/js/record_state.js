// The records in the page's state: those near the shown turn.
import { lookAt } from './note_model.js';
import { withToast } from './notice_state.js';
import { shownTurn } from './shown_state.js';

const kKeptRecords = 24; // around the shown turn; far turns are fetched again
const kNearRecords = 6; // kept whatever their size: the shown one, its neighbours, the one in progress
const kKeptCharacters = 24_000_000; // of the texts of all kept records

/** Whether the turn is from another program's file: what was sent to the model is unknown. */
export const isImported = (record) => record?.request?.bytes === 0;

/** A record that will get no reply any more counts as complete. */
const kPartialTries = 4;

export function isWhole(record) {
  const over = record?.response ?? record?.finished ?? record?.status;
  return Boolean(over) || isImported(record) || (record?.partial ?? 0) >= kPartialTries;
}

function sizeOf({ sst, response, feedback }) {
  const texts = [sst?.text, response?.text, response?.reasoning, feedback];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

/** Keeps a record, and those near the shown turn; far ones are fetched again. */
export function withRecord(state, { record }) {
  const known = state.records[record.turn];
  if (known && (known.attempt ?? 1) > (record.attempt ?? 1)) return state;
  if (known?.response && !record.response && known.attempt === record.attempt) return state;
  // `partial`: how often it came without its reply. That ends soon after the turn is over.
  const kept = record.response ? record : { ...record, partial: (known?.partial ?? 0) + 1 };
  const records = { ...state.records, [record.turn]: kept };
  const turns = Object.keys(records).map(Number);
  const near = shownTurn(state) ?? record.turn;
  turns.sort((a, b) => Math.abs(a - near) - Math.abs(b - near));
  let size = 0;
  turns.forEach((turn, place) => {
    size += sizeOf(records[turn]);
    const far = place >= kKeptRecords || (place >= kNearRecords && size > kKeptCharacters);
    if (far) delete records[turn];
  });
  const { live } = state;
  const whole =
    record.response && live?.turn === record.turn && (record.attempt ?? 1) >= live.attempt;
  return { ...state, records, live: whole ? null : live };
}

/** Passes a record to the operator's notes; null: the turn has none. */
export function withNotesLooked(state, turn, record) {
  if (!state.notes.length) return state;
  const { notes, arrived } = lookAt(state, turn, record);
  if (notes === state.notes) return state;
  const text = `The note went to the model with turn ${turn}.`;
  const next = { ...state, notes };
  return arrived.length ? withToast(next, { tone: 'good', text }) : next;
}

/** Whether the turn's record is complete. */
export function isThere(state, turn) {
  return isWhole(state.records[turn]) || state.unrecorded[turn] !== undefined;
}
