import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totals } from '../../dashboard/js/bar_view.js';
import { isOutlined, usualGap } from '../../dashboard/js/outline_state.js';
import { picturedBefore } from '../../dashboard/js/rows_state.js';
import { figuresOf, wanted } from '../../dashboard/js/select.js';
import { shownTurn } from '../../dashboard/js/shown_state.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

const run = (events, state = initialState) => events.reduce(reduce, state);
const connected = (last, more = {}) => ({ type: 'connected', run: 'a', last_turn: last, program: 'running', ...more });
const timeOf = (turn) => new Date(1e12 + turn * 1000).toISOString();
const row = (turn, more = {}) => ({
  turn,
  attempt: 1,
  time: timeOf(turn),
  outcome: 'actions',
  actions: 2,
  tokens: 10,
  latency_ms: 100,
  picture: true,
  ...more,
});
const turn = (number, more = {}) => ({ type: 'turn', ...row(number, more) });
const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const outline = (from, to, outcomes = 'A'.repeat(to - from + 1), turns = [[from, to]]) => ({
  type: 'outline',
  from,
  outline: {
    turns,
    outcomes,
    tokens: 10 * outcomes.length,
    latency_ms: 100 * outcomes.length,
    timed: outcomes.length,
    first_time: timeOf(from),
    last_time: timeOf(to),
  },
});
const slice = (from, to, rows = numbers(from, to).map((n) => row(n))) => ({ type: 'slice', from, to, rows });
const asked = (state) =>
  wanted(state)
    .filter(({ what }) => ['rows', 'outline', 'slice'].includes(what))
    .map(({ what, from, to }) => `${what} ${from}${to ? `-${to}` : ''}`);
const long = run([connected(10_000), outline(1, 10_000)]);

const questions = [
  ['of a short run all rows are asked for', run([connected(1999)]), ['rows 1']],
  ['of a long one the outline', run([connected(2000)]), ['outline 1']],
  ['then the rows about the newest turn', long, ['slice 9500-9999', 'slice 10000-10499']],
  ['about the shown turn', reduce(long, { type: 'go', where: 4321 }), ['slice 3500-3999', 'slice 4000-4499', 'slice 4500-4999']],
  ['at the beginning', reduce(long, { type: 'go', where: 'first' }), ['slice 0-499']],
  ['whole rows are not asked for again', run([slice(9500, 9999), slice(10_000, 10_499, [row(10_000)])], long), []],
  [
    'what a view has in sight comes in small slices',
    run([slice(9500, 10_000), { type: 'sight', turns: [77, 78, 120] }], long),
    ['slice 50-99', 'slice 100-149'],
  ],
  [
    'a turn in sight that nobody recorded is not asked for',
    run([
      connected(9999),
      outline(1, 9999, 'A'.repeat(9998), [[1, 5], [7, 9999]]),
      slice(9500, 9999),
      { type: 'sight', turns: [6, 99_999] },
    ]),
    [],
  ],
  ['after a long sleep the outline of what is new', run([slice(9500, 10_000), connected(20_000)], long), ['outline 10001']],
  ['after a short one its rows', run([slice(9500, 10_000), connected(10_900)], long), ['rows 10001']],
  ['many turns that were jumped over', run([slice(9500, 10_000), turn(12_100), slice(12_000, 12_499, [row(12_100)])], long), ['outline 10001']],
];
for (const [name, state, expected] of questions) test(`rows: ${name}`, () => assert.deepEqual(asked(state), expected));

test('an outline has each turn’s outcome, and whether it has a picture', () => {
  const state = run([connected(5000), outline(1, 9, 'AaEeVvDN', [[1, 5], [7, 9]])]);
  assert.deepEqual(
    state.rows.map(({ turn: number, outcome, picture }) => `${number} ${outcome}${picture ? ' +' : ''}`),
    ['1 actions +', '2 actions', '3 error +', '4 error', '5 violation +', '7 violation', '8 degraded +', '9 none +'],
  );
  assert.ok(state.rows.every(isOutlined));
  assert.equal(picturedBefore(state, 5).row.turn, 3);
});

test('a turn that comes before the outline stays, and is counted once', () => {
  const state = run([connected(5000), turn(5001), outline(1, 5001)]);
  assert.equal(state.rows.length, 5001);
  assert.equal(isOutlined(state.rows.at(-1)), false);
  assert.equal(totals(state).tokens, 50_010);
  assert.equal(shownTurn(state), 5001);
});

test('sums are the same whichever rows are complete', () => {
  const state = run([turn(10_001, { tokens: 7, latency_ms: 200 })], long);
  for (const each of [state, run([slice(9500, 9999), slice(0, 499, numbers(1, 499).map((n) => row(n)))], state)]) {
    const { tokens, latency, counts } = totals(each);
    assert.deepEqual([tokens, counts.actions], [100_007, 10_001]);
    assert.equal(latency.toFixed(3), '100.010');
  }
});

test('a slice replaces outlined rows, and keeps what is newer', () => {
  const state = run([turn(10_000, { attempt: 2, actions: 5 }), slice(9998, 10_001)], long);
  assert.deepEqual(
    state.rows.slice(-5).map((each) => [each.turn, each.attempt, each.actions]),
    [
      [9997, undefined, undefined],
      [9998, 1, 2],
      [9999, 1, 2],
      [10_000, 2, 5],
      [10_001, 1, 2],
    ],
  );
  assert.deepEqual(reduce(state, slice(9998, 10_001)).rows, state.rows);
});

test('a row that the proxy no longer has is not requested forever', () => {
  const state = run([slice(9500, 9999, [row(9500)]), slice(10_000, 10_499, [])], long);
  assert.deepEqual(state.rows.slice(-2).map(({ turn: number }) => number), [9499, 9500]);
  assert.equal(asked(state).includes('slice 9500-9999'), false);
});

test('an outline that was not requested changes nothing', () => {
  assert.equal(reduce(long, outline(1, 10_000)), long);
  const later = run([slice(9500, 10_000), connected(20_000)], long);
  assert.equal(reduce(later, outline(1, 10_000)), later);
  assert.equal(reduce(later, outline(10_001, 20_000)).rows.length, 20_000);
});

test('the turn in progress is over when its row is in a slice', () => {
  const open = { type: 'request', turn: 10_000, attempt: 2 };
  const state = run([connected(9999), outline(1, 9999), open, connected(20_000), outline(10_000, 20_000)]);
  assert.deepEqual([state.live.turn, state.live.over], [10_000, false]);
  assert.equal(reduce(state, slice(10_000, 10_499)).live.over, false);
  const rows = [row(10_000, { attempt: 2 })];
  assert.equal(reduce(state, slice(10_000, 10_499, rows)).live.over, true);
});

test('how long the run took, and a turn of it, is known from the outline', () => {
  assert.equal(usualGap(long), 1000);
  assert.equal(usualGap(initialState), null);
  const replay = { ...long, replay: true };
  const figures = figuresOf(replay, totals(replay)).map(([name, value]) => `${name} ${value}`);
  assert.ok(figures.includes('recorded 2 h 46 m'), figures.join());
});

test('a replay waits for the row that has a turn’s duration', () => {
  const record = { type: 'record', record: { turn: 5, attempt: 1, response: { text: 'a' } } };
  const playing = run([{ type: 'go', where: 5 }, record, { type: 'play', now: 0 }], long);
  assert.equal(reduce(playing, { type: 'play_tick', now: 60_000 }).play.turn, 5);
  const ready = run([slice(1, 499)], playing);
  assert.equal(reduce(ready, { type: 'play_tick', now: 1000 }).play.turn, 6);
});
