import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeNote, kMostBytes, noteField } from '../../dashboard/js/note_model.js';
import { wanted } from '../../dashboard/js/select.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

for (const [name, text, bad, words] of [
  ['nothing is no note', ' \n', true, ''],
  ['a short one', 'draw a hat', false, ''],
  ['near the limit it is told', 'x'.repeat(kMostBytes - 900), false, '900 bytes left'],
  ['as long as may be', 'x'.repeat(kMostBytes), false, '0 bytes left'],
  ['one too long', 'x'.repeat(kMostBytes + 1), true, '1 byte too long: 16 KiB is the most'],
  ['bytes count, not letters', 'é'.repeat(kMostBytes / 2 + 1), true, '2 bytes too long: 16 KiB is the most'],
]) {
  test(name, () => assert.deepEqual(judgeNote(text), { bad, text: words }));
}

for (const [state, expected] of [
  [{ stream: 'open', program: 'running' }, 'open'],
  [{ stream: 'open', program: 'waiting_for_upstream' }, 'open'],
  [{ stream: 'lost', program: 'running' }, 'closed'],
  [{ stream: 'open', program: 'finished' }, 'none'],
  [{ stream: 'open', program: 'running', replay: true }, 'none'],
  [{ stream: 'open', program: 'running', run: { replay: true } }, 'none'],
]) {
  test(`the field: ${JSON.stringify(state)}`, () => assert.equal(noteField(state), expected));
}

const row = (turn) => ({ type: 'turn', turn, attempt: 1, outcome: 'actions' });
const record = (turn, note = null) => ({
  type: 'record',
  record: { turn, attempt: 1, note, response: { text: 't' } },
});
const note = (id, text) => ({ type: 'note', id, text });
const begun = [
  { type: 'connected', run: 'a', last_turn: 2, program: 'running', loop: 'thinking' },
  { type: 'rows', from: 1, rows: [row(1), row(2)].map(({ type, ...rest }) => rest) },
  record(1),
  record(2),
].reduce(reduce, initialState);
const run = (...events) => events.reduce(reduce, begun);
const texts = ({ notes }) => notes.map(({ text }) => text);

test('a note waits until a recorded turn contains it', () => {
  let state = run(note(1, 'a hat'), { type: 'note_answer', id: 1, ok: true });
  assert.deepEqual(state.notes, [{ id: 1, text: 'a hat', sent: true, after: 2 }]);
  state = [row(3), record(3)].reduce(reduce, state);
  assert.deepEqual(texts(state), ['a hat']);
  state = [row(4), record(4, 'a hat')].reduce(reduce, state);
  assert.deepEqual(texts(state), []);
  assert.match(state.toasts.at(-1).text, /turn 4/);
});

test('a record without its reply does not count as recorded', () => {
  const open = { type: 'record', record: { turn: 3, attempt: 1, note: 'a hat', response: null } };
  assert.deepEqual(texts(run(note(1, 'a hat'), open)), ['a hat']);
});

test('an older turn with the same text does not count', () => {
  assert.deepEqual(texts(run(note(1, 'a hat'), record(2, 'a hat'))), ['a hat']);
});

test('notes that were joined arrive together, another page’s between them', () => {
  const state = run(note(1, 'one'), note(2, 'two\nlines'), note(3, 'three'));
  const after = [row(3), record(3, 'one\nother\ntwo\nlines')].reduce(reduce, state);
  assert.deepEqual(texts(after), ['three']);
});

test('a refused note is gone', () => {
  const state = run(note(1, 'one'), { type: 'note_answer', id: 1, ok: false });
  assert.deepEqual(texts(state), []);
});

test('turns out of sight are requested while a note waits, each only once', () => {
  const asks = (state) =>
    wanted(state)
      .filter(({ what }) => what === 'record')
      .map(({ turn }) => turn);
  const many = Array.from({ length: 40 }, (_, i) => i + 1);
  let state = run(...many.map(row), ...many.map((n) => record(n)), { type: 'go', where: 1 });
  assert.deepEqual(asks(state), [1, 2], 'the one on the page and the next, which were dropped');
  state = [...many.slice(0, 24).map((n) => record(n)), note(1, 'a hat')].reduce(reduce, state);
  assert.deepEqual(asks(state), []);
  state = [row(41), row(42), row(43)].reduce(reduce, state);
  assert.deepEqual(asks(state), [41]);
  // The cache is full of nearer turns: this one is dropped immediately, but was checked.
  state = reduce(state, record(41));
  assert.equal(state.records[41], undefined);
  assert.deepEqual(asks(state), [42]);
  state = reduce(state, { type: 'no_record', turn: 42, why: '404' });
  assert.deepEqual(asks(state), [43]);
  assert.deepEqual(texts(reduce(state, record(43, 'a hat'))), []);
});

test('another run does not affect the notes of this one', () => {
  assert.deepEqual(texts(run(note(1, 'one'), { type: 'connected', run: 'b', last_turn: 0 })), []);
});
