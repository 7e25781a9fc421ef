// Marks the words of the history's search in the cards that are filled.
import { hitsIn } from './search_model.js';
import { rangeOf, textOf } from './text_view.js';

const kMostMarked = 2000; // ranges that a browser paints without effort
const kLongest = 200_000; // characters of a text that is looked through at a draw
const kName = 'found-in-cards';

/** @param {HTMLElement[]} bodies of the cards */
export function markFound(bodies, words) {
  if (!globalThis.CSS?.highlights) return;
  const ranges = [];
  for (const box of bodies.flatMap((body) => [...body.querySelectorAll('.text')])) {
    const text = textOf(box);
    if (text.length > kLongest) continue;
    for (const [start, end] of hitsIn(text, words)) {
      if (ranges.length >= kMostMarked) break;
      const range = rangeOf(box, start, end);
      if (range) ranges.push(range);
    }
  }
  CSS.highlights.set(kName, new Highlight(...ranges));
}

export function unmarkFound() {
  globalThis.CSS?.highlights?.delete(kName);
}
