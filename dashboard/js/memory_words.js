// How the page speaks of the memory that a record names. One that has no row here is called by its
// name, and what is said of it holds of any.
import { count, number } from './format.js';

const kMemories = {
  // The last reply is all that the model is sent of the turns before.
  sst: {
    title: 'SST',
    about: 'The model’s memory: its own reply of the turn before, sent back to it',
    kept: (turn) => `becomes the SST of turn ${number(turn)}`,
    sent: (turn) => `memory: the reply of turn ${number(turn - 1)}, verbatim`,
    isRight: 'the SST is the reply of the turn before',
    right: 'The SST is the reply of the turn before, byte for byte.',
    wrong: 'The SST is not what the model replied the turn before.',
    differs: 'The SST is not what the model replied',
    none: 'The SST is empty.',
    counts: false, // its requests have as many messages in every turn
  },
  // No reply is sent back.
  objective: {
    title: 'Last plan',
    about: 'The model’s last reply. It is not sent back: the request tells what came of each step',
    kept: (turn) => `its steps are performed in turn ${number(turn)}`,
    sent: (turn) => `the reply of turn ${number(turn - 1)}; the model is told what came of its steps`,
    isRight: 'the request is what the steps before it and their outcomes make',
    right: 'The request is what the steps before it and their outcomes make.',
    wrong: 'The request is not what the steps before it and their outcomes make.',
    differs: 'The request does not tell what came of the steps',
    none: 'The last reply has no text.',
    counts: true,
  },
};

const called = (name) => ({
  title: name[0].toUpperCase() + name.slice(1),
  about: `The model’s memory, “${name}”: of what the request holds, its last reply`,
  kept: (turn) => `answered in turn ${number(turn)}`,
  sent: (turn, record) => {
    const has = typeof record?.sst?.text === 'string' ? 'with' : 'without';
    const from = record?.memory?.options?.from_turn;
    const leftOut = from > 1 ? `; turns before ${number(from)} no longer fit the context` : '';
    return `${count(record?.request?.messages, 'message')}, ${has} the reply of turn ${number(turn - 1)}${leftOut}`;
  },
  isRight: `the request is what the memory “${name}” makes of the replies before it`,
  right: `The request is what the memory “${name}” makes of the replies before it.`,
  wrong: `The request is not what the memory “${name}” makes of the replies before it.`,
  differs: 'The request does not hold what the model replied',
  none: 'The last reply has no text.',
  counts: true,
});

/**
 * The words for the memory of a turn; where no record tells one (no orchestrator of ours), the SST's.
 * A turn that is on its way, or sent nothing, has that of the turn before.
 */
export function memoryWords({ record, before }) {
  const told = record && !record.finished ? record : before;
  const name = told?.memory?.name;
  if (typeof name !== 'string' || name === '') return kMemories.sst;
  return Object.hasOwn(kMemories, name) ? kMemories[name] : called(name);
}
