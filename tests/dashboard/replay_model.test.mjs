import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginning,
  following,
  kIdleMs,
  played,
  progressOf,
  shownFor,
} from '../../dashboard/js/replay_model.js';
import { shownTurn } from '../../dashboard/js/shown_state.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

const at = (seconds) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const row = (turn, seconds) => ({ turn, attempt: 1, time: at(seconds), outcome: 'actions' });
// Turn 3 was never recorded; after turn 4 somebody paused the run for an hour.
const rows = [row(1, 0), row(2, 2), row(4, 4), row(5, 3604), row(6, 3605)];
const plain = { speed: 1, skipIdle: false };
const skips = { speed: 1, skipIdle: true };

for (const [name, manner, index, expected] of [
  ['by the recorded times', plain, 0, 2000],
  ['four times as fast', { ...plain, speed: 4 }, 0, 500],
  ['a long wait as it was', plain, 2, 3_600_000],
  ['a long wait made short', skips, 2, kIdleMs],
  ['a long wait made short, and faster', { ...skips, speed: 16 }, 2, kIdleMs / 16],
  ['a short wait is not made longer', skips, 0, 2000],
]) {
  test(name, () => assert.equal(shownFor(rows[index], rows[index + 1], manner), expected));
}

test('no turn is shorter than a page needs, and unknown times take a second', () => {
  assert.equal(shownFor(row(1, 0), row(2, 0.1), { ...plain, speed: 16 }), 80);
  assert.equal(shownFor({ time: 'x' }, row(2, 0), plain), 1000);
  assert.equal(shownFor(row(1, 9), row(2, 3), plain), 1000);
});

test('the next turn skips those that were never recorded', () => {
  assert.deepEqual(following(rows, 2, plain), { turn: 4, wait: 2000 });
  assert.deepEqual(following(rows, 3, plain), { turn: 4, wait: 0 });
  assert.equal(following(rows, 6, plain), null);
});

test('the replay returns the turn and when the next is due', () => {
  const play = { turn: 1, at: 10_000 };
  assert.deepEqual(played(rows, play, plain, 11_999), { play, turn: 1, due: 12_000 });
  assert.deepEqual(played(rows, play, plain, 12_000), {
    play: { turn: 2, at: 12_000 },
    turn: 2,
    due: 14_000,
  });
  assert.equal(played(rows, play, plain, 14_500).turn, 4, 'a page that was held up catches up');
  assert.deepEqual(played(rows, { turn: 5, at: 0 }, plain, 1000), { play: null, turn: 6, due: null });
});

test('it begins at the shown turn, and at the first one after the end', () => {
  assert.equal(beginning(rows, 4), 4);
  assert.equal(beginning(rows, 6), 1);
  assert.equal(beginning(rows, 7), 1);
  assert.equal(beginning([], 1), null);
});

test('progress', () => {
  assert.deepEqual(progressOf(rows, 1, skips), { share: 0, left: 2000 + 2000 + 3000 + 1000 });
  assert.deepEqual(progressOf(rows, 5, skips), { share: 0.75, left: 1000 });
  assert.deepEqual(progressOf(rows, 6, skips), { share: 1, left: 0 });
  assert.deepEqual(progressOf([], 1, skips), { share: 1, left: 0 });
});

// --- in the page's state

const connected = {
  type: 'connected',
  run: 'a',
  last_turn: 6,
  program: 'finished',
  replay: true,
};
const record = (turn) => ({
  type: 'record',
  record: { turn, attempt: 1, response: { text: 't' } },
});
const recorded = [
  { type: 'tick', now: 1000 },
  connected,
  { type: 'rows', from: 1, rows },
  { type: 'manner', skipIdle: false },
  ...rows.map(({ turn }) => record(turn)),
].reduce(reduce, initialState);
const tick = (now) => ({ type: 'play_tick', now });
const play = (now) => ({ type: 'play', now });

test('from the last turn it plays the whole run, and stops at the end', () => {
  let state = reduce(recorded, play(0));
  assert.equal(shownTurn(state), 1);
  state = reduce(state, tick(1999));
  assert.equal(shownTurn(state), 1);
  state = [tick(2000), tick(4000)].reduce(reduce, state);
  assert.equal(shownTurn(state), 4);
  state = reduce(state, { type: 'manner', speed: 16, skipIdle: true });
  state = [tick(4000 + kIdleMs / 16), tick(100_000)].reduce(reduce, state);
  assert.deepEqual([shownTurn(state), state.play, state.following], [6, null, true]);
});

test('it waits for a turn that is loading', () => {
  const records = { ...recorded.records };
  delete records[2];
  let state = [play(0), tick(2000), tick(60_000)].reduce(reduce, { ...recorded, records });
  assert.equal(shownTurn(state), 2);
  state = [record(2), tick(61_000)].reduce(reduce, state);
  assert.equal(shownTurn(state), 2, 'its time begins when it can be seen');
  assert.equal(shownTurn(reduce(state, tick(62_000))), 4);
});

test('a turn without a record does not end it', () => {
  const records = { ...recorded.records };
  delete records[2];
  const state = [
    { type: 'no_record', turn: 2, why: '404' },
    play(0),
    tick(2000),
    tick(4000),
  ].reduce(reduce, { ...recorded, records });
  assert.equal(shownTurn(state), 4);
});

for (const event of [{ type: 'go', where: 'next' }, { type: 'hold' }, play(10)]) {
  test(`it goes off by itself: ${event.type}`, () => {
    const state = [play(0), event].reduce(reduce, recorded);
    assert.equal(state.play, null);
    assert.equal(reduce(state, tick(100_000)), state);
  });
}

test('in a live run it plays from the shown turn up to live', () => {
  const live = { ...connected, replay: false, program: 'running', loop: 'thinking' };
  let state = [live, { type: 'go', where: 5 }, play(0)].reduce(reduce, recorded);
  assert.equal(shownTurn(state), 5);
  state = reduce(state, { type: 'turn', ...row(7, 3606) });
  state = reduce(state, tick(1000));
  assert.equal(shownTurn(state), 6);
  state = [record(6), tick(2000)].reduce(reduce, state);
  assert.deepEqual([shownTurn(state), state.play, state.following], [7, null, true]);
});
