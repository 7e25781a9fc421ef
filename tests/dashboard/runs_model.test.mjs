import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  factsOf,
  hrefOf,
  isShown,
  listedRuns,
  marksOf,
  outcomeOfRun,
  sizeOf,
  tagsIn,
  tagsOf,
  thumbnailOf,
  verdictOfRun,
  wantsRuns,
} from '../../dashboard/js/runs_model.js';
import { wanted } from '../../dashboard/js/select.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

const run = (id, more = {}) => ({
  id,
  name: `run_${id}`,
  current: false,
  profile: 'franz',
  turns: 3,
  started: `2026-01-0${id}T00:00:00Z`,
  last: `2026-01-0${id}T00:01:05Z`,
  verdict: 'ok',
  thumbnail: 3,
  bytes: 15_290_395,
  complete: true,
  writing: false,
  ...more,
});
const three = [run(1), run(2, { verdict: 'violation' }), run(3, { current: true, writing: true })];
const ids = (runs) => runs.map(({ id }) => id);

for (const [filter, expected] of [
  ['', [3, 2, 1]],
  ['RUN_2', [2]],
  ['franz viol', [2]],
  ['live', [3]],
  ['window', []],
]) {
  test(`the newest first, filtered by “${filter}”`, () =>
    assert.deepEqual(ids(listedRuns(three, filter)), expected));
}

test('a list keeps its order', () => {
  listedRuns(three);
  assert.deepEqual(ids(three), [1, 2, 3]);
});

for (const [current, writing, expected] of [
  [true, true, ['live']],
  [true, false, ['current']],
  [false, true, ['being written']],
  [false, false, []],
]) {
  test(`current ${current}, writing ${writing}`, () =>
    assert.deepEqual(marksOf({ current, writing }), expected));
}

test('an imported run is marked, and its end is not missing', () => {
  assert.deepEqual(marksOf({ current: true, writing: false, imported: true }), ['current', 'imported']);
  assert.deepEqual(marksOf({ imported: true }), ['imported']);
  const imported = { finished: null, complete: true, turns: 3, imported: true };
  assert.deepEqual(outcomeOfRun(run(1, { ...imported, ended: true })), ['plain', '']);
  assert.deepEqual(outcomeOfRun(run(1, { ...imported, ended: false })), ['warn', 'The record has no end']);
  assert.deepEqual(ids(listedRuns([run(1), run(2, { imported: true })], 'imported')), [2]);
});

for (const [name, more, expected] of [
  ['the model', { finished: { reason: 'done', code: 0, text: '' } }, ['good', 'The model says that it has finished']],
  ['a check', { finished: { reason: 'no_change', code: 14, text: '' } }, ['bad', 'Too many actions in a row changed nothing']],
  ['a kill', { finished: null }, ['warn', 'The record has no end']],
  ['nothing yet', { finished: null, writing: true }, ['plain', '']],
  ['nothing known yet', { finished: null, complete: false }, ['plain', '']],
  ['an older proxy', {}, ['plain', '']],
  ['a stranger’s list', { finished: { reason: {}, code: 'x' } }, ['plain', 'The run has ended: ']],
]) {
  test(`a run ended by ${name}`, () => assert.deepEqual(outcomeOfRun(run(1, more)), expected));
}

test('runs are found by objective, model and outcome', () => {
  const runs = [
    run(1, { objective: 'Draw a cat', model: 'qwen', finished: { reason: 'time', code: 17, text: '' } }),
    run(2, { objective: 'Fill in the form', model: 'demo' }),
  ];
  runs[0].title = 'The first cat';
  runs[0].tags = ['slow'];
  assert.deepEqual([tagsOf(runs[0]), tagsOf(runs[1]), tagsOf({ tags: 'x' })], [['slow'], [], []]);
  assert.deepEqual(tagsIn(' cat, slow ,,cat'), ['cat', 'slow']);
  for (const filter of ['cat', 'first', 'slow', 'QWEN', 'time limit']) assert.deepEqual(ids(listedRuns(runs, filter)), [1]);
});

test('facts omit unknown values', () => {
  assert.deepEqual(factsOf(run(1)).slice(1), ['3 turns', '1 m 05 s', '15.3 MB', 'franz']);
  assert.equal(factsOf(run(1, { model: 'qwen' })).at(-1), 'qwen');
  assert.deepEqual(factsOf({ id: 1, started: null, profile: null }), []);
  assert.equal(factsOf(run(1, { complete: false }))[1], '3 turns so far');
});

test('sizes, verdicts, addresses', () => {
  assert.equal(sizeOf({ bytes: 2_340_000_000 }), '2.3 GB');
  assert.deepEqual(verdictOfRun({ verdict: null }), ['plain', 'info', '']);
  assert.deepEqual(verdictOfRun({ verdict: 'violation' }), ['bad', 'alert', 'violation']);
  assert.equal(hrefOf(run(2)), './?run=2');
  assert.equal(hrefOf(run(3, { current: true })), './');
  assert.equal(thumbnailOf(run(2)), '/turns/3.png?run=2');
  assert.equal(thumbnailOf(run(2, { thumbnail: null })), null);
  assert.deepEqual(
    three.map((each) => isShown(each, null)),
    [false, false, true],
  );
  assert.deepEqual(
    three.map((each) => isShown(each, 2)),
    [false, true, false],
  );
});

test('an open list is requested, again when it is old or was incomplete', () => {
  const asks = (state) => wanted(state).some(({ what }) => what === 'runs');
  let state = reduce(initialState, { type: 'tick', now: 1000 });
  assert.equal(asks(state), false);
  state = reduce(state, { type: 'view', runs: true });
  assert.equal(asks(state), true, 'even before the stream is there');
  state = reduce(state, { type: 'runs', runs: three });
  assert.equal(asks(state), false);
  assert.equal(asks(reduce(state, { type: 'tick', now: 7000 })), true);
  const partial = reduce(state, { type: 'runs', runs: [run(1, { complete: false })] });
  assert.equal(asks(partial), true);
  const failed = reduce(state, { type: 'runs', runs: null, why: 'no' });
  assert.deepEqual([failed.runs, failed.runsWhy], [three, 'no']);
  assert.equal(wantsRuns(reduce(partial, { type: 'view', runs: false })), false);
});

test('a run of this proxy that has ended is not live, though its folder is still held', () => {
  assert.deepEqual(marksOf({ current: true, writing: true }, true), ['current']);
});
