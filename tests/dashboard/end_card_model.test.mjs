import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endCardOf, lastChange, longestRepeat, originOf, outcomeOf } from '../../dashboard/js/end_card_model.js';
import { factOf, factsWanted, finishOf, kWholeRun, objectiveOf, withFact } from '../../dashboard/js/end_facts.js';
import { titleOf, wanted } from '../../dashboard/js/select.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

const began = Date.parse('2026-01-31T12:00:00Z');
const row = (turn, outcome = 'actions', more = {}) => ({
  turn,
  attempt: 1,
  time: new Date(began + turn * 10_000).toISOString(),
  outcome,
  actions: 1,
  verdict: 'ok',
  tokens: 100,
  latency_ms: 4000,
  picture: true,
  ...more,
});
const rowsTo = (last, outcomes = {}) => Array.from({ length: last }, (_, i) => row(i + 1, outcomes[i + 1]));
const item = (call, more = {}) => ({ call, written: call, outcome: 'done', why: '', ...more });
const record = (turn, { items = [item(`left_click(${turn}, 1)`)], text = `reply ${turn}`, picture = `p${turn}`, ...more } = {}) => ({
  turn,
  attempt: 1,
  response: { text },
  executor: { out: { items, plain_sha256: picture } },
  ...more,
});

/** A run that has ended, with these records loaded. */
function ended(rows, records = [], { finished = null, program = 'finished', replay = true, why = '', settings = {}, missing = [], imported, seal = null } = {}) {
  const events = [
    { type: 'connected', run: 'a', last_turn: rows.length, program, loop: null, why, replay },
    { type: 'rows', from: 1, rows },
    { type: 'run', run: { replay, finished, settings, imported, seal } },
    ...records.map((each) => ({ type: 'record', record: each })),
    ...missing.map((turn) => ({ type: 'no_record', turn, why: '404' })),
  ];
  return events.reduce(reduce, initialState);
}
const cardOf = (state) => endCardOf(state, { tokens: 1234 });
const words = ({ findings }) => findings.map(({ name, label, text }) => [name, label, text].filter(Boolean).join(' | '));

const outcomes = [
  [{ finished: { reason: 'done', code: 0, text: 'The cat is drawn.' } }, 'good', 'The model says that it has finished', 'exit code 0', 'The cat is drawn.'],
  [{ finished: { reason: 'stopped', code: 0, text: 'stopped' } }, 'plain', 'The run was stopped', 'exit code 0', ''],
  [{ finished: { reason: 'turns', code: 0, text: '3 turns' } }, 'plain', 'The turn limit was reached', 'exit code 0', '3 turns'],
  [{ finished: { reason: 'time', code: 17, text: '' } }, 'warn', 'The time limit was reached', 'exit code 17', ''],
  [{ finished: { reason: 'limit', code: 10, text: '' } }, 'warn', 'The step limit was reached', 'exit code 10', ''],
  [{ finished: { reason: 'malformed', code: 11, text: '' } }, 'bad', 'Too many replies in a row were malformed', 'exit code 11', ''],
  [{ finished: { reason: 'out_of_bounds', code: 12, text: '' } }, 'bad', 'A reply named a place outside the picture', 'exit code 12', ''],
  [{ finished: { reason: 'confidence', code: 13, text: '' } }, 'bad', 'A reply was less confident than the settings require', 'exit code 13', ''],
  [{ finished: { reason: 'no_change', code: 14, text: 'a\n b' } }, 'bad', 'Too many actions in a row changed nothing', 'exit code 14', 'a b'],
  [{ finished: { reason: 'window_gone', code: 15, text: '' } }, 'bad', 'The window of the run is gone', 'exit code 15', ''],
  [{ finished: { reason: 'noops', code: 16, text: '' } }, 'bad', 'Too many replies in a row only looked', 'exit code 16', ''],
  [{ finished: { reason: 'of_later_versions', code: 9, text: 't' } }, 'plain', 'The run has ended: of later versions', 'exit code 9', 't'],
  [{ finished: { reason: 'toString', text: 7 } }, 'plain', 'The run has ended: toString', '', ''],
  [{ finished: null }, 'warn', 'The record has no end', '', 'the run was interrupted, or its end could not be recorded'],
  [{ finished: null, imported: { file: 't.json' }, seal: 'a5' }, 'plain', 'The imported trajectory ends here', '', ''],
  [{ finished: null, imported: { file: 't.json' } }, 'warn', 'The record has no end', '', 'the run was interrupted, or its end could not be recorded'],
  [{ finished: 'strange' }, 'warn', 'The record has no end', '', 'the run was interrupted, or its end could not be recorded'],
  [{ replay: false, why: 'stopped; the orchestrator ended with 0' }, 'plain', 'The run has ended', '', 'stopped; the orchestrator ended with 0'],
  [{ replay: false, program: 'failed', why: 'the settings are wrong' }, 'bad', 'The run failed', '', 'the settings are wrong'],
];
for (const [how, tone, title, code, text] of outcomes) {
  test(`outcome: ${JSON.stringify(how)}`, () => {
    const { icon, ...outcome } = outcomeOf(ended(rowsTo(3), [], how));
    assert.deepEqual(outcome, { tone, title, code, text });
    assert.match(icon, /^(check|stop|alert)$/);
  });
}

test('an imported run says where it is from', () => {
  const imported = { file: 'a\nb.json', agent: 'terminus', agent_version: '2.0' };
  assert.equal(originOf({ imported }), 'Imported from a b.json, written by terminus 2.0. Nothing of it was witnessed.');
  assert.equal(originOf({ imported: { file: 7 } }), 'Imported from a file. Nothing of it was witnessed.');
  for (const run of [null, undefined, {}]) assert.equal(originOf(run), '');
});

test('the closing turn says how the run ended before the log does', () => {
  const finished = { reason: 'window_gone', code: 15, text: 'it was closed' };
  const state = ended(rowsTo(3), [record(3, { finished })], { replay: false, why: 'it was closed' });
  assert.equal(outcomeOf(state).code, 'exit code 15');
});

test('there is a card only for a run that has ended and whose turns are known', () => {
  const state = ended(rowsTo(3));
  assert.notEqual(cardOf(state), null);
  assert.equal(cardOf(state), cardOf({ ...state, now: 99 }), 'the same one as long as nothing changes');
  for (const change of [{ program: 'running' }, { program: 'stopping' }, { rowsFrom: 1 }, { run: null }, { stream: 'missing' }]) {
    assert.equal(cardOf({ ...state, ...change }), null, JSON.stringify(change));
  }
});

test('a sealed record is called sealed, not verified', () => {
  const state = { ...ended(rowsTo(3)), run: { seal: 'f508', finished: null } };
  const [name, value, about] = cardOf(state).figures.at(-1);
  assert.deepEqual([name, value], ['Record', 'sealed']);
  assert.match(about, /the seal f508\..*proxy verify/);
  assert.equal(cardOf({ ...state, run: { seal: null } }).figures.at(-1)[0], 'Tokens');
});

test('the figures, and a run without turns', () => {
  const card = cardOf(ended(rowsTo(3)));
  assert.deepEqual(card.figures, [['Turns', '3'], ['Time', '20 s'], ['Tokens', '1,234']]);
  assert.equal(card.last, 3);
  assert.deepEqual(cardOf(ended(rowsTo(1))).figures[1], ['Time', '4 s']);
  const empty = cardOf(ended([]));
  assert.deepEqual([empty.last, empty.findings, empty.figures[1]], [null, [], ['Time', '–']]);
});

const findings = [
  [
    'nothing happened',
    ended(rowsTo(2, { 1: 'none', 2: 'none' }), [record(1, { items: [] }), record(2, { items: [] })]),
    ['First error | none', 'Last change | no action changed anything', 'Repeats | none'],
  ],
  [
    'turn 1 performs no reply, so its missing block is no error',
    ended(rowsTo(3, { 1: 'error', 3: 'error' }), [
      record(1, { items: [], executor: { out: { items: [], error: { text: 'no block' } } } }),
      record(2),
      record(3, { items: [item('drag(1)', { outcome: 'malformed', why: 'TypeError:\n  drag()' })], picture: 'p2' }),
    ]),
    ['First error | Turn 3 | TypeError: drag()', 'Last action | Turn 2 | left_click(2, 1)', 'Repeats | none'],
  ],
  [
    'a violation and a failed capture are errors',
    ended(rowsTo(2, { 1: 'degraded', 2: 'violation' }), [record(1, { degraded: ['no answer in 15 s'], items: [] }), record(2, { items: [] })]),
    ['First error | Turn 1 | no answer in 15 s', 'Last change | no action changed anything', 'Repeats | none'],
  ],
  [
    'the record of the error is not loaded',
    ended(rowsTo(2, { 2: 'violation' })),
    ['First error | Turn 2 | violation', 'Last change | none so far', 'Repeats | none so far'],
  ],
  [
    'a repeated reply; the picture changed in turn 2',
    ended(rowsTo(5), [1, 2, 3, 4, 5].map((turn) => record(turn, { text: turn > 1 ? 'again' : 'first', picture: turn > 1 ? 'b' : 'a' }))),
    ['First error | none', 'Last change | Turn 2 | left_click(2, 1)', 'Repeats | Turns 2–5 | the same reply, 4 turns in a row'],
  ],
  [
    'only a part is loaded',
    ended(rowsTo(6), [4, 5, 6].map((turn) => record(turn, { text: 'again' }))),
    ['First error | none', 'Last change | Turn 6 | left_click(6, 1)', 'Repeats | Turns 4–6 | the same reply, 3 turns in a row (so far)'],
  ],
];
for (const [name, state, expected] of findings) {
  test(`findings: ${name}`, () => assert.deepEqual(words(cardOf(state)), expected));
}

const no = { changed: false };
const changes = [
  ['a compared action counts, whatever the picture', [record(1), record(2, { items: [item('a()', { changed: true }), item('b()', no)], picture: 'p1' })], { turn: 2, text: 'a()', sure: true }],
  ['compared and unchanged: the turn before', [record(1, { items: [item('a()', { changed: true })] }), record(2, { items: [item('b()', no)] })], { turn: 1, text: 'a()', sure: true }],
  ['not compared: the pictures are', [record(1, { items: [item('a()', { changed: true })] }), record(2, { picture: 'p1' })], { turn: 1, text: 'a()', sure: true }],
  ['neither is known', [record(1), record(2, { picture: null })], { turn: 2, text: 'left_click(2, 1)', sure: false }],
  ['noted calls do nothing', [record(1, { items: [] }), record(2, { items: [item('screenshot()', { outcome: 'noted' })] })], null],
  ['a turn without its record ends the search', [record(1)], null],
];
for (const [name, records, expected] of changes) {
  test(`last change: ${name}`, () => assert.deepEqual(lastChange(ended(rowsTo(2), records)), expected));
}

test('the last change: a turn that has no record is skipped', () => {
  assert.deepEqual(lastChange(ended(rowsTo(2), [record(1)], { missing: [2] }))?.turn, 1);
});

test('the longest repeat wins, of equal ones the newest; a picture only if it lasted longer', () => {
  const repeatOf = (texts, pictures = texts.map((_, i) => `p${i}`)) =>
    longestRepeat(ended(rowsTo(texts.length), texts.map((text, i) => record(i + 1, { text, picture: pictures[i] }))));
  assert.equal(repeatOf(['a', 'a', 'b', 'c']), null);
  assert.deepEqual(repeatOf([...'aaabbb']), { turns: 3, from: 4, to: 6, what: 'the same reply' });
  assert.deepEqual(repeatOf([...'aaaabbb']), { turns: 4, from: 1, to: 4, what: 'the same reply' });
  assert.deepEqual(repeatOf([...'aaabcd'], [...'xyyyyz']), { turns: 4, from: 2, to: 5, what: 'an unchanged picture' });
  assert.deepEqual(repeatOf([...'aaabcd'], [...'xyyyvz']).what, 'the same reply');
});

test('every record of a run up to 500 turns is requested, two at a time, the newest first', () => {
  let state = ended(rowsTo(4, { 2: 'error' }));
  const asked = [];
  for (let turns = factsWanted(state); turns.length; turns = factsWanted(state)) {
    asked.push(turns);
    state = reduce(state, { type: 'record', record: record(turns[0]) });
  }
  assert.deepEqual(asked, [[2, 4], [4, 3], [3, 1], [1]]);
  assert.deepEqual(factsWanted({ ...state, facts: {}, program: 'running' }), []);
  const records = wanted({ ...state, facts: {} }).filter(({ what }) => what === 'record');
  assert.deepEqual(records.map(({ turn }) => turn), [2, 4], 'each once');
});

test('of a longer run the newest records are requested, and the first error', () => {
  let state = ended(rowsTo(kWholeRun + 100, { 9: 'error' }));
  const asked = new Set();
  for (let [turn] = factsWanted(state); turn; [turn] = factsWanted(state)) {
    asked.add(turn);
    state = reduce(state, { type: 'record', record: record(turn) });
  }
  assert.deepEqual([asked.size, Math.max(...asked), asked.has(9), asked.has(561), asked.has(560)], [41, 600, true, true, false]);
  assert.match(words(cardOf(state))[2], /^Repeats \| none of the 41 loaded turns$/);
});

test('the objective: of the settings, else of a record', () => {
  const state = ended(rowsTo(2), [record(2, { memory: { objective: ' draw a house ' } })]);
  assert.equal(objectiveOf(state), 'draw a house');
  assert.equal(objectiveOf({ ...state, settings: { 'agent.objective': ' draw a cat\n' } }), 'draw a cat');
  assert.equal(objectiveOf({ ...state, settings: { 'agent.objective': '  ' } }), 'draw a house');
  assert.equal(objectiveOf(initialState), '');
  assert.equal(cardOf(state).objective, 'draw a house');
});

test('the title of the tab has the beginning of the objective after the turn', () => {
  const state = ended(rowsTo(2), [], { settings: { 'agent.objective': `draw\n a ${'very '.repeat(20)}large cat` } });
  assert.match(titleOf(state), /^turn 2 · draw a (very )+v?e?r?y? ?…/);
  assert.ok(titleOf(state).length < 100);
});

test('facts: an equal one changes nothing, the objective is kept once, strange records are harmless', () => {
  const first = withFact({}, record(1, { memory: { objective: 'o' } }));
  assert.equal(withFact(first, record(1, { memory: { objective: 'o' } })), first);
  const both = withFact(first, record(2, { memory: { objective: 'o' } }));
  assert.deepEqual([both[1].objective, both[2].objective], ['o', '']);
  assert.deepEqual(factOf({ turn: 1, memory: { objective: 5 }, degraded: 'x', finished: 3, executor: { out: { items: [1, null, {}] } } }).finished, null);
  assert.deepEqual(finishOf({ reason: {}, code: '0', text: [] }), { reason: '', code: null, text: '' });
  let facts = {};
  for (let turn = 1; turn <= 2500; turn++) facts = withFact(facts, record(turn));
  assert.ok(Object.keys(facts).length <= 2000);
  assert.ok(facts[2500]);
});

test('when a run ends, the page asks how', () => {
  const state = ended(rowsTo(2), [], { program: 'running', replay: false });
  assert.equal(state.runWanted, false);
  const event = { type: 'state', program: 'finished', loop: null, why: 'over' };
  const over = reduce(state, event);
  assert.equal(over.runWanted, true);
  assert.equal(reduce(over, event), over);
});
