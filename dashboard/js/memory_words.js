// How the page describes the memory that a record names. An unknown memory gets sentences that are
// true of any, with its name.
import { count, number } from './format.js';
import { isImported } from './record_state.js';

const kMemories = {
  // The model is sent its last reply and nothing else of the past.
  sst: {
    about: 'The model’s memory: its last reply, sent back to it',
    kept: (turn) => `becomes the memory of turn ${number(turn)}`,
    sent: (turn) => `the model’s last reply (turn ${number(turn - 1)}), verbatim`,
    isRight: 'the memory is the model’s last reply',
    right: 'The memory is the model’s last reply, byte for byte.',
    wrong: 'The memory is not the model’s last reply.',
    differs: 'The memory differs from the model’s last reply',
    none: 'The memory is empty.',
    counts: false, // its requests have the same number of messages in every turn
  },
  // No reply is sent back.
  objective: {
    about: 'The model’s last reply. It is not sent back: the request has the outcome of each step',
    kept: (turn) => `is performed in turn ${number(turn)}`,
    sent: (turn) => `the steps of turn ${number(turn - 1)} with their outcomes; the reply is not sent back`,
    isRight: 'the request matches the earlier steps and their outcomes',
    right: 'The request matches the earlier steps and their outcomes.',
    wrong: 'The request does not match the earlier steps and their outcomes.',
    differs: 'The request lacks outcomes of the steps',
    none: 'The last reply has no text.',
    counts: true,
  },
};

// What was sent is not in an imported trajectory.
const kImported = {
  ...kMemories.objective,
  about: 'The model’s last reply. What was sent to the model is not in the imported file',
  kept: (turn) => `its actions are those of turn ${number(turn)}`,
};

const called = (name) => ({
  about: `The model’s memory, “${name}”: the request’s part of the last reply`,
  kept: (turn) => `is answered in turn ${number(turn)}`,
  sent: (turn, record) => {
    const has = typeof record?.sst?.text === 'string' ? 'with' : 'without';
    const from = record?.memory?.options?.from_turn;
    const leftOut = from > 1 ? `; turns before ${number(from)} no longer fit the context` : '';
    return `${count(record?.request?.messages, 'message')}, ${has} the reply of turn ${number(turn - 1)}${leftOut}`;
  },
  isRight: `the request matches the memory “${name}” of the earlier replies`,
  right: `The request matches the memory “${name}” of the earlier replies.`,
  wrong: `The request does not match the memory “${name}” of the earlier replies.`,
  differs: 'The request lacks the model’s reply',
  none: 'The last reply has no text.',
  counts: true,
});

/**
 * The words for the memory of a turn; if no record names one (no orchestrator of ours), those of SST.
 * A turn that is in progress, or sent nothing, has the memory of the previous turn.
 */
export function memoryWords({ record, before }) {
  const named = record && !record.finished ? record : before;
  if (isImported(named)) return kImported;
  const name = named?.memory?.name;
  if (typeof name !== 'string' || name === '') return kMemories.sst;
  return Object.hasOwn(kMemories, name) ? kMemories[name] : called(name);
}
