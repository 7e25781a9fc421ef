// Which run this page shows: the proxy's own, or the one that its address names (?run=3). All its
// requests to the proxy carry the same number.

/**
 * The run that a page's query names: a number from /api/runs, or null for the proxy's own.
 * @param {string} search as in location.search
 * @param {string} name `with`: the run that it is compared with
 */
export function runOf(search, name = 'run') {
  const run = new URLSearchParams(search).get(name) ?? '';
  return /^[1-9]\d{0,8}$/.test(run) ? Number(run) : null;
}

/** `path` of the proxy's HTTP, for a run. */
export function withRun(path, run) {
  return run === null ? path : `${path}${path.includes('?') ? '&' : '?'}run=${run}`;
}

/**
 * The place that a page's hash names: #turn=37, #turn=37&action=2, or #37 as in older links.
 * @returns {{turn: number|null, action: number|null}} `turn` null: the page follows the run.
 *   `action`: its number in the list of the turn
 */
export function placeOf(hash) {
  const named = /^#(?:turn=)?([1-9]\d{0,8})(?:&action=([1-9]\d{0,5}))?$/.exec(hash);
  if (!named) return { turn: null, action: null };
  return { turn: Number(named[1]), action: named[2] ? Number(named[2]) : null };
}

/** The hash of a place; placeOf reads it. */
export function hashOf({ turn, action }) {
  if (turn === null) return '';
  return action === null ? `#turn=${turn}` : `#turn=${turn}&action=${action}`;
}

export const pageRun = runOf(globalThis.location?.search ?? '');

export const pageOther = runOf(globalThis.location?.search ?? '', 'with');

/** The page's address for a run, compared with another one or (null) not. */
export const withOther = (run, other) => withRun(other === null ? './' : `./?with=${other}`, run);
export const withoutOther = (run) => withOther(run, null);

/** `path`, for the run that this page shows. */
export const address = (path) => withRun(path, pageRun);
