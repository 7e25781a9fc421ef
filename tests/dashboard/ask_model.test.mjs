import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedOf, changesText, forkCommand, questionOf, quoted, replyFacts } from '../../dashboard/js/ask_model.js';
import { messagesOf } from '../../dashboard/js/request_model.js';

const chat = (messages, more = {}) => ({ model: 'qwen', temperature: 0.7, messages, ...more });
const recorded = { model: 'qwen', temperature: '0.7', system: 'rules' };

test('the form has the values of the recorded request', () => {
  const rows = [
    [chat([{ role: 'system', content: 'rules' }]), recorded],
    [chat([{ role: 'system', content: [{ type: 'text', text: 'rules' }] }]), recorded],
    [chat([{ role: 'user', content: 'rules' }]), { ...recorded, system: null }],
    [chat([{ role: 'system', content: [{ text: 'a' }, { text: 'b' }] }]), { ...recorded, system: null }],
    [{ input: [{ role: 'system', content: [{ type: 'input_text', text: 'rules' }] }] }, { model: '', temperature: '', system: 'rules' }],
    [chat([], { temperature: 0.30000000000000004, model: 7 }), { model: '', temperature: '0.3', system: null }],
    [{}, { model: '', temperature: '', system: null }],
  ];
  for (const [json, expected] of rows) assert.deepEqual(askedOf(json, messagesOf(json)), expected);
});

test('the question has only what differs', () => {
  const rows = [
    [{}, {}],
    [{ model: ' other ' }, { model: 'other' }],
    [{ model: '' }, {}],
    [{ temperature: '0.70' }, {}],
    [{ temperature: '' }, {}],
    [{ temperature: '0' }, { temperature: 0 }],
    [{ system: 'rules ' }, { system: 'rules ' }],
    [{ system: '' }, { system: '' }],
  ];
  for (const [change, expected] of rows) {
    assert.deepEqual(questionOf(7, recorded, { ...recorded, ...change }), { turn: 7, ...expected });
  }
  // A request without a temperature or a system message.
  const bare = { model: 'qwen', temperature: '', system: null };
  assert.deepEqual(questionOf(7, bare, { ...bare, temperature: '0' }), { turn: 7, temperature: 0 });
  assert.deepEqual(questionOf(7, bare, { ...bare, system: null }), { turn: 7 });
});

test('the changes in words', () => {
  assert.equal(changesText({ turn: 7 }), 'the same request');
  assert.equal(changesText({ model: 'b' }), 'model b');
  assert.equal(changesText({ model: 'b', temperature: 0, system: '' }), 'model b, temperature 0 and another system prompt');
});

test('a line about a reply, which may lack anything', () => {
  const record = {
    request: { model: 'b', temperature: 0 },
    response: { usage: { completion_tokens: 22 }, finish_reason: 'stop' },
    latency_ms: { model: 1250 },
  };
  assert.equal(replyFacts(record), 'b · temperature 0 · 22 tokens · 1.25 s · stop');
  for (const odd of [undefined, {}, { request: null, response: null, latency_ms: null }]) assert.equal(replyFacts(odd), '');
});

test('the command of a run that goes on from the turn before', () => {
  assert.equal(forkCommand('/runs/run_1', 7), 'proxy fork /runs/run_1 --at 6');
  assert.equal(forkCommand("/my runs/it's", 2), "proxy fork '/my runs/it'\\''s' --at 1");
  assert.equal(forkCommand('/runs/run_1', 1), null);
  assert.equal(forkCommand(undefined, 7), null);
  assert.equal(quoted('a;b'), "'a;b'");
});
