import assert from 'node:assert/strict';
import { test } from 'node:test';
import { driftAt, filmOf, frameAt, frameWords, turnsOf } from '../../dashboard/js/filmstrip_model.js';
import { initialState } from '../../dashboard/js/state.js';

const strip = { count: 10_000, width: 1000, pitch: 100 };
const films = [
  ['the first', { shown: 0 }, { origin: 0, from: 0, to: 11 }],
  ['one in the middle', { shown: 5000 }, { origin: -499_550, from: 4993, to: 5007 }],
  ['the last', { shown: 9999 }, { origin: -999_000, from: 9988, to: 9999 }],
  ['a film shorter than the strip', { count: 4, shown: 3 }, { origin: 0, from: 0, to: 3 }],
  ['no frame', { count: 0, shown: 0 }, { origin: 0, from: 0, to: -1 }],
  ['held, and the shown frame in sight', { shown: 5002, held: -499_550 }, { origin: -499_550, from: 4993, to: 5007 }],
  ['held, and it is left of the strip', { shown: 4994, held: -499_550 }, { origin: -499_400, from: 4992, to: 5005 }],
  ['held, and it is right of the strip', { shown: 5006, held: -499_550 }, { origin: -499_700, from: 4995, to: 5008 }],
];
for (const [name, change, expected] of films) {
  test(`film: ${name}`, () => assert.deepEqual(filmOf({ ...strip, ...change }), expected));
}

test('few frames exist of a long run, wherever it is', () => {
  for (let shown = 0; shown < strip.count; shown += 97) {
    const { from, to } = filmOf({ ...strip, shown });
    assert.ok(from <= shown && shown <= to && to - from < 16, `${shown}: ${from}–${to}`);
  }
});

test('a place is a frame', () => {
  const film = filmOf({ ...strip, shown: 5000 });
  assert.deepEqual(
    [0, 49, 50, 500, 999, -1e9, 1e9].map((x) => frameAt(film, strip, x)),
    [4995, 4995, 4996, 5000, 5005, 0, 9999],
  );
});

test('a pointer at an edge moves the film', () => {
  assert.deepEqual([-5, 20, 500, 980, 1200].map((x) => driftAt(x, 1000)), [-1, -1, 0, 1, 1]);
});

const row = (turn) => ({ turn, outcome: 'actions', actions: 2 });
const run = (change) => turnsOf({ ...initialState, rows: [row(1), row(2), row(4)], ...change });

test('the film has the recorded turns and the one in progress', () => {
  const over = run({});
  assert.deepEqual([over.count, over.turnAt(2), over.indexOf(4), over.indexOf(3)], [3, 4, 2, 2]);
  const live = run({ live: { turn: 5 } });
  assert.deepEqual([live.count, live.turnAt(3), live.rowAt(3), live.indexOf(5)], [4, 5, null, 3]);
  assert.equal(run({ live: { turn: 4 } }).count, 3);
});

test('hidden turns have no frame', () => {
  const hidden = run({ clearedTo: 2 });
  assert.deepEqual([hidden.count, hidden.turnAt(0), hidden.indexOf(1)], [1, 4, 0]);
  assert.equal(run({ clearedTo: 4, live: { turn: 4 } }).count, 0);
});

const words = [
  [null, 'now'],
  [row(1), '2 actions'],
  [{ turn: 1, outcome: 'actions' }, ''],
  [{ turn: 1, outcome: 'error', actions: 2 }, 'error'],
  [{ turn: 1, outcome: 'none' }, 'no action'],
  [{ turn: 1, outcome: 'of a later version' }, 'of a later version'],
];
for (const [given, expected] of words) {
  test(`the words of a frame: ${expected || 'none'}`, () => assert.equal(frameWords(given), expected));
}
