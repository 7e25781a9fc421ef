// The texts of the list of runs. Pure: an entry of /api/runs may lack any field.
import { finishOf, reasonWords } from './end_facts.js';
import { bytes, count, whole } from './format.js';
import { withOther, withRun } from './address.js';

export const kManyRuns = 9; // from this number on there is a filter field
const kFreshMs = 5000; // an open list is requested again after this time

/**
 * An entry of /api/runs. `imported`: made from another program's file; then `ended`: its log has an end. @typedef {{id: number, name: string, title: string|null, tags: string[], current: boolean, run: string|null,
 *   profile: string|null, turns: number, last_turn: number, started: string|null,
 *   last: string|null, objective: string|null, model: string|null,
 *   finished: {reason: string, code: number, text: string}|null, verdict: string|null, thumbnail: number|null, bytes: number,
 *   complete: boolean, writing: boolean, imported?: boolean, ended?: boolean, problem?: string}} Run
 */

/** Whether to request an open list (again): it is old, or the proxy was still counting. */
export function wantsRuns({ runs, runsAt, now, view }) {
  if (!view.runs) return false;
  if (!runs) return true;
  return runs.some(({ complete }) => complete === false) || now - runsAt > kFreshMs;
}

/** The runs that contain every word of the filter, the newest first. */
export function listedRuns(runs, filter = '') {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const found = runs.filter((run) => {
    const [, outcome] = outcomeOfRun(run);
    const text = [run.name, run.title, ...tagsOf(run), run.run, run.profile, run.model, run.objective, outcome, run.verdict, ...marksOf(run)]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
  // Names begin with the time; the proxy numbers the runs in the order in which it finds them.
  return found.sort((a, b) => compare(b.started ?? b.name, a.started ?? a.name) || b.id - a.id);
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The tags that people gave a run. */
export const tagsOf = ({ tags }) => (Array.isArray(tags) ? tags.map(String) : []);

/** The tags in a text with commas between them, each once. */
export const tagsIn = (text) => [...new Set(text.split(',').map((tag) => tag.trim()).filter(Boolean))];

/** A run's special state, in words. `live`: this proxy is making it; `over`: it has ended. */
export function marksOf({ current, writing, imported }, over = false) {
  const origin = imported ? ['imported'] : [];
  if (current) return [writing && !over ? 'live' : 'current', ...origin];
  return writing ? ['being written', ...origin] : origin;
}

/** How a run ended, in words; empty: it has not, or that is not known yet. @returns {[tone: string, text: string]} */
export function outcomeOfRun({ finished, writing, complete, turns, imported, ended }) {
  const finish = finishOf(finished ?? null);
  if (finish) return reasonWords(finish.reason);
  return finished === null && !(imported && ended) && !writing && complete && turns ? ['warn', 'The record has no end'] : ['plain', ''];
}

const verdicts = {
  ok: ['good', 'check', 'ok'],
  violation: ['bad', 'alert', 'violation'],
  unverifiable: ['warn', 'help', 'unverifiable'],
  superseded: ['warn', 'info', 'superseded'],
  unwitnessed: ['plain', 'info', 'unwitnessed'],
  not_applicable: ['plain', 'info', 'not applicable'],
};

/** @returns {[tone: string, icon: string, text: string]} the worst verdict of a run's turns */
export function verdictOfRun({ verdict }) {
  if (!verdict) return ['plain', 'info', ''];
  return verdicts[verdict] ?? ['plain', 'info', String(verdict).replaceAll('_', ' ')];
}

/** "22 Nov 2026, 05:38" in the person's own time. */
export function startOf({ started }) {
  const date = new Date(started ?? '');
  if (Number.isNaN(date.getTime())) return '';
  return date.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** "15.3 MB", from a thousand of them on in GB. */
export function sizeOf({ bytes: size }) {
  return size >= 1e9 ? `${(size / 1e9).toFixed(1)} GB` : bytes(size);
}

/** The facts of a run in one line, without unknown ones. */
export function factsOf(run) {
  const took = Date.parse(run.last ?? '') - Date.parse(run.started ?? '');
  const unsure = run.complete === false && !run.writing;
  return [
    startOf(run),
    typeof run.turns === 'number' && !(unsure && run.turns === 0)
      ? count(run.turns, 'turn') + (unsure ? ' so far' : '')
      : '',
    took >= 0 ? whole(took) : '',
    typeof run.bytes === 'number' && !(unsure && run.bytes === 0) ? sizeOf(run) : '',
    run.profile ?? '',
    run.model ?? '',
  ].filter(Boolean);
}

/** The page's address for a run: the proxy's own needs no number. */
export function hrefOf({ id, current }) {
  return current ? './' : `./?run=${id}`;
}

/** The address of the page's run compared with this one; null: this is the page's run. */
export function compareHrefOf(run, pageRun) {
  return isShown(run, pageRun) ? null : withOther(pageRun, run.id);
}

/** The picture that shows most of the run, or null. */
export function thumbnailOf({ id, thumbnail }) {
  return thumbnail ? withRun(`/turns/${thumbnail}.png`, id) : null;
}

/** Whether a page shows this run; `pageRun` as in address.js. */
export function isShown({ id, current }, pageRun) {
  return pageRun === null ? Boolean(current) : pageRun === id;
}
