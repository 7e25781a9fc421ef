import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  areTurnsLoading,
  averageLatency,
  clearedWords,
  controlsOf,
  figuresOf,
  followOf,
  haltOf,
  latencyOf,
  linkOf,
  lossOf,
  pace,
  pageRequestsOf,
  phasesOf,
  retryDelay,
  streamCare,
  titleOf,
  tokensOf,
  turnsWith,
  wanted,
} from '../../dashboard/js/select.js';
import { noteField } from '../../dashboard/js/note_model.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

const now = Date.parse('2026-01-31T12:00:30Z');
const open = {
  ...initialState,
  now,
  heard: now,
  stream: 'open',
  wasOpen: true,
  program: 'running',
  loop: 'thinking',
};
const served = { replay: true, made_by: 'mcp_server' };
const row = (turn, more = {}) => ({ turn, attempt: 1, outcome: 'actions', ...more });

const links = [
  ['before the first connection', { ...initialState }, 'STARTING', 'warn'],
  ['a stream that was there and is not', { ...open, stream: 'lost' }, 'RECONNECTING', 'warn'],
  ['thinking', open, 'LIVE', 'good'],
  ['acting', { ...open, loop: 'acting' }, 'LIVE', 'good'],
  ['backing off', { ...open, loop: 'backing_off' }, 'LIVE', 'good'],
  ['no word from the loop yet', { ...open, loop: null }, 'LIVE', 'good'],
  ['the loop waits', { ...open, loop: 'waiting' }, 'WAITING FOR MODEL', 'warn'],
  ['a request was refused', { ...open, loop: 'paused', problem: { what: 'no' } }, 'PAUSED', 'bad'],
  ['the loop is paused', { ...open, loop: 'paused' }, 'PAUSED', 'still'],
  [
    'a run on a person’s screen is about to begin',
    { ...open, loop: 'paused', cause: 'countdown', until: '2026-01-31T12:00:34.200Z' },
    'BEGINS IN 5 s',
    'warn',
  ],
  ['its time is over', { ...open, loop: 'paused', cause: 'countdown' }, 'BEGINS IN 0 s', 'warn'],
  ['the person took over', { ...open, loop: 'paused', cause: 'takeover' }, 'TAKEN OVER', 'warn'],
  ['a panic', { ...open, loop: 'paused', cause: 'panic' }, 'PANIC', 'bad'],
  ['nothing watches', { ...open, loop: 'paused', cause: 'unwatched' }, 'NOT WATCHED', 'bad'],
  ['the screen is gone', { ...open, loop: 'paused', cause: 'screen' }, 'NO SCREEN', 'bad'],
  ['a cause of later days', { ...open, loop: 'paused', cause: 'rain' }, 'PAUSED', 'still'],
  [
    'the proxy waits',
    { ...open, program: 'waiting_for_upstream', loop: null },
    'WAITING FOR MODEL',
    'warn',
  ],
  ['the proxy starts', { ...open, program: 'starting', loop: null }, 'STARTING', 'warn'],
  [
    'a restart counts down',
    { ...open, program: 'restarting', until: '2026-01-31T12:00:37.200Z' },
    'RESTARTING 8 s',
    'warn',
  ],
  ['a restart without a time', { ...open, program: 'restarting' }, 'RESTARTING', 'warn'],
  ['finished', { ...open, program: 'finished' }, 'FINISHED', 'still'],
  ['failed', { ...open, program: 'failed', why: 'no settings' }, 'FAILED', 'bad'],
  [
    'a state that a newer proxy may have',
    { ...open, program: 'being_upgraded' },
    'BEING UPGRADED',
    'still',
  ],
  ['a recorded run', { ...open, run: { replay: true } }, 'REPLAY', 'still'],
  ['an MCP client acts', { ...open, loop: null, run: served }, 'LIVE', 'good'],
  ['a person stopped its input', { ...open, loop: 'paused', cause: 'panic', run: served }, 'PANIC', 'bad'],
  ['its server has ended', { ...open, program: 'finished', loop: null, run: served }, 'REPLAY', 'still'],
  ['no such run', { ...open, stream: 'missing' }, 'NO SUCH RUN', 'bad'],
  ['a recorded run, before it is known', { ...open, replay: true }, 'REPLAY', 'still'],
  ['29 s of silence', { ...open, heard: now - 29_000 }, 'LIVE', 'good'],
  ['31 s of silence', { ...open, heard: now - 31_000 }, 'STALE', 'warn'],
];
for (const [name, state, text, tone] of links) {
  test(`link: ${name}`, () => {
    const link = linkOf(state);
    assert.deepEqual([link.name, link.tone], [text, tone]);
  });
}

test('the reason is shown for backing off, not for thinking', () => {
  assert.equal(
    linkOf({ ...open, loop: 'backing_off', why: 'connection refused' }).why,
    'connection refused',
  );
  assert.equal(linkOf({ ...open, why: 'turn 3' }).why, '');
});

const phases = [
  ['acting', { loop: 'acting', since: '2026-01-31T12:00:29.500Z' }, [['acting', 500]]],
  ['thinking', { since: '2026-01-31T12:00:18Z' }, [['thinking', 12_000]]],
  [
    'backing off counts down',
    { loop: 'backing_off', until: '2026-01-31T12:00:38Z' },
    [['backing off', 8999]],
  ],
  [
    'what was measured comes first',
    {
      since: '2026-01-31T12:00:18Z',
      live: { turn: 3 },
      records: {
        3: { latency_ms: { executor: 5 }, executor: { out: { timings_ms: { capture: 4 } } } },
      },
    },
    [
      ['executed', 5],
      ['captured', 4],
      ['thinking', 12_000],
    ],
  ],
  ['a clock ahead of ours', { since: '2026-01-31T13:00:00Z' }, [['thinking', 0]]],
  ['none while paused', { loop: 'paused' }, []],
  ['none when finished', { program: 'finished', loop: null }, []],
];
for (const [name, change, expected] of phases) {
  test(`phase: ${name}`, () =>
    assert.deepEqual(
      phasesOf({ ...open, ...change }).map(({ name: phase, took }) => [phase, took]),
      expected,
    ));
}

const known = { ...open, rows: [row(1), row(2), row(3), row(4)] };
const wants = [
  ['a lost stream asks nothing', { ...known, stream: 'lost', rowsFrom: 1 }, []],
  ['a hidden tab asks nothing', { ...known, stream: 'asleep', rowsFrom: 1 }, []],
  ['the turn on the page and its neighbour', known, ['record 4', 'record 3']],
  [
    'one in the middle has two',
    { ...known, following: false, selected: 2 },
    ['record 2', 'record 1', 'record 3'],
  ],
  [
    'records at hand are not asked for',
    {
      ...known,
      records: {
        3: { turn: 3, attempt: 1, response: {} },
        4: { turn: 4, attempt: 1, response: {} },
      },
    },
    [],
  ],
  [
    'a record without its reply is, once the turn is over',
    {
      ...known,
      records: {
        3: { turn: 3, attempt: 1, response: {} },
        4: { turn: 4, attempt: 1, response: null },
      },
    },
    ['record 4'],
  ],
  [
    'so is one of an earlier attempt',
    {
      ...known,
      rows: [row(1, { attempt: 2 })],
      records: { 1: { turn: 1, attempt: 1, response: {} } },
    },
    ['record 1'],
  ],
  [
    'a turn that the proxy does not have is not',
    { ...known, unrecorded: { 4: 'answered 404' } },
    ['record 3'],
  ],
  [
    'a turn whose request has left',
    { ...known, rows: [], live: { turn: 1, attempt: 1, open: true, text: '' } },
    ['record 1'],
  ],
  [
    'a turn of which only the reply is known',
    { ...known, rows: [], live: { turn: 1, attempt: 1, open: false, text: 'a' } },
    [],
  ],
  [
    'after a connection: run, rows, log',
    { ...open, runWanted: true, rowsFrom: 1, logWanted: true },
    ['run', 'rows 1', 'log'],
  ],
];
for (const [name, state, expected] of wants) {
  test(`wanted: ${name}`, () =>
    assert.deepEqual(
      wanted(state).map(({ what, turn, from }) =>
        [what, turn ?? from].filter((x) => x !== undefined).join(' '),
      ),
      expected,
    ));
}

// A proxy with a stream that breaks at any point: requests are answered later, with the data that the
// proxy has then.
test('whenever the stream drops, no turn is missing or duplicated', () => {
  for (let dropAt = 0; dropAt < 12; dropAt++) {
    let state = { ...initialState, now: 1, heard: 1 };
    const dispatch = (event) => {
      state = reduce(state, event);
    };
    const connect = (last) =>
      dispatch({ type: 'connected', run: 'a', last_turn: last, program: 'running' });
    connect(0);
    for (let turn = 1; turn <= 12; turn++) {
      if (turn === dropAt) dispatch({ type: 'stream', status: 'lost' });
      if (state.stream === 'open') dispatch({ type: 'turn', ...row(turn) });
      if (turn === dropAt + 3) {
        connect(turn);
        const asked = wanted(state).find(({ what }) => what === 'rows');
        dispatch({ type: 'turn', ...row(turn + 1) }); // before the answer
        const from = asked.from;
        dispatch({
          type: 'rows',
          from,
          rows: Array.from({ length: turn + 2 - from }, (_, i) => row(from + i)),
        });
      }
    }
    assert.deepEqual(
      state.rows.map(({ turn }) => turn),
      Array.from(state.rows, (_, i) => i + 1),
    );
    assert.equal(
      wanted(state).some(({ what }) => what === 'rows'),
      false,
    );
  }
});

test('a silent stream is reopened after 45 s', () => {
  assert.equal(streamCare({ ...open, heard: now - 44_000 }), null);
  assert.equal(streamCare({ ...open, heard: now - 46_000 }), 'reconnect');
  assert.equal(streamCare({ ...open, heard: now - 46_000, stream: 'lost' }), null);
});

test('waits grow to eight seconds', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 99].map(retryDelay),
    [500, 1000, 2000, 4000, 8000, 8000, 8000],
  );
});

const follows = [
  ['following', known, true, 'Following live'],
  ['two behind', { ...known, following: false, selected: 2 }, false, '2 new turns · jump to live'],
  ['one behind', { ...known, following: false, selected: 3 }, false, '1 new turn · jump to live'],
  [
    'the turn that is made counts',
    { ...known, following: false, selected: 3, live: { turn: 5 } },
    false,
    '2 new turns · jump to live',
  ],
  [
    'held at the last',
    { ...known, following: false, selected: 4 },
    false,
    'Held here · jump to live',
  ],
  [
    'a run that is over',
    { ...known, program: 'finished', following: false, selected: 2 },
    false,
    '2 later turns · jump to the end',
  ],
  ['the end of a run that is over', { ...known, program: 'failed' }, true, 'At the last turn'],
  [
    'held at the end of a run that is over',
    { ...known, program: 'finished', following: false, selected: 4 },
    true,
    'At the last turn',
  ],
  [
    'a recorded run',
    { ...known, replay: true, following: false, selected: 3 },
    false,
    '1 later turn · jump to the end',
  ],
];
for (const [name, state, pressed, text] of follows) {
  test(`follow: ${name}`, () => assert.deepEqual(followOf(state), { pressed, text }));
}

const desktop = { 'surface.kind': 'desktop' };
const problem = { code: 'model_not_found', what: 'no such model', advice: 'choose one', models: ['m'] };
const halts = [
  ['it runs', open, null],
  ['asked to pause', { ...open, loop: 'paused' }, null],
  ['no stream', { ...open, stream: 'lost', loop: 'paused', cause: 'panic' }, null],
  [
    'about to begin',
    { ...open, loop: 'paused', cause: 'countdown', why: 'soon' },
    { cause: 'countdown', title: 'Do not touch mouse and keyboard, or press Hold (p):', text: 'soon', tone: 'warn', hold: true, models: [] },
  ],
  [
    'a panic',
    { ...open, loop: 'paused', cause: 'panic', why: 'panic: the key' },
    {
      cause: 'panic',
      title: 'All input is stopped',
      text: 'panic: the key',
      tone: 'bad',
      hold: false,
      models: [],
    },
  ],
  [
    'the disk is full',
    { ...open, loop: 'paused', cause: 'disk', why: 'turn 7 waits', not_recorded: '4 MB are missing; turn 7 is not recorded yet' },
    {
      cause: 'disk',
      title: 'Not recorded yet',
      text: '4 MB are missing; turn 7 is not recorded yet. The run waits and continues by itself.',
      tone: 'bad',
      hold: false,
      models: [],
    },
  ],
  [
    'the model’s server refuses',
    { ...open, loop: 'paused', problem },
    { cause: 'problem', title: 'no such model', text: 'choose one', tone: 'bad', hold: false, models: ['m'] },
  ],
  [
    'a problem that tells less',
    { ...open, loop: 'paused', problem: { code: 'other' } },
    { cause: 'problem', title: '', text: '', tone: 'bad', hold: false, models: [] },
  ],
  ['it is tried again', { ...open, problem }, null],
  [
    'a check paused the run',
    { ...open, loop: 'paused', why: 'the last 8 replies led to no action ([limits] pause_after_failures). The last one: "no"' },
    {
      cause: 'check',
      title: 'The check pause_after_failures paused the run:',
      text: 'the last 8 replies led to no action. The last one: "no"',
      tone: 'bad',
      hold: false,
      models: [],
    },
  ],
  ['a reason without a check', { ...open, loop: 'paused', why: 'asked to' }, null],
];
for (const [name, state, expected] of halts) {
  test(`halt: ${name}`, () => assert.deepEqual(haltOf(state), expected));
}

const controls = [
  ['running', open, 'pause step stop'],
  ['paused', { ...open, loop: 'paused' }, 'resume step stop'],
  ['about to begin', { ...open, loop: 'paused', cause: 'countdown' }, 'pause resume step stop'],
  ['on a real screen', { ...open, settings: desktop }, 'pause step stop panic'],
  ['paused there', { ...open, loop: 'paused', settings: desktop }, 'resume step stop panic'],
  ['in one window', { ...open, settings: { 'surface.kind': 'window' } }, 'pause step stop panic'],
  ['over there', { ...open, program: 'finished', settings: desktop }, ''],
  ['finished', { ...open, program: 'finished' }, ''],
  ['no stream', { ...open, stream: 'lost' }, ''],
  ['without an orchestrator', { ...open, launch: false, settings: desktop }, 'stop'],
  ['a recorded run', { ...open, run: { replay: true } }, ''],
  ['a recorded run that another proxy writes', { ...open, replay: true }, ''],
  ['a run that an mcp_server writes', { ...open, loop: null, run: served }, 'panic'],
  ['it is stopped', { ...open, loop: 'paused', cause: 'panic', run: served }, 'resume'],
  ['it has ended', { ...open, program: 'finished', loop: null, run: served }, ''],
  ['its page has no stream', { ...open, stream: 'lost', loop: null, run: served }, ''],
];
for (const [name, state, expected] of controls) {
  test(`controls: ${name}`, () =>
    assert.equal(
      Object.entries(controlsOf(state))
        .filter(([, on]) => on)
        .map(([key]) => key)
        .join(' '),
      expected,
    ));
}

test('a proxy without an orchestrator says where clients reach the model', () => {
  assert.equal(linkOf(open).why, '');
  const state = reduce({ ...open, run: { relay: '127.0.0.1:1234' } }, { type: 'state', launch: false });
  const { name, why } = linkOf(state);
  assert.deepEqual([name, why], ['LIVE', 'no orchestrator: clients use 127.0.0.1:1234']);
  assert.equal(noteField(state), 'none');
  assert.equal(noteField({ ...state, launch: true }), 'open');
});

test('requests of web pages are shown with their number', () => {
  const told = [0, 1, 1200].map((page_requests) => pageRequestsOf({ ...open, page_requests }));
  assert.deepEqual(told, ['', '1 request from a web page', '1,200 requests from web pages']);
  const state = reduce(open, { type: 'state', program: 'running', page_requests: 2 });
  assert.equal(pageRequestsOf(state), '2 requests from web pages');
});

test('figures', () => {
  const counts = { actions: 3, error: 2, violation: 1, degraded: 1, none: 0 };
  assert.deepEqual(
    figuresOf(known, { counts, tokens: 186_400, latency: 1240 }).map(
      ([name, value]) => `${value} ${name}`,
    ),
    ['4 turn', '1.24 s a turn', '186 k tokens', '4 failures', '1 violation'],
  );
  assert.deepEqual(figuresOf(open, { counts, tokens: 0, latency: null }), []);
  assert.equal(averageLatency([{ latency_ms: 100 }, { latency_ms: 0 }, {}, { latency_ms: 300 }]), 200);
  assert.equal(averageLatency([{ latency_ms: 0 }]), null);
  assert.equal(pace([{ time: '2026-01-31T12:00:00Z' }, { time: '2026-01-31T12:00:15Z' }]), 4);
  assert.equal(pace([{ time: '2026-01-31T12:00:00Z' }]), null);
  assert.deepEqual(
    [{ tokens: 5 }, { tokens: { in: 2, out: 3 } }, { tokens: { total: 9 } }].map(tokensOf),
    [5, 5, 9],
  );
  assert.deepEqual([{ latency_ms: 5 }, { latency_ms: { turn: 6 } }, {}].map(latencyOf), [
    5,
    6,
    null,
  ]);
});

test('failures, and the turns with an outcome', () => {
  const rows = ['actions', 'error', 'none', 'violation', 'degraded'].map((outcome, i) => ({
    turn: i + 1,
    outcome,
  }));
  assert.deepEqual(turnsWith(rows), [2, 4, 5]);
  assert.deepEqual(turnsWith(rows, ['none']), [3]);
});

const titles = [
  ['live', {}, 'LIVE · turn 4 · FRANZ'],
  ['nothing yet', { rows: [], program: 'waiting_for_upstream' }, 'WAITING FOR MODEL · FRANZ'],
  [
    'no countdown: a tab must not flicker',
    { program: 'restarting', until: new Date(now + 8000).toISOString() },
    'RESTARTING · turn 4 · FRANZ',
  ],
  ['recorded', { run: { replay: true, name: 'run_a' } }, 'turn 4 · run_a · FRANZ'],
];
for (const [name, change, expected] of titles) {
  test(`title: ${name}`, () => assert.equal(titleOf({ ...known, ...change }), expected));
}

test('a recorded run says how long it took, not how fast it goes', () => {
  const rows = [1, 2, 3].map((turn) => ({ turn, time: new Date(turn * 60_000).toISOString() }));
  const names = (state) => figuresOf(state, { counts, tokens: 0, latency: null }).map(([name, value]) => `${name} ${value}`);
  const counts = { error: 1, violation: 0, degraded: 0 };
  assert.deepEqual(names({ ...open, rows, run: { replay: true } }), [
    'turns 3',
    'recorded 2 m 00 s',
    'tokens 0',
    'failure 1',
    'violations 0',
  ]);
  assert.match(names({ ...open, rows }).join(), /^turn 3,turns\/min 1\.0/);
});

test('turns whose record is lost are shown, from the stream or from run.json', () => {
  assert.equal(lossOf(open), null);
  assert.equal(lossOf({ ...open, lost_turns: [], run: { lost_turns: [[1, 1]] } }), null);
  assert.deepEqual(lossOf({ ...open, run: { lost_turns: [[7, 7]] } }), {
    text: '1 TURN LOST',
    why: 'not recorded: turn 7',
  });
  const ranges = [[12, 14], [20, 20], [1037, 1437]];
  assert.deepEqual(lossOf({ ...open, lost_turns: ranges }), {
    text: '405 TURNS LOST',
    why: 'not recorded: turns 12–14, 20 and 1,037–1,437',
  });
  const many = Array.from({ length: 100_000 }, (_, i) => [2 * i + 1, 2 * i + 1]);
  assert.match(lossOf({ ...open, lost_turns: many }).why, /and 39 and more$/);
});

test('the page waits for existing turns until they come', () => {
  const connected = (last_turn) => reduce(initialState, { type: 'connected', run: 'r', replay: true, last_turn });
  const rows = (state, list) => reduce(state, { type: 'rows', from: 1, rows: list });
  assert.equal(areTurnsLoading(initialState), false);
  assert.equal(areTurnsLoading(connected(0)), false);
  assert.equal(areTurnsLoading(connected(2)), true);
  assert.equal(areTurnsLoading(rows(connected(2), [row(1), row(2)])), false);
  assert.equal(areTurnsLoading(rows(connected(2), [])), false); // they do not exist
  assert.equal(areTurnsLoading({ ...connected(2), stream: 'lost' }), false);
});

test('cleared turns in words', () => {
  const rows = [1, 2, 3, 5].map((turn) => ({ turn }));
  assert.equal(clearedWords({ rows, clearedTo: 0 }), '');
  assert.equal(clearedWords({ rows, clearedTo: 3 }), '3 turns hidden');
  assert.equal(clearedWords({ rows, clearedTo: 1 }), '1 turn hidden');
});
