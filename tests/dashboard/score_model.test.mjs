// What the page of a score shows of /api/score.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf, hrefOfRun, percentOf, rateText, rowsOf, stateOf, trialWords } from '../../dashboard/js/score_model.js';

const cell = (task, arm, outcomes, succeeded) => ({
  task,
  arm,
  measured: [...outcomes].filter((letter) => 'sf'.includes(letter)).length,
  succeeded,
  outcomes,
  folders: [...outcomes].map((_, repeat) => `t${task}.${arm}.${repeat + 1}`),
  notes: [...outcomes].map((letter) => (letter === 's' ? 'success  4 turns' : '')),
});
const score = {
  tasks: ['form-town', 'canvas-line', 'sheet'],
  arms: [{ text: 'grid=on' }, { text: 'grid=off' }],
  repeat: 3,
  ended: false,
  cells: [
    cell(0, 1, 'ssf', 2),
    cell(0, 2, 'fff', 0),
    cell(1, 1, 'sss', 3),
    cell(1, 2, 'sr.', 1),
    cell(2, 1, 'xxx', 0),
    cell(2, 2, 'iip', 0),
  ],
};

test('the state counts trials with a result', () => {
  assert.equal(stateOf(score), '16 of 18 trials have a result, 1 running');
  assert.equal(stateOf({ ...score, ended: true }), 'Ended: 16 of 18 trials have a result');
  assert.deepEqual(countsOf(score.cells), [
    ['s', 6], ['f', 4], ['r', 1], ['i', 2], ['x', 3], ['p', 1], ['.', 1],
  ]);
});

test('rates are percent with their interval', () => {
  assert.equal(percentOf(0.75), '75.0 %');
  assert.equal(percentOf(0.75, [0.5, 1]), '75.0 (50.0–100.0) %');
  assert.deepEqual(score.cells.map(rateText), ['2/3', '0/3', '3/3', '1/1', 'skipped', 'not measured']);
  assert.equal(rateText(cell(0, 1, '...', 0)), '–');
});

test('rows are filtered and sorted; tasks without a rate come last', () => {
  const names = (options) => rowsOf(score, options).map(({ task }) => task);
  assert.deepEqual(names(), ['form-town', 'canvas-line', 'sheet']);
  assert.deepEqual(names({ filter: 'O T' }), ['form-town']);
  assert.deepEqual(names({ by: 'task' }), ['canvas-line', 'form-town', 'sheet']);
  assert.deepEqual(names({ by: 0 }), ['form-town', 'canvas-line', 'sheet']);
  assert.deepEqual(names({ by: 0, down: true }), ['canvas-line', 'form-town', 'sheet']);
  assert.equal(rowsOf(score)[1].cells[1].outcomes, 'sr.');
});

test('a trial opens the run with its folder', () => {
  const runs = new Map([['t0.1.1', 7]]);
  assert.equal(hrefOfRun(runs, 't0.1.1'), '/?run=7');
  assert.equal(hrefOfRun(runs, 't0.1.2'), null);
  assert.equal(hrefOfRun(runs, ''), null);
  assert.equal(trialWords(score.cells[0], 0), 'success  4 turns');
  assert.equal(trialWords(score.cells[1], 1), 'Trial 2: failed');
});
