// The calls of a model's reply, and the outcomes of the last reply's calls: from a record's
// `response.calls`, `items` and `answers`, in any dialect. Pure: a record may come from a stranger,
// so nothing in it is certain to be valid.

const kMostFields = 100; // of one call or answer
const kDeepest = 4; // objects in objects that become fields of their own
const kMostCharacters = 20_000; // of one value
const kMostTitle = 80; // characters of a window's title

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const listOf = (value) => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value) => (typeof value === 'string' ? value : '');

/** What the model asked for. */
export const itemsIn = (out) => listOf(out?.items);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// [1,2,{"a":3}] with a blank after each comma and colon.
function spaced(value) {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([name, own]) => `${JSON.stringify(name)}: ${spaced(own)}`);
  return `{${members.join(', ')}}`;
}

// A text is shown without quotes, unless it would read as another value.
function valueText(value) {
  const text = typeof value !== 'string' || parsed(value) !== undefined || value.trim() === '' ? spaced(value) : value;
  return shortened(text);
}

function shortened(text) {
  const more = text.length - kMostCharacters;
  return more > 0 ? `${text.slice(0, kMostCharacters)} … ${more} more characters in the record` : text;
}

function addFields(fields, object, prefix, deep) {
  for (const [name, value] of Object.entries(object)) {
    if (fields.length >= kMostFields) return;
    const path = prefix + name;
    if (isObject(value) && deep < kDeepest && Object.keys(value).length) {
      addFields(fields, value, `${path}.`, deep + 1);
    } else {
      fields.push([path, valueText(value)]);
    }
  }
}

/**
 * JSON for reading: the members of an object as rows, those of nested objects under their path.
 * @param {unknown} json an object, or its text
 * @returns {{fields: [name: string, value: string][]|null, text: string}} `fields` null: not an
 *   object, only `text` is shown
 */
export function readable(json) {
  const value = typeof json === 'string' ? parsed(json) : json;
  if (!isObject(value)) {
    return { fields: null, text: shortened(typeof json === 'string' ? json : json === undefined ? '' : spaced(json)) };
  }
  const fields = [];
  addFields(fields, value, '', 1);
  return { fields, text: '' };
}

/**
 * The calls of a reply, in its order.
 * @returns {{id: string, name: string, fields: [string, string][]|null, text: string}[]}
 */
export function callsOf(response) {
  return listOf(response?.calls).map(({ id, name, arguments: given }) => ({
    id: textOf(id),
    name: textOf(name),
    ...readable(given ?? ''),
  }));
}

// How an outcome looks in a list of actions; an action that the surface was asked to perform has a
// number, as on the picture's plates.
const looks = {
  done: { kind: 'done', numbered: true },
  partial: { kind: 'failed', numbered: true, plate: '!' },
  refused: { kind: 'failed', numbered: true, plate: '!' },
  unknown: { kind: 'failed', numbered: true, plate: '?' },
  malformed: { kind: 'failed', plate: '!' },
  noted: { kind: 'noted', plate: '·' },
  not_run: { kind: 'skipped', plate: '–' },
};

const pixelOf = (at) => (Array.isArray(at) && at.length === 2 ? at.map(Number).join(', ') : '');

/**
 * An action for a person: the call with its places as the model wrote them, and where that is in
 * pixels of the surface. `isScaled`: the model writes places in another scale than 0–1000.
 * @returns {{call: string, place: string}} `place` '': it has none
 */
export function actionWords({ call, model_call: said, written, from, to }, isScaled = false) {
  const [start, end] = [pixelOf(from), pixelOf(to)];
  // A record of an earlier version has no numbers that the model wrote, only converted ones.
  const own = textOf(said) || (isScaled && start ? textOf(call).replace(/\(.*/s, '(…)') : '');
  return { call: own || textOf(call) || textOf(written), place: end ? `${start} → ${end}` : start };
}

function hasOtherScale(record) {
  const { kind, divisor } = record.executor.in?.coordinates ?? {};
  return kind === 'pixels' || (kind === 'relative' && divisor !== 1000);
}

/**
 * The items of a turn as rows, in the order of the reply.
 * @returns {{kind: 'done'|'failed'|'noted'|'skipped', plate: string, call: string, place: string,
 *   window: string, why: string, note: string, mark: number|null}[]} `mark`: the index among the
 *   items. `place`: in pixels of the surface. `window`: the title of the one that it met. `note`:
 *   the model's reason
 */
export function actionsOf(record) {
  const out = record?.executor?.out;
  if (!out) return [];
  let performed = 0;
  const isScaled = hasOtherScale(record);
  const rows = itemsIn(out).map((item, index) => {
    const { outcome, why, note, window } = item;
    const look = Object.hasOwn(looks, outcome) ? looks[outcome] : looks.malformed;
    if (look.numbered) performed++;
    return {
      kind: look.kind,
      plate: look.plate ?? String(performed),
      ...actionWords(item, isScaled),
      window: (textOf(window?.title) || textOf(window?.app)).slice(0, kMostTitle),
      why: textOf(why) || (outcome === 'done' ? '' : String(outcome).replaceAll('_', ' ')),
      note: textOf(note),
      mark: index,
    };
  });
  if (out.error && !rows.some(({ kind }) => kind === 'failed')) {
    const source = /^ {2}Line \d+: (.*)$/m.exec(record.feedback ?? '')?.[1];
    const { text } = out.error;
    rows.push({ kind: 'failed', plate: '!', call: source ?? text, place: '', window: '', why: text, note: '', mark: null });
  }
  return rows;
}

/**
 * The model's calls and their answers: the items that are calls of its reply, or that have a reason,
 * each with the answer to the same id; then answers to calls without an item.
 * Calls that a server sent without an id have '', and are answered in their order. Empty: a dialect
 * without either, whose feedback has everything.
 * @returns {{kind: 'done'|'failed'|'noted'|'skipped'|'told', plate: string, call: string,
 *   place: string, window: string, id: string, note: string, why: string, mark: number|null,
 *   answer: {fields: [string, string][]|null, text: string, picture: boolean}|null}[]}
 */
export function exchangesOf(record) {
  const out = record?.executor?.out;
  const waiting = new Map(); // id → its answers, in their order
  for (const { id, text, picture } of listOf(out?.answers)) {
    const key = textOf(id);
    if (!waiting.has(key)) waiting.set(key, []);
    waiting.get(key).push({ ...readable(text ?? ''), picture: picture === true });
  }
  const items = itemsIn(out);
  const rows = [];
  for (const row of actionsOf(record)) {
    const { id } = items[row.mark] ?? {};
    if (typeof id !== 'string' && !row.note) continue;
    const answer = typeof id === 'string' ? (waiting.get(id)?.shift() ?? null) : null;
    rows.push({ ...row, id: textOf(id), answer });
  }
  for (const [id, answers] of waiting) {
    for (const answer of answers) {
      rows.push({ kind: 'told', plate: '', call: '', place: '', window: '', id, note: '', why: '', mark: null, answer });
    }
  }
  return rows;
}

/** The model's text when it said that it has finished; empty: it did not. */
export const doneOf = (record) => textOf(record?.executor?.out?.done);

/**
 * The result of the run, from the turn that it finished with.
 * @returns {{tone: 'good'|'warn', title: string, code: string, text: string}|null}
 */
export function resultOf(record) {
  const finished = record?.finished;
  if (!isObject(finished)) return null;
  const reason = textOf(finished.reason).replaceAll('_', ' ');
  return {
    tone: finished.code === 0 ? 'good' : 'warn',
    title: reason ? `Finished: ${reason}` : 'Finished',
    code: typeof finished.code === 'number' ? `exit code ${finished.code}` : '',
    text: textOf(finished.text),
  };
}

/**
 * The calls of the reply that a turn answers. If the previous record is not loaded, the items
 * have what was written.
 */
export function callsBefore({ record, before }) {
  if (before?.response) return callsOf(before.response);
  return itemsIn(record?.executor?.out)
    .filter(({ id }) => typeof id === 'string')
    .map(({ id, written }) => ({ id, name: '', fields: null, text: textOf(written) }));
}

/** Calls as a text to copy, one line each: click_element {"label":"Save"} */
export function callsText(response) {
  return listOf(response?.calls)
    .map(({ name, arguments: given }) => `${textOf(name)} ${typeof given === 'string' ? given : JSON.stringify(given ?? null)}`)
    .join('\n');
}

/** The answers of a turn as a text to copy. */
export const answersText = (record) =>
  listOf(record?.executor?.out?.answers)
    .map(({ id, text }) => [textOf(id), textOf(text)].filter(Boolean).join(' '))
    .join('\n');
