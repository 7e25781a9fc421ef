import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeOf } from '../../dashboard/js/notify_model.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

const open = { ...initialState, stream: 'open', program: 'running', loop: 'thinking' };
const plan = { turn: 7, plan_sha256: 'ab', items: [{ index: 0, risk: 'launch' }, { index: 1, risk: null }], until: null };
const asked = reduce(open, { type: 'state', loop: 'asking', approval: plan });
const over = { ...open, program: 'finished', loop: null, run: { finished: { reason: 'done', code: 0, text: 'x' } } };

for (const [name, state, expected] of [
  ['a run that goes on', open, null],
  ['a question', asked, ['approval ab', 'FRANZ waits for your consent', '1 action planned in turn 7']],
  ['a panic', { ...open, loop: 'paused', cause: 'panic' }, ['panic', 'FRANZ: panic', 'All input is stopped until you resume the run.']],
  ['a pause', { ...open, loop: 'paused', cause: null }, null],
  ['the end', over, ['end', 'FRANZ: the run has ended', 'The model says that it has finished']],
  ['a failure', { ...open, program: 'failed', why: 'x' }, ['end', 'FRANZ: the run has ended', 'The run failed']],
  ['a recorded run', { ...over, replay: true }, null],
  ['no connection', { ...over, stream: 'lost' }, null],
]) {
  test(`news: ${name}`, () => {
    const notice = noticeOf(state);
    assert.deepEqual(notice && [notice.key, notice.title, notice.text], expected);
  });
}
