// The texts of the four quadrants for a turn, from its record or, while it is in progress, from the
// parts that exist. Pure: a record may lack any field.
import { approvalWords } from './approval_model.js';
import { itemsIn, resultOf } from './calls_model.js';
import { bytes, clock, count, digest, duration, number, utf8Length, whole } from './format.js';
import { memoryWords } from './memory_words.js';
import { isImported, isWhole } from './record_state.js';
import { picturedBefore, rowOfTurn } from './rows_state.js';
import { problemOf } from './select.js';
import { shownTurn } from './shown_state.js';
import { isLeftOut } from './source.js';
import { sizeWords } from './visual_tokens.js';

/**
 * @typedef {{turn: number, record: object|null, before: object|null, after: object|null,
 *   awaitsNext: boolean, live: object|null, pending: boolean, awaited: boolean,
 *   problem: object|null}} Part `before`: the record of turn − 1. `after`: that of turn + 1, which
 *   has this reply's actions; `awaitsNext`: it exists and is not loaded. `live`: the turn is in progress. `pending`: only the reply is known, the rest
 *   comes with the record. `awaited`: the reply is complete, its record is not there yet. `problem`:
 *   why the request got no reply.
 */

/** What the page shows; null until the turn's record is there. */
export function shownParts(state) {
  const turn = shownTurn(state);
  if (turn === null) return null;
  const record = state.records[turn] ?? null;
  const before = state.records[turn - 1] ?? null;
  const after = state.records[turn + 1] ?? null;
  const awaitsNext = !after && Boolean(rowOfTurn(state, turn + 1)) && !state.unrecorded[turn + 1];
  const live = state.live?.turn === turn && !record?.response ? state.live : null;
  if (!live && !isWhole(record)) return null;
  const awaited = Boolean(live && rowOfTurn(state, turn)) && !isWhole(record);
  return { turn, record, before, after, awaitsNext, live, pending: !record, awaited, problem: live && problemOf(state) };
}

/** The record of the other run that the turn is compared with; undefined: none is. */
export const otherOf = (state, turn) => (state.other === null ? undefined : (state.others[turn] ?? null));

/** The memory as sent; before the turn's record is there, what it must be. */
export function memoryOf({ record, before }) {
  return record?.sst?.text ?? before?.response?.text ?? '';
}

export function replyOf({ record, live }) {
  return record?.response?.text ?? live?.text ?? '';
}

export function reasoningOf({ record, live }) {
  return record?.response?.reasoning || live?.reasoning || '';
}

const verdicts = {
  ok: ['good', 'check', 'ok', ({ right }) => right],
  violation: ['bad', 'alert', 'violation', ({ wrong }) => wrong],
  unverifiable: [
    'warn',
    'help',
    'unverifiable',
    ({ isRight }) => `Whether ${isRight} could not be checked.`,
  ],
  superseded: [
    'warn',
    'info',
    'superseded',
    () =>
      'The model’s earlier reply was used: the request continues from a recorded reply that a newer one of the same turn replaced.',
  ],
  first: ['plain', 'check', 'first', () => 'The first turn: there is no reply to compare with yet.'],
  unwitnessed: [
    'plain',
    'info',
    'unwitnessed',
    () =>
      'No proxy saw this turn: the orchestrator ran alone and recorded itself. proxy verify still compares its memory.',
  ],
  not_applicable: [
    'plain',
    'info',
    'not applicable',
    () => 'This version does not know the agent’s memory: there is nothing to compare with.',
  ],
};

/** @returns {[tone: string, icon: string, text: string, title?: string]} */
export function verdictBadge({ record }) {
  if (record?.finished) return ['plain', 'check', 'finished'];
  const verdict = record?.sst?.verdict;
  if (!verdict) return ['plain', 'info', ''];
  if (isImported(record)) {
    return ['plain', 'info', String(verdict), 'The turn was imported from another program’s file: nothing of it was witnessed.'];
  }
  if (!Object.hasOwn(verdicts, verdict)) return ['plain', 'info', String(verdict).replaceAll('_', ' ')];
  const [tone, icon, text, title] = verdicts[verdict];
  return [tone, icon, text, title(memoryWords({ record }))];
}

/** The proxy's sentence about a verdict; its detail is {"text": …} with other members, or null. */
export function detailText(detail) {
  return typeof detail === 'string' ? detail : (detail?.text ?? '');
}

export function memoryNote({ turn, record, before }) {
  const from = `the reply of turn ${number(turn - 1)}`;
  if (record?.finished) return `${from}; nothing was sent`;
  if (record?.request === null) return 'none: a client made the call, and nothing was sent to a model';
  if (isImported(record)) return turn === 1 ? 'empty: the run begins' : `${from}; what was sent is unknown: the run was imported`;
  const verdict = record?.sst?.verdict;
  if (verdict === 'first' || (turn === 1 && verdict !== 'violation' && verdict !== 'unverifiable')) {
    return 'empty: the run begins';
  }
  const { sent } = memoryWords({ record, before });
  switch (verdict) {
    case 'violation':
      return `differs from ${from}`;
    case 'unverifiable':
      return detailText(record.sst.detail) || `${from} could not be read completely`;
    case 'superseded':
      return `an earlier attempt’s reply of turn ${number(turn - 1)}`;
    case 'unwitnessed':
      return `${from}, as the orchestrator reports`;
    case 'not_applicable':
      return 'a memory that this version does not know';
    default:
      return sent(turn, record);
  }
}

/** The prompt's tokens, and how many of them were in the server's cache. */
function tokensIn(usage) {
  const read = number(usage.prompt_tokens ?? usage.in);
  return typeof usage.cached_tokens === 'number'
    ? `${read} (${number(usage.cached_tokens)} cached)`
    : read;
}

export function memoryFacts({ record, live, ...parts }, now) {
  const request = record?.request ?? {};
  const usage = record?.response?.usage ?? {};
  const latency = record?.latency_ms ?? {};
  const text = memoryOf({ record, ...parts });
  const words = memoryWords({ record, ...parts });
  return [
    ['model', request.model ?? '–', 'wide'],
    ['temperature', figure(request.temperature)],
    ['top_p', figure(request.top_p)],
    ['max_tokens', figure(request.max_tokens)],
    ['tokens in', tokensIn(usage)],
    ['tokens out', live ? '…' : number(usage.completion_tokens ?? usage.out)],
    ['first byte', duration(latency.first_byte)],
    ['model', live && !live.over ? `${whole(now - live.began)} …` : duration(latency.model)],
    ['status', live ? '…' : figure(record?.status || null)],
    ['time', record?.time ? clock(record.time) : '–'],
    ['request', bytes(request.bytes)],
    ['reply', live && !live.over ? '…' : bytes(utf8Length(replyOf({ record, live })))],
    ...(words.counts ? [] : [['memory', bytes(utf8Length(text))]]),
    ['sha-256', digest(request.sha256)],
  ];
}

/** The run's window, and its position in the turn of the picture. */
function windowFacts(record) {
  const bounds = record?.executor?.in?.window;
  if (!bounds) return [];
  const { origin_x: x, origin_y: y, width, height } = record.executor.out?.screen ?? {};
  const place = width ? `, ${width}x${height} at (${x}, ${y})` : '';
  return [['window', `${bounds.title || bounds.app || `id:${bounds.id}`}${place}`, 'wide']];
}

function figure(value) {
  return value === undefined || value === null ? '–' : String(value);
}

const isReplyOver = (finish) => finish === 'stop' || finish === 'tool_calls';

/** @returns {[tone: string, icon: string, text: string, title?: string]} how the reply ended */
export function replyBadge({ record, live, awaited, problem }) {
  if (live) {
    if (problem) return ['bad', 'alert', 'no reply', problem.what];
    if (live.over && !awaited) {
      return ['warn', 'alert', 'interrupted', 'The reply stopped before its end.'];
    }
    return ['plain', 'response', live.text || live.reasoning ? 'streaming' : 'thinking'];
  }
  if (record?.finished) {
    const title = 'The run finished with this turn: its actions were performed, and nothing was sent.';
    const { tone, text } = resultOf(record);
    return [tone, tone === 'good' ? 'check' : 'info', 'finished', `${title} ${text}`];
  }
  if (isImported(record)) {
    return record.response
      ? ['plain', 'info', 'imported', 'From another program’s file, which does not say why the reply ended.']
      : ['plain', 'info', 'end', 'The imported trajectory ends here: what was seen after its last reply.'];
  }
  const finish = record?.response?.finish_reason;
  const status = record?.status ?? 0;
  if (status >= 400) {
    return ['bad', 'alert', `HTTP ${status}`, 'The model’s server refused the request: its answer says why.'];
  }
  if (!record?.response) {
    return ['warn', 'alert', 'no reply', 'No reply of the model was recorded for this turn.'];
  }
  if (!finish) {
    return ['warn', 'alert', 'no finish reason', 'The model’s server did not say why it ended.'];
  }
  if (finish === 'length') {
    const title = '[model] max_tokens ended the reply before the model did.';
    return ['warn', 'alert', 'cut at max_tokens', title];
  }
  return isReplyOver(finish)
    ? ['good', 'check', finish, 'The model ended its reply by itself.']
    : ['plain', 'info', finish, 'Why the reply ended, as the model’s server reports it.'];
}

export function replyNote(parts) {
  const { turn, record, before, live } = parts;
  const words = memoryWords({ record, before });
  if (live) {
    if (live.late) return 'joined late: the record will have the beginning';
    return words.kept(turn + 1);
  }
  if (record?.finished) return 'the run is over: nothing was sent';
  if (isImported(record) && !record.response) return 'the imported trajectory ends here';
  const usage = record?.response?.usage ?? {};
  const tokens = usage.completion_tokens ?? usage.out;
  const size = typeof tokens === 'number' ? `${count(tokens, 'token')} · ` : '';
  return size + words.kept(turn + 1);
}

/** The share of max_tokens that the reply took, 0 to 1; null if unknown. */
export function budgetOf({ record, live }) {
  const most = record?.request?.max_tokens;
  if (!most) return null;
  const usage = record.response?.usage ?? {};
  const tokens = usage.completion_tokens ?? usage.out;
  // While it streams: four characters a token, roughly what tokenizers do with English.
  const used = typeof tokens === 'number' ? tokens : live ? live.text.length / 4 : null;
  return used === null ? null : Math.min(1, used / most);
}

const itemsOf = (out, outcome) => itemsIn(out).filter((item) => item.outcome === outcome);

export function outcomeBadge(state, { turn, record }) {
  const out = record?.executor?.out ?? null;
  const outcome = rowOfTurn(state, turn)?.outcome;
  if (!record) return ['plain', 'info', ''];
  if (record.degraded?.length) return ['warn', 'alert', 'degraded', record.degraded.join(' · ')];
  const malformed = itemsOf(out, 'malformed');
  const [executed, noted] = ['done', 'noted'].map((each) => itemsOf(out, each).length);
  if (out?.error || malformed.length) {
    const text = executed ? `${number(executed)} executed, error` : 'error';
    return ['warn', 'alert', text, out.error?.text ?? malformed[0].why ?? ''];
  }
  const idle = itemsOf(out, 'noted').filter(({ why }) => why);
  if (idle.length && !executed) {
    return ['plain', 'info', `${number(idle.length)} without effect`, idle[0].why];
  }
  if (outcome === 'actions' && noted && !executed) {
    return ['good', 'check', `${number(noted)} noted`, 'No input was needed, as for screenshot().'];
  }
  if (executed && isImported(record)) {
    return ['plain', 'info', count(executed, 'call'), 'Calls of the imported trajectory. What they did is in the feedback, as far as the file has it.'];
  }
  if (executed || outcome === 'actions') {
    const more = noted ? `, ${number(noted)} noted` : ''; // the feedback counts both
    return ['good', 'check', `${number(executed)} executed${more}`, 'Calls that were performed as input.'];
  }
  const why = 'No call was performed as input';
  return ['plain', 'info', out ? 'no action' : '', noted ? `${why}; ${noted} noted.` : `${why}.`];
}

export function feedbackNote({ turn, record, before }) {
  if (!record) return `comes with the record of turn ${number(turn)}`;
  if (record.note) return `with a note of the operator: ${record.note}`;
  const { counts } = memoryWords({ record, before });
  const out = record.executor?.out;
  const calls = counts ? itemsIn(out).length : itemsOf(out, 'done').length;
  const sent = record.finished ? '; not sent to a model' : '';
  return `outcome of the ${calls ? count(calls, 'call') : 'calls'} of turn ${number(turn - 1)}${sent}`;
}

/**
 * The feedback as sent or, if the request has it in another form, as the executor wrote it;
 * with the operator's note.
 */
export function feedbackOf({ record }) {
  const text = record?.feedback ?? record?.executor?.out?.feedback ?? '';
  return record?.note ? `${text}\nOPERATOR: ${record.note}` : text;
}

// The parts of the last reply that were ignored in reading it.
function passedOver({ passed_over: parts }) {
  if (!Array.isArray(parts) || !parts.length) return [];
  return [['passed over', parts.map((part) => String(part).replaceAll('_', ' ')).join(', ')]];
}

export function feedbackFacts({ record }) {
  const out = record?.executor?.out ?? {};
  const timings = out.timings_ms ?? {};
  const failed = itemsOf(out, 'malformed').length || (out.error ? 1 : 0);
  return [
    // As the feedback counts: a call without input, such as screenshot(), is executed, too.
    ['executed', out.items ? number(itemsOf(out, 'done').length + itemsOf(out, 'noted').length) : '–'],
    ['malformed', out.items ? number(failed) : '–'],
    ['blocks', number(out.blocks)],
    ['parse', duration(timings.parse)],
    ['executor', duration(record?.latency_ms?.executor)],
    ['capture', duration(timings.capture)],
    ...(record?.approval ? [['operator', approvalWords(record.approval)]] : []),
    ...windowFacts(record),
    ...passedOver(out),
  ];
}

export function actionCount(rows) {
  const of = (kind) => rows.filter((row) => row.kind === kind).length;
  const parts = [
    [of('done'), 'executed'],
    [of('failed'), 'failed'],
    [of('noted'), 'noted'],
    [of('skipped'), 'not run'],
  ]
    .filter(([n]) => n)
    .map(([n, word]) => `${number(n)} ${word}`);
  return parts.join(' · ') || 'none';
}

/**
 * The last picture that the model saw, for a turn without a new one; null if the turn has its own, if
 * one failed, or if nothing was sent.
 * @returns {{turn: number, path: string, words: string}|null}
 */
export function earlierPicture(state, { turn, record }) {
  if (!record || record.image || record.degraded?.length || record.finished) return null;
  const found = picturedBefore(state, turn);
  if (!found) return null;
  const { row, certain } = found;
  const last = certain ? 'the last one sent' : 'the last one recorded';
  const words = `turn ${number(row.turn)}’s picture, ${last}; this turn sent no new one`;
  return { turn: row.turn, path: picturePath(row), words };
}

/** The picture's caption; `mode`: how it is compared with the previous turn. */
export function pictureWords({ turn, record, before }, mode, earlier = null) {
  const old = `turn ${number(turn - 1)}`;
  if (earlier) return `what it saw in turn ${number(earlier.turn)}; no new picture this turn`;
  if (mode !== 'after' && record?.image && !before?.image) return `${old} has no picture`;
  if (mode === 'before') return `what it saw in ${old}`;
  if (!record?.image) return 'no picture this turn';
  if (mode === 'swipe') return `${old} left, ${number(turn)} right`;
  if (mode === 'difference') return `green: new since ${old}`;
  return record.finished ? 'after the last actions; not sent to a model' : 'what the model sees';
}

/**
 * The picture of a turn. `rule`: how its visual tokens are counted, from /api/run.
 * @returns {{path: string|null, width: number, height: number, note: string, why: string}}
 */
export function pictureOf({ turn, record }, rule = null) {
  const image = record?.image;
  const attempt = record?.attempt ?? 1;
  const size = { width: image?.width || 512, height: image?.height || 288 };
  if (!image) {
    const why = record?.degraded?.join(' · ') || 'the request had no new one';
    return { path: null, ...size, note: '', why };
  }
  const path = picturePath({ turn, attempt });
  if (isLeftOut(path)) return { path: null, ...size, note: '', why: 'it is not in this export' };
  const note = [sizeWords(size, rule), ...(image.bytes ? [bytes(image.bytes)] : [])].join(
    ' · ',
  );
  return { path, ...size, note, why: '' };
}

// A later attempt may have another picture under the same name.
function picturePath({ turn, attempt }) {
  return `/turns/${turn}.png${attempt > 1 ? `?attempt=${attempt}` : ''}`;
}
