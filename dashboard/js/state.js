// The page's whole state, and the only function that changes it. Events come from the proxy's
// stream and answers (docs/http-api.md) and from the person at the page. The stream may
// repeat itself after a reconnect: an event applied twice gives the same state as once. There is no
// clock in here: `tick` brings the time.

import { lookAt, withNote, withNoteAnswer } from './note_model.js';
import { withDigest } from './repeat_model.js';
import { initialManner } from './replay_model.js';
import { withManner, withPlayed, withPlayToggled } from './replay_state.js';
import { initialHistory, reduceHistory } from './history_state.js';
import { initialSearch, reduceSearch } from './search_state.js';

const kKeptRecords = 24; // about what is in sight and its neighbours; far turns are fetched again
const kNearRecords = 6; // whatever their size: the shown one, its neighbours, the one being made
const kKeptCharacters = 24_000_000; // of all the kept ones' texts
const kKeptLines = 2000;
const kToastMs = 12_000;
const kMaxToasts = 4;

/**
 * A row of /api/turns. @typedef {{turn: number, attempt: number, time: string, outcome: string,
 *   actions: number, verdict: string, tokens: number, latency_ms: number,
 *   finish_reason: string, finished?: string}} Row
 * The turn that is being made. `open`: its request has left, so a record without its reply can be
 * had. `late`: the page came in the middle; the beginning comes with the record. `over`: nothing
 * more will come. @typedef {{turn: number, attempt: number, open: boolean, text: string,
 *   reasoning: string, points: number, bytes: number, late: boolean, over: boolean,
 *   began: number}} Live
 */
export const initialState = Object.freeze({
  now: 0,
  // connecting, open, lost, asleep (a hidden tab holds no stream), missing (there is no such run)
  stream: 'connecting',
  wasOpen: false,
  heard: 0, // when the stream last said anything
  runId: null,
  run: null, // /api/run
  replay: false, // a recorded run, told with the connection
  runWanted: false,
  program: 'starting',
  loop: null,
  why: '',
  since: null,
  until: null,
  turn: 0, // the turn the loop is at
  page_requests: 0, // that web pages sent through the relay
  not_recorded: null, // why the run folder cannot be written
  lost_turns: null, // [[first, last], …]: turns whose record is lost; null: see run.json
  rows: Object.freeze([]), // ascending by turn
  rowsFrom: null, // the first row that is still to be asked for
  clearedTo: 0, // turns up to it are hidden on this page, until they are shown again
  records: Object.freeze({}),
  digests: Object.freeze({}), // turn → what tells whether it was like another: repeat_model.js
  unrecorded: Object.freeze({}), // turn → why there is no record
  live: null,
  following: true,
  selected: null,
  log: Object.freeze([]), // ascending by id
  logWanted: false,
  settings: null,
  sources: null, // who holds each setting that is no default: 'config.ini:14', '--turns'
  changes: Object.freeze([]), // {time, text}, oldest first
  toasts: Object.freeze([]),
  toastCount: 0,
  notes: Object.freeze([]), // of the operator, and in no recorded turn yet: note_model.js
  play: null, // what plays of a recorded run: replay_state.js
  manner: initialManner,
  runs: null, // /api/runs
  runsAt: 0, // when it came
  runsWhy: '', // why it did not
  history: initialHistory,
  historySearch: initialSearch, // the overlay's own: search_state.js
  search: initialSearch,
  view: Object.freeze({ wrap: true, changes: true, compare: 'after', lit: null, runs: false }),
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
  // --- answers to what the page asked
  rows: (state, { from, rows }) => ({
    ...withRows(state, rows),
    // Rows that are further back than this answer goes are still to be asked for.
    rowsFrom: state.rowsFrom !== null && from <= state.rowsFrom ? null : state.rowsFrom,
  }),
  record: (state, { record }) => {
    const kept = withRecord(state, { record });
    // Of a turn that is still being made there is nothing to compare yet, and no note is recorded.
    if (!record.response && !rowOfTurn(state, record.turn)) return kept;
    const digests = withDigest(kept.digests, record);
    const next = digests === kept.digests ? kept : { ...kept, digests };
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
  // The person steps: nothing plays on under their hands.
  go: (state, { where }) => go(withoutPlay(state), where),
  hold: (state) =>
    shownTurn(state) === null
      ? state
      : { ...state, play: null, following: false, selected: shownTurn(state) },
  note: withNote,
  note_answer: withNoteAnswer,
  play: (state, { now }) => withPlayToggled(state, shownTurn(state), now),
  play_tick: (state, { now }) => withPlayed(state, isThere(state, state.play?.turn), now),
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

export function reduce(state, event) {
  const handler = Object.hasOwn(handlers, event.type) ? handlers[event.type] : null;
  return handler ? handler(state, event) : state; // a newer proxy may know more events
}

function heard(state) {
  return state.heard === state.now ? state : { ...state, heard: state.now };
}

// A connection begins: what happened while there was none has to be asked for. `rowsFrom` is set
// here and not at the time of asking, because a live turn may arrive before the answer does.
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
      runWanted: true,
      logWanted: true,
      unrecorded: {}, // it may be there by now
    },
    event,
  );
}

const programKeys = ['program', 'loop', 'why', 'since', 'until', 'turn', 'page_requests', 'not_recorded', 'lost_turns'];

function withProgram(state, event) {
  const change = {};
  for (const key of programKeys) if (event[key] !== undefined) change[key] = event[key];
  const same = (key) => JSON.stringify(change[key]) === JSON.stringify(state[key]);
  if (Object.keys(change).every(same)) return state;
  const next = { ...state, ...change, why: change.why ?? '' };
  // A reply that stops short is over: the loop does something else by now.
  const stopped =
    ['backing_off', 'waiting', 'paused'].includes(next.loop) ||
    !['running', 'starting'].includes(next.program);
  if (stopped && next.live && !next.live.over) next.live = { ...next.live, over: true };
  return next;
}

// --- rows -----------------------------------------------------------------------------------------

function rowOf({ type, ...row }) {
  return row;
}

function withRow(state, row) {
  const rows = insertRow(state.rows, row);
  if (rows === state.rows) return state;
  const last = lastRow(state)?.turn ?? 0;
  const unrecorded = { ...state.unrecorded };
  delete unrecorded[row.turn];
  return {
    ...state,
    rows,
    unrecorded,
    // A hole: the hub dropped something for us.
    rowsFrom: state.rowsFrom ?? (row.turn > last + 1 ? last + 1 : null),
    live:
      state.live?.turn === row.turn && !state.live.over && row.attempt >= state.live.attempt
        ? { ...state.live, over: true }
        : state.live,
  };
}

// An answer may hold ten thousand rows: those after the last known go in at once.
function withRows(state, rows) {
  const last = lastRow(state)?.turn ?? 0;
  const known = rows.filter(({ turn }) => turn <= last).reduce(withRow, state);
  const fresh = rows.filter(({ turn }) => turn > last);
  if (!fresh.length) return known;
  const ascending = [...known.rows, ...fresh.slice(0, -1)];
  return withRow({ ...known, rows: ascending }, fresh.at(-1));
}

function insertRow(rows, row) {
  const at = rowIndex(rows, row.turn);
  const known = rows[at];
  if (known?.turn !== row.turn) return [...rows.slice(0, at), row, ...rows.slice(at)];
  const older = (row.attempt ?? 1) < (known.attempt ?? 1);
  if (older || JSON.stringify(known) === JSON.stringify(row)) return rows;
  return [...rows.slice(0, at), row, ...rows.slice(at + 1)];
}

/** The place of a turn among rows: its index, or where it would be. */
export function rowIndex(rows, turn) {
  let [low, high] = [0, rows.length];
  if (high && rows[high - 1].turn < turn) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].turn < turn) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function rowOfTurn(state, turn) {
  const row = state.rows[rowIndex(state.rows, turn)];
  return row?.turn === turn ? row : null;
}

export function lastRow(state) {
  return state.rows.at(-1) ?? null;
}

let seen = { rows: null, clearedTo: 0, list: null };

/** The rows that are not cleared away, ascending; the same list as long as they are the same. */
export function seenRows({ rows, clearedTo }) {
  if (!clearedTo) return rows;
  if (seen.rows !== rows || seen.clearedTo !== clearedTo) {
    seen = { rows, clearedTo, list: rows.slice(rowIndex(rows, clearedTo + 1)) };
  }
  return seen.list;
}

// Hides all turns there are, or shows them again. The run and its records stay as they are.
function withClearing(state) {
  const newest = lastRow(state)?.turn ?? 0;
  if (!state.clearedTo && !newest) return state;
  return {
    ...state,
    clearedTo: state.clearedTo ? 0 : newest,
    following: true,
    selected: null,
    play: null,
    view: withoutLight(state.view),
  };
}

// --- the turn that is being made ------------------------------------------------------------------

function withRequest(state, { turn, attempt = 1 }) {
  const row = rowOfTurn(state, turn);
  if (row && (row.attempt ?? 1) >= attempt) return state;
  const { live } = state;
  if (live && (live.turn > turn || (live.turn === turn && live.attempt > attempt))) return state;
  if (live?.turn === turn && live.attempt === attempt) {
    return live.open ? state : { ...state, live: { ...live, open: true } };
  }
  return { ...state, live: newLive(state, turn, attempt, true) };
}

function newLive(state, turn, attempt, open) {
  return {
    turn,
    attempt,
    open,
    text: '',
    reasoning: '',
    points: 0,
    bytes: 0,
    late: false,
    over: false,
    began: state.now,
  };
}

function withDelta(state, { turn, attempt = 1, text = '', reasoning = '', offset }) {
  const row = rowOfTurn(state, turn);
  if (row && (row.attempt ?? 1) >= attempt) return state; // its record is whole
  const { live: old } = state;
  if (old && (old.turn > turn || (old.turn === turn && old.attempt > attempt))) return state;
  const live =
    old?.turn === turn && old.attempt === attempt ? old : newLive(state, turn, attempt, false);
  const fits = offset === undefined || [live.text.length, live.points, live.bytes].includes(offset);
  if (!fits && offset < live.text.length && !live.late) return state; // a repeat
  return {
    ...state,
    live: {
      ...live,
      text: live.text + text,
      reasoning: live.reasoning + (reasoning ?? ''),
      points: live.points + countPoints(text),
      bytes: live.bytes + new TextEncoder().encode(text).length,
      late: live.late || !fits,
      over: false,
    },
  };
}

function countPoints(text) {
  let points = 0;
  for (const _ of text) points++;
  return points;
}

// --- records --------------------------------------------------------------------------------------

/** A record that will not get its reply any more counts as whole: it had none. */
const kPartialTries = 4;

export function isWhole(record) {
  return Boolean(record?.response ?? record?.finished) || (record?.partial ?? 0) >= kPartialTries;
}

function sizeOf({ sst, response, feedback }) {
  const texts = [sst?.text, response?.text, response?.reasoning, feedback];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

function withRecord(state, { record }) {
  const known = state.records[record.turn];
  if (known && (known.attempt ?? 1) > (record.attempt ?? 1)) return state;
  if (known?.response && !record.response && known.attempt === record.attempt) return state;
  // `partial`: how often it came without its reply. Once the turn is over that should end soon.
  const kept = record.response ? record : { ...record, partial: (known?.partial ?? 0) + 1 };
  const records = { ...state.records, [record.turn]: kept };
  const turns = Object.keys(records).map(Number);
  const near = shownTurn(state) ?? record.turn;
  turns.sort((a, b) => Math.abs(a - near) - Math.abs(b - near));
  let size = 0;
  turns.forEach((turn, place) => {
    size += sizeOf(records[turn]);
    const far = place >= kKeptRecords || (place >= kNearRecords && size > kKeptCharacters);
    if (far) delete records[turn];
  });
  const { live } = state;
  const whole =
    record.response && live?.turn === record.turn && (record.attempt ?? 1) >= live.attempt;
  return { ...state, records, live: whole ? null : live };
}

function withNotesLooked(state, turn, record) {
  if (!state.notes.length) return state;
  const { notes, arrived } = lookAt(state, turn, record);
  if (notes === state.notes) return state;
  const text = `The note went to the model with turn ${turn}.`;
  const next = { ...state, notes };
  return arrived.length ? withToast(next, { tone: 'good', text }) : next;
}

// --- going about ----------------------------------------------------------------------------------

/** The turn on the page; null while there is none. */
export function shownTurn(state) {
  if (!state.following && state.selected !== null) return state.selected;
  const last = seenRows(state).at(-1)?.turn ?? null;
  const live = state.live?.turn > state.clearedTo ? state.live : null;
  // A new turn is shown once there is something of it to see.
  const visible = live && (state.records[live.turn] || (live.text !== '' && !live.open));
  if (visible && live.turn > (last ?? 0)) return live.turn;
  return last ?? live?.turn ?? null;
}

/** The newest turn one can go to. */
export function newestTurn(state) {
  const last = lastRow(state)?.turn ?? 0;
  return Math.max(last, state.live ? state.live.turn : 0);
}

function go(state, where) {
  const shown = shownTurn(state);
  if (shown === null) return state;
  const rows = seenRows(state);
  const newest = newestTurn(state);
  const first = rows[0]?.turn ?? newest;
  const index = rowIndex(rows, shown);
  const turn =
    where === 'first'
      ? first
      : where === 'last'
        ? newest
        : where === 'previous'
          ? (rows[index - 1]?.turn ?? first)
          : where === 'next'
            ? (rows[rows[index]?.turn === shown ? index + 1 : index]?.turn ?? newest)
            : nearestTurn(rows, Number(where), first, newest);
  if (Number.isNaN(turn)) return state;
  const following = turn >= newest;
  return { ...state, following, selected: following ? null : turn, view: withoutLight(state.view) };
}

// A turn that was never recorded has no row; its neighbour above stands in.
function nearestTurn(rows, turn, first, newest) {
  if (Number.isNaN(turn) || turn >= newest) return Number.isNaN(turn) ? turn : newest;
  return rows[rowIndex(rows, turn)]?.turn ?? first;
}

function withoutPlay(state) {
  return state.play ? { ...state, play: null } : state;
}

function isThere(state, turn) {
  return isWhole(state.records[turn]) || state.unrecorded[turn] !== undefined;
}

function withoutLight(view) {
  return view.lit === null ? view : { ...view, lit: null };
}

// --- settings, log, toasts ------------------------------------------------------------------------

function withConfig(state, { settings, sources, changes = [], time = null }) {
  const same = JSON.stringify(settings ?? state.settings) === JSON.stringify(state.settings);
  const last = state.changes.slice(-changes.length).map(({ text }) => text);
  if (same && JSON.stringify(last) === JSON.stringify(changes)) return state; // a repeat
  const at = time ?? new Date(state.now).toISOString();
  const next = {
    ...state,
    settings: settings ?? state.settings,
    sources: sources ?? state.sources,
    changes: [...state.changes, ...changes.map((text) => ({ time: at, text }))],
  };
  return changes.reduce((all, text) => withToast(all, toastOf('plain', text)), next);
}

function withLine(state, { type, ...line }) {
  const log = mergeLog(state.log, [line]);
  if (log === state.log) return state;
  const tone = { warning: 'warn', error: 'bad' }[line.level];
  const next = { ...state, log };
  return tone ? withToast(next, toastOf(tone, line.text)) : next;
}

function mergeLog(log, lines) {
  const known = new Map(log.map((line) => [line.id, line]));
  const fresh = lines.filter((line) => known.get(line.id)?.text !== line.text);
  if (!fresh.length) return log;
  for (const line of fresh) known.set(line.id, line);
  return [...known.values()].sort((a, b) => a.id - b.id).slice(-kKeptLines);
}

// "config.ini:14: [model] temperature: “hot” is …" has its place as the title.
function toastOf(tone, text) {
  const match = /^(\S+?:\d+): (.*)$/s.exec(text);
  return match
    ? { tone, title: match[1].replace(':', ', line '), text: match[2] }
    : { tone, title: '', text };
}

function withToast(state, { tone, title = '', text }) {
  const others = keepIf(state.toasts, (t) => t.title !== title || t.text !== text);
  const toast = { id: state.toastCount + 1, tone, title, text, at: state.now };
  return {
    ...state,
    toastCount: toast.id,
    toasts: [...others, toast].slice(-kMaxToasts),
  };
}

function keepIf(list, test) {
  const kept = list.filter(test);
  return kept.length === list.length ? list : kept;
}
