import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutAround, markAt, marksOf, markWords, performed, shownActions, stacked } from '../../dashboard/js/action_marks.js';

const picture = { width: 512, height: 288 };
const screen = { origin_x: 0, origin_y: 0, width: 1920, height: 1080 };
const item = (from, to = null, outcome = 'done', more = {}) => ({ outcome, from, to, ...more });
const mark = (shape, points, more = {}) => ({ shape, points, hollow: false, changed: false, failed: false, keys: false, ...more });

const marks = [
  ['two places', item([0, 0], [1919, 1079]), mark('arrow', [[0, 0], [511, 287]])],
  ['one place', item([1919, 0]), mark('circle', [[511, 0]])],
  ['perhaps performed', item([0, 1079], null, 'partial'), mark('circle', [[0, 287]])],
  ['refused', item([0, 0], null, 'refused'), mark('circle', [[0, 0]], { failed: true })],
  ['not performed', item([0, 0], null, 'not_run'), null],
  ['no place', item(null), null],
  ['half a place', item([1]), null],
  ['no number', item(['1', 2]), null],
  ['from the pointer', item([8, 8], [1919, 0], 'done', { pointer: [9, 8] }), mark('arrow', [[2, 2], [511, 0]], { hollow: true })],
  ['the pointer elsewhere', item([8, 8], null, 'done', { pointer: [80, 8] }), mark('circle', [[2, 2]])],
  ['keys', item(null, null, 'done', { pointer: [1919, 1079] }), mark('circle', [[511, 287]], { hollow: true, keys: true })],
  ['after a change', item([0, 0], null, 'done', { changed_before: true }), mark('circle', [[0, 0]], { changed: true })],
  ['without a change', item([0, 0], null, 'done', { changed_before: false }), mark('circle', [[0, 0]])],
  ['a stranger’s pointer', item(null, null, 'done', { pointer: 'here', changed_before: 'yes' }), null],
];
for (const [name, one, expected] of marks) {
  test(`mark: ${name}`, () => assert.deepEqual(marksOf([one], picture, screen), [expected]));
}

test('a monitor to the left has negative places', () => {
  const left = { origin_x: -1920, origin_y: 0, width: 3840, height: 1080 };
  assert.deepEqual(marksOf([item([-1920, 540])], picture, left)[0].points, [[0, 144]]);
  assert.deepEqual(marksOf([item([-1920, 540])], picture, null), [null]);
  assert.deepEqual(marksOf([item([1, 1])], { width: 0, height: 0 }, screen), [null]);
});

test('the nearest mark is found, the later one when they lie together', () => {
  const placed = marksOf([item([0, 540], [1919, 540]), item([960, 540]), item(null)], picture, screen);
  assert.deepEqual([markAt(placed, 20, 150, 9), markAt(placed, 256, 144, 9), markAt(placed, 20, 20, 9)], [0, 1, null]);
});

test('a mark says what is special about it', () => {
  assert.equal(markWords(mark('circle', [[0, 0]])), '');
  assert.equal(markWords(null), '');
  assert.equal(
    markWords(mark('circle', [[0, 0]], { hollow: true, changed: true })),
    'the pointer was here; the screen had changed',
  );
});

test('numbers at one place stand side by side, and keys need no second ring there', () => {
  const keys = (at) => mark('circle', [at], { keys: true });
  const all = [keys([9, 9]), mark('arrow', [[9, 9], [50, 50]]), null, keys([51, 50]), keys([9, 10]), mark('circle', [[90, 90]])];
  assert.deepEqual(stacked(all, 3), [
    { shift: 0, bare: false },
    { shift: 1, bare: false },
    null,
    { shift: 0, bare: true },
    { shift: 2, bare: true },
    { shift: 0, bare: false },
  ]);
});

test('a magnifier has the target’s pixel in its middle', () => {
  assert.deepEqual(cutAround(mark('arrow', [[1, 1], [100, 50]]), { width: 33, height: 23 }), { x: 84, y: 39, width: 33, height: 23 });
});

const recordOf = (id, after, items, more = {}) => ({
  request_id: id,
  after,
  request: {},
  image: { width: 512, height: 288 },
  executor: {
    in: { seen: { screen, image: { width: 1280, height: 720 } } },
    out: { items, screen, warnings: [] },
  },
  ...more,
});

test('whose reply a turn performed', () => {
  const next = recordOf('c', 'b', []);
  assert.equal(performed(next, { request_id: 'b' }), true);
  assert.equal(performed(next, null), true, 'the record before is not loaded');
  assert.equal(performed(next, { request_id: 'a' }), false, 'it goes on from another attempt');
  assert.equal(performed({ ...next, request: null }, { request_id: 'b' }), false, 'a client’s call');
  assert.equal(performed({ ...next, request: null, finished: {} }, { request_id: 'b' }), true);
  assert.equal(performed({ ...next, executor: { in: null, out: null } }, { request_id: 'b' }), false);
  assert.equal(performed(null, { request_id: 'b' }), false);
});

test('the actions of the reply are drawn on the picture that it was written for', () => {
  const before = recordOf('a', null, []);
  const record = recordOf('b', 'a', [item([0, 0])]);
  const after = recordOf('c', 'b', [item([1919, 1079]), item(null, null, 'done', { pointer: [0, 0] })]);
  const parts = { turn: 7, record, before, after };
  const now = shownActions(parts, 'after');
  assert.deepEqual([now.record, now.turn, now.drawn, now.size], [after, 7, true, { width: 1280, height: 720 }]);
  assert.deepEqual(now.marks.map(({ points }) => points), [[[1279, 719]], [[0, 0]]]);
  const then = shownActions(parts, 'before');
  assert.deepEqual([then.record, then.turn, then.drawn], [record, 6, true]);
  for (const mode of ['swipe', 'difference']) {
    const between = shownActions(parts, mode);
    assert.deepEqual([between.record, between.turn, between.drawn], [record, 6, false]);
  }
  // Without the next turn: what led to the picture, which has the marks itself; keys have none.
  const last = shownActions({ ...parts, record: { ...record, executor: after.executor }, after: null }, 'after');
  assert.deepEqual([last.turn, last.drawn, last.marks[0].points, last.marks[1]], [6, false, [[511, 287]], null]);
});

test('places of a window that was moved count from where it is now', () => {
  const moved = recordOf('b', 'a', [item([150, 50])]);
  moved.executor.in.seen = { screen: { origin_x: 0, origin_y: 0, width: 200, height: 100 }, image: { width: 200, height: 100 } };
  moved.executor.out.screen = { origin_x: 100, origin_y: 0, width: 200, height: 100 };
  const at = () => shownActions({ turn: 1, record: recordOf('a', null, []), before: null, after: moved }, 'after').marks[0].points[0];
  assert.deepEqual(at(), [150, 50]);
  moved.executor.out.warnings = [{ code: 'window_moved', text: 'w' }];
  assert.deepEqual(at(), [50, 50]);
});

test('a record without anything has no actions', () => {
  const { marks: none, drawn } = shownActions({ turn: 1, record: null, before: null, after: { executor: { out: { items: 3 } } } }, 'after');
  assert.deepEqual([none, drawn], [[], true]);
  assert.deepEqual(shownActions({ turn: 1, record: {}, before: null, after: null }, 'after').marks, []);
});
