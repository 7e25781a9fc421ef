// The page's whole state, and the only function that changes it. Events come from the proxy's
// stream and answers (docs/http-api.md) and from the person at the page. The stream may
// repeat itself after a reconnect: an event applied twice gives the same state as once. The state
// has no clock: `tick` sets the time.

import { pageOther } from './address.js';
import { initialApproval, withAsked, withDecision, withDecisionAnswer, withTick, withTicks } from './approval_model.js';
import { hasEnded, withFact } from './end_facts.js';
import { withDelta, withRequest } from './live_state.js';
import { withNote, withNoteAnswer } from './note_model.js';
import { keepIf, mergeLog, withConfig, withLine, withToast } from './notice_state.js';
import { isThere, withNotesLooked, withRecord } from './record_state.js';
import { withDigest } from './repeat_model.js';
import { isOutlined, withOutline, withSight, withSlice } from './outline_state.js';
import { initialManner } from './replay_model.js';
import { withManner, withPlayed, withPlayToggled } from './replay_state.js';
import { lastRow, rowOf, rowOfTurn, withRow, withRows } from './rows_state.js';
import { initialHistory, reduceHistory } from './history_state.js';
import { initialSearch, reduceSearch } from './search_state.js';
import { go, shownTurn, withClearing, withoutPlay } from './shown_state.js';

const kToastMs = 12_000;

export const initialState = Object.freeze({
  now: 0,
  // connecting, open, lost, asleep (a hidden tab holds no stream), missing (there is no such run)
  stream: 'connecting',
  wasOpen: false,
  heard: 0, // the time of the stream's last message
  runId: null,
  run: null, // /api/run
  replay: false, // a recorded run, reported with the connection
  runWanted: false,
  program: 'starting',
  loop: null,
  why: '',
  since: null,
  until: null,
  cause: null, // of a pause: countdown, takeover, panic, unwatched, disk, page, screen
  unseen: '', // what FRANZ does not notice on the run's screen
  // of a private display or a VNC server's screen: {held: a person has it, refused: why no page may, or null}
  takeover: null,
  problem: null, // why a request to the model paused the run: {code, what, advice, models}
  launch: true, // false: the proxy has no orchestrator of its own, so only a stop can be commanded
  turn: 0, // the turn the loop is at
  page_requests: 0, // requests that web pages sent through the relay
  not_recorded: null, // why the run folder cannot be written
  lost_turns: null, // [[first, last], …]: turns whose record is lost; null: as /api/run says
  rows: Object.freeze([]), // ascending by turn
  rowsFrom: null, // the first row still to be requested
  lastTold: 0, // the newest recorded turn when the connection began
  outline: null, // sums over the turns that came as an outline: outline_state.js
  sight: Object.freeze([]), // turns that a view shows in addition to the page's
  clearedTo: 0, // turns up to it are hidden on this page, until they are shown again
  records: Object.freeze({}),
  digests: Object.freeze({}), // turn → digests for comparing turns: repeat_model.js
  facts: Object.freeze({}), // turn → what the card at the end needs of its record: end_facts.js
  unrecorded: Object.freeze({}), // turn → why there is no record
  approval: initialApproval, // the question to the operator: approval_model.js
  live: null,
  following: true,
  selected: null,
  log: Object.freeze([]), // ascending by id
  logWanted: false,
  settings: null,
  sources: null, // the source of each setting that is not a default: 'config.ini:14', '--turns'
  changes: Object.freeze([]), // {time, text}, oldest first
  toasts: Object.freeze([]),
  toastCount: 0,
  notes: Object.freeze([]), // of the operator, and in no recorded turn yet: note_model.js
  play: null, // the replay of a recorded run: replay_state.js
  manner: initialManner,
  runs: null, // /api/runs
  runsAt: 0, // when it came
  runsWhy: '', // why it did not
  other: pageOther, // the run that this one is compared with; null: none
  diff: null, // /api/diff: diff_model.js
  diffWhy: '', // why it did not come
  diffAt: 0, // when it came, and how many rows there were
  diffRows: 0,
  others: Object.freeze({}), // turn → the other run's record of the shown turn; null: it has none
  history: initialHistory,
  historySearch: initialSearch, // the overlay's own: search_state.js
  search: initialSearch,
  view: Object.freeze({ wrap: true, changes: true, compare: 'after', marks: true, lit: null, runs: false, screen: false }),
});

const handlers = {
  // --- from the stream
  connected: connected,
  state: (state, event) => withProgram(heard(state), event),
  turn: (state, event) => withRow(heard(state), rowOf(event)),
  request: (state, event) => withRequest(heard(state), event),
  delta: (state, event) => withDelta(heard(state), event),
  config: (state, event) => withConfig(heard(state), event),
  log: (state, event) => withLine(heard(state), event),
  heartbeat: (state) => heard(state),
  // --- answers to the page's requests
  rows: (state, { from, rows }) => ({
    ...withRows(state, rows),
    // Rows before this answer's first are still to be requested.
    rowsFrom: state.rowsFrom !== null && from <= state.rowsFrom ? null : state.rowsFrom,
  }),
  outline: withOutline,
  slice: withSlice,
  record: (state, { record }) => {
    const kept = withRecord(state, { record });
    // A turn in progress has nothing to compare yet, and no recorded note.
    if (!record.response && !rowOfTurn(state, record.turn)) return kept;
    const digests = withDigest(kept.digests, record);
    const facts = withFact(kept.facts, record);
    const same = digests === kept.digests && facts === kept.facts;
    const next = same ? kept : { ...kept, digests, facts };
    return withNotesLooked(next, record.turn, record);
  },
  no_record: (state, { turn, why }) =>
    withNotesLooked(
      { ...state, unrecorded: { ...state.unrecorded, [turn]: why } },
      turn,
      null,
    ),
  run: (state, { run }) => ({
    ...state,
    run,
    runWanted: false,
    settings: run.settings ?? state.settings,
    sources: run.sources ?? state.sources,
    changes: run.changes ?? state.changes,
  }),
  runs: (state, { runs, why }) => ({
    ...state,
    runs: runs ?? state.runs,
    runsAt: state.now,
    runsWhy: why ?? '',
  }),
  diff: (state, { diff, why }) => ({
    ...state,
    diff: diff ?? state.diff,
    diffWhy: why ?? '',
    diffAt: state.now,
    diffRows: state.rows.length,
  }),
  // Only one is kept: a long look at two runs must not keep all records.
  other_record: (state, { turn, record }) => ({ ...state, others: { [turn]: record } }),
  log_lines: (state, { lines }) => ({
    ...state,
    log: mergeLog(state.log, lines),
    logWanted: false,
  }),
  // --- the page's own
  stream: (state, { status }) => (status === state.stream ? state : { ...state, stream: status }),
  tick: (state, { now }) => ({
    ...state,
    now,
    heard: state.heard || now,
    toasts: keepIf(state.toasts, ({ at, tone }) => tone === 'bad' || now - at < kToastMs),
  }),
  // The person navigates, so the replay stops.
  go: (state, { where }) => go(withoutPlay(state), where),
  sight: withSight,
  hold: (state) =>
    shownTurn(state) === null
      ? state
      : { ...state, play: null, following: false, selected: shownTurn(state) },
  note: withNote,
  approval_tick: withTick,
  approval_ticks: withTicks,
  approval_sent: withDecision,
  approval_answer: withDecisionAnswer,
  note_answer: withNoteAnswer,
  play: (state, { now }) => withPlayToggled(state, shownTurn(state), now),
  play_tick: (state, { now }) => withPlayed(state, isReady(state, state.play?.turn), now),
  manner: (state, event) => withManner(state, event),
  toast: (state, event) => withToast(state, event),
  dismiss: (state, { id }) => ({ ...state, toasts: keepIf(state.toasts, (t) => t.id !== id) }),
  history: (state, event) => ({
    ...state,
    history: reduceHistory(state.history, state.rows, event),
    historySearch: event.change === 'open' ? initialSearch : state.historySearch,
  }),
  history_search: (state, event) => {
    const historySearch = reduceSearch(state.historySearch, event);
    return historySearch === state.historySearch ? state : { ...state, historySearch };
  },
  search: (state, event) => {
    const search = reduceSearch(state.search, event);
    return search === state.search ? state : { ...state, search };
  },
  view: (state, { type, ...change }) => ({ ...state, view: { ...state.view, ...change } }),
  clear: (state) => withClearing(state),
};

/** The state after an event; the same state if nothing changed. */
export function reduce(state, event) {
  const handler = Object.hasOwn(handlers, event.type) ? handlers[event.type] : null;
  return handler ? handler(state, event) : state; // a newer proxy may send more events
}

// Whether a playing turn is completely loaded, and how long it is shown.
function isReady(state, turn) {
  const row = rowOfTurn(state, turn);
  return isThere(state, turn) && !(row && isOutlined(row));
}

function heard(state) {
  return state.heard === state.now ? state : { ...state, heard: state.now };
}

// A connection begins: what happened without one must be requested. `rowsFrom` is set here and not
// with the request, because a live turn may arrive before the answer.
function connected(state, event) {
  const same = state.runId === null || state.runId === event.run;
  const base = same
    ? state
    : { ...initialState, now: state.now, view: state.view, wasOpen: state.wasOpen };
  return withProgram(
    {
      ...base,
      runId: event.run,
      replay: event.replay ?? base.replay,
      stream: 'open',
      wasOpen: true,
      heard: state.now,
      rowsFrom: base.rowsFrom ?? (lastRow(base)?.turn ?? 0) + 1,
      lastTold: event.last_turn ?? 0,
      launch: true, // only a proxy without an orchestrator says
      runWanted: true,
      logWanted: true,
      unrecorded: {}, // it may exist by now
    },
    event,
  );
}

const programKeys = ['program', 'loop', 'why', 'since', 'until', 'cause', 'problem', 'launch', 'unseen', 'takeover', 'turn', 'page_requests', 'not_recorded', 'lost_turns'];

function withProgram(before, event) {
  const state = event.approval === undefined ? before : withAsked(before, event.approval);
  const change = {};
  for (const key of programKeys) if (event[key] !== undefined) change[key] = event[key];
  const same = (key) => JSON.stringify(change[key]) === JSON.stringify(state[key]);
  if (Object.keys(change).every(same)) return state;
  const next = { ...state, ...change, why: change.why ?? '' };
  if (hasEnded(next) && !hasEnded(state)) next.runWanted = true; // it says how
  // A reply that stopped early is over: the loop has moved on.
  const stopped =
    ['backing_off', 'waiting', 'paused'].includes(next.loop) ||
    !['running', 'starting'].includes(next.program);
  if (stopped && next.live && !next.live.over) next.live = { ...next.live, over: true };
  return next;
}
