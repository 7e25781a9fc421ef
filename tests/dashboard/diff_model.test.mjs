import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runOf, withOther, withoutOther } from '../../dashboard/js/address.js';
import {
  differingTurnFrom,
  differingTurns,
  partsOf,
  summaryOf,
  turnLineOf,
} from '../../dashboard/js/diff_model.js';
import { compareHrefOf } from '../../dashboard/js/runs_model.js';
import { wanted } from '../../dashboard/js/select.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

const part = (name) => ({ part: name, character: null, line: null, a: '1', b: '2' });
const diff = {
  a: 'run_1',
  b: 'run_2',
  same: false,
  same_turns: 3,
  different_turns: 2,
  only_a: [[8, 9]],
  only_b: [],
  turns: [
    { turn: 4, parts: [part('temperature'), part('reply')] },
    { turn: 6, parts: [part('memory')] },
  ],
  more_turns: 0,
};

test('the sum, and the shown turn in one line', () => {
  assert.equal(summaryOf(diff), '3 turns are the same, 2 differ; 2 are only in this run');
  assert.equal(
    summaryOf({ same_turns: 1, different_turns: 1, only_b: [[2, 2]] }),
    '1 turn is the same, 1 differs; 1 is only in the other',
  );
  assert.equal(summaryOf({}), '0 turns are the same, 0 differ');
  assert.equal(turnLineOf(diff, 4), 'Turn 4 differs in temperature, reply');
  assert.equal(turnLineOf(diff, 5), 'Turn 5 is the same');
  assert.equal(turnLineOf(diff, 9), 'Turn 9 is only in this run');
  // The proxy lists the first thousand turns that differ.
  assert.equal(turnLineOf({ ...diff, more_turns: 3 }, 7), 'Turn 7: beyond the turns that are listed');
});

test('the way from one differing turn to the next', () => {
  assert.deepEqual(differingTurns(diff), [4, 6]);
  assert.deepEqual(differingTurns(null), []);
  assert.equal(differingTurnFrom(diff, 0, 1), 4);
  assert.equal(differingTurnFrom(diff, 4, 1), 6);
  assert.equal(differingTurnFrom(diff, 6, 1), null);
  assert.equal(differingTurnFrom(diff, 6, -1), 4);
  assert.equal(differingTurnFrom(diff, 4, -1), null);
  assert.deepEqual(partsOf(diff, 6), [part('memory')]);
  assert.deepEqual(partsOf(diff, 5), []);
  assert.deepEqual(partsOf(null, 5), []);
});

test('addresses of a comparison', () => {
  assert.equal(runOf('?with=3&run=2', 'with'), 3);
  assert.equal(runOf('?with=x', 'with'), null);
  assert.equal(withOther(null, 3), './?with=3');
  assert.equal(withOther(2, 3), './?with=3&run=2');
  assert.equal(withoutOther(2), './?run=2');
  assert.equal(withoutOther(null), './');
  assert.equal(compareHrefOf({ id: 3, current: false }, null), './?with=3');
  assert.equal(compareHrefOf({ id: 3, current: false }, 3), null);
  assert.equal(compareHrefOf({ id: 3, current: true }, null), null);
});

const asked = (state, what) => wanted(state).filter((each) => each.what === what);
const row = (turn) => ({ type: 'turn', turn, attempt: 1, outcome: 'actions', actions: 1, verdict: 'ok', tokens: 1, latency_ms: 1 });

test('the comparison is requested once, again when the run has grown, and the other run’s record with it', () => {
  let state = reduce({ ...initialState, other: 2 }, { type: 'connected', run: 'a', program: 'running', last_turn: 0 });
  assert.equal(asked(state, 'diff').length, 1);
  state = reduce(state, { type: 'diff', diff });
  assert.equal(asked(state, 'diff').length, 0);
  state = reduce(state, row(1));
  assert.deepEqual(asked(state, 'other'), [{ what: 'other', turn: 1 }]);
  state = reduce(state, { type: 'other_record', turn: 1, record: null });
  assert.equal(asked(state, 'other').length, 0);
  // The other run has no turn 8.
  assert.equal(asked(reduce(state, row(8)), 'other').length, 0);
  assert.equal(asked(state, 'diff').length, 0, 'not at once');
  state = reduce(state, { type: 'tick', now: 6000 });
  assert.equal(asked(state, 'diff').length, 1);
  state = reduce(state, { type: 'diff', diff: null, why: 'the proxy answered 404' });
  assert.equal(asked(state, 'diff').length, 0, 'a refused comparison is not repeated');
  assert.equal(state.diff, diff);
});

test('without another run nothing is requested', () => {
  const state = reduce(initialState, { type: 'connected', run: 'a', program: 'running', last_turn: 0 });
  assert.equal(asked(state, 'diff').length + asked(state, 'other').length, 0);
});
