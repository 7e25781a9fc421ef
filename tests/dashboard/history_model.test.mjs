import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cardRows,
  countWords,
  noneWords,
  outcomeWords,
  rangeOf,
  rangesOf,
} from '../../dashboard/js/history_model.js';
import { initialHistory, reduceHistory } from '../../dashboard/js/history_state.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

const rowsOf = (...turns) => turns.map((turn) => ({ turn, outcome: 'actions', actions: 1 }));
const many = (count) => rowsOf(...Array.from({ length: count }, (_, i) => i + 1));
const turns = (rows) => rows.map(({ turn }) => turn);

test('ranges are counted back from the newest turn, and the newest grows', () => {
  for (const [count, expected] of [
    [0, [[1, Infinity]]],
    [1, [[1, Infinity]]],
    [1000, [[1, Infinity]]],
    [
      1001,
      [
        [2, Infinity],
        [1, 1],
      ],
    ],
    [
      2500,
      [
        [1501, Infinity],
        [501, 1500],
        [1, 500],
      ],
    ],
  ]) {
    const ranges = rangesOf(many(count), count).map(({ from, to }) => [from, to]);
    assert.deepEqual(ranges, expected, String(count));
  }
});

test('a range does not change while turns are added', () => {
  const opened = reduceHistory(initialHistory, many(1500), { change: 'open' });
  const picked = reduceHistory(opened, many(1500), { change: 'range', from: 1 });
  assert.deepEqual(rangeOf(many(1700), picked), { from: 1, to: 500 });
  assert.equal(cardRows(many(1700), picked).length, 500);
  assert.equal(cardRows(many(1700), opened).length, 1200);
});

test('newest first, oldest first, and holes', () => {
  const rows = rowsOf(3, 4, 7);
  const opened = reduceHistory(initialHistory, rows, { change: 'open' });
  assert.deepEqual(turns(cardRows(rows, opened)), [7, 4, 3]);
  const turned = reduceHistory(opened, rows, { change: 'order' });
  assert.deepEqual(turns(cardRows(rows, turned)), [3, 4, 7]);
  assert.deepEqual(turns(rows), [3, 4, 7]);
});

test('the page’s reducer hands it the rows', () => {
  const state = { ...initialState, rows: many(3) };
  const next = reduce(state, { type: 'history', change: 'open' });
  assert.equal(next.history.base, 3);
  assert.equal(reduce(next, { type: 'history', change: 'fold' }).history.folded, true);
});

test('an outcome in words', () => {
  for (const [outcome, actions, words] of [
    ['actions', 1, '1 action'],
    ['actions', 1200, '1,200 actions'],
    ['error', 3, '3 actions · error'],
    ['error', 0, 'error'],
    ['violation', 2, '2 actions · violation'],
    ['degraded', undefined, 'degraded'],
    ['none', 0, 'no action'],
    ['new', 0, 'new'],
  ]) {
    assert.equal(outcomeWords({ outcome, actions }), words);
  }
});

test('a search shows its results in the whole run, as many as a range has', () => {
  const rows = many(3000);
  const opened = reduceHistory(initialHistory, rows, { change: 'open' });
  assert.deepEqual(turns(cardRows(rows, opened, [2, 1500, 2999])), [2999, 1500, 2]);
  const oldest = reduceHistory(opened, rows, { change: 'order' });
  assert.deepEqual(turns(cardRows(rows, oldest, [2, 1500, 2999])), [2, 1500, 2999]);
  const all = turns(rows);
  assert.equal(cardRows(rows, opened, all).length, 1000);
  assert.equal(cardRows(rows, opened, all)[0].turn, 3000);
  assert.equal(cardRows(rows, oldest, all)[0].turn, 1);
  assert.deepEqual(cardRows(rows, opened, []), []);
  // Hidden turns are no longer in the rows.
  assert.deepEqual(turns(cardRows(rows.slice(1500), opened, [2, 1500, 2999])), [2999]);
  assert.deepEqual(cardRows([], opened, [2]), []);
});

test('the count beside the title', () => {
  const rows = many(3000);
  const opened = reduceHistory(initialHistory, rows, { change: 'open' });
  const state = { rows, history: opened, clearedTo: 0 };
  const two = { rows: many(2), history: initialHistory, clearedTo: 0 };
  assert.equal(countWords(two, null, 2), '2 turns');
  assert.equal(countWords(state, null, 1000), '1,000 of 3,000 turns');
  assert.equal(countWords(state, [7], 1), '1 of 3,000 turns');
  assert.equal(countWords({ ...state, clearedTo: 2990 }, null, 10), '10 of 3,000 turns');
  const found = turns(rows).slice(0, 1200);
  assert.equal(countWords(state, found, 1000), 'the newest 1,000 of 1,200 turns found');
});

test('an empty overlay says why it is empty', () => {
  const words = (rows, clearedTo, found, status = 'done') =>
    noneWords({ rows, clearedTo }, { status }, found);
  assert.equal(words([], 0, null), 'No turns yet.');
  assert.match(words(many(3), 3, null), /^Cleared/);
  assert.match(words(many(3), 0, []), /^No turn of this run matches/);
  assert.match(words(many(3), 0, [], 'asking'), /^Searching/);
});

test('the overlay’s search is its own, and is reset with each opening', () => {
  const text = { type: 'history_search', change: 'text', text: 'cat' };
  const answer = { type: 'history_search', change: 'answer', text: 'cat', from: 1, to: 9, cut: null };
  const found = [text, { ...answer, turns: [3] }].reduce(reduce, initialState);
  assert.deepEqual(found.historySearch.turns, [3]);
  assert.equal(found.search, initialState.search);
  assert.equal(reduce(found, text), found);
  const again = reduce(found, { type: 'history', change: 'open' });
  assert.equal(again.historySearch, initialState.historySearch);
});
