import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  digestOfText,
  repeating,
  streakAt,
  withDigest,
} from '../../dashboard/js/repeat_model.js';
import { streakOf, wanted } from '../../dashboard/js/select.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

const record = (turn, text, sha = `p${turn}`) => ({
  turn,
  attempt: 1,
  response: { text },
  executor: { out: { plain_sha256: sha } },
});
const rowsTo = (last) => Array.from({ length: last }, (_, i) => ({ turn: i + 1 }));
const digestsOf = (...records) => records.reduce(withDigest, {});

test('different texts have different digests', () => {
  const texts = ['', 'a', 'b', 'ab', 'ba', 'a'.repeat(1000), `${'a'.repeat(999)}b`];
  assert.equal(new Set(texts.map(digestOfText)).size, texts.length);
  assert.equal(digestOfText('cat'), digestOfText('cat'));
});

for (const [name, records, last, expected] of [
  ['nothing known', [], 3, [0, 'the same reply', false, null]],
  ['one turn', [record(3, 'a')], 3, [1, 'the same reply', true, null]],
  [
    'two alike: the one before tells',
    [record(2, 'a'), record(3, 'a')],
    3,
    [2, 'the same reply', true, 1],
  ],
  [
    'two alike after another',
    [record(1, 'x'), record(2, 'a'), record(3, 'a')],
    3,
    [2, 'the same reply', false, null],
  ],
  [
    'the same picture, whatever was said',
    [record(1, 'x', 'p'), record(2, 'y', 'p'), record(3, 'z', 'p')],
    3,
    [3, 'an unchanged picture', false, null],
  ],
  [
    'no picture is no same picture',
    [record(2, 'x', ''), record(3, 'y', '')],
    3,
    [1, 'the same reply', false, null],
  ],
  ['no reply is no same reply', [record(2, '', 'p'), record(3, '', 'q')], 3, [1, 'an unchanged picture', false, null]],
  [
    'a turn in the past',
    [record(1, 'a'), record(2, 'a'), record(3, 'b')],
    2,
    [2, 'the same reply', false, null],
  ],
]) {
  test(name, () => {
    const { count, what, more, ask } = streakAt(digestsOf(...records), rowsTo(3), last);
    assert.deepEqual([count, what, more, ask], expected);
  });
}

test('the badge', () => {
  const what = 'the same reply';
  assert.equal(repeating({ count: 4, what, more: false }), null);
  assert.deepEqual(repeating({ count: 5, what, more: true }), {
    text: 'REPEATING 5+×',
    why: 'the same reply, 5+ turns in a row',
  });
});

test('digests are bounded, and a streak outlives its records', () => {
  let digests = {};
  for (let turn = 1; turn <= 2500; turn++) digests = withDigest(digests, record(turn, 'a'));
  assert.ok(Object.keys(digests).length <= 2000);
  assert.equal(streakAt(digests, rowsTo(2500), 2500).count, Object.keys(digests).length);
});

test('in the page: a streak is counted as turns come, and searched backwards when the page opens', () => {
  const connected = {
    type: 'connected',
    run: 'a',
    last_turn: 20,
    program: 'running',
    loop: 'thinking',
  };
  let state = [connected, { type: 'rows', from: 1, rows: rowsTo(20) }].reduce(reduce, initialState);
  const asked = () =>
    wanted(state)
      .filter(({ what }) => what === 'record')
      .map(({ turn }) => turn);
  for (let tries = 0; asked().length && tries < 50; tries++) {
    for (const turn of asked()) state = reduce(state, { type: 'record', record: record(turn, 'a') });
  }
  assert.equal(streakOf(state).count, 12, 'no further back than is of use');
  state = [{ type: 'turn', turn: 21 }, { type: 'record', record: record(21, 'a') }].reduce(reduce, state);
  assert.equal(streakOf(state).count, 13);
  state = reduce(state, { type: 'turn', turn: 22 });
  assert.equal(streakOf(state).count, 13, 'a turn whose record is on its way breaks nothing');
  state = reduce(state, { type: 'record', record: record(22, 'b') });
  assert.equal(streakOf(state).count, 1);
});
