import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOf, turnOf, withRun } from '../../dashboard/js/address.js';

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

test('the turn of a page', () => {
  const rows = [['', null], ['#37', 37], ['#', null], ['#0', null], ['#-3', null], ['#3x', null]];
  for (const [hash, turn] of rows) assert.equal(turnOf(hash), turn, hash);
});
