// Which run this page shows: the proxy's own, or the one that its address names (?run=3). All its
// requests to the proxy carry the same number.

/**
 * The run that a page's query names: a number from /api/runs, or null for the proxy's own.
 * @param {string} search as in location.search
 */
export function runOf(search) {
  const run = new URLSearchParams(search).get('run') ?? '';
  return /^[1-9]\d{0,8}$/.test(run) ? Number(run) : null;
}

/** `path` of the proxy's HTTP, for a run. */
export function withRun(path, run) {
  return run === null ? path : `${path}${path.includes('?') ? '&' : '?'}run=${run}`;
}

/** The turn that a page's hash names, #37; null: none, the page follows the run. */
export function turnOf(hash) {
  return /^#[1-9]\d{0,8}$/.test(hash) ? Number(hash.slice(1)) : null;
}

export const pageRun = runOf(globalThis.location?.search ?? '');

/** `path`, for the run that this page shows. */
export const address = (path) => withRun(path, pageRun);
