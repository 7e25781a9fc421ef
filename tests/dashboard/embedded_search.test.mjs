import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchRows } from '../../dashboard/js/embedded_search.js';

const rows = [
  { turn: 1, verdict: 'first', outcome: 'error' },
  { turn: 2, verdict: 'ok', outcome: 'actions' },
  { turn: 3, verdict: 'violation', outcome: 'none' },
];
const records = {
  1: { executor: { out: { items: [{ call: null, written: 'darg(1)', outcome: 'malformed', why: 'NameError: darg' }] } } },
  2: { response: { text: 'The LEFT ear of a Кот' }, note: 'larger', executor: { out: { items: [{ call: 'drag(1, 2)', outcome: 'done' }] } } },
  3: { feedback: 'left no ear', response: { text: 'x', calls: [{ name: 'click_element', arguments: '{}' }] } },
};
const search = (query, clock) => searchRows(query, rows, (turn) => records[turn] ?? {}, clock);

for (const [query, turns] of [
  ['', [1, 2, 3]],
  ['left', [2, 3]],
  ['"left ear"', [2]],
  ['кот', [2]],
  ['left -larger', [3]],
  ['error:', [1]],
  ['error:nameerror', [1]],
  ['error:typeerror', []],
  ['-error:', [2, 3]],
  ['sst:violation', [3]],
  ['outcome:actions', [2]],
  ['tool:drag', [2]],
  ['tool:darg', []],
  ['click_element', [3]],
  ['turn:2', [2]],
  ['turn:2-', [2, 3]],
  ['turn:1-2 -turn:1', [2]],
  ['turn:x', []],
]) {
  test(`search of an export: ${query || 'nothing'}`, () => {
    const { found, cut } = search(query);
    assert.deepEqual(found.map(({ turn }) => turn), turns);
    assert.equal(cut, null);
  });
}

test('a long search is cut, and says up to where it came', () => {
  let now = 0;
  assert.deepEqual(search('left', () => (now += 100)), { found: [rows[1]], cut: 2 });
});
