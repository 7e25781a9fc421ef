import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  actionsOf,
  actionWords,
  answersText,
  callsBefore,
  callsOf,
  callsText,
  doneOf,
  exchangesOf,
  readable,
  resultOf,
} from '../../dashboard/js/calls_model.js';
import { actionCount } from '../../dashboard/js/turn_parts.js';
import { itemOf } from './support/fake_run.mjs';
import { kReplies, kTurns, toolcallRecord } from './support/fake_toolcall.mjs';

const out = (fields) => ({ record: { feedback: fields.feedback, executor: { out: fields } } });
const rowsOf = (parts) =>
  actionsOf(parts.record).map(({ kind, plate, call, mark }) => `${kind} ${plate} ${call} ${mark}`);

const words = [
  ['0–1000: the model’s own numbers', { call: 'left_click(1, 2)', from: [3, 4] }, false, 'left_click(1, 2)', '3, 4'],
  ['another scale', { call: 'left_click(559.812, 2)', model_call: 'left_click(716, 1)', from: [3, 4] }, true, 'left_click(716, 1)', '3, 4'],
  ['a drag', { call: 'drag(1, 2, 3, 4)', from: [1, 2], to: [5, 6] }, false, 'drag(1, 2, 3, 4)', '1, 2 → 5, 6'],
  ['an older record', { call: 'left_click(559.812, 2)', written: 'click(x=716)', from: [3, 4] }, true, 'left_click(…)', '3, 4'],
  ['without a place', { call: 'press("a")', written: 'key a' }, true, 'press("a")', ''],
  ['malformed', { call: null, written: 'drag(' }, false, 'drag(', ''],
  ['a stranger’s', { call: 3, model_call: {}, from: 'a' }, true, '', ''],
];
for (const [name, item, isScaled, call, place] of words) {
  test(`an action in words: ${name}`, () => assert.deepEqual(actionWords(item, isScaled), { call, place }));
}

test('an action knows the window that it met, and the scale of its record', () => {
  const items = [
    { call: 'left_click(500.5, 1)', written: 'click 640', outcome: 'done', from: [1, 2], window: { title: 'Save as', app: 'Zenity' } },
    { call: 'press("a")', outcome: 'done', window: { title: '', app: 'Zenity' } },
  ];
  const coordinates = { kind: 'pixels', grid: 0 };
  const rows = actionsOf({ executor: { in: { coordinates }, out: { items } } });
  assert.deepEqual(rows.map(({ call, place, window }) => [call, place, window]), [
    ['left_click(…)', '1, 2', 'Save as'],
    ['press("a")', '', 'Zenity'],
  ]);
});

const malformed = { ...itemOf('drag(1)', 3, 'malformed'), call: null, why: 'TypeError: x' };
const lists = [
  [
    'calls are numbered',
    out({ items: [itemOf('drag(1, 2, 3, 4)'), itemOf('left_click(1, 2)')] }),
    ['done 1 drag(1, 2, 3, 4) 0', 'done 2 left_click(1, 2) 1'],
  ],
  [
    'two equal calls stay two',
    out({ items: [itemOf('left_click(1, 2)'), itemOf('left_click(1, 2)')] }),
    ['done 1 left_click(1, 2) 0', 'done 2 left_click(1, 2) 1'],
  ],
  [
    'noted calls take no number from the others',
    out({
      items: [
        itemOf('left_click(1, 2)'),
        itemOf('screenshot()', 2, 'noted'),
        itemOf('left_click(3, 4)'),
      ],
    }),
    ['done 1 left_click(1, 2) 0', 'noted · screenshot() 1', 'done 2 left_click(3, 4) 2'],
  ],
  [
    'a malformed call stands for the error, those behind it were not run',
    out({
      items: [malformed, itemOf('left_click(1, 2)', 4, 'not_run')],
      error: { text: 'TypeError: x', line: 3 },
    }),
    ['failed ! drag(1) 0', 'skipped – left_click(1, 2) 1'],
  ],
  [
    'an error without an item: its line is told by the feedback',
    out({
      items: [],
      error: { text: 'SyntaxError: x', line: 1 },
      feedback: '  Line 1: drag(350\nSyntaxError: x',
    }),
    ['failed ! drag(350 null'],
  ],
  [
    'an error without a line',
    out({ items: [], error: { text: 'SyntaxError: no block' }, feedback: '' }),
    ['failed ! SyntaxError: no block null'],
  ],
  [
    'a refused call failed',
    out({ items: [{ ...itemOf('move(1, 2)', 1, 'refused'), why: 'the screen changed' }] }),
    ['failed ! move(1, 2) 0'],
  ],
  ['an unknown outcome failed', out({ items: [itemOf('move(1, 2)', 1, 'eaten')] }), ['failed ! move(1, 2) 0']],
  ['what is no item is left out', out({ items: [null, 5, 'x', itemOf('move(1, 2)')] }), ['done 1 move(1, 2) 0']],
  ['what is no list is none', out({ items: 'x' }), []],
  ['no executor, no actions', { record: {} }, []],
];
for (const [name, parts, expected] of lists) {
  test(`actions: ${name}`, () => assert.deepEqual(rowsOf(parts), expected));
}

test('the count of actions', () => {
  const parts = out({
    items: [itemOf('left_click(1, 2)'), itemOf('screenshot()', 2, 'noted'), malformed],
    error: { text: 'TypeError: x' },
  });
  assert.equal(actionCount(actionsOf(parts.record)), '1 executed · 1 failed · 1 noted');
  assert.equal(actionCount([]), 'none');
});

const fields = [
  ['an object', { label: 'Save', box: [480, 20] }, [['label', 'Save'], ['box', '[480, 20]']]],
  ['its text', '{"ok":true,"n":1.5}', [['ok', 'true'], ['n', '1.5']]],
  ['objects in it', { error: { type: 'x', at: { line: 3 } } }, [['error.type', 'x'], ['error.at.line', '3']]],
  ['empty ones', { a: {}, b: [], c: '', d: null }, [['a', '{}'], ['b', '[]'], ['c', '""'], ['d', 'null']]],
  ['texts that read as another value', { a: '500', b: 'true', c: ' ', d: '50 %' }, [['a', '"500"'], ['b', '"true"'], ['c', '" "'], ['d', '50 %']]],
  ['lists of objects', { list: [{ a: 1, b: [2] }] }, [['list', '[{"a": 1, "b": [2]}]']]],
  ['no members', '{}', []],
];
for (const [name, json, expected] of fields) {
  test(`readable: ${name}`, () => assert.deepEqual(readable(json), { fields: expected, text: '' }));
}

for (const [name, json, text] of [
  ['a text that is no JSON', '{"key":"ctrl', '{"key":"ctrl'],
  ['a list', '[1,2]', '[1,2]'],
  ['a number', 7, '7'],
  ['nothing', undefined, ''],
  ['null', null, 'null'],
]) {
  test(`readable: ${name} is shown as it is`, () => assert.deepEqual(readable(json), { fields: null, text }));
}

test('readable: excess parts are counted, not shown', () => {
  const long = readable({ text: 'x'.repeat(30_000) }).fields[0][1];
  assert.match(long, /x … 10000 more characters in the record$/);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, i]));
  assert.equal(readable(many).fields.length, 100);
  let deep = 1;
  for (let i = 0; i < 50; i++) deep = { d: deep };
  assert.match(readable(deep).fields[0][0], /^d\.d\.d\.d$/);
});

test('the calls of a reply, as they were received', () => {
  const calls = [
    { id: 'call_1', name: 'click', arguments: '{"box":[1,2]}' },
    { id: '', name: 'observe', arguments: {} },
    { id: 7, name: null },
    'none',
    null,
  ];
  assert.deepEqual(callsOf({ calls }), [
    { id: 'call_1', name: 'click', fields: [['box', '[1, 2]']], text: '' },
    { id: '', name: 'observe', fields: [], text: '' },
    { id: '', name: '', fields: null, text: '' },
  ]);
  for (const none of [null, {}, { calls: 'x' }, { calls: {} }]) assert.deepEqual(callsOf(none), []);
  assert.equal(callsText({ calls: calls.slice(0, 2) }), 'click {"box":[1,2]}\nobserve {}');
});

const called = (call, id, more) => ({ ...itemOf(call), id, ...more });
const told = (id, text, picture = false) => ({ id, text, picture });
const pairs = (items, answers) =>
  exchangesOf({ executor: { out: { items, answers } } }).map(
    ({ kind, plate, call, id, answer }) => `${kind} ${plate} ${call} ${id} ${answer ? (answer.text || answer.fields.join()) : '–'}`,
  );
const exchanges = [
  ['neither ids nor reasons: nothing', [itemOf('drag(1, 2, 3, 4)')], [], []],
  [
    'each call with the answer to its id, whatever their order',
    [called('left_click(1, 2)', 'a'), called('move(3, 4)', 'b')],
    [told('b', 'second'), told('a', '{"ok":true}')],
    ['done 1 left_click(1, 2) a ok,true', 'done 2 move(3, 4) b second'],
  ],
  [
    'calls without ids in their order',
    [called('left_click(1, 2)', ''), called('move(3, 4)', '')],
    [told('', 'first'), told('', 'second')],
    ['done 1 left_click(1, 2)  first', 'done 2 move(3, 4)  second'],
  ],
  [
    'an id that comes twice',
    [called('left_click(1, 2)', 'a'), called('move(3, 4)', 'a')],
    [told('a', 'first'), told('a', 'second'), told('a', 'third')],
    ['done 1 left_click(1, 2) a first', 'done 2 move(3, 4) a second', 'told   a third'],
  ],
  ['a call that nobody answered', [called('move(1, 2)', 'a')], [], ['done 1 move(1, 2) a –']],
  ['an answer to no item', [], [told('a', 'x')], ['told   a x']],
  [
    'a reason alone is one, too; what has neither keeps its number',
    [itemOf('move(1, 2)'), called('move(3, 4)', null, { note: 'it is there' })],
    [],
    ['done 2 move(3, 4)  –'],
  ],
  ['what is none', 'x', { a: 1 }, []],
];
for (const [name, items, answers, expected] of exchanges) {
  test(`exchanges: ${name}`, () => assert.deepEqual(pairs(items, answers), expected));
}

test('an exchange has the reason, the outcome, and whether a picture answers it', () => {
  const items = [called('screenshot()', 'a', { outcome: 'noted', note: 'to see', why: 'no input was due' })];
  const [row] = exchangesOf({ executor: { out: { items, answers: [told('a', 'x', true)] } } });
  assert.deepEqual([row.kind, row.note, row.why, row.mark, row.answer.picture], ['noted', 'to see', 'no input was due', 0, true]);
});

test('the calls of the last reply, from its record or from the written items', () => {
  const before = { response: { calls: [{ id: 'a', name: 'click', arguments: '' }] } };
  assert.deepEqual(callsBefore({ record: {}, before }).map(({ name }) => name), ['click']);
  const record = toolcallRecord(5);
  assert.deepEqual(
    callsBefore({ record, before: null }).map(({ id, text }) => `${id} ${text}`),
    [
      'call_4_1 click_element({"label":"Text","box":[300,400]})',
      'call_4_2 type_text({"text":"milk"})',
      'call_4_3 press_key({"key":"enter"})',
    ],
  );
  assert.deepEqual(callsBefore({ record: null, before: null }), []);
});

test('the result of a run', () => {
  assert.deepEqual(resultOf(toolcallRecord(kTurns)), {
    tone: 'good',
    title: 'Finished: done',
    code: 'exit code 0',
    text: kReplies.at(-1)[0],
  });
  const limit = resultOf({ finished: { reason: 'no_change', code: 14, text: 'three times' } });
  assert.deepEqual([limit.tone, limit.title, limit.code], ['warn', 'Finished: no change', 'exit code 14']);
  assert.deepEqual(resultOf({ finished: {} }), { tone: 'warn', title: 'Finished', code: '', text: '' });
  for (const none of [null, {}, { finished: null }, { finished: 'done' }]) assert.equal(resultOf(none), null);
  assert.equal(doneOf(toolcallRecord(kTurns)), kReplies.at(-1)[0]);
  assert.equal(doneOf(toolcallRecord(2)), '');
});

test('answers as a text to copy', () => {
  const record = { executor: { out: { answers: [told('a', '{"ok":true}'), told('', 'x'), null] } } };
  assert.equal(answersText(record), 'a {"ok":true}\nx');
});
