// The history overlay's part of the page's state.

/** `base`: the newest turn when the overlay was opened: ranges are counted back from it, so that
 *  they stay the same while a run continues. `from`: the first turn of the range, null: the newest
 *  range. */
export const initialHistory = Object.freeze({
  order: 'newest', // or oldest: which turn comes first
  base: 0,
  from: null,
  folded: false,
});

/** @param {{change: 'open'|'order'|'range'|'fold'}} event */
export function reduceHistory(history, rows, { change, from = null }) {
  const newest = rows.at(-1)?.turn ?? 0;
  switch (change) {
    case 'open':
      return { ...history, base: newest, from: null, folded: false };
    case 'order':
      return { ...history, order: history.order === 'newest' ? 'oldest' : 'newest' };
    case 'range':
      return { ...history, from };
    case 'fold':
      return { ...history, folded: !history.folded };
    default:
      return history;
  }
}
