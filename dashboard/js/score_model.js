// What the page of a score shows of /api/score. Pure.

/** The letters of a cell's outcomes: [name, words]. */
export const kOutcomes = {
  s: ['success', 'succeeded'],
  f: ['failed', 'failed'],
  r: ['running', 'running'],
  i: ['unmeasured', 'not measured'],
  x: ['skipped', 'skipped'],
  p: ['touched', 'touched by a person'],
  '.': ['planned', 'not begun'],
};

/** A rate as percent with one decimal, with its interval if there is one. */
export function percentOf(rate, interval = null) {
  const digits = (value) => (value * 100).toFixed(1);
  const range = Array.isArray(interval) ? ` (${digits(interval[0])}–${digits(interval[1])})` : '';
  return `${digits(rate)}${range} %`;
}

/** How often each outcome occurs, in the order of kOutcomes: [letter, count]. */
export function countsOf(cells) {
  const counts = new Map(Object.keys(kOutcomes).map((letter) => [letter, 0]));
  for (const { outcomes } of cells)
    for (const letter of outcomes) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 0);
}

/** "12 of 75 trials have a result", or how the score ended. */
export function stateOf(score) {
  const counts = new Map(countsOf(score.cells));
  const total = score.cells.length * score.repeat;
  const open = (counts.get('.') ?? 0) + (counts.get('r') ?? 0);
  const running = counts.get('r') ?? 0;
  const trials = `${total - open} of ${total} ${total === 1 ? 'trial has' : 'trials have'} a result`;
  if (score.ended) return `Ended: ${trials}`;
  return running > 0 ? `${trials}, ${running} running` : trials;
}

/** The row of a cell's task in the grid, sorted: `by` is null (the plan's order), 'task', or an arm's
 *  index; `down`: the largest first. @returns {{task: string, cells: object[]}[]} */
export function rowsOf(score, { filter = '', by = null, down = false } = {}) {
  const arms = score.arms.length;
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = score.tasks
    .map((task, index) => ({ task, cells: score.cells.slice(index * arms, (index + 1) * arms) }))
    .filter(({ task }) => words.every((word) => task.toLowerCase().includes(word)));
  if (by === null) return rows;
  // A cell without a measured trial comes last in either direction.
  const rateOf = ({ measured, succeeded }) => (measured === 0 ? null : succeeded / measured);
  const order = (a, b) => {
    if (by === 'task') return (down ? -1 : 1) * (a.task < b.task ? -1 : a.task > b.task ? 1 : 0);
    const [x, y] = [rateOf(a.cells[by]), rateOf(b.cells[by])];
    if (x === null || y === null) return (x === null) - (y === null);
    return (down ? -1 : 1) * (x - y);
  };
  return rows.toSorted(order);
}

/** "3/5", or why there is no rate. */
export function rateText(cell) {
  if (cell.measured > 0) return `${cell.succeeded}/${cell.measured}`;
  if (/^x+$/.test(cell.outcomes)) return 'skipped';
  return /[.r]/.test(cell.outcomes) ? '–' : 'not measured';
}

/** The words of a trial's link. */
export function trialWords(cell, repeat) {
  const [, words] = kOutcomes[cell.outcomes[repeat]] ?? ['', 'unknown'];
  return cell.notes[repeat] || `Trial ${repeat + 1}: ${words}`;
}

/** Where the run with that folder is shown; null: the list of runs does not have it (yet). */
export function hrefOfRun(runs, folder) {
  const id = folder === '' ? undefined : runs.get(folder);
  return id === undefined ? null : `/?run=${id}`;
}
