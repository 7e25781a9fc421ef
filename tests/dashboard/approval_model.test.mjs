// The operator's questions, and the content of a decision.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  approvalWords,
  decisionOf,
  decisions,
  kReadMs,
  revealed,
  tickedItems,
  timeLeft,
} from '../../dashboard/js/approval_model.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

const plan = (sha, risks = ['launch', null, 'key win']) => ({
  turn: 7,
  items: risks.map((risk, index) => ({ index, number: index + 1, call: `f(${index})`, written: '', note: null, risk, why: '' })),
  picture_sha256: null,
  plan_sha256: sha,
  until: '2026-01-31T12:05:00Z',
});
const now = Date.parse('2026-01-31T12:00:00Z');
const event = (approval, more = {}) => ({ type: 'state', program: 'running', loop: 'asking', approval, ...more });
const asked = (sha = 'aa') => {
  const opened = reduce(reduce(initialState, { type: 'stream', status: 'open' }), { type: 'tick', now });
  return reduce(reduce(opened, event(plan(sha))), { type: 'tick', now: now + kReadMs });
};
const all = (state, ...events) => events.reduce(reduce, state);

test('a waiting plan comes with the state, and with a new connection', () => {
  const state = asked();
  assert.deepEqual(tickedItems(state), [0, 2]);
  assert.equal(timeLeft(state), 300_000 - kReadMs);
  const again = reduce({ ...initialState, now }, { type: 'connected', run: 'r', last_turn: 6, ...event(plan('aa')), type: 'connected' });
  assert.deepEqual(again.approval.asked, plan('aa'));
  assert.equal(reduce(state, event(null, { loop: 'acting' })).approval.asked, null);
  // An older proxy does not send it, and a repeated event changes nothing.
  assert.equal(reduce(initialState, { type: 'state', program: 'running' }).approval.asked, null);
  assert.equal(reduce(state, event(plan('aa'))).approval, state.approval);
});

test('ticks select what may be done', () => {
  const state = asked();
  const some = reduce(state, { type: 'approval_tick', index: 0, on: false });
  assert.deepEqual(tickedItems(some), [2]);
  assert.deepEqual(tickedItems(reduce(some, { type: 'approval_tick', index: 0, on: true })), [0, 2]);
  const none = reduce(state, { type: 'approval_ticks', on: false });
  assert.deepEqual(tickedItems(none), []);
  assert.deepEqual(tickedItems(reduce(none, { type: 'approval_ticks', on: true })), [0, 2]);
  assert.equal(decisions(state).word, 'Approve all 2');
  assert.equal(decisions(some).word, 'Approve 1 of 2');
  assert.deepEqual(decisions(none), { approve: false, refuse: true, word: 'Approve 0 of 2' });
});

test('a new plan needs a new decision', () => {
  const sent = all(asked(), { type: 'approval_tick', index: 0, on: false }, { type: 'approval_sent' });
  const next = reduce(sent, event(plan('bb')));
  assert.deepEqual(tickedItems(next), [0, 2]);
  assert.equal(next.approval.sent, false);
  // The result of the decision on the old plan does not affect the new one.
  assert.equal(reduce(next, { type: 'approval_answer', plan: 'aa', ok: false }), next);
});

test('a press meant for something else decides nothing', () => {
  const fresh = reduce(asked(), event(plan('bb')));
  assert.equal(decisions(fresh).approve, false);
  assert.equal(decisions(reduce(fresh, { type: 'tick', now: fresh.now + kReadMs })).approve, true);
  assert.equal(decisions(reduce(asked(), { type: 'approval_sent' })).refuse, false);
  assert.equal(decisions(reduce(asked(), { type: 'stream', status: 'lost' })).approve, false);
  const failed = all(asked(), { type: 'approval_sent' }, { type: 'approval_answer', plan: 'aa', ok: false });
  assert.equal(decisions(failed).approve, true);
});

test('a decision names its turn, plan and items', () => {
  assert.deepEqual(decisionOf(asked(), true, ' yes '), [
    'approve',
    { turn: 7, plan_sha256: 'aa', note: 'yes', items: [0, 2] },
  ]);
  assert.deepEqual(decisionOf(asked(), false, ' '), ['refuse', { turn: 7, plan_sha256: 'aa', note: null }]);
});

test('nothing is hidden in the text of a decision', () => {
  const cases = [
    ['plain "text" äöü 漢字 😀', 'plain "text" äöü 漢字 😀'],
    ['a\u202eb', 'a\\u202eb'],
    ['a\u200bb\u200db\ufeff', 'a\\u200bb\\u200db\\ufeff'],
    ['a\nb\tc', 'a\\u000ab\\u0009c'],
    ['a\u00a0b\u3000c', 'a\\u00a0b\\u3000c'],
    ['a\u2800b', 'a\\u2800b'],
    ['\u{e0041}', '\\U000e0041'],
    ['\u{1d173}\ufe0f', '\\U0001d173\\ufe0f'],
    ['\ud800', '\\ud800'],
    ['', ''],
  ];
  for (const [text, expected] of cases) {
    const parts = revealed(text);
    assert.equal(parts.map((part) => part.text).join(''), expected);
    assert.equal(parts.some((part) => part.escape), expected !== text);
  }
});

test('a record has the decision', () => {
  const record = (decision, items, risks = ['launch', null, 'x']) => ({ plan: { items: risks.map((risk) => ({ risk })) }, decision, items });
  assert.equal(approvalWords(null), '');
  assert.equal(approvalWords(record('approved', [0, 2])), 'approved all 2');
  assert.equal(approvalWords(record('approved', [2])), 'approved 1 of 2');
  assert.equal(approvalWords(record('approved', [0], ['launch'])), 'approved');
  assert.equal(approvalWords(record('refused', [])), 'refused all 2');
  assert.equal(approvalWords(record('expired', [])), 'nobody answered in time');
});
