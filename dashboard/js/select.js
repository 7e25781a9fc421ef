// Values derived from the state: requests to the proxy, the link badge, the phases, the figures.
// Pure, and cheap enough to run at every draw.
import { isInOther, wantsDiff } from './diff_model.js';
import { factsWanted, objectiveOf } from './end_facts.js';
import { compact, count, duration, number, whole } from './format.js';
import { turnToLookAt } from './note_model.js';
import { missingRows, slicesWanted } from './outline_state.js';
import { streakAt } from './repeat_model.js';
import { wantsRuns } from './runs_model.js';
import { isWhole } from './record_state.js';
import { lastRow, rowIndex, rowOfTurn } from './rows_state.js';
import { newestTurn, shownTurn } from './shown_state.js';

const kStaleMs = 30_000; // twice the proxy's heartbeat
const kReconnectMs = 45_000; // a stream that is silent for this long is reopened

/**
 * What the page lacks. The fetcher skips requests in progress.
 * @returns {({what: 'run'}|{what: 'runs'}|{what: 'rows'|'outline', from: number}|{what: 'log'}
 *   |{what: 'slice', from: number, to: number}|{what: 'record'|'other', turn: number}
 *   |{what: 'diff'})[]} most urgent first
 */
export function wanted(state) {
  // If the page's run is missing, the list of existing runs helps.
  const list = wantsRuns(state) ? [{ what: 'runs' }] : [];
  if (state.stream !== 'open') return list;
  const shown = shownTurn(state);
  const turns = new Set([shown, state.live?.open ? state.live.turn : null, turnToLookAt(state)]);
  turns.add(streakOf(state).ask);
  if (shown !== null) {
    const index = rowIndex(state.rows, shown);
    turns.add(state.rows[index - 1]?.turn ?? null); // changes are shown relative to it
    turns.add(state.rows[index + 1]?.turn ?? null); // and it may be next
  }
  if (state.runWanted) list.push({ what: 'run' });
  if (state.rowsFrom !== null) list.push(missingRows(state));
  list.push(...slicesWanted(state, shown));
  for (const turn of turns) if (lacksRecord(state, turn)) list.push({ what: 'record', turn });
  for (const turn of factsWanted(state)) {
    const listed = turns.has(turn) && lacksRecord(state, turn);
    if (!listed) list.push({ what: 'record', turn });
  }
  if (state.logWanted) list.push({ what: 'log' });
  if (wantsDiff(state)) list.push({ what: 'diff' });
  if (shown !== null && isInOther(state.diff, shown) && state.others[shown] === undefined) {
    list.push({ what: 'other', turn: shown });
  }
  return list;
}

function lacksRecord(state, turn) {
  if (turn === null || state.unrecorded[turn] !== undefined) return false;
  const record = state.records[turn];
  const row = rowOfTurn(state, turn);
  const opened = state.live?.turn === turn && state.live.open;
  if (!row && !opened) return false; // nothing is available yet
  if (!record) return true;
  if (row && !isWhole(record)) return true;
  const attempt = Math.max(row?.attempt ?? 1, opened ? state.live.attempt : 1);
  return (record.attempt ?? 1) < attempt;
}

/**
 * What the stream's owner should do now.
 * @returns {'reconnect'|null}
 */
export function streamCare(state) {
  return state.stream === 'open' && state.now - state.heard > kReconnectMs ? 'reconnect' : null;
}

/** Milliseconds before try number `tries` (from 1) to open the stream again. */
export function retryDelay(tries) {
  return Math.min(8000, 500 * 2 ** Math.min(tries - 1, 10));
}

/** Milliseconds from a time to now; 0 for none and for clocks that disagree. */
export function elapsed(state, time) {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? 0 : Math.max(0, state.now - at);
}

function remaining(state) {
  const at = Date.parse(state.until ?? '');
  return Number.isNaN(at) ? null : Math.max(0, at - state.now);
}

// The names of the proxy's states on the page, with the badge's tone.
const programs = {
  starting: ['starting', 'STARTING', 'warn'],
  waiting_for_upstream: ['waiting', 'WAITING FOR MODEL', 'warn'],
  restarting: ['restarting', 'RESTARTING', 'warn'],
  stopping: ['finished', 'STOPPING', 'still'],
  finished: ['finished', 'FINISHED', 'still'],
  failed: ['failed', 'FAILED', 'bad'],
  replay: ['replay', 'REPLAY', 'still'],
};

/** A recorded run is shown. */
export function isReplay(state) {
  return Boolean(state.run?.replay ?? state.replay);
}

/** An mcp_server writes the run that is shown: its input can be stopped from here. */
export function isServed(state) {
  return isReplay(state) && state.program === 'running' && state.run?.made_by === 'mcp_server';
}

/** No turn will be added: a recorded run, or one that has ended. */
export function isOver(state) {
  return isReplay(state) || ['finished', 'failed'].includes(state.program);
}

const kDrawn = 'sandbox'; // every other surface is a real screen

/** Whether the run acts on a real screen and is not over. */
export function hasScreen(state) {
  const kind = state.settings?.['surface.kind'] ?? kDrawn;
  return kind !== kDrawn && !isOver(state);
}

/** The text about requests that web pages sent through the relay; empty: there were none. */
export function pageRequestsOf({ page_requests: requests }) {
  if (!requests) return '';
  return requests === 1 ? '1 request from a web page' : `${number(requests)} requests from web pages`;
}

/** The address for clients of a proxy without an orchestrator of its own; empty: it has one. */
export const relayOf = ({ launch, run }) => (launch ? '' : (run?.relay ?? '…'));

/** @returns {{link: string, name: string, tone: 'good'|'warn'|'bad'|'still', why: string}} */
export function linkOf(state) {
  const answer = (link, name, tone, why = state.why ?? '') => ({ link, name, tone, why });
  if (state.stream === 'connecting' && !state.wasOpen) return answer(...programs.starting);
  if (state.stream === 'missing') return answer('missing', 'NO SUCH RUN', 'bad');
  if (state.stream !== 'open') {
    return answer('reconnecting', 'RECONNECTING', 'warn', 'no connection to the proxy; the page retries by itself');
  }
  if (state.now - state.heard > kStaleMs) {
    return answer(
      'stale',
      'STALE',
      'warn',
      `no message from the proxy for ${whole(state.now - state.heard)}`,
    );
  }
  if (isServed(state) && state.loop !== 'paused') {
    return answer('live', 'LIVE', 'good', 'an MCP client acts');
  }
  if (isReplay(state) && !isServed(state)) return answer(...programs.replay);
  if (state.program === 'running') {
    if (state.loop === 'waiting') return answer(...programs.waiting_for_upstream);
    if (state.loop === 'asking') return answer('asking', 'ASKING YOU', 'warn');
    if (state.loop === 'paused') return pausedLink(state, answer);
    const relay = relayOf(state);
    if (relay) return answer('live', 'LIVE', 'good', `no orchestrator: clients use ${relay}`);
    return answer('live', 'LIVE', 'good', state.loop === 'backing_off' ? state.why : '');
  }
  const [link, name, tone] = programs[state.program] ?? [
    'other',
    String(state.program ?? 'unknown')
      .replaceAll('_', ' ')
      .toUpperCase(),
    'still',
  ];
  const left = link === 'restarting' ? remaining(state) : null;
  return answer(link, left === null ? name : `${name} ${whole(left + 999)}`, tone);
}

const kCheck = / ?\(\[\w+\] (\w+)\)/; // a reason names the setting that paused the run

/**
 * The check that paused the run by itself, and what it found.
 * @returns {{name: string, found: string}|null}
 */
export function failedCheckOf({ loop, cause, why }) {
  const [setting, name] = (loop === 'paused' && !cause && kCheck.exec(why ?? '')) || [];
  return name ? { name, found: why.replace(setting, '') } : null;
}

// A pause on a person's screen is named for its cause.
const haltNames = {
  takeover: ['takeover', 'TAKEN OVER', 'warn'],
  panic: ['panic', 'PANIC', 'bad'],
  unwatched: ['unwatched', 'NOT WATCHED', 'bad'],
  disk: ['disk', 'PAUSED', 'bad'],
  screen: ['screen', 'NO SCREEN', 'bad'],
  page: ['page', 'TAKEN OVER', 'warn'],
};

function pausedLink(state, answer) {
  if (state.cause === 'countdown') {
    return answer('countdown', `BEGINS IN ${whole((remaining(state) ?? 0) + 999)}`, 'warn');
  }
  // The line below the bar says it.
  if (state.problem || failedCheckOf(state)) return answer('paused', 'PAUSED', 'bad', '');
  return answer(...(haltNames[state.cause] ?? ['paused', 'PAUSED', 'still']));
}

const haltTitles = {
  countdown: 'Do not touch mouse and keyboard, or press Hold (p):',
  takeover: 'The person at the screen took over',
  panic: 'All input is stopped',
  unwatched: 'The panic watch is not running',
  page: 'A person uses the screen',
  screen: 'The connection to the screen is lost',
};

// `words`: the recorder's message about the disk, and the turn that is not recorded yet.
function diskHalt({ not_recorded: words }, why) {
  const text = `${(words || why).replace(/[.\s]+$/, '')}. The run waits and continues by itself.`;
  return { cause: 'disk', title: 'Not recorded yet', text, tone: 'bad', hold: false, models: [] };
}

/**
 * The text, in addition to the badge, about a pause that the person at the screen should know about,
 * or that a request to the model caused.
 * @returns {{cause: string, title: string, text: string, tone: 'warn'|'bad', hold: boolean,
 *   models: string[]}|null} `hold`: it will end by itself. `models`: any of them would work
 */
export function haltOf(state) {
  const { link, tone, why } = linkOf(state);
  const problem = problemOf(state);
  if (problem) {
    const { what = '', advice = '', models = [] } = problem;
    return { cause: 'problem', title: what, text: advice, tone, hold: false, models };
  }
  if (link === 'disk') return diskHalt(state, why);
  const check = link === 'paused' ? failedCheckOf(state) : null;
  if (check) {
    const title = `The check ${check.name} paused the run:`;
    return { cause: 'check', title, text: check.found, tone, hold: false, models: [] };
  }
  const title = haltTitles[link];
  if (!title) return null;
  return { cause: link, title, text: why, tone, hold: link === 'countdown', models: [] };
}

/** Why the model does not answer the run; null: no known reason. */
export function problemOf(state) {
  return linkOf(state).link === 'paused' ? state.problem : null;
}

const waitsFor = { backing_off: 'backing off', waiting: 'waiting', paused: 'paused' };

/**
 * The steps of the turn in progress, the present one last.
 * @returns {{name: string, took: number|null, current: boolean}[]} `took` in ms
 */
export function phasesOf(state) {
  if (linkOf(state).link !== 'live' || !state.loop) return [];
  const since = state.since ? elapsed(state, state.since) : null;
  if (state.loop === 'acting') return [{ name: 'acting', took: since, current: true }];
  const left = remaining(state);
  if (state.loop !== 'thinking') {
    const name = waitsFor[state.loop] ?? String(state.loop).replaceAll('_', ' ');
    return [{ name, took: left === null ? since : left + 999, current: true }];
  }
  const record = state.live ? state.records[state.live.turn] : null;
  const done = [
    ['executed', record?.latency_ms?.executor],
    ['captured', record?.executor?.out?.timings_ms?.capture],
  ];
  return [
    ...done
      .filter(([, took]) => typeof took === 'number')
      .map(([name, took]) => ({ name, took, current: false })),
    { name: 'thinking', took: since, current: true },
  ];
}

export const outcomes = [
  ['actions', 'actions'],
  ['error', 'error'],
  ['violation', 'violation'],
  ['degraded', 'degraded'],
  ['none', 'no action'],
];

/** How often each outcome occurs: {actions: 199, …} */
export function countOutcomes(rows) {
  const counts = Object.fromEntries(outcomes.map(([key]) => [key, 0]));
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Turns a minute over the last ten, or null. */
export function pace(rows) {
  const recent = rows.slice(-11);
  if (recent.length < 2) return null;
  const span = Date.parse(recent.at(-1).time) - Date.parse(recent[0].time);
  return span > 0 ? ((recent.length - 1) / span) * 60_000 : null;
}

/** From the first turn to the last in ms, or null. */
export function spanOf({ rows, outline }) {
  if (rows.length < 2) return null;
  const first = rows[0].time ?? outline?.first_time;
  const span = Date.parse(rows.at(-1).time ?? outline?.last_time) - Date.parse(first);
  return span >= 0 ? span : null;
}

/** A row's tokens: a number, or the counts of prompt and reply. */
export function tokensOf({ tokens }) {
  if (typeof tokens === 'number') return tokens;
  return tokens?.total ?? (tokens?.in ?? 0) + (tokens?.out ?? 0);
}

/** The time of a turn: a number, or the record's times. */
export function latencyOf({ latency_ms: latency }) {
  return typeof latency === 'number' ? latency : (latency?.turn ?? latency?.model ?? null);
}

const plural = (word, value) => (value === 1 ? word : `${word}s`);

/** The mean time of a turn in ms over those that have one, or null. `sums`: of further turns. */
export function averageLatency(rows, sums = null) {
  let [sum, turns] = [sums?.latency_ms ?? 0, sums?.timed ?? 0];
  for (const row of rows) {
    const latency = latencyOf(row);
    if (!(latency > 0)) continue;
    sum += latency;
    turns++;
  }
  return turns ? sum / turns : null;
}

/**
 * @param {{counts: object, tokens: number, latency: number|null}} totals over all rows
 * @returns {[name: string, value: string, rank: ''|'second'|'extra'][]}
 */
export function figuresOf(state, { counts, tokens, latency }) {
  const newest = newestTurn(state);
  if (!newest) return [];
  const speed = isReplay(state) ? null : pace(state.rows);
  const span = isReplay(state) ? spanOf(state) : null;
  const failed = counts.error + counts.violation + counts.degraded;
  return [
    [isOver(state) ? plural('turn', newest) : 'turn', number(newest), 'second'],
    ...(span === null ? [] : [['recorded', whole(span), '']]),
    ...(speed === null
      ? []
      : [['turns/min', speed < 100 ? speed.toFixed(1) : speed.toFixed(0), '']]),
    ...(latency === null ? [] : [['a turn', duration(latency), 'extra']]),
    ['tokens', compact(tokens), 'extra'],
    [plural('failure', failed), number(failed), 'second'],
    [plural('violation', counts.violation), number(counts.violation), ''],
  ];
}

/** The text of the follow pill. */
export function followOf(state) {
  const done = isOver(state);
  if (state.following) return { pressed: true, text: done ? 'At the last turn' : 'Following live' };
  const shown = shownTurn(state);
  const behind =
    state.rows.length -
    rowIndex(state.rows, shown + 1) +
    (state.live && state.live.turn > (lastRow(state)?.turn ?? 0) ? 1 : 0);
  const target = done ? 'the end' : 'live';
  if (!behind && done) return { pressed: true, text: 'At the last turn' };
  if (!behind) return { pressed: false, text: `Held here · jump to ${target}` };
  const what = done ? `${number(behind)} later` : `${number(behind)} new`;
  return { pressed: false, text: `${what} turn${behind === 1 ? '' : 's'} · jump to ${target}` };
}

const failures = ['error', 'violation', 'degraded'];

/** The turns with one of these outcomes, ascending. */
export function turnsWith(rows, wanted = failures) {
  return rows.filter(({ outcome }) => wanted.includes(outcome)).map(({ turn }) => turn);
}

const kTitleObjective = 60; // characters

/** The title of the browser's tab: the state if it matters, the turn, the objective, and the run. */
export function titleOf(state) {
  const { link, name } = linkOf(state);
  const turn = shownTurn(state);
  const objective = objectiveOf(state).replace(/\s+/g, ' ');
  const words = [
    link === 'replay' ? '' : name.replace(/ \d.*$/, ''),
    turn === null ? '' : `turn ${turn}`,
    objective.length > kTitleObjective ? `${objective.slice(0, kTitleObjective)}…` : objective,
    link === 'replay' ? (state.run?.name ?? 'REPLAY') : '',
    'FRANZ',
  ];
  return words.filter(Boolean).join(' · ');
}

/** Which commands are possible now: {pause, resume, step, stop, panic}. */
export function controlsOf(state) {
  if (isServed(state)) {
    const stopped = state.loop === 'paused';
    const open = state.stream === 'open';
    return { pause: false, resume: open && stopped, step: false, stop: false, panic: open && !stopped };
  }
  const runs = state.stream === 'open' && state.program === 'running' && !isReplay(state);
  const loops = runs && state.launch;
  const paused = loops && state.loop === 'paused';
  const taken = Boolean(state.takeover?.held); // it must be handed back first
  return {
    // During the countdown it can be held, too.
    pause: loops && (!paused || state.cause === 'countdown'),
    resume: paused && !taken,
    step: loops && !taken,
    stop: runs,
    panic: loops && hasScreen(state),
  };
}

/**
 * How long the run has repeated itself: up to the shown turn if the run is over, up to now if it is
 * live. A turn without its record does not count yet.
 */
export function streakOf(state) {
  const { rows, digests } = state;
  const last = isOver(state) ? shownTurn(state) : lastRow(state)?.turn;
  if (!last) return streakAt(digests, [], 0);
  const known = digests[last] ? last : (rows[rowIndex(rows, last) - 1]?.turn ?? last);
  return streakAt(digests, rows, known);
}

/** The number of hidden turns, in words; empty: none. */
export function clearedWords({ rows, clearedTo }) {
  const hidden = clearedTo ? rowIndex(rows, clearedTo + 1) : 0;
  return hidden ? `${count(hidden, 'turn')} hidden` : '';
}

/** "turns 12–14 and 37" of [[12, 14], [37, 37]] */
function rangeWords(ranges) {
  const names = ranges.map(([from, to]) => (from === to ? number(from) : `${number(from)}–${number(to)}`));
  const last = names.pop();
  const one = ranges.length === 1 && ranges[0][0] === ranges[0][1];
  return `turn${one ? '' : 's'} ${names.length ? `${names.join(', ')} and ${last}` : last}`;
}

/**
 * The turns that the record of the run has lost.
 * @returns {{text: string, why: string}|null}
 */
export function lossOf(state) {
  const ranges = state.lost_turns ?? state.run?.lost_turns ?? [];
  if (!ranges.length) return null;
  const turns = ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const shown = ranges.slice(0, 20);
  const more = ranges.length > shown.length ? ' and more' : '';
  return {
    text: `${count(turns, 'TURN', 'TURNS')} LOST`,
    why: `not recorded: ${rangeWords(shown)}${more}`,
  };
}

/** Whether there are turns and the page has none of them yet. */
export function areTurnsLoading({ stream, rows, rowsFrom, lastTold }) {
  return stream === 'open' && rowsFrom !== null && lastTold > 0 && !rows.length;
}

/** Whether there is nothing to show yet, so the page says what it waits for. */
export function isEmpty(state) {
  return shownTurn(state) === null;
}
