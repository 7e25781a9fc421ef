import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bytes,
  compact,
  count,
  digest,
  duration,
  number,
  utf8Length,
  whole,
} from '../../dashboard/js/format.js';

const tables = [
  [
    number,
    [
      [8214, '8,214'],
      [0, '0'],
      [null, '–'],
      [undefined, '–'],
      [NaN, '–'],
    ],
  ],
  [
    bytes,
    [
      [931, '931 B'],
      [99_999, '99,999 B'],
      [340_000, '340 kB'],
      [5_200_000, '5.2 MB'],
      [null, '–'],
    ],
  ],
  [
    compact,
    [
      [9999, '9,999'],
      [186_400, '186 k'],
      [14_200_000, '14.2 M'],
    ],
  ],
  [
    duration,
    [
      [0.13, '0.1 ms'],
      [3.9, '3.9 ms'],
      [840, '0.84 s'],
      [14_600, '14.6 s'],
      [125_000, '2 m 05 s'],
      [null, '–'],
    ],
  ],
  [
    whole,
    [
      [12_999, '12 s'],
      [-5, '0 s'],
      [3_599_000, '59 m 59 s'],
      [34_860_000, '9 h 41 m'],
    ],
  ],
  [
    digest,
    [
      ['7c1e00000000d05b', '7c1e…d05b'],
      ['abc', 'abc'],
      [null, '–'],
    ],
  ],
  [
    utf8Length,
    [
      ['abc', 3],
      ['é€😀', 9],
      ['\ud83d', 3],
      ['', 0],
    ],
  ],
];
for (const [format, rows] of tables) {
  for (const [value, expected] of rows) {
    test(`${format.name}(${JSON.stringify(value)})`, () => assert.equal(format(value), expected));
  }
}
test('count', () => assert.deepEqual([count(1, 'turn'), count(2, 'turn')], ['1 turn', '2 turns']));
