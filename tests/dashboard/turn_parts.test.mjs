import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../dashboard/js/state.js';
import {
  budgetOf,
  earlierPicture,
  feedbackFacts,
  feedbackNote,
  feedbackOf,
  outcomeBadge,
  pictureOf,
  pictureWords,
  replyBadge,
  replyNote,
  shownParts,
  memoryFacts,
  memoryNote,
  memoryOf,
  verdictBadge,
} from '../../dashboard/js/turn_parts.js';
import { recordOf } from './support/fake_run.mjs';

const replies = [
  ['streaming', { live: { text: 'a', over: false } }, 'streaming'],
  ['nothing yet', { live: { text: '', reasoning: '', over: false } }, 'thinking'],
  ['stopped short', { live: { text: 'a', over: true } }, 'interrupted'],
  ['over, its record on the way', { live: { text: 'a', over: true }, awaited: true }, 'streaming'],
  ['whole', { record: { status: 200, response: { finish_reason: 'stop' } } }, 'stop'],
  ['cut', { record: { status: 200, response: { finish_reason: 'length' } } }, 'cut at max_tokens'],
  ['refused', { record: { status: 400, response: null } }, 'HTTP 400'],
  ['no server', { record: { status: 0, response: null } }, 'no reply'],
  ['without a reason', { record: { status: 200, response: {} } }, 'no finish reason'],
];
for (const [name, parts, text] of replies) {
  test(`reply: ${name}`, () => assert.equal(replyBadge(parts)[2], text));
}

test('the next turn’s record has this reply’s actions', () => {
  const row = (turn) => ({ type: 'turn', turn, outcome: 'actions' });
  const known = [row(1), row(2)].reduce(reduce, initialState);
  const one = reduce(reduce(known, { type: 'record', record: recordOf(1) }), { type: 'go', where: 1 });
  assert.deepEqual([shownParts(one).after, shownParts(one).awaitsNext], [null, true]);
  const both = reduce(one, { type: 'record', record: recordOf(2) });
  assert.deepEqual([shownParts(both).after?.turn, shownParts(both).awaitsNext], [2, false]);
  const none = reduce(one, { type: 'no_record', turn: 2, why: 'lost' });
  assert.deepEqual([shownParts(none).after, shownParts(none).awaitsNext], [null, false]);
});

test('an imported turn claims nothing about what was sent', () => {
  const record = { sst: { text: null, verdict: 'unwitnessed' }, request: { bytes: 0 }, response: { text: 'Hi.' } };
  assert.deepEqual(verdictBadge({ record }).slice(2), ['unwitnessed', 'The turn was imported from another program’s file: nothing of it was witnessed.']);
  assert.equal(replyBadge({ record })[2], 'imported');
  assert.equal(replyBadge({ record: { ...record, response: null } })[2], 'end');
  assert.equal(memoryNote({ turn: 3, record }), 'the reply of turn 2; what was sent is unknown: the run was imported');
  assert.equal(replyNote({ turn: 3, record }), 'its actions are those of turn 4');
});

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
    memoryNote({ turn: 1214, record: { sst: { verdict: 'ok' } } }),
    'the model’s last reply (turn 1,213), verbatim',
  );
});

test('the note has the reason why a memory could not be verified', () => {
  const note = (detail) =>
    memoryNote({ turn: 3, record: { sst: { verdict: 'unverifiable', detail } } });
  assert.equal(note({ text: 'reply 2 was aborted' }), 'reply 2 was aborted');
  assert.equal(note(null), 'the reply of turn 2 could not be read completely');
  const superseded = { turn: 3, record: { sst: { verdict: 'superseded' } } };
  assert.equal(memoryNote(superseded), 'an earlier attempt’s reply of turn 2');
});

test('while only the reply is known, the memory is the last reply', () => {
  assert.equal(memoryOf({ record: null, before: { response: { text: 'said' } } }), 'said');
  assert.equal(
    memoryOf({ record: { sst: { text: 'sent' } }, before: { response: { text: 'said' } } }),
    'sent',
  );
});

test('the operator’s note is part of what the model reads', () => {
  assert.equal(
    feedbackOf({ record: { feedback: 'OK: 1 action executed.', note: 'left' } }),
    'OK: 1 action executed.\nOPERATOR: left',
  );
});

test('feedback that the request has in another form is the executor’s', () => {
  const record = { feedback: null, executor: { out: { feedback: 'steps: expected a list' } } };
  assert.equal(feedbackOf({ record }), 'steps: expected a list');
  assert.equal(feedbackOf({ record: { feedback: null, executor: { out: null } } }), '');
});

test('a record that lacks everything shows dashes and breaks nothing', () => {
  const parts = { turn: 3, record: {}, before: null, live: null };
  assert.deepEqual(
    memoryFacts(parts, 0).map(([, value]) => value),
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
    why: 'the request had no new one',
  });
  assert.equal(budgetOf(parts), null);
  assert.equal(outcomeBadge(initialState, parts)[2], '');
  assert.equal(replyBadge(parts)[2], 'no reply');
  const finished = { reason: 'limit', code: 10, text: '2 turns are made' };
  const closing = { turn: 3, record: { finished, request: null, response: null } };
  assert.equal(replyBadge(closing)[2], 'finished');
  assert.equal(verdictBadge(closing)[2], 'finished');
  assert.equal(memoryNote(closing), 'the reply of turn 2; nothing was sent');
  assert.equal(memoryNote({ turn: 3, record: { request: null, response: { calls: [] } } }),
      'none: a client made the call, and nothing was sent to a model');
  assert.equal(feedbackNote(closing), 'outcome of the calls of turn 2; not sent to a model');
});

const done = { outcome: 'done' };
const noted = { outcome: 'noted' };
for (const [items, outcome, text] of [
  [[done, done, noted], 'actions', '2 executed, 1 noted'],
  [[noted], 'actions', '1 noted'], // the feedback says: OK: 1 action executed.
  [[{ outcome: 'noted', why: 'no effect in the sandbox' }], 'actions', '1 without effect'],
  [[noted], 'none', 'no action'],
  [[], 'none', 'no action'],
  [[done, { outcome: 'malformed', why: 'x' }], 'error', '1 executed, error'],
]) {
  test(`outcome of calls: ${text}, ${items.length}`, () => {
    const state = { ...initialState, rows: [{ turn: 7, outcome }] };
    const parts = { turn: 7, record: { executor: { out: { items } } } };
    assert.equal(outcomeBadge(state, parts)[2], text);
  });
}

test('a picture’s size has its visual tokens if they are counted', () => {
  const record = { attempt: 1, image: { width: 512, height: 288, bytes: 3912 } };
  const rule = { factor: 32, min_pixels: 65536, max_pixels: 16777216 };
  assert.match(pictureOf({ turn: 7, record }, rule).note, /^512×288 · ~144 tokens · /);
  assert.match(pictureOf({ turn: 7, record }).note, /^512×288 · 3/);
});

test('a later attempt’s picture has its own address', () => {
  const image = { width: 512, height: 288, bytes: 3912 };
  assert.equal(pictureOf({ turn: 7, record: { attempt: 1, image } }).path, '/turns/7.png');
  assert.equal(
    pictureOf({ turn: 7, record: { attempt: 2, image } }).path,
    '/turns/7.png?attempt=2',
  );
});

test('the facts of a made-up turn', () => {
  const parts = { turn: 18, record: recordOf(18), before: null, live: null };
  assert.deepEqual(
    memoryFacts(parts, 0)
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
  const bounded = { in: { window: { id: '7', title: 'Calculator', app: 'Calc' } } };
  assert.deepEqual(feedbackFacts({ record: { executor: bounded } }).at(-1), ['window', 'Calculator', 'wide']);
  const screen = { origin_x: -3, origin_y: 20, width: 640, height: 480 };
  assert.equal(
    feedbackFacts({ record: { executor: { ...bounded, out: { screen } } } }).at(-1)[1],
    'Calculator, 640x480 at (-3, 20)',
  );
  const usage = { prompt_tokens: 1318, completion_tokens: 6, cached_tokens: 1200 };
  assert.deepEqual(memoryFacts({ record: { response: { usage } } }, 0)[4], ['tokens in', '1,318 (1,200 cached)']);
  const form = { executor: { out: { passed_over: ['byte_order_mark', 'thoughts'] } } };
  assert.deepEqual(feedbackFacts({ record: form }).at(-1), ['passed over', 'byte order mark, thoughts']);
});

test('turns that no longer fit the context are named', () => {
  const record = {
    memory: { name: 'history', options: { keep_pictures: 2, from_turn: 38 } },
    request: { messages: 60 },
    sst: { text: 'said', verdict: 'ok' },
  };
  assert.equal(
    memoryNote({ turn: 92, record }),
    '60 messages, with the reply of turn 91; turns before 38 no longer fit the context',
  );
  record.memory.options = { keep_pictures: 2 };
  assert.equal(memoryNote({ turn: 92, record }), '60 messages, with the reply of turn 91');
});

test('a turn without its record is not shown', () => {
  const state = { ...initialState, rows: [{ turn: 1 }] };
  assert.equal(shownParts(state), null);
  assert.equal(shownParts({ ...state, records: { 1: recordOf(1) } }).turn, 1);
});

test('a record without its reply is shown while the turn is in progress, or when none will come', () => {
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

test('the turn that a run finished with is complete without a reply', () => {
  const record = { turn: 1, finished: { reason: 'done', code: 0, text: '' }, response: null };
  const state = { ...initialState, rows: [{ turn: 1 }], records: { 1: record } };
  assert.equal(shownParts(state).record, record);
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

test('every badge has a sentence that explains it', () => {
  for (const verdict of ['ok', 'violation', 'superseded', 'unverifiable', 'first', 'unwitnessed', 'not_applicable']) {
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
  const finished = { reason: 'done', code: 0, text: '' };
  assert.equal(
    pictureWords({ ...both, record: { image, finished } }, 'after'),
    'after the last actions; not sent to a model',
  );
  assert.equal(pictureWords({ ...both, before: null }, 'swipe'), 'turn 7 has no picture');
  assert.equal(pictureWords({ ...both, record: {} }, 'after'), 'no picture this turn');
});

test('a turn without a new picture shows the last one sent', () => {
  const row = (turn, picture, attempt = 1) => ({ turn, attempt, picture });
  const rows = [row(1, true), row(2, true, 3), row(3, false), row(4, false), row(6, false), row(7, true)];
  const wordsAt = (turn, record = { image: null }, of = rows) => earlierPicture({ rows: of }, { turn, record })?.words ?? null;
  const sent = (turn) => `turn ${turn}’s picture, the last one sent; this turn sent no new one`;
  assert.equal(wordsAt(3), sent(2));
  assert.equal(wordsAt(4), sent(2));
  assert.equal(wordsAt(5), sent(2)); // the turn in progress has no row
  assert.equal(wordsAt(8), sent(7));
  // Turn 5 is unknown.
  assert.equal(wordsAt(6), 'turn 2’s picture, the last one recorded; this turn sent no new one');
  assert.equal(earlierPicture({ rows }, { turn: 3, record: {} }).path, '/turns/2.png?attempt=3');
  for (const [name, turn, record] of [
    ['nothing before it', 1, {}],
    ['its own', 4, { image: { width: 1, height: 1 } }],
    ['one that failed', 4, { degraded: ['capturer: gone'] }],
    ['nothing sent', 4, { finished: { reason: 'done' } }],
    ['on its way', 4, null],
  ]) {
    assert.equal(wordsAt(turn, record), null, name);
  }
  assert.equal(wordsAt(4, {}, [row(3, false)]), null);
  assert.equal(pictureWords({ turn: 4, record: {} }, 'before', { turn: 2 }), 'what it saw in turn 2; no new picture this turn');
});

// The code knows no other kinds of memory: the words for `abc` are those of any unknown one.
test('an unknown memory is described by its name', () => {
  const record = (fields) => ({ ...recordOf(8), memory: { name: 'abc' }, ...fields });
  const parts = (fields) => ({ turn: 8, record: record(fields), before: null, live: null });
  assert.equal(memoryNote(parts({})), '3 messages, with the reply of turn 7');
  assert.equal(memoryNote(parts({ sst: { verdict: 'ok', text: null } })), '3 messages, without the reply of turn 7');
  assert.equal(
    verdictBadge(parts({}))[3],
    'The request matches the memory “abc” of the earlier replies.',
  );
  assert.match(replyNote(parts({})), / · is answered in turn 9$/);
  assert.equal(feedbackNote(parts({})), 'outcome of the 4 calls of turn 7');
  assert.deepEqual(
    memoryFacts(parts({}), 0).map(([name]) => name).filter((name) => name === 'memory'),
    [],
  );
  // A turn in progress, or one that sends nothing, uses the previous turn's memory.
  const before = record({});
  assert.match(replyNote({ turn: 9, record: null, before, live: { text: '' } }), /^is answered in turn 10$/);
  const finished = { reason: 'done', code: 0, text: '' };
  assert.equal(
    feedbackNote({ turn: 9, record: { finished, executor: null }, before }),
    'outcome of the calls of turn 8; not sent to a model',
  );
});
