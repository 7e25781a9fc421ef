// The history overlay's part of the page's state.

/** `base`: the newest turn when the overlay was opened: ranges are counted back from it, so that
 *  they stay as they are while a run goes on. `from`: the first turn of the range, null: the newest
 *  range. `clearedTo`: turns up to it are hidden. */
export const initialHistory = Object.freeze({
  order: 'newest', // or oldest: which turn comes first
  base: 0,
  from: null,
  clearedTo: 0,
  folded: false,
});

/** @param {{change: 'open'|'order'|'range'|'clear'|'show'|'fold'}} event */
export function reduceHistory(history, rows, { change, from = null }) {
  const newest = rows.at(-1)?.turn ?? 0;
  switch (change) {
    case 'open':
      return { ...history, base: newest, from: null, clearedTo: 0, folded: false };
    case 'order':
      return { ...history, order: history.order === 'newest' ? 'oldest' : 'newest' };
    case 'range':
      return { ...history, from };
    case 'clear':
      return { ...history, clearedTo: newest };
    case 'show':
      return { ...history, clearedTo: 0 };
    case 'fold':
      return { ...history, folded: !history.folded };
    default:
      return history;
  }
}
