// The search bar: a field, what it finds in the turn on the page (marked in the texts) and in the
// whole run (asked of the proxy, marked on the strip).
import { byId, setText } from './dom.js';
import { number } from './format.js';
import { makeAsker } from './search_ask.js';
import { hitsIn, nextMatch, questionOf, runWords, seenTurns, wordsOf } from './search_model.js';
import { shownTurn } from './shown_state.js';
import { rangeOf, scrollToCharacter, textOf } from './text_view.js';

const kTypingMs = 250; // a pause in typing before the proxy is asked
const kMostMarked = 2000; // ranges that a browser paints without effort

const boxes = ['text-sst', 'text-response', 'text-reasoning', 'text-feedback'];

let dispatch = () => {};
let latest = null;
let stale = true; // whether the texts on the page have changed since the search
let hits = []; // {box, start, end}, in the order of the panes
let current = -1; // index among them
let arriving = null; // the turn that the search goes to: its first hit is scrolled to
let marked = ''; // what the hits were made from
let focusBefore = null;

// --- in this turn -------------------------------------------------------------------------------

const searched = new Map(); // box → what was found in its text, so that a long one is not searched twice

function hitsOf(box, words) {
  const text = textOf(box);
  const key = words.join('\n');
  const known = searched.get(box);
  if (known?.text === text && known.key === key) return known.found;
  const found = hitsIn(text, words);
  searched.set(box, { text, key, found });
  return found;
}

function collect() {
  const words = latest.search.open ? wordsOf(latest.search.text) : [];
  const turn = shownTurn(latest);
  const made = `${turn} ${words.join('\n')}`;
  const kept = made === marked ? current : -1;
  marked = made;
  hits = words.length
    ? boxes.flatMap((name) => {
        const box = byId(name);
        if (name === 'text-reasoning' && byId('reasoning').hidden) return [];
        return hitsOf(box, words).map(([start, end]) => ({ box, start, end }));
      })
    : [];
  current = hits.length ? Math.max(0, Math.min(kept, hits.length - 1)) : -1;
  if (kept < 0 && hits.length && arriving === null && document.activeElement === byId('query')) {
    show(0);
  }
}

function mark() {
  if (!globalThis.CSS?.highlights) return; // counting and navigation work without it
  const ranges = (list) =>
    list.map(({ box, start, end }) => rangeOf(box, start, end)).filter(Boolean);
  CSS.highlights.set('found', new Highlight(...ranges(hits.slice(0, kMostMarked))));
  const now = new Highlight(...ranges(current < 0 ? [] : [hits[current]]));
  now.priority = 1;
  CSS.highlights.set('found-now', now);
}

function show(index) {
  current = index;
  const { box, start, end } = hits[index];
  if (box.id === 'text-reasoning') byId('reasoning').open = true;
  scrollToCharacter(box, start);
  // A block may have many lines, so its middle is not the place.
  const range = rangeOf(box, start, end);
  const place = range?.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (place && (place.top < frame.top || place.bottom > frame.bottom)) {
    box.scrollTop += place.top - frame.top - frame.height / 2;
  }
  if (matchMedia('(max-width: 760px)').matches) box.scrollIntoView({ block: 'nearest' });
}

function step(by) {
  if (!hits.length) return;
  show((current + by + hits.length) % hits.length);
  drawSearch(latest);
}

// --- in the run ---------------------------------------------------------------------------------

const pump = makeAsker({
  question: () => latest && questionOf(latest),
  tell: (event) => dispatch({ type: 'search', ...event }),
});

/** Goes to the next or previous matching turn. */
export function goToMatch(by) {
  const { search } = latest;
  if (!search.open || !search.text) {
    openSearch();
    return;
  }
  const turn = nextMatch(seenTurns(latest), shownTurn(latest), by);
  if (turn === null) return;
  arriving = turn;
  dispatch({ type: 'go', where: turn });
}

// --- the bar ------------------------------------------------------------------------------------

export function drawSearch(state) {
  const before = latest;
  latest = state;
  const { search } = state;
  const bar = byId('search');
  if (before?.search === search && !search.open) return;
  bar.hidden = !search.open;
  if (!search.open) {
    for (const name of ['found', 'found-now']) globalThis.CSS?.highlights?.delete(name);
    hits = [];
    current = -1;
    marked = '';
    stale = true;
    searched.clear();
    return;
  }
  const shown = shownTurn(state);
  if (stale || before?.search.text !== search.text || shownTurn(before) !== shown) {
    stale = false;
    collect();
    if (arriving !== null && hits.length && byId('quadrants').ariaBusy !== 'true') {
      if (arriving === shown) show(0);
      arriving = null;
    }
  }
  mark();
  const looked = search.text.trim() !== '';
  byId('search-hint').hidden = looked;
  byId('search-turn').hidden = byId('search-run').hidden = !looked;
  setText(
    byId('search-hits'),
    hits.length ? `${number(current + 1)} of ${number(hits.length)}` : 'nothing',
  );
  const { tone, text } = runWords(state, shown);
  byId('search-found').className = `search-words tone-${tone}`;
  setText(byId('search-found'), text);
  for (const node of bar.querySelectorAll('[data-hit]')) node.disabled = !hits.length;
  for (const node of bar.querySelectorAll('[data-match]')) node.disabled = !seenTurns(state).length;
  byId('query').setAttribute('aria-invalid', String(search.status === 'wrong'));
  pump();
}

export function openSearch() {
  const field = byId('query');
  if (!latest.search.open) {
    focusBefore = document.activeElement;
    dispatch({ type: 'search', change: 'open' });
    drawSearch({ ...latest, search: { ...latest.search, open: true } });
  }
  field.focus();
  field.select();
}

function close() {
  byId('query').value = '';
  dispatch({ type: 'search', change: 'close' });
  (focusBefore?.isConnected ? focusBefore : document.body).focus?.();
  if (document.activeElement === byId('query')) byId('query').blur();
}

export function startSearch(page) {
  ({ dispatch } = page);
  const field = byId('query');
  let typing = 0;
  field.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(
      () => dispatch({ type: 'search', change: 'text', text: field.value }),
      kTypingMs,
    );
  });
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const doing = {
      Enter: () => {
        clearTimeout(typing);
        if (field.value === latest.search.text) {
          dispatch({ type: 'search', change: 'again' });
          step(event.shiftKey ? -1 : 1);
        } else dispatch({ type: 'search', change: 'text', text: field.value });
      },
      ArrowDown: () => goToMatch(1),
      ArrowUp: () => goToMatch(-1),
    }[event.key];
    if (!doing) return;
    doing();
    event.preventDefault();
  });
  byId('search').addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    close();
    event.preventDefault();
  });
  byId('search').addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (!button) return;
    if (button.dataset.hit) step(Number(button.dataset.hit));
    else if (button.dataset.match) goToMatch(Number(button.dataset.match));
    else close();
  });
  // Texts are drawn in slices, and again when their marks change.
  const observer = new MutationObserver(() => {
    stale = true;
    if (latest?.search.open) page.redraw();
  });
  for (const name of boxes) observer.observe(byId(name), { childList: true, subtree: true });
}
