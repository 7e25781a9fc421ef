// The history overlay: every turn as a complete card. In a long list, cards are made when they come
// near and their bodies dropped when they are far, so that the cost does not depend on the run's
// length. A list of up to kWhole turns is filled to its end, so it can be printed.
import { byId, drawnFrom, el, setText } from './dom.js';
import { makeQueue } from './fetch_queue.js';
import { number } from './format.js';
import { emptyCard, fillCard, fillHead, kLong, makeCard } from './history_card.js';
import { cardRows, countWords, noneWords, rangeOf, rangesOf } from './history_model.js';
import { drawHistorySearch, foundIn, markWords, startHistorySearch } from './history_search.js';
import { isOutlined } from './outline_state.js';
import { isWhole } from './record_state.js';
import { saveRun } from './request_view.js';
import { seenRows } from './rows_state.js';
import { problemOf } from './select.js';
import { newestTurn, shownTurn } from './shown_state.js';
import { answerTo, failureOf, isExport } from './source.js';

const kGroup = 20; // cards that a browser skips together while they are out of sight
const kNear = 1.2; // windows away: filled
const kFar = 5; // windows away: emptied
const kWhole = 500; // cards that a page may hold with all their texts

let dispatch = () => {};
let stateNow = () => null;
let latest = null;
const groups = new Map(); // key → {node, rows, made}: cards are made when their group is near
const cards = new Map(); // turn → {node, body, row, filled}
const near = new Set(); // the cards that are filled or to be filled
let looking = 0;
let listed = 0; // cards of the list, made or not
let current = null; // the turn whose card can be reached by Tab
const queue = makeQueue(3, load);

// --- fetching -----------------------------------------------------------------------------------

let frames = Promise.resolve();

// One long text per frame: several would be noticeable.
function nextFrame() {
  frames = frames.then(() => new Promise(requestAnimationFrame));
  return frames;
}

async function recordOf(turn, signal) {
  const known = latest?.records[turn];
  const attempt = cards.get(turn)?.row.attempt ?? 1;
  if (isWhole(known) && (known.attempt ?? 1) >= attempt) return known;
  const answer = await answerTo(`/api/turns/${turn}`, { signal });
  if (!answer.ok) throw new Error(failureOf(answer));
  return answer.json();
}

async function load(turn, signal) {
  try {
    const record = await recordOf(turn, signal);
    if ((record.response?.text?.length ?? 0) > kLong) await nextFrame();
    const card = cards.get(turn);
    if (!near.has(card) || signal.aborted) return;
    fillCard(card, record, latest.view.changes);
    look(); // what is below it has moved
    if (latest.historySearch.text) markWords();
  } catch (error) {
    if (signal.aborted) return;
    const card = cards.get(turn);
    if (!card) return;
    card.failed = true; // else it would be requested at every scroll
    const again = el('button', { class: 'button', type: 'button' }, 'Try again');
    again.addEventListener('click', () => queue.add(turn));
    card.body.replaceChildren(
      el('p', { class: 'card-missing' }, `this turn could not be loaded: ${error.message} `, again),
    );
  }
}

const keyOf = (turn) => Math.floor(turn / kGroup);

function makeCards(group) {
  group.made = true;
  let before = null;
  for (const row of group.rows) {
    let card = cards.get(row.turn);
    if (card) {
      if (fillHead(card, row)) look();
    } else {
      card = makeCard(row, row.turn === current);
      cards.set(row.turn, card);
      if (before) before.after(card.node);
      else group.node.prepend(card.node);
    }
    before = card.node;
  }
}

// The cards near the window are filled, those far from it emptied. Groups out of sight have no
// layout, and reading a card's position would create it, so groups are checked first.
function lookAround() {
  cancelAnimationFrame(looking);
  looking = 0;
  const box = byId('cards');
  const { top, height } = box.getBoundingClientRect();
  const isNear = (node, windows) => {
    const place = node.getBoundingClientRect();
    return place.bottom > top - windows * height && place.top < top + (1 + windows) * height;
  };
  const bare = []; // turns with incomplete rows
  const urgent = []; // in sight
  const whole = listed <= kWhole;
  for (const group of groups.values()) {
    const groupIsNear = isNear(group.node, kNear);
    if (!groupIsNear && !whole) continue;
    if (!group.made) makeCards(group);
    for (const row of group.rows) if (isOutlined(row)) bare.push(row.turn);
    if (latest.history.folded) continue;
    for (const node of group.node.children) {
      const cardIsNear = groupIsNear && isNear(node, kNear);
      if (!cardIsNear && !whole) continue;
      const card = cards.get(Number(node.dataset.turn));
      near.add(card);
      if (card.filled || card.failed) continue;
      if (cardIsNear) urgent.push(card.row.turn);
      else queue.add(card.row.turn);
    }
  }
  for (const turn of urgent) queue.add(turn); // the latest request comes first
  for (const card of whole ? [] : near) {
    if (isNear(card.node, kFar) || card.node.contains(document.activeElement)) continue;
    near.delete(card);
    queue.drop(card.row.turn);
    if (card.filled) emptyCard(card);
    card.failed = false;
  }
  if (bare.length) dispatch({ type: 'sight', turns: bare });
}

function look() {
  looking ||= requestAnimationFrame(lookAround);
}

// --- the list -----------------------------------------------------------------------------------

function unwatch() {
  queue.clear();
  near.clear();
  cards.clear();
  groups.clear();
  byId('cards').replaceChildren();
}

// A continuing run adds cards at one end; the others do not change.
const drawCards = drawnFrom(
  (state) => [byId('history').open, seenRows(state), state.history, state.historySearch],
  (state, open, rows, history, search) => {
    if (!open) {
      if (groups.size) unwatch();
      return;
    }
    const only = foundIn(state);
    const list = cardRows(rows, history, only);
    listed = list.length;
    const box = byId('cards');
    const { signature } = box.dataset;
    const { order, from, base } = history;
    box.dataset.signature = [order, from, base, state.clearedTo, only ? search.text : ''].join();
    if (signature !== box.dataset.signature) {
      // A focus that loses its card would leave the overlay.
      if (box.contains(document.activeElement)) box.focus({ preventScroll: true });
      unwatch();
      box.scrollTop = 0;
    }
    const parts = new Map();
    for (const row of list) {
      const key = keyOf(row.turn);
      if (!parts.has(key)) parts.set(key, []);
      parts.get(key).push(row);
    }
    let before = null;
    for (const [key, own] of parts) {
      let group = groups.get(key);
      if (!group) {
        group = { node: el('div', { class: 'card-group' }), rows: [], made: false };
        groups.set(key, group);
        if (before) before.after(group.node);
        else box.prepend(group.node);
      }
      if (group.rows.length !== own.length) group.node.style.setProperty('--cards', own.length);
      group.rows = own;
      if (group.made) makeCards(group);
      before = group.node;
    }
    setCurrent(list.some(({ turn }) => turn === current) ? current : (list[0]?.turn ?? null));
    if (signature !== box.dataset.signature || !cards.size) lookAround();
    else look();
    byId('history-none').hidden = list.length > 0;
    setText(byId('history-none'), noneWords(state, search, only));
  },
);

const drawHead = drawnFrom(
  (state) => [byId('history').open, seenRows(state), state.history, state.historySearch],
  (state, open, rows, history) => {
    if (!open) return;
    const only = foundIn(state);
    const ranges = rangesOf(rows, history.base);
    const range = rangeOf(rows, history);
    const shown = cardRows(rows, history, only).length;
    setText(byId('history-count'), countWords(state, only, shown));
    byId('history-more').hidden = shown <= kWhole;
    for (const button of document.querySelectorAll('[data-order]')) {
      button.setAttribute('aria-pressed', String(button.dataset.order === history.order));
    }
    byId('cards').toggleAttribute('data-folded', history.folded);
    setText(byId('history-fold'), history.folded ? 'Unfold all' : 'Fold all');
    setText(byId('history-clear'), state.clearedTo ? 'Show all' : 'Clear');
    const select = byId('history-range');
    select.hidden = ranges.length < 2 || only !== null;
    const signature = `${ranges.map(({ from }) => from)} ${range.from}`;
    if (select.dataset.signature === signature) return; // an open list stays open
    select.dataset.signature = signature;
    select.replaceChildren(
      ...ranges.map(({ from, to }) =>
        el(
          'option',
          { value: from, selected: from === range.from ? '' : null },
          `${number(from)} – ${to === Infinity ? 'newest' : number(to)}`,
        ),
      ),
    );
  },
);

// The waiting turn has no record, so it has no card.
const drawProblem = drawnFrom(
  (state) => [problemOf(state), state.turn],
  (state, problem, turn) => {
    byId('history-problem').hidden = !problem;
    if (!problem) return;
    setText(byId('history-problem-turn'), turn ? `Turn ${number(turn)} has no reply` : 'No reply');
    setText(byId('history-problem-text'), problem.what);
  },
);

export function drawHistory(state) {
  latest = state;
  drawHead(state);
  drawProblem(state);
  drawCards(state);
  drawHistorySearch(state);
}

// --- navigation --------------------------------------------------------------------------------

function setCurrent(turn) {
  cards.get(current)?.head.firstChild.setAttribute('tabindex', '-1');
  current = turn;
  cards.get(current)?.head.firstChild.setAttribute('tabindex', '0');
}

function focusCard(turn) {
  const group = groups.get(keyOf(turn));
  if (group && !group.made) makeCards(group);
  const card = cards.get(turn);
  if (!card) return false;
  setCurrent(turn);
  card.node.scrollIntoView({ block: 'start' });
  card.head.firstChild.focus({ preventScroll: true });
  return true;
}

// The card after or before the focused one; without one, the first in sight.
function step(by) {
  const list = cardRows(seenRows(latest), latest.history, foundIn(latest)).map(({ turn }) => turn);
  const box = byId('cards');
  const focused = document.activeElement?.closest('.card');
  if (focused) {
    const at = list.indexOf(Number(focused.dataset.turn)) + by;
    focusCard(list[Math.max(0, Math.min(list.length - 1, at))]);
    return;
  }
  const { top } = box.getBoundingClientRect();
  const isSeen = (node) => node.getBoundingClientRect().bottom > top + 8;
  const node = [...([...box.children].find(isSeen)?.children ?? [])].find(isSeen);
  if (node) focusCard(Number(node.dataset.turn));
}

function goTo(turn) {
  byId('history').close();
  dispatch({ type: 'go', where: turn });
}

function clearOrShow() {
  dispatch({ type: 'clear' });
}

export function openHistory() {
  const dialog = byId('history');
  if (dialog.open) return;
  dispatch({ type: 'history', change: 'open' });
  byId('history-query').value = '';
  dialog.showModal();
  drawHistory(stateNow());
  const shown = shownTurn(latest);
  const held = !latest.following && shown !== newestTurn(latest);
  if (!held || !focusCard(shown)) byId('cards').focus({ preventScroll: true });
}

export function startHistory(page) {
  ({ dispatch, state: stateNow } = page);
  const dialog = byId('history');
  startHistorySearch({
    dispatch,
    bodies: () => [...near].filter(({ filled }) => filled).map(({ body }) => body),
    step,
  });
  byId('history-save').hidden = isExport;
  byId('history-save').addEventListener('click', () => saveRun());
  byId('history-print').addEventListener('click', () => window.print());
  byId('history-clear').addEventListener('click', clearOrShow);
  byId('history-fold').addEventListener('click', () =>
    dispatch({ type: 'history', change: 'fold' }),
  );
  byId('history-range').addEventListener('change', ({ target }) =>
    dispatch({ type: 'history', change: 'range', from: Number(target.value) }),
  );
  for (const button of document.querySelectorAll('[data-order]')) {
    button.addEventListener('click', () => {
      if (button.dataset.order !== latest.history.order) {
        dispatch({ type: 'history', change: 'order' });
      }
    });
  }
  const cardOf = (event) => event.target.closest?.('.card');
  byId('cards').addEventListener('scroll', look, { passive: true });
  byId('cards').addEventListener('click', (event) => {
    if (event.target.closest('.card-go')) goTo(Number(cardOf(event).dataset.turn));
  });
  byId('cards').addEventListener('dblclick', (event) => {
    if (event.target.closest('.card-head')) goTo(Number(cardOf(event).dataset.turn));
  });
  byId('cards').addEventListener('focusin', (event) => {
    const card = cardOf(event);
    if (card) setCurrent(Number(card.dataset.turn));
  });
  dialog.addEventListener('close', page.redraw);
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    o: () => dispatch({ type: 'history', change: 'order' }),
    e: () => dispatch({ type: 'history', change: 'fold' }),
    c: clearOrShow,
    h: () => dialog.close(),
    '/': () => byId('history-query').focus(),
  };
  dialog.addEventListener('keydown', (event) => {
    // The browser's own command would save a page that asks a proxy.
    if ((event.ctrlKey || event.metaKey) && event.key === 's' && !isExport) {
      saveRun();
      event.preventDefault();
      return;
    }
    if (event.target.matches('input, select') || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (!Object.hasOwn(keys, event.key)) return;
    keys[event.key]();
    event.preventDefault();
  });
}
