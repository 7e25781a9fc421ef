// A made-up run whose model makes tool calls and is sent the conversation: the franz.turn.v3 record of
// such a turn, and the messages of each request in the form of the chat API. The pictures are those of
// fake_run.mjs; a turn has one if its model asked for one.
import { createHash } from 'node:crypto';
import { itemOf, kHeight, kWidth, pictureOf, recordOf, timeOf, turnFile } from './fake_run.mjs';

const kTask = 'Open the notes, write down what is to be bought, and save the file as shopping.txt.';
const kSystem =
  'You work on a screen through tools. Observe first, then act, one action a step, and look again before you go on.';

const refused = (type, message) => ({ ok: false, error: { type, message } });
const clicked = (label, position) => ({ ok: true, clicked: label, click_position: position });

/**
 * The model's replies: text, calls as [name, arguments, item, answer]. `item`
 * is the outcome of the call: [canonical call, outcome, why].
 */
export const kReplies = [
  ['', [['observe_screen', '{}', ['screenshot()', 'noted', ''], { ok: true, file: 'screen_0001.png', screen_width: 1536, screen_height: 864 }]]],
  [
    'The notes are the third icon of the task bar. I click it.',
    [['click_element', '{"label":"Notes","box":[[470,930],[500,980]]}', ['left_click(485, 955)', 'done', ''], clicked('Notes', [485, 955])]],
  ],
  ['', [['observe_screen', '{}', ['screenshot()', 'noted', ''], { ok: true, file: 'screen_0002.png', screen_width: 1536, screen_height: 864 }]]],
  [
    '',
    [
      ['click_element', '{"label":"Text","box":[300,400]}', ['left_click(300, 400)', 'done', ''], clicked('Text', [300, 400])],
      ['type_text', '{"text":"milk"}', [null, 'not_run', 'one call a step'], refused('too_many_tool_calls', 'Only the first call of a reply is performed: make one call a step.')],
      ['press_key', '{"key":"enter"}', [null, 'not_run', 'one call a step'], refused('too_many_tool_calls', 'Only the first call of a reply is performed: make one call a step.')],
    ],
  ],
  [
    'One call a step, then. I write the list.',
    [['type_text', '{"text":"milk\\nbread\\n2 lemons"}', ['type("milk\\nbread\\n2 lemons")', 'done', ''], { ok: true, typed: 20 }]],
  ],
  ['', [['press_key', '{"key":"ctrl+shift+s"', [null, 'malformed', 'invalid_json: expected , or } at 22'], refused('invalid_json', 'expected , or } at 22')]]],
  ['', [['press_key', { key: 'ctrl+shift+s' }, ['hotkey("ctrl+shift+s")', 'done', ''], { ok: true, pressed: 'ctrl+shift+s' }]]],
  [
    '',
    [['scroll_at_position', '', ['scroll(500, 500, -1)', 'refused', 'the screen changed size since your picture'], refused('refused', 'the screen changed size since your picture')]],
  ],
  ['', [['observe_screen', '{}', ['screenshot()', 'noted', ''], { ok: true, file: 'screen_0003.png', screen_width: 1536, screen_height: 864 }]]],
  ['The list is written and saved as shopping.txt:\n\n- milk\n- bread\n- 2 lemons', []],
];

export const kTurns = kReplies.length + 1; // the last one closes the run

const idOf = (turn, index) => `call_${turn}_${index + 1}`;
const callOf = (turn, [name, given], index) => ({ id: idOf(turn, index), name, arguments: given });

function itemsOf(turn) {
  const [, calls] = turn > 1 ? kReplies[turn - 2] : ['', []];
  return calls.map(([name, given, [call, outcome, why]], index) => ({
    ...itemOf(call ?? '', 0, outcome),
    call,
    written: `${name}(${typeof given === 'string' ? given : JSON.stringify(given)})`,
    id: idOf(turn - 1, index),
    note: name === 'click_element' ? `it opens the ${calls[0][3].clicked.toLowerCase()}` : null,
    why,
  }));
}

function answersOf(turn) {
  const [, calls] = turn > 1 ? kReplies[turn - 2] : ['', []];
  return calls.map(([name, , , answer], index) => ({
    id: idOf(turn - 1, index),
    text: JSON.stringify(answer),
    picture: name === 'observe_screen',
  }));
}

/** Whether the turn was sent a picture: the first turn, and if the model asked to see the screen. */
const seesAt = (turn) => turn === 1 || answersOf(turn).some(({ picture }) => picture) || turn === kTurns;

/** The messages of a turn's request; pictures by their turn. */
export function messagesAt(turn) {
  const messages = [
    { role: 'system', content: kSystem },
    { role: 'user', content: [{ type: 'text', text: kTask }, { picture: 1 }] },
  ];
  for (let past = 1; past < turn; past++) {
    const [text, calls] = kReplies[(past - 1) % kReplies.length];
    messages.push({
      role: 'assistant',
      content: text || null,
      ...(calls.length
        ? {
            tool_calls: calls.map(([name, given], index) => ({
              id: idOf(past, index),
              type: 'function',
              function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
            })),
          }
        : {}),
    });
    calls.forEach(([, , , answer], index) =>
      messages.push({ role: 'tool', tool_call_id: idOf(past, index), content: JSON.stringify(answer) }),
    );
    if (calls.some(([name]) => name === 'observe_screen')) {
      messages.push({ role: 'user', content: [{ type: 'text', text: 'The screen:' }, { picture: past + 1 }] });
    }
  }
  return messages;
}

/** The record of a turn of that run. */
export function toolcallRecord(turn) {
  const made = recordOf(2);
  const closing = turn === kTurns;
  const [text, calls] = closing ? ['', []] : kReplies[turn - 1];
  const file = turnFile(turn, '.png');
  const picture = pictureOf(turn);
  return {
    ...made,
    turn,
    request_id: turn.toString(16).padStart(16, '0'),
    after: turn > 1 ? (turn - 1).toString(16).padStart(16, '0') : null,
    status: closing ? 0 : 200,
    time: timeOf(turn),
    sst: {
      text: closing ? null : turn > 1 ? kReplies[turn - 2][0] : '',
      verdict: closing ? 'not_applicable' : turn === 1 ? 'first' : 'ok',
      detail: null,
    },
    feedback: closing ? null : '',
    memory: closing
      ? null
      : { name: 'history', options: { keep_pictures: 2 }, objective: kTask, turns_left: 200 - turn },
    executor: {
      in: { ...made.executor.in, turn, dialect: 'tool_calls' },
      out: {
        ...made.executor.out,
        feedback: '',
        items: itemsOf(turn),
        answers: answersOf(turn),
        blocks: 0,
        error: null,
        done: closing ? kReplies.at(-1)[0] : null,
      },
    },
    response: closing
      ? null
      : {
          ...made.response,
          text,
          calls: calls.map((call, index) => callOf(turn, call, index)),
          reasoning: turn === 5 ? 'The answer says that only the first call was performed.' : null,
          finish_reason: calls.length ? 'tool_calls' : 'stop',
          usage: { prompt_tokens: 900 + 130 * turn, completion_tokens: 20 + text.length, total_tokens: 920 + 130 * turn + text.length },
        },
    request: closing
      ? null
      : {
          ...made.request,
          model: 'qwen3-vl-4b-instruct',
          temperature: 0.4,
          max_tokens: 2048,
          messages: messagesAt(turn).length,
          sha256: createHash('sha256').update(`tools ${turn}`).digest('hex'),
        },
    latency_ms: closing ? { executor: 412 } : made.latency_ms,
    image: seesAt(turn)
      ? { file, bytes: picture.length, sha256: createHash('sha256').update(picture).digest('hex'), width: kWidth, height: kHeight }
      : null,
    ...(closing ? { finished: { reason: 'done', code: 0, text: kReplies.at(-1)[0] } } : {}),
  };
}
