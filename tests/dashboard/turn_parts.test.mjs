import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../dashboard/js/state.js';
import {
  actionCount,
  actionsOf,
  budgetOf,
  feedbackFacts,
  feedbackOf,
  outcomeBadge,
  pictureOf,
  pictureWords,
  replyBadge,
  shownParts,
  storyFacts,
  storyNote,
  storyOf,
  verdictBadge,
} from '../../dashboard/js/turn_parts.js';
import { itemOf, recordOf } from './support/fake_run.mjs';

const out = (fields) => ({ record: { feedback: fields.feedback, executor: { out: fields } } });
const rowsOf = (parts) =>
  actionsOf(parts).map(({ kind, plate, call, mark }) => `${kind} ${plate} ${call} ${mark}`);

const malformed = { ...itemOf('drag(1)', 3, 'malformed'), call: null, why: 'TypeError: x' };
const lists = [
  [
    'calls are numbered',
    out({ items: [itemOf('drag(1, 2, 3, 4)'), itemOf('left_click(1, 2)')] }),
    ['done 1 drag(1, 2, 3, 4) 0', 'done 2 left_click(1, 2) 1'],
  ],
  [
    'two equal calls stay two',
    out({ items: [itemOf('left_click(1, 2)'), itemOf('left_click(1, 2)')] }),
    ['done 1 left_click(1, 2) 0', 'done 2 left_click(1, 2) 1'],
  ],
  [
    'noted calls take no number from the others',
    out({
      items: [
        itemOf('left_click(1, 2)'),
        itemOf('screenshot()', 2, 'noted'),
        itemOf('left_click(3, 4)'),
      ],
    }),
    ['done 1 left_click(1, 2) 0', 'noted · screenshot() 1', 'done 2 left_click(3, 4) 2'],
  ],
  [
    'a malformed call stands for the error, those behind it were not run',
    out({
      items: [malformed, itemOf('left_click(1, 2)', 4, 'not_run')],
      error: { text: 'TypeError: x', line: 3 },
    }),
    ['failed ! drag(1) 0', 'skipped – left_click(1, 2) 1'],
  ],
  [
    'an error without an item: its line is told by the feedback',
    out({
      items: [],
      error: { text: 'SyntaxError: x', line: 1 },
      feedback: '  Line 1: drag(350\nSyntaxError: x',
    }),
    ['failed ! drag(350 null'],
  ],
  [
    'an error without a line',
    out({ items: [], error: { text: 'SyntaxError: no block' }, feedback: '' }),
    ['failed ! SyntaxError: no block null'],
  ],
  [
    'a refused call failed',
    out({ items: [{ ...itemOf('move(1, 2)', 1, 'refused'), why: 'the screen changed' }] }),
    ['failed ! move(1, 2) 0'],
  ],
  ['an unknown outcome failed', out({ items: [itemOf('move(1, 2)', 1, 'eaten')] }), ['failed ! move(1, 2) 0']],
  ['what is no item is left out', out({ items: [null, 5, 'x', itemOf('move(1, 2)')] }), ['done 1 move(1, 2) 0']],
  ['what is no list is none', out({ items: 'x' }), []],
  ['no executor, no actions', { record: {} }, []],
];
for (const [name, parts, expected] of lists) {
  test(`actions: ${name}`, () => assert.deepEqual(rowsOf(parts), expected));
}

test('the count of actions', () => {
  const parts = out({
    items: [itemOf('left_click(1, 2)'), itemOf('screenshot()', 2, 'noted'), malformed],
    error: { text: 'TypeError: x' },
  });
  assert.equal(actionCount(actionsOf(parts)), '1 executed · 1 failed · 1 noted');
  assert.equal(actionCount([]), 'none');
});

const replies = [
  ['streaming', { live: { text: 'a', over: false } }, 'streaming'],
  ['nothing yet', { live: { text: '', reasoning: '', over: false } }, 'thinking'],
  ['stopped short', { live: { text: 'a', over: true } }, 'interrupted'],
  ['over, its record on the way', { live: { text: 'a', over: true }, awaited: true }, 'streaming'],
  ['whole', { record: { response: { finish_reason: 'stop', status: 200 } } }, 'stop'],
  ['cut', { record: { response: { finish_reason: 'length', status: 200 } } }, 'cut at max_tokens'],
  ['refused', { record: { response: { status: 400 } } }, 'HTTP 400'],
  ['without a reason', { record: { response: { status: 200 } } }, 'no finish reason'],
];
for (const [name, parts, text] of replies) {
  test(`reply: ${name}`, () => assert.equal(replyBadge(parts)[2], text));
}

test('verdicts have a badge, unknown ones too', () => {
  const text = (verdict) => verdictBadge({ record: { sst: { verdict } } })[2];
  assert.deepEqual(['ok', 'violation', 'not_applicable', 'new_kind', undefined].map(text), [
    'ok',
    'violation',
    'not applicable',
    'new kind',
    '',
  ]);
  assert.equal(
    storyNote({ turn: 1214, record: { sst: { verdict: 'ok' } } }),
    'memory: the reply of turn 1,213, verbatim',
  );
});

test('the proxy says why a story could not be verified', () => {
  const note = (detail) =>
    storyNote({ turn: 3, record: { sst: { verdict: 'unverifiable', detail } } });
  assert.equal(note({ text: 'reply 2 was aborted' }), 'memory: reply 2 was aborted');
  assert.equal(note(null), 'memory: the reply of turn 2 could not be read whole');
});

test('while only the reply is known, the story is the reply before', () => {
  assert.equal(storyOf({ record: null, before: { response: { text: 'said' } } }), 'said');
  assert.equal(
    storyOf({ record: { sst: { text: 'sent' } }, before: { response: { text: 'said' } } }),
    'sent',
  );
});

test('the operator’s note is part of what the model reads', () => {
  assert.equal(
    feedbackOf({ record: { feedback: 'OK: 1 action executed.', note: 'left' } }),
    'OK: 1 action executed.\nOPERATOR: left',
  );
});

test('a record that lacks everything shows dashes and breaks nothing', () => {
  const parts = { turn: 3, record: {}, before: null, live: null };
  assert.deepEqual(
    storyFacts(parts, 0).map(([, value]) => value),
    ['–', '–', '–', '–', '–', '–', '–', '–', '–', '–', '–', '0 B', '0 B', '–'],
  );
  assert.deepEqual(
    feedbackFacts(parts).map(([, value]) => value),
    ['–', '–', '–', '–', '–', '–'],
  );
  assert.deepEqual(pictureOf(parts), {
    path: null,
    width: 512,
    height: 288,
    note: '',
    why: 'the request had none',
  });
  assert.equal(budgetOf(parts), null);
  assert.equal(outcomeBadge(initialState, parts)[2], '');
  assert.equal(replyBadge(parts)[2], 'no reply');
  const finished = { reason: 'limit', code: 10, text: '2 turns are made' };
  const closing = { turn: 3, record: { finished, request: null, response: null } };
  assert.equal(replyBadge(closing)[2], 'finished');
  assert.equal(verdictBadge(closing)[2], 'finished');
});

test('a later attempt’s picture has its own address', () => {
  const image = { width: 512, height: 288, bytes: 3912 };
  assert.equal(pictureOf({ turn: 7, record: { attempt: 1, image } }).path, '/turns/7.png');
  assert.equal(
    pictureOf({ turn: 7, record: { attempt: 2, image } }).path,
    '/turns/7.png?attempt=2',
  );
});

test('of a made-up turn, the facts', () => {
  const parts = { turn: 18, record: recordOf(18), before: null, live: null };
  assert.deepEqual(
    storyFacts(parts, 0)
      .slice(0, 8)
      .map(([name, value]) => `${name} ${value}`),
    [
      'model qwen3-vl-2b-instruct-1m',
      'temperature 0.7',
      'top_p 0.9',
      'max_tokens 900',
      'tokens in 1,318',
      'tokens out 306',
      'first byte 0.84 s',
      'model 14.6 s',
    ],
  );
  assert.deepEqual(
    feedbackFacts(parts).map(([name, value]) => `${name} ${value}`),
    ['executed 8', 'malformed 1', 'blocks 1', 'parse 0.1 ms', 'executor 5.2 ms', 'capture 3.9 ms'],
  );
});

test('nothing is shown of a turn that is on its way', () => {
  const state = { ...initialState, rows: [{ turn: 1 }] };
  assert.equal(shownParts(state), null);
  assert.equal(shownParts({ ...state, records: { 1: recordOf(1) } }).turn, 1);
});

test('a record without its reply is shown while it is made, or when none will come', () => {
  const state = { ...initialState, rows: [{ turn: 1 }] };
  const partial = recordOf(1, { open: true });
  assert.equal(shownParts({ ...state, records: { 1: partial } }), null);
  assert.equal(
    shownParts({ ...state, records: { 1: partial }, live: { turn: 1, text: '' } }).turn,
    1,
  );
  let asked = state;
  for (let i = 0; i < 4; i++) asked = reduce(asked, { type: 'record', record: partial });
  assert.equal(shownParts(asked).turn, 1);
});

test('between a turn’s row and its record its reply still streams, and is not called interrupted', () => {
  const row = { turn: 1, attempt: 1, time: 't', outcome: 'none', actions: 0 };
  const events = [
    { type: 'connected', run: 'a' },
    { type: 'request', turn: 1, attempt: 1 },
    { type: 'record', record: { turn: 1, attempt: 1, sst: { text: '', verdict: 'first' } } },
    { type: 'delta', turn: 1, attempt: 1, text: 'Hello', offset: 0 },
  ];
  const badge = (state) => replyBadge(shownParts(state))[2];
  const made = events.reduce(reduce, initialState);
  assert.equal(badge(made), 'streaming');
  assert.equal(badge(reduce(made, { type: 'state', program: 'running', loop: 'paused' })), 'interrupted');
  const recorded = reduce(made, { type: 'turn', ...row });
  assert.equal(badge(recorded), 'streaming');
  const record = { ...recordOf(1), attempt: 1 };
  assert.equal(badge(reduce(recorded, { type: 'record', record })), 'stop');
});

test('a badge has words that say what it means', () => {
  for (const verdict of ['ok', 'violation', 'unverifiable', 'first', 'unwitnessed', 'not_applicable']) {
    assert.match(verdictBadge({ record: { sst: { verdict } } })[3], /\.$/, verdict);
  }
});

test('the picture’s note says what is compared', () => {
  const image = { width: 1, height: 1 };
  const both = { turn: 8, record: { image }, before: { image } };
  const words = (parts) =>
    ['after', 'before', 'swipe', 'difference'].map((mode) => pictureWords(parts, mode));
  assert.deepEqual(words(both), [
    'what the model sees',
    'what it saw in turn 7',
    'turn 7 left, 8 right',
    'green: new since turn 7',
  ]);
  assert.equal(pictureWords({ ...both, before: null }, 'swipe'), 'turn 7 has no picture');
  assert.equal(pictureWords({ ...both, record: {} }, 'after'), 'no picture this turn');
});
