// The search of the history overlay: which turns it shows, and the words in their cards.
import { byId, drawnFrom, setText } from './dom.js';
import { markFound, unmarkFound } from './history_marks.js';
import { makeAsker } from './search_ask.js';
import { foundOf, questionOf, wordsOf } from './search_model.js';

let dispatch = () => {};
let filledBodies = () => [];
let latest = null;

const kTypingMs = 250; // a pause in typing before the proxy is asked

/** The turns that the overlay's search found; null: no search. */
export const foundIn = (state) => foundOf({ search: { ...state.historySearch, open: true } });

const pump = makeAsker({
  question: () =>
    latest && byId('history').open
      ? questionOf({ ...latest, search: { ...latest.historySearch, open: true } })
      : null,
  tell: (event) => dispatch({ type: 'history_search', ...event }),
});

let marking = 0;

/** Marks the words in the filled cards; cards filled later are marked then. */
export function markWords() {
  marking ||= requestAnimationFrame(() => {
    marking = 0;
    const words = foundIn(latest) ? wordsOf(latest.historySearch.text) : [];
    if (!words.length || !byId('history').open) unmarkFound();
    else markFound(filledBodies(), words);
  });
}

/**
 * @param {{dispatch: (event: object) => void, bodies: () => HTMLElement[], step: (by: number) => void}}
 *   page `bodies`: of the cards that are filled. `step` goes to the card after the focused one
 */
export function startHistorySearch(page) {
  ({ dispatch, bodies: filledBodies } = page);
  const field = byId('history-query');
  let typing = 0;
  const look = () => {
    clearTimeout(typing);
    dispatch({ type: 'history_search', change: 'text', text: field.value });
  };
  field.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(look, kTypingMs);
  });
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'Escape' && field.value !== '') {
      field.value = '';
      look();
      event.preventDefault(); // the next Escape closes the overlay
    } else if (event.key === 'Enter') {
      dispatch({ type: 'history_search', change: 'again' });
      look();
      event.preventDefault();
    } else if (event.key === 'ArrowDown') {
      look();
      page.step(1);
      event.preventDefault();
    }
  });
}

const draw = drawnFrom(
  (state) => [byId('history').open, state.historySearch, state.rows],
  (state, open, { status, why }) => {
    if (!open) return;
    const field = byId('history-query');
    const bad = status === 'wrong' || status === 'lost';
    field.setAttribute('aria-invalid', String(status === 'wrong'));
    byId('history-wrong').hidden = !bad;
    byId('history-wrong').className = `history-wrong tone-${status === 'wrong' ? 'bad' : 'warn'}`;
    setText(byId('history-wrong'), bad ? why : '');
    markWords();
    pump();
  },
);

export function drawHistorySearch(state) {
  latest = state;
  draw(state);
}
