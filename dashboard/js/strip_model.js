// The geometry of the strip of turns: which turns have a tick, and how a run of any length
// is stacked into the bar below. Pure; lengths are in units of the canvas (36 high).

export const kBars = 21; // height of the ticks
export const kOverview = 27; // top of the bar
export const kBand = 8; // height of the bar

/**
 * The visible ticks: as many turns as fit around the one on the page.
 * @param {number} width
 * @param {number} first the run's first turn
 * @param {number} last the run's last turn
 * @param {number} shown the turn on the page
 * @returns {{pitch: number, from: number, to: number}} the turns from..to, a tick each `pitch`
 */
export function ticksOf(width, first, last, shown) {
  const turns = last - first + 1;
  const pitch = Math.max(6, Math.min(12, Math.floor((width - 4) / Math.max(1, turns))));
  const fit = Math.max(1, Math.floor((width - 4) / pitch));
  const from = Math.max(first, Math.min(shown - Math.floor(fit / 2), last - fit + 1));
  return { pitch, from, to: Math.min(last, from + fit - 1) };
}

/** The turn at `x` of the ticks; it may be unrecorded. */
export function turnAt(ticks, x) {
  return Math.max(ticks.from, Math.min(ticks.to, ticks.from + Math.floor(x / ticks.pitch)));
}

/** The turn at `x` of the bar of the whole run. */
export function turnOnBar(width, first, last, x) {
  const share = Math.min(1, Math.max(0, x / width));
  return Math.min(last, first + Math.floor(share * (last - first + 1)));
}

// From the bottom of a column to its top.
const stacking = ['none', 'actions', 'degraded', 'error', 'violation'];

/**
 * The bar of the whole run: for each column, the shares of its turns by outcome.
 * @param {{turn: number, outcome: string}[]} rows ascending
 * @returns {{x: number, width: number, top: number, height: number, outcome: string}[]} a
 *   violation always over the full height, and two wide to be visible
 */
export function barOf(rows, width, first, last) {
  const turns = last - first + 1;
  const columns = Math.max(1, Math.floor(width));
  const boxes = [];
  const counts = new Map();
  let at = 0;
  for (let x = 0; x < columns; x++) {
    // A run shorter than the bar is wide repeats a turn over several columns.
    const from = first + Math.floor((x / columns) * turns);
    const to = Math.max(from, first + Math.floor(((x + 1) / columns) * turns) - 1);
    counts.clear();
    let total = 0;
    while (at < rows.length && rows[at].turn < from) at++;
    for (let i = at; i < rows.length && rows[i].turn <= to; i++) {
      counts.set(rows[i].outcome, (counts.get(rows[i].outcome) ?? 0) + 1);
      total++;
    }
    let bottom = kOverview + kBand;
    for (const outcome of stacking) {
      if (!counts.has(outcome)) continue;
      if (outcome === 'violation') {
        boxes.push({ x, width: 2, top: kOverview, height: kBand, outcome });
        continue;
      }
      const height = (kBand * counts.get(outcome)) / total;
      bottom -= height;
      boxes.push({ x, width: 1, top: bottom, height, outcome });
    }
  }
  return boxes;
}
