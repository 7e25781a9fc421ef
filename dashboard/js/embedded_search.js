// The search of an exported page, which has no proxy to ask: the terms of docs/http-api.md. Pure.
import { itemsIn } from './calls_model.js';

const kPartMs = 150; // then the page is drawn, and asks for the rest

const low = (text) => (typeof text === 'string' ? text.toLowerCase() : '');
const failed = ['malformed', 'partial', 'refused', 'unknown'];

function termsOf(query) {
  const form = /(-?)(?:(error|sst|outcome|tool|turn):)?(?:"([^"]*)"?|(\S+)|(?=\s|$))/g;
  return [...query.matchAll(form)]
    .map(([, minus, key = 'word', quoted, plain]) => ({ negated: minus === '-', key, value: low(quoted ?? plain) }))
    .filter(({ key, value }) => key === 'error' || value !== '');
}

function isIn(range, turn) {
  const [, from, dash, to] = /^(\d+)(-?)(\d*)$/.exec(range) ?? [];
  if (from === undefined) return false;
  return turn >= Number(from) && turn <= (to ? Number(to) : dash ? Infinity : Number(from));
}

const textsOf = ({ sst, response, feedback, note, executor }) =>
  [
    sst?.text,
    response?.text,
    response?.reasoning,
    feedback,
    note,
    ...itemsIn(executor?.out).flatMap(({ call, written }) => [call, written]),
    ...(Array.isArray(response?.calls) ? response.calls : []).map((call) => JSON.stringify(call)),
  ].map(low);

const matchers = {
  turn: (value, row) => isIn(value, row.turn),
  sst: (value, row) => row.verdict === value,
  outcome: (value, row) => row.outcome === value,
  word: (value, row, record) => textsOf(record()).some((text) => text.includes(value)),
  tool: (value, row, record) =>
    itemsIn(record().executor?.out).some(
      ({ call, outcome }) => ['done', 'noted'].includes(outcome) && low(call).startsWith(`${value}(`),
    ),
  error: (value, row, record) => {
    const { error } = record().executor?.out ?? {};
    const reasons = itemsIn(record().executor?.out).filter(({ outcome }) => failed.includes(outcome));
    return [...(error ? [error.text] : []), ...reasons.map(({ why }) => why)].some((why) => low(why).includes(value));
  },
};

/**
 * @param {object[]} rows to search, ascending
 * @param {(turn: number) => object} recordOf {} if there is none
 * @param {() => number} clock in ms
 * @returns {{found: object[], cut: number|null}} `cut`: the last turn searched, if it was not the last of all
 */
export function searchRows(query, rows, recordOf, clock = Date.now) {
  const terms = termsOf(query);
  const end = clock() + kPartMs;
  const found = [];
  for (const row of rows) {
    let known = null;
    const record = () => (known ??= recordOf(row.turn));
    const matches = ({ negated, key, value }) => matchers[key](value, row, record) !== negated;
    if (terms.every(matches)) found.push(row);
    if (clock() > end && row !== rows.at(-1)) return { found, cut: row.turn };
  }
  return { found, cut: null };
}
