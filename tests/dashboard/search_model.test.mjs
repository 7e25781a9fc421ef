import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  foundOf,
  hitsIn,
  nextMatch,
  questionOf,
  runWords,
  wordsOf,
} from '../../dashboard/js/search_model.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

const rows = (count) => Array.from({ length: count }, (_, i) => ({ turn: i + 1 }));
const after = (state, ...events) =>
  events.reduce((now, event) => reduce(now, { type: 'search', ...event }), state);
const started = { ...initialState, stream: 'open', rows: rows(40) };
const searching = after(started, { change: 'open' }, { change: 'text', text: 'cat' });
const answer = (from, to, turns, cut = null) => ({
  change: 'answer',
  text: 'cat',
  from,
  to,
  turns,
  cut,
});

test('a search that was cut off continues after the last turn searched', () => {
  assert.deepEqual(questionOf(searching), { text: 'cat', from: 1, to: 40 });
  const half = after(searching, answer(1, 40, [3, 9], 20));
  assert.deepEqual(questionOf(half), { text: 'cat', from: 21, to: 40 });
  assert.equal(runWords(half, 9).text, '2 of 2 turns, searched to turn 20 …');
  const whole = after(half, answer(21, 40, [33]));
  assert.deepEqual(foundOf(whole), [3, 9, 33]);
  assert.equal(questionOf(whole), null);
  assert.equal(runWords(whole, 1).text, '3 turns');
});

test('new turns are searched, too', () => {
  const whole = { ...after(searching, answer(1, 40, [3])), rows: rows(41) };
  assert.deepEqual(questionOf(whole), { text: 'cat', from: 41, to: 41 });
  assert.deepEqual(foundOf(after(whole, answer(41, 41, [41]))), [3, 41]);
});

test('an answer counts once, and only for the search it belongs to', () => {
  const once = after(searching, answer(1, 40, [3]));
  assert.equal(after(once, answer(1, 40, [3])), once);
  const other = after(searching, { change: 'text', text: 'dog' });
  assert.equal(after(other, answer(1, 40, [3])).search, other.search);
  assert.equal(after(other, { change: 'wrong', text: 'cat', why: 'x' }).search, other.search);
});

test('a wrong query finds nothing and is not repeated; a lost one is repeated on request', () => {
  const wrong = after(searching, { change: 'wrong', text: 'cat', why: 'expected a word' });
  assert.equal(questionOf(wrong), null);
  assert.equal(foundOf(wrong), null);
  assert.deepEqual(runWords(wrong, 1), { tone: 'bad', text: 'expected a word' });
  const lost = after(searching, { change: 'lost', text: 'cat', why: 'no answer' });
  assert.equal(questionOf(lost), null);
  assert.deepEqual(questionOf(after(lost, { change: 'again' })), questionOf(searching));
});

test('an empty field searches nothing, and a closed search is reset', () => {
  const empty = after(searching, { change: 'text', text: '  ' });
  assert.equal(questionOf(empty), null);
  assert.equal(foundOf(empty), null);
  assert.equal(foundOf(after(searching, answer(1, 40, [3]), { change: 'close' })), null);
  assert.equal(questionOf({ ...searching, stream: 'lost' }), null);
});

test('the next match wraps around at the end', () => {
  for (const [turns, shown, by, expected] of [
    [[3, 9, 33], 9, 1, 33],
    [[3, 9, 33], 9, -1, 3],
    [[3, 9, 33], 33, 1, 3],
    [[3, 9, 33], 3, -1, 33],
    [[3, 9, 33], 10, -1, 9],
    [[], 10, 1, null],
  ]) {
    assert.equal(nextMatch(turns, shown, by), expected);
  }
});

test('the words of a query that a text can contain', () => {
  for (const [query, words] of [
    ['', []],
    ['cat  dog', ['cat', 'dog']],
    ['cat -dog -"no this"', ['cat']],
    ['"left ear" x', ['left ear', 'x']],
    ['"left ea', ['left ea']],
    ['error: tool:drag sst:ok outcome:none turn:10-20', ['drag(']],
    ['error:missing ERROR:"two words"', ['missing', 'two words']],
    ['http://x a:b', ['http://x', 'a:b']],
  ]) {
    assert.deepEqual(wordsOf(query), words, query);
  }
});

test('hits in a text: any case, in order, without overlaps', () => {
  assert.deepEqual(hitsIn('Cat cat CAT', ['cAt']), [
    [0, 3],
    [4, 7],
    [8, 11],
  ]);
  assert.deepEqual(hitsIn('drag drag(1)', ['drag', 'drag(']), [
    [0, 4],
    [5, 10],
  ]);
  assert.deepEqual(hitsIn('aaaa', ['aa']), [
    [0, 2],
    [2, 4],
  ]);
  assert.deepEqual(hitsIn('İİ ΓΆΤΑ cat', ['cat']), [[8, 11]]); // İ has two small letters
  assert.deepEqual(hitsIn('a\0b\u202ec', ['b\u202e']), [[2, 4]]);
  assert.equal(hitsIn('x'.repeat(1e6), ['x']).length, 5000);
});
