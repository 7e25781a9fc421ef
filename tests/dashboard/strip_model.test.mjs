import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceOf } from '../../dashboard/js/picture_difference.js';
import { barOf, kBand, ticksOf, turnAt, turnOnBar } from '../../dashboard/js/strip_model.js';

const ticks = [
  ['few turns have wide ticks', [604, 1, 10, 10], { pitch: 12, from: 1, to: 10 }],
  ['more turns have narrow ones', [604, 1, 75, 75], { pitch: 8, from: 1, to: 75 }],
  ['the last of many', [604, 1, 10_000, 10_000], { pitch: 6, from: 9901, to: 10_000 }],
  ['around one in the middle', [604, 1, 10_000, 5000], { pitch: 6, from: 4950, to: 5049 }],
  ['the first of many', [604, 1, 10_000, 1], { pitch: 6, from: 1, to: 100 }],
  ['a fork begins later', [604, 18, 20, 18], { pitch: 12, from: 18, to: 20 }],
  ['no width at all', [0, 1, 9, 3], { pitch: 6, from: 3, to: 3 }],
];
for (const [name, args, expected] of ticks) {
  test(`ticks: ${name}`, () => assert.deepEqual(ticksOf(...args), expected));
}

test('a place is a turn', () => {
  const shown = ticksOf(604, 1, 10_000, 5000);
  assert.deepEqual(
    [-5, 0, 6, 9999].map((x) => turnAt(shown, x)),
    [4950, 4950, 4951, 5049],
  );
  assert.deepEqual(
    [-1, 0, 300, 600].map((x) => turnOnBar(600, 1, 10_000, x)),
    [1, 1, 5001, 10_000],
  );
});

test('one violation in ten thousand turns is visible over the full height', () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    turn: i + 1,
    outcome: i === 7311 ? 'violation' : 'actions',
  }));
  const found = barOf(rows, 900, 1, 10_000).filter(({ outcome }) => outcome === 'violation');
  assert.deepEqual(
    found.map(({ height, width }) => [height, width]),
    [[kBand, 2]],
  );
});

test('a column shares its height among its turns', () => {
  const rows = ['actions', 'actions', 'actions', 'error'].map((outcome, i) => ({
    turn: i + 1,
    outcome,
  }));
  assert.deepEqual(
    barOf(rows, 1, 1, 4).map(({ outcome, height }) => [outcome, height]),
    [
      ['actions', 6],
      ['error', 2],
    ],
  );
});

test('a short run fills the bar, turn by turn', () => {
  const boxes = barOf(
    [
      { turn: 1, outcome: 'error' },
      { turn: 2, outcome: 'none' },
    ],
    10,
    1,
    2,
  );
  assert.deepEqual(
    boxes.map(({ outcome }) => outcome),
    [...Array(5).fill('error'), ...Array(5).fill('none')],
  );
});

const rgba = (...pixels) => Uint8ClampedArray.from(pixels.flatMap((p) => [...p, 255]));
const [black, white, red] = [
  [0, 0, 0],
  [255, 255, 255],
  [255, 59, 48],
];
const dim = [82, 82, 82, 255];
const differences = [
  ['nothing', black, black, [0, 0, 0, 255]],
  ['an old stroke is dimmed', white, white, dim],
  ['a new stroke is green', black, white, [126, 226, 160, 255]],
  ['a removed stroke is green', white, black, [126, 226, 160, 255]],
  ['another colour of the same brightness is green', [90, 90, 90], [20, 90, 160], [44, 80, 56, 255]],
  ['a mark of this turn is not new', black, red, [0, 0, 0, 255]],
  ['what a mark of the turn before covered is not new', red, white, dim],
];
for (const [name, before, after, expected] of differences) {
  test(`difference: ${name}`, () =>
    assert.deepEqual([...differenceOf(rgba(before), rgba(after))], expected));
}
