import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFolded, layoutOf, otherLayout, surfaceOf } from '../../dashboard/js/layout_model.js';
import { initialState } from '../../dashboard/js/state.js';

const canvas = { settings: { 'surface.kind': 'sandbox' } };
const screen = { settings: { 'surface.kind': 'desktop' } };
const chosen = (layouts) => ({ view: { ...initialState.view, layouts } });
const recordOn = (surface) => ({ records: { 3: { executor: { in: { surface } } } } });

const rows = [
  ['nothing is known', {}, null, 'quadrants'],
  ['the canvas', canvas, 'canvas', 'quadrants'],
  ['a real screen', screen, 'screen', 'picture'],
  ['a real screen, when the run is over', { ...screen, program: 'finished' }, 'screen', 'picture'],
  ['a recorded run without settings, on a window', recordOn('window'), 'screen', 'picture'],
  ['a recorded run without settings, on the canvas', recordOn('sandbox'), 'canvas', 'quadrants'],
  ['a choice for the canvas', { ...canvas, ...chosen({ canvas: 'picture' }) }, 'canvas', 'picture'],
  ['a choice for screens', { ...screen, ...chosen({ screen: 'quadrants' }) }, 'screen', 'quadrants'],
  ['a choice for the other surface', { ...screen, ...chosen({ canvas: 'quadrants' }) }, 'screen', 'picture'],
  ['a choice of a later version', { ...screen, ...chosen({ screen: 'theatre' }) }, 'screen', 'picture'],
  ['nothing was remembered', { ...canvas, ...chosen({ canvas: null, screen: null }) }, 'canvas', 'quadrants'],
];
for (const [name, change, surface, layout] of rows) {
  test(`layout: ${name}`, () => {
    const state = { ...initialState, ...change };
    assert.deepEqual([surfaceOf(state), layoutOf(state)], [surface, layout]);
  });
}

test('the other layout is chosen for the surface of the run only', () => {
  const state = { ...initialState, ...screen, ...chosen({ canvas: 'picture' }) };
  assert.deepEqual(otherLayout(state), { layouts: { canvas: 'picture', screen: 'quadrants' } });
  const other = { ...state, view: { ...state.view, ...otherLayout(state) } };
  assert.equal(layoutOf(other), 'quadrants');
  assert.equal(layoutOf({ ...other, view: { ...other.view, ...otherLayout(other) } }), 'picture');
});

test('memory and feedback are folded until they are unfolded', () => {
  assert.equal(isFolded(initialState, 'sst'), true);
  const state = { ...initialState, view: { ...initialState.view, unfolded: { sst: true } } };
  assert.deepEqual([isFolded(state, 'sst'), isFolded(state, 'feedback')], [false, true]);
});
