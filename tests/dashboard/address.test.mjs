import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf, placeOf, runOf, withRun } from '../../dashboard/js/address.js';

test('the run of a page', () => {
  const rows = [
    ['', null],
    ['?run=3', 3],
    ['?x=1&run=12', 12],
    ['?run=', null],
    ['?run=0', null],
    ['?run=-1', null],
    ['?run=3x', null],
    ['?run=../x', null],
    ['?run=1234567890', null],
  ];
  for (const [search, run] of rows) assert.equal(runOf(search), run, search);
});

test('every request of a page carries its run', () => {
  const rows = [
    ['/events', null, '/events'],
    ['/events', 3, '/events?run=3'],
    ['/api/turns?from=7', 3, '/api/turns?from=7&run=3'],
    ['/turns/7.png?attempt=2', 12, '/turns/7.png?attempt=2&run=12'],
  ];
  for (const [path, run, asked] of rows) assert.equal(withRun(path, run), asked);
});

const none = { turn: null, action: null };
const places = [
  ['', none],
  ['#37', { turn: 37, action: null }],
  ['#turn=7', { turn: 7, action: null }],
  ['#turn=7&action=2', { turn: 7, action: 2 }],
  ['#turn=7&action=0', none],
  ['#action=2', none],
  ['#', none],
  ['#0', none],
  ['#-3', none],
  ['#3x', none],
];
for (const [hash, place] of places) {
  test(`the place of a page: ${hash || 'none'}`, () => assert.deepEqual(placeOf(hash), place));
}

test('a place is read as it was written', () => {
  for (const place of [none, { turn: 7, action: null }, { turn: 7, action: 2 }]) {
    assert.deepEqual(placeOf(hashOf(place)), place);
  }
});
