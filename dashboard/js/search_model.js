// The logic of a search: what to ask the proxy, which turn comes next, and where the words are in a
// text. Pure.
import { count, number } from './format.js';
import { lastRow } from './rows_state.js';

export const kMostHits = 5000; // in one text; more are not counted
const kKeys = ['sst', 'outcome', 'turn', 'tool', 'error'];

/** The question that the proxy should be asked now, or null. New turns are asked about, too. */
export function questionOf({ search, rows, stream }) {
  if (!search.open || stream !== 'open') return null;
  const newest = lastRow({ rows })?.turn ?? 0;
  const asks = search.status === 'asking' || search.status === 'done';
  if (!asks || newest <= search.searched) return null;
  return { text: search.text, from: search.searched + 1, to: newest };
}

/** The turns that match, or null without a search. */
export function foundOf({ search }) {
  return search.open && ['asking', 'done'].includes(search.status) ? search.turns : null;
}

/** Those of them that are not hidden. */
export function seenTurns({ search, clearedTo = 0 }) {
  return clearedTo ? search.turns.filter((turn) => turn > clearedTo) : search.turns;
}

/** The next matching turn after `shown`, or before it; at the end it wraps around. */
export function nextMatch(turns, shown, by) {
  if (!turns.length) return null;
  if (by > 0) return turns.find((turn) => turn > shown) ?? turns[0];
  return turns.findLast((turn) => turn < shown) ?? turns.at(-1);
}

/** The result of the search in the run, in words; `tone` as for badges. */
export function runWords({ search, rows, clearedTo }, shown) {
  const { status, searched, why } = search;
  const turns = seenTurns({ search, clearedTo });
  if (status === 'idle') return { tone: 'plain', text: '' };
  if (status === 'wrong') return { tone: 'bad', text: why };
  if (status === 'lost') return { tone: 'warn', text: why };
  const newest = lastRow({ rows })?.turn ?? 0;
  const place = turns.indexOf(shown) + 1;
  const found = place
    ? `${number(place)} of ${count(turns.length, 'turn')}`
    : turns.length
      ? count(turns.length, 'turn')
      : 'no turn';
  const under = status === 'asking' && searched < newest;
  const far = searched ? `, searched to turn ${number(searched)}` : '';
  return { tone: 'plain', text: under ? `${found}${far} …` : found };
}

/**
 * The words of a query to mark in a text: not excluded words, nor terms about the turn. A call's
 * name is searched as it is written: tool:drag is "drag(".
 */
export function wordsOf(query) {
  const words = [];
  const term = /(-?)(?:(\w+):(?:"([^"]*)"?|(\S*))|"([^"]*)"?|(\S+))/g;
  for (const [, minus, key, ...forms] of query.matchAll(term)) {
    if (minus) continue;
    const known = kKeys.includes(key?.toLowerCase());
    const word = forms.find((form) => form !== undefined);
    if (!known) words.push(key ? `${key}:${word}` : word);
    else if (key.toLowerCase() === 'tool') words.push(`${word}(`);
    else if (key.toLowerCase() === 'error') words.push(word);
  }
  return words.filter((word) => word.trim() !== '');
}

/**
 * Where words are in a text, whatever the case of their letters.
 * @returns {[start: number, end: number][]} ascending, without overlaps
 */
export function hitsIn(text, words) {
  const low = folded(text);
  const hits = [];
  for (const word of new Set(words.map(folded))) {
    let at = low.indexOf(word);
    for (let n = 0; at >= 0 && n < kMostHits; n++) {
      hits.push([at, at + word.length]);
      at = low.indexOf(word, at + word.length);
    }
  }
  hits.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let end = 0;
  return hits
    .filter(([from, to]) => {
      if (from < end) return false;
      end = to;
      return true;
    })
    .slice(0, kMostHits);
}

// Lower case of the same length: a letter that becomes two keeps its case.
function folded(text) {
  const low = text.toLowerCase();
  if (low.length === text.length) return low;
  return text.replace(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
}
