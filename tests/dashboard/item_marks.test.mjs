import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markAt, marksOf } from '../../dashboard/js/item_marks.js';

const picture = { width: 512, height: 288 };
const screen = { origin_x: 0, origin_y: 0, width: 1920, height: 1080 };
const item = (from, to = null, outcome = 'done') => ({ outcome, from, to });

const marks = [
  [
    'two places',
    item([0, 0], [1919, 1079]),
    {
      shape: 'arrow',
      points: [
        [0, 0],
        [511, 287],
      ],
    },
  ],
  ['one place', item([1919, 0]), { shape: 'circle', points: [[511, 0]] }],
  ['perhaps performed', item([0, 1079], null, 'partial'), { shape: 'circle', points: [[0, 287]] }],
  ['not performed', item([0, 0], null, 'not_run'), null],
  ['refused', item([0, 0], null, 'refused'), null],
  ['no place', item(null), null],
  ['half a place', item([1]), null],
  ['no number', item(['1', 2]), null],
];
for (const [name, one, expected] of marks) {
  test(`mark: ${name}`, () => assert.deepEqual(marksOf([one], picture, screen), [expected]));
}

test('a monitor to the left has negative places', () => {
  const left = { origin_x: -1920, origin_y: 0, width: 3840, height: 1080 };
  assert.deepEqual(marksOf([item([-1920, 540])], picture, left)[0].points, [[0, 144]]);
  assert.deepEqual(marksOf([item([-1920, 540])], picture, null), [null]);
});

test('the nearest mark is found, the later one when they lie together', () => {
  const placed = marksOf(
    [item([0, 540], [1919, 540]), item([960, 540]), item(null)],
    picture,
    screen,
  );
  assert.deepEqual(
    [markAt(placed, 20, 150, 9), markAt(placed, 256, 144, 9), markAt(placed, 20, 20, 9)],
    [0, 1, null],
  );
});
