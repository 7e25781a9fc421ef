import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenRows } from '../../dashboard/js/rows_state.js';
import { newestTurn, shownTurn } from '../../dashboard/js/shown_state.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

const run = (events, state = initialState) => events.reduce(reduce, state);
const connected = (last, more = {}) => ({
  type: 'connected',
  run: 'a',
  last_turn: last,
  program: 'running',
  loop: 'thinking',
  why: '',
  since: null,
  until: null,
  turn: last,
  ...more,
});
const row = (turn, more = {}) => ({
  turn,
  attempt: 1,
  time: `t${turn}`,
  outcome: 'actions',
  actions: 2,
  ...more,
});
const turn = (number, more = {}) => ({ type: 'turn', ...row(number, more) });
const rows = (from, ...numbers) => ({ type: 'rows', from, rows: numbers.map((n) => row(n)) });
const record = (number, text, more = {}) => ({
  type: 'record',
  record: { turn: number, attempt: 1, response: text === null ? null : { text }, ...more },
});
const delta = (number, text, offset, more = {}) => ({
  type: 'delta',
  turn: number,
  attempt: 1,
  text,
  offset,
  ...more,
});
const go = (where) => ({ type: 'go', where });
const turnsOf = (state) => state.rows.map((each) => each.turn);

const orders = [
  ['rows are kept in order', [connected(0), turn(2), turn(1), turn(3)], [1, 2, 3]],
  ['a repeated turn is there once', [connected(0), turn(1), turn(1), turn(2), turn(1)], [1, 2]],
  [
    'an answer and the stream may overlap',
    [connected(3), turn(4), rows(1, 1, 2, 3, 4)],
    [1, 2, 3, 4],
  ],
  [
    'an answer may bring what lies between',
    [connected(2), rows(1, 1, 2), turn(5), rows(3, 3, 4, 5)],
    [1, 2, 3, 4, 5],
  ],
  [
    'another run begins anew',
    [connected(2), rows(1, 1, 2), connected(1, { run: 'b' }), turn(1)],
    [1],
  ],
  [
    'the same run goes on after a reconnect',
    [connected(2), rows(1, 1, 2), connected(3), rows(3, 3)],
    [1, 2, 3],
  ],
  [
    'an unknown event changes nothing',
    [connected(0), turn(1), { type: 'constructor' }, { type: 'new' }],
    [1],
  ],
];
for (const [name, events, expected] of orders) {
  test(name, () => assert.deepEqual(turnsOf(run(events)), expected));
}

test('far records are dropped: beyond a number, and beyond a size', () => {
  const kept = (text, count) => {
    const numbers = Array.from({ length: count }, (_, i) => i + 1);
    const state = run([connected(count), rows(1, ...numbers), ...numbers.map((n) => record(n, text))]);
    return Object.keys(state.records).map(Number);
  };
  assert.deepEqual(
    kept('t', 100),
    Array.from({ length: 24 }, (_, i) => i + 77),
  );
  assert.deepEqual(kept('x'.repeat(3_000_000), 20), [13, 14, 15, 16, 17, 18, 19, 20]);
  assert.deepEqual(kept('x'.repeat(8_000_000), 20), [15, 16, 17, 18, 19, 20]);
});

test('every event of the stream applied twice equals once', () => {
  const events = [
    connected(1),
    { type: 'state', program: 'running', loop: 'acting', why: 'x' },
    { type: 'request', turn: 2, attempt: 1 },
    delta(2, 'ab', 0),
    delta(2, 'cd', 2),
    turn(2),
    { type: 'config', settings: { a: 1 }, changes: ['config.ini:1: a: 0 -> 1'] },
    { type: 'log', id: 4, level: 'warning', text: 'w', time: '', source: 'proxy' },
    { type: 'heartbeat' },
  ];
  let once = run([{ type: 'tick', now: 1000 }]);
  for (const event of events) {
    once = reduce(once, event);
    assert.deepEqual(reduce(once, event), once, event.type);
  }
});

test('a setting is shown with its source, and an event keeps values that it does not have', () => {
  const sources = { a: 'config.ini:1' };
  const told = run([{ type: 'config', settings: { a: 1 }, sources, changes: ['a: 0 -> 1'] }]);
  assert.deepEqual([told.settings, told.sources], [{ a: 1 }, sources]);
  const later = reduce(told, { type: 'config', settings: { a: 2 }, changes: ['a: 1 -> 2'] });
  assert.deepEqual([later.settings, later.sources], [{ a: 2 }, sources]);
  const asked = reduce(later, { type: 'run', run: { settings: { a: 3 }, sources: { a: '--a' } } });
  assert.deepEqual([asked.settings, asked.sources], [{ a: 3 }, { a: '--a' }]);
});

test('a later attempt replaces a turn, an earlier one does not', () => {
  const state = run([connected(0), turn(1, { attempt: 2, actions: 5 }), turn(1, { actions: 1 })]);
  assert.deepEqual(
    state.rows.map(({ attempt, actions }) => [attempt, actions]),
    [[2, 5]],
  );
});

// The range to request is fixed when the connection begins: a turn that arrives before the
// answer must not change it.
const gaps = [
  ['all rows are asked for at first', [connected(7)], 1],
  ['none are left after the answer', [connected(2), rows(1, 1, 2)], null],
  ['after a reconnect those past the last', [connected(2), rows(1, 1, 2), connected(5)], 3],
  ['a live turn does not close the gap', [connected(2), rows(1, 1, 2), connected(5), turn(6)], 3],
  [
    'nor does a second reconnect move it',
    [connected(2), rows(1, 1, 2), connected(5), turn(6), connected(7)],
    3,
  ],
  [
    'an answer from further on leaves it',
    [connected(2), rows(1, 1, 2), connected(5), rows(4, 4, 5)],
    3,
  ],
  ['a turn that was jumped over opens one', [connected(2), rows(1, 1, 2), turn(4)], 3],
  ['the next turn opens none', [connected(2), rows(1, 1, 2), turn(3)], null],
];
for (const [name, events, from] of gaps) {
  test(`gap: ${name}`, () => assert.equal(run(events).rowsFrom, from));
}

const many = [connected(5), rows(1, 1, 2, 3, 4, 5)];
const walks = [
  ['it follows the last turn', [], 5, true],
  ['back stops following', [go('previous')], 4, false],
  ['first', [go('first')], 1, false],
  ['before the first there is nothing', [go('first'), go('previous')], 1, false],
  ['forth to the last follows again', [go('previous'), go('next')], 5, true],
  ['last follows', [go('first'), go('last')], 5, true],
  ['a number', [go(3)], 3, false],
  ['a number past the last', [go(99)], 5, true],
  ['a number before the first', [go(-4)], 1, false],
  ['no number changes nothing', [go(NaN)], 5, true],
  ['holding keeps the turn', [{ type: 'hold' }, turn(6)], 5, false],
  ['new turns do not move one who went back', [go(2), turn(6), turn(7)], 2, false],
  ['new turns move one who follows', [turn(6), turn(7)], 7, true],
];
for (const [name, events, shown, following] of walks) {
  test(`going about: ${name}`, () => {
    const state = run([...many, ...events]);
    assert.deepEqual([shownTurn(state), state.following], [shown, following]);
  });
}

test('navigation skips turns that were never recorded', () => {
  const state = run([connected(9), rows(1, 1, 2, 8, 9)]);
  assert.equal(shownTurn(run([go(2), go('next')], state)), 8);
  assert.equal(shownTurn(run([go(8), go('previous')], state)), 2);
  assert.equal(shownTurn(run([go(5)], state)), 8);
});

const streamed = [
  ['pieces are joined', [delta(6, 'ab', 0), delta(6, 'cd', 2)], 'abcd', false],
  ['pieces may have no offset', [delta(6, 'ab'), delta(6, 'cd')], 'abcd', false],
  [
    'a repeated piece is dropped',
    [delta(6, 'ab', 0), delta(6, 'cd', 2), delta(6, 'ab', 0)],
    'abcd',
    false,
  ],
  ['a late reader knows it', [delta(6, 'yz', 24)], 'yz', true],
  ['a hole is known', [delta(6, 'ab', 0), delta(6, 'yz', 24)], 'abyz', true],
  ['offsets may count UTF-16 units', [delta(6, 'é😀', 0), delta(6, 'x', 3)], 'é😀x', false],
  ['or code points', [delta(6, 'é😀', 0), delta(6, 'x', 2)], 'é😀x', false],
  ['or bytes', [delta(6, 'é😀', 0), delta(6, 'x', 6)], 'é😀x', false],
  ['a surrogate pair may be split', [delta(6, '\ud83d', 0), delta(6, '\ude00', 1)], '😀', false],
  ['a new attempt begins anew', [delta(6, 'ab', 0), delta(6, 'X', 0, { attempt: 2 })], 'X', false],
  ['an old attempt is over', [delta(6, 'X', 0, { attempt: 2 }), delta(6, 'ab', 0)], 'X', false],
];
for (const [name, events, text, late] of streamed) {
  test(`streaming: ${name}`, () => {
    const { live } = run([...many, ...events]);
    assert.deepEqual([live.text, live.late], [text, late]);
  });
}

test('a turn with a row accepts no more parts of a reply', () => {
  assert.equal(run([...many, delta(5, 'late piece', 0)]).live, null);
});

test('the turn in progress is shown once there is something to see', () => {
  const asked = run([...many, { type: 'request', turn: 6, attempt: 1 }]);
  assert.equal(shownTurn(asked), 5);
  assert.equal(newestTurn(asked), 6);
  assert.equal(shownTurn(run([delta(6, 'a', 0)], asked)), 5, 'its record is on the way');
  assert.equal(shownTurn(run([record(6, null)], asked)), 6);
  assert.equal(
    shownTurn(run([...many, delta(6, 'a', 0)])),
    6,
    'no record will come before its end',
  );
});

test('the streamed text stays until the complete record is there', () => {
  const events = [
    ...many,
    { type: 'request', turn: 6, attempt: 1 },
    record(6, null),
    delta(6, 'a', 0),
  ];
  const over = run([...events, turn(6)]);
  assert.deepEqual([over.live.text, over.live.over], ['a', true]);
  assert.equal(run([record(6, null)], over).live.text, 'a');
  const whole = run([record(6, 'a whole reply')], over);
  assert.equal(whole.live, null);
  assert.equal(run([record(6, null)], whole).records[6].response.text, 'a whole reply');
});

test('a reply that stops early is over', () => {
  const state = run([
    ...many,
    delta(6, 'a', 0),
    { type: 'state', program: 'running', loop: 'backing_off' },
  ]);
  assert.equal(state.live.over, true);
  assert.equal(run([delta(6, 'b', 1)], state).live.over, false);
});

test('far records are dropped, near ones kept', () => {
  const state = run([
    connected(100),
    rows(1, ...Array.from({ length: 100 }, (_, i) => i + 1)),
    ...Array.from({ length: 100 }, (_, i) => record(i + 1, 'x')),
  ]);
  const kept = Object.keys(state.records).map(Number);
  assert.equal(kept.length, 24);
  assert.equal(Math.min(...kept), 77);
});

test('the answer to the log and its live lines are merged by id', () => {
  const line = (id, text, level = 'info') => ({ id, text, level, time: '', source: 'proxy' });
  const state = run([
    connected(0),
    { type: 'log', ...line(3, 'c') },
    { type: 'log_lines', lines: [line(1, 'a'), line(2, 'b'), line(3, 'c')] },
  ]);
  assert.deepEqual(
    state.log.map(({ text }) => text),
    ['a', 'b', 'c'],
  );
  assert.equal(state.logWanted, false);
});

test('a warning becomes a toast with its place as title, and disappears after a while', () => {
  const warned = run([
    { type: 'tick', now: 1000 },
    connected(0),
    {
      type: 'log',
      id: 1,
      level: 'warning',
      text: 'config.ini:14: temperature: “hot” is not a number',
    },
  ]);
  assert.deepEqual(
    warned.toasts.map(({ tone, title, text }) => [tone, title, text]),
    [['warn', 'config.ini, line 14', 'temperature: “hot” is not a number']],
  );
  assert.equal(run([{ type: 'tick', now: 60_000 }], warned).toasts.length, 0);
  const failed = run([connected(0), { type: 'log', id: 1, level: 'error', text: 'disk full' }]);
  assert.equal(run([{ type: 'tick', now: 60_000 }], failed).toasts.length, 1, 'an error stays');
  assert.equal(run([{ type: 'dismiss', id: 1 }], failed).toasts.length, 0);
});

test('ten thousand rows in one answer are added together', () => {
  const all = Array.from({ length: 10_000 }, (_, i) => i + 1);
  assert.equal(run([connected(10_000), rows(1, ...all)]).rows.length, 10_000);
});

test('a connection reports whether the run is a recorded one', () => {
  const replay = reduce(initialState, connected(3, { replay: true }));
  assert.equal(replay.replay, true);
  assert.equal(reduce(replay, connected(3)).replay, true); // an older proxy does not say
  assert.equal(reduce(replay, connected(3, { replay: false })).replay, false);
});

test('a run folder that cannot be written is shown until it can', () => {
  const failed = reduce(initialState, { type: 'state', program: 'running', not_recorded: 'disk full' });
  assert.equal(failed.not_recorded, 'disk full');
  assert.equal(reduce(failed, { type: 'state', program: 'running', not_recorded: null }).not_recorded, null);
});

test('cleared turns are hidden until they are shown again', () => {
  const three = run([connected(3), rows(1, 1, 2, 3), go(2)]);
  const cleared = reduce(three, { type: 'clear' });
  assert.deepEqual(seenRows(cleared), []);
  assert.equal(shownTurn(cleared), null);
  assert.equal(cleared.following, true);
  assert.equal(newestTurn(cleared), 3, 'the run has them all the same');
  // New turns are shown and can be navigated.
  const more = run([turn(4), turn(5), go('first')], cleared);
  assert.deepEqual(seenRows(more).map((each) => each.turn), [4, 5]);
  assert.equal(shownTurn(more), 4);
  assert.equal(shownTurn(run([go('previous')], more)), 4);
  assert.equal(shownTurn(run([go(2)], more)), 4, 'a hidden turn is not gone to');
  // A reconnect requests only new turns, and shows no hidden ones.
  const again = run([connected(5), { type: 'rows', from: 6, rows: [] }], more);
  assert.deepEqual(seenRows(again).map((each) => each.turn), [4, 5]);
  const whole = reduce(again, { type: 'clear' });
  assert.deepEqual(seenRows(whole).map((each) => each.turn), [1, 2, 3, 4, 5]);
  assert.equal(whole.clearedTo, 0);
});

test('clearing nothing changes nothing; the same list of rows stays the same', () => {
  assert.equal(reduce(initialState, { type: 'clear' }), initialState);
  const some = run([connected(3), rows(1, 1, 2, 3), { type: 'clear' }, turn(4)]);
  assert.equal(seenRows(some), seenRows({ ...some, now: 7 }));
});

test('a turn in progress is shown after clearing, a hidden one is not', () => {
  const live = run([connected(3), rows(1, 1, 2, 3), delta(4, 'I see', 0), { type: 'clear' }]);
  assert.equal(shownTurn(live), 4);
  const old = run([connected(3), rows(1, 1, 2, 3), { type: 'clear' }, delta(3, 'late', 0)]);
  assert.equal(shownTurn(old), null);
});
