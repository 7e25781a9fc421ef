import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markAt, marksOf, parseCall, toPixel } from '../../dashboard/js/call_geometry.js';

const calls = [
  ['drag(350, 290, 410, 240)', { tool: 'drag', values: [350, 290, 410, 240] }],
  ['screenshot()', { tool: 'screenshot', values: [] }],
  ['left_click(0.5, -3)', { tool: 'left_click', values: [0.5, -3] }],
  ['left_click(1e-05, 1e+16)', { tool: 'left_click', values: [1e-5, 1e16] }],
  ['type("a, \\"b\\")\\n")', { tool: 'type', values: ['a, "b")\n'] }],
  ['hotkey("ctrl", "c")', { tool: 'hotkey', values: ['ctrl', 'c'] }],
  ['type("line\u2028 “x”")', { tool: 'type', values: ['line\u2028 “x”'] }],
  ['drag(1 2)', null],
  ['drag(1, 2', null],
  ['nothing', null],
  ['', null],
  ['type("open)', null],
];
for (const [text, expected] of calls) {
  test(`call: ${text}`, () => assert.deepEqual(parseCall(text), expected));
}

test('1000 is the last pixel, and values outside are clamped', () => {
  assert.deepEqual(
    [0, 500, 1000, 1500, -7].map((v) => toPixel(v, 512)),
    [0, 256, 511, 511, 0],
  );
});

test('pixels of a picture stay, multiples of 28 are scaled', () => {
  assert.equal(toPixel(100, 512, 'pixels'), 100);
  assert.equal(toPixel(504, 512, 'factor28'), 511);
});

const picture = { width: 512, height: 288 };
const marks = [
  [
    'drag(0, 0, 1000, 1000)',
    {
      shape: 'arrow',
      points: [
        [0, 0],
        [511, 287],
      ],
    },
  ],
  ['left_click(1000, 0)', { shape: 'circle', points: [[511, 0]] }],
  ['right_click(0, 1000)', { shape: 'diamond', points: [[0, 287]] }],
  ['type("meow")', null], // no click before it on this turn
  ['press("enter")', null],
  ['drag(1, 2)', null],
  ['left_click("a", 2)', null],
];
for (const [call, expected] of marks) {
  test(`mark: ${call}`, () => assert.deepEqual(marksOf([call], picture), [expected]));
}

test('text lies at the last left click', () => {
  assert.deepEqual(marksOf(['left_click(0, 0)', 'right_click(9, 9)', 'type("x")'], picture)[2], {
    shape: 'underline',
    points: [[0, 0]],
  });
});

test('the nearest mark is found, the later one when they lie together', () => {
  const placed = marksOf(
    ['drag(0, 500, 1000, 500)', 'left_click(500, 500)', 'press("a")'],
    picture,
  );
  assert.deepEqual(
    [markAt(placed, 20, 150, 9), markAt(placed, 256, 144, 9), markAt(placed, 20, 20, 9)],
    [0, 1, null],
  );
});
