// The history overlay: every turn as a card, whole. Cards are made as they come near, their
// bodies dropped when they are far, so that a run of any length costs what is in sight.
import { address } from './address.js';
import { callsOf, doneOf, exchangesOf, resultOf } from './calls_model.js';
import { callNodes, doneNodes, exchangeNodes, resultNodes } from './calls_view.js';
import { byId, drawnFrom, el, icon, setBadge, setText } from './dom.js';
import { clock, count, duration, number } from './format.js';
import { makeQueue } from './fetch_queue.js';
import { cardRows, countWords, noneWords, outcomeWords, rangeOf, rangesOf } from './history_model.js';
import { markFound, unmarkFound } from './history_marks.js';
import { exportName } from './request_view.js';
import { makeAsker } from './search_ask.js';
import { foundOf, questionOf, wordsOf } from './search_model.js';
import { latencyOf, tokensOf } from './select.js';
import { isWhole, newestTurn, seenRows, shownTurn } from './state.js';
import { countWords as wordCount } from './text_model.js';
import { drawText } from './text_view.js';
import {
  feedbackOf,
  pictureOf,
  reasoningOf,
  replyOf,
  storyNote,
  storyOf,
  verdictBadge,
} from './turn_parts.js';
import { changedWords } from './word_diff.js';

const kGroup = 20; // cards that a browser skips together while they are out of sight
const kNear = 1.2; // windows away: filled
const kFar = 5; // windows away: emptied
const kLong = 40_000; // characters: from here on a text scrolls in its own box
const kMostCompared = 60_000; // characters of a card's texts; beyond it changes are not looked for

let dispatch = () => {};
let stateNow = () => null;
let latest = null;
const groups = new Map(); // key → {node, rows, made}: cards are made when their group is near
const cards = new Map(); // turn → {node, body, row, filled}
const near = new Set(); // the cards that are filled or to be filled
let looking = 0;
let current = null; // the turn whose card can be reached by Tab
const queue = makeQueue(3, load);

// --- search -------------------------------------------------------------------------------------

const kTypingMs = 250; // a pause in typing: only then the proxy is asked

const found = (state) => foundOf({ search: { ...state.historySearch, open: true } });

const pump = makeAsker({
  question: () =>
    latest && byId('history').open
      ? questionOf({ ...latest, search: { ...latest.historySearch, open: true } })
      : null,
  tell: (event) => dispatch({ type: 'history_search', ...event }),
});

let marking = 0;

// The words in the cards that are filled: those that come near are marked as they are filled.
function mark() {
  marking ||= requestAnimationFrame(() => {
    marking = 0;
    const words = found(latest) ? wordsOf(latest.historySearch.text) : [];
    if (!words.length || !byId('history').open) unmarkFound();
    else markFound([...near].filter(({ filled }) => filled).map(({ body }) => body), words);
  });
}

function startSearch() {
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
      event.preventDefault(); // the next one closes the overlay
    } else if (event.key === 'Enter') {
      dispatch({ type: 'history_search', change: 'again' });
      look();
      event.preventDefault();
    } else if (event.key === 'ArrowDown') {
      look();
      step(1);
      event.preventDefault();
    }
  });
}

const drawSearch = drawnFrom(
  (state) => [byId('history').open, state.historySearch, state.rows],
  (state, open, { status, why }) => {
    if (!open) return;
    const field = byId('history-query');
    const bad = status === 'wrong' || status === 'lost';
    field.setAttribute('aria-invalid', String(status === 'wrong'));
    byId('history-wrong').hidden = !bad;
    byId('history-wrong').className = `history-wrong tone-${status === 'wrong' ? 'bad' : 'warn'}`;
    setText(byId('history-wrong'), bad ? why : '');
    mark();
    pump();
  },
);

// --- a card -------------------------------------------------------------------------------------

function makeCard(row) {
  const go = el('button', { class: 'card-go', type: 'button', tabindex: row.turn === current ? '0' : '-1' });
  const badge = el('span', {});
  const head = el(
    'header',
    { class: 'card-head' },
    go,
    el('time', { class: 'dim' }),
    badge,
    el('span', { class: 'card-outcome' }),
    el('span', { class: 'card-figures dim mono' }),
  );
  const body = el('div', { class: 'card-body' });
  const node = el('article', { class: 'card', 'data-turn': row.turn }, head, body);
  const card = { node, head, body, row: null, filled: false, failed: false };
  fillHead(card, row);
  return card;
}

function fillHead(card, row) {
  if (card.row === row) return;
  const newer = card.row && (card.row.attempt ?? 1) !== (row.attempt ?? 1);
  card.row = row;
  const [go, time, badge, outcome, figures] = card.head.children;
  card.node.dataset.outcome = row.outcome;
  card.node.setAttribute('aria-label', `Turn ${number(row.turn)}`);
  setText(go, `Turn ${number(row.turn)}`);
  go.title = 'Go to this turn (Enter, or double-click on the head)';
  time.dateTime = row.time;
  setText(time, clock(row.time));
  setBadge(
    badge,
    ...verdictBadge({ record: { sst: { verdict: row.verdict }, finished: row.finished } }),
  );
  setText(outcome, outcomeWords(row));
  setText(
    figures,
    [
      (row.attempt ?? 1) > 1 ? `attempt ${row.attempt}` : '',
      count(tokensOf(row), 'token'),
      duration(latencyOf(row)),
    ]
      .filter(Boolean)
      .join(' · '),
  );
  if (newer && card.filled) {
    empty(card);
    look();
  }
}

// A text of megabytes scrolls by itself: the next turn stays within reach.
function textBox(name, text) {
  if (text.length < kLong) return el('div', { class: 'text' });
  return el('div', { class: 'text long', tabindex: '0', role: 'region', 'aria-label': name });
}

function part(hue, name, note, text, options = {}) {
  const box = textBox(name, text);
  drawText(box, text, options);
  return el(
    'section',
    { class: `card-part pane-${hue}` },
    el('h3', {}, name, ...(note ? [el('span', { class: 'dim' }, ` ${note}`)] : [])),
    box,
  );
}

// A fold draws its text when it is opened: most are never read.
function fold(hue, name, note, text, open, options = {}) {
  const box = textBox(name, text);
  const node = el(
    'details',
    { class: `card-part card-fold pane-${hue}` },
    el('summary', {}, el('h3', {}, name), el('span', { class: 'dim' }, ` ${note}`)),
    box,
  );
  node.addEventListener('toggle', () => drawText(box, node.open ? text : '', options));
  if (open) {
    drawText(box, text, options);
    node.open = true;
  }
  return node;
}

function changes(before, after) {
  if (!latest?.view.changes || !before) return [];
  return before.length + after.length > kMostCompared ? [] : changedWords(before, after);
}

// Calls or what came of them, and a text where there is one; without either it is said.
function callsPart(hue, name, note, { nodes, text, options }) {
  const node = part(hue, name, note, text, options);
  if (!nodes.length) return node;
  const list = el('ol', { class: 'calls' }, ...nodes);
  if (text) node.append(list);
  else node.lastChild.replaceWith(list);
  return node;
}

function resultPart(record) {
  const result = resultOf(record);
  const node = part('response', 'Result', '', result.text);
  node.querySelector('h3').replaceWith(el('div', { class: `result tone-${result.tone}` }, ...resultNodes(result)));
  return node;
}

function responsePart(record, story) {
  if (resultOf(record)) return resultPart(record);
  const text = replyOf({ record });
  const nodes = callNodes(callsOf(record.response));
  const options = { changed: changes(story, text) };
  return callsPart('response', 'Response', responseNote(record), { nodes, text, options });
}

function feedbackPart(parts) {
  const { record } = parts;
  const done = resultOf(record)?.text === doneOf(record) ? '' : doneOf(record);
  const nodes = [...exchangeNodes(exchangesOf(record)), ...doneNodes(done)];
  const node = callsPart('feedback', 'Feedback', '', { nodes, text: feedbackOf(parts) });
  node.lastChild.dataset.none = 'Nothing was said.';
  return node;
}

function responseNote({ response }) {
  if (!response) return 'there was none';
  return response.finish_reason === 'length' ? 'cut at max_tokens' : '';
}

function fill(card, record) {
  const { turn } = record;
  const parts = { turn, record, before: null, live: null };
  const story = storyOf(parts);
  const reasoning = reasoningOf(parts);
  const verdict = record.sst?.verdict;
  const mind = el('div', { class: 'card-mind' });
  // Side by side where there is room; else folded, for the reply before says it one card further.
  const open = verdict !== 'ok' || matchMedia('(min-width: 1200px)').matches;
  if (story) mind.append(fold('sst', 'SST', storyNote(parts), story, open));
  const said = el('div', { class: 'card-said' });
  if (reasoning) {
    said.append(
      fold('response', 'Reasoning', count(wordCount(reasoning), 'word'), reasoning, false),
    );
  }
  said.append(responsePart(record, story));
  mind.append(said);
  const world = el('div', { class: 'card-world' });
  world.append(feedbackPart(parts), picturePart(parts));
  card.body.replaceChildren(mind, world);
  card.node.toggleAttribute('data-filled', true);
  card.filled = true;
  card.failed = false;
  look(); // what is below it has moved
  if (latest.historySearch.text) mark();
}

function picturePart(parts) {
  const { path, width, height, note, why } = pictureOf(parts);
  const section = el(
    'section',
    { class: 'card-part pane-picture' },
    el('h3', {}, 'Screenshot', el('span', { class: 'dim' }, ` ${path ? note : ''}`)),
  );
  section.append(
    path
      ? el('img', {
          class: 'card-picture',
          src: address(path),
          width,
          height,
          loading: 'lazy',
          decoding: 'async',
          alt: `Picture of turn ${parts.turn}`,
        })
      : el('p', { class: 'card-missing' }, `no picture: ${why}`),
  );
  return section;
}

// The card keeps its height, or what is below it would jump.
function empty(card) {
  const height = card.body.getBoundingClientRect().height;
  if (height) card.body.style.setProperty('--kept', `${height}px`);
  card.body.replaceChildren();
  card.node.toggleAttribute('data-filled', false);
  card.filled = false;
}

// --- fetching -----------------------------------------------------------------------------------

let frames = Promise.resolve();

// One long text a frame: several at once would be felt.
function nextFrame() {
  frames = frames.then(() => new Promise(requestAnimationFrame));
  return frames;
}

async function recordOf(turn, signal) {
  const known = latest?.records[turn];
  const attempt = cards.get(turn)?.row.attempt ?? 1;
  if (isWhole(known) && (known.attempt ?? 1) >= attempt) return known;
  const answer = await fetch(address(`/api/turns/${turn}`), { signal, cache: 'no-store' });
  if (!answer.ok) throw new Error(`the proxy answered ${answer.status}`);
  return answer.json();
}

async function load(turn, signal) {
  try {
    const record = await recordOf(turn, signal);
    if ((record.response?.text?.length ?? 0) > kLong) await nextFrame();
    const card = cards.get(turn);
    if (near.has(card) && !signal.aborted) fill(card, record);
  } catch (error) {
    if (signal.aborted) return;
    const card = cards.get(turn);
    if (!card) return;
    card.failed = true; // else it would be asked for at every scroll
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
    if (card) fillHead(card, row);
    else {
      card = makeCard(row);
      cards.set(row.turn, card);
      if (before) before.after(card.node);
      else group.node.prepend(card.node);
    }
    before = card.node;
  }
}

// The cards near the window are filled, those far from it emptied. Groups out of sight have no
// layout, and asking a card in one for its place would make it: so groups are looked at first.
function lookAround() {
  cancelAnimationFrame(looking);
  looking = 0;
  const box = byId('cards');
  const { top, height } = box.getBoundingClientRect();
  const isNear = (node, windows) => {
    const place = node.getBoundingClientRect();
    return place.bottom > top - windows * height && place.top < top + (1 + windows) * height;
  };
  for (const group of groups.values()) {
    if (!isNear(group.node, kNear)) continue;
    if (!group.made) makeCards(group);
    if (latest.history.folded) continue;
    for (const node of group.node.children) {
      if (!isNear(node, kNear)) continue;
      const card = cards.get(Number(node.dataset.turn));
      near.add(card);
      if (!card.filled && !card.failed) queue.add(card.row.turn);
    }
  }
  for (const card of near) {
    if (isNear(card.node, kFar) || card.node.contains(document.activeElement)) continue;
    near.delete(card);
    queue.drop(card.row.turn);
    if (card.filled) empty(card);
    card.failed = false;
  }
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

// A run that goes on adds cards at one end; the others stay as they are.
const drawCards = drawnFrom(
  (state) => [byId('history').open, seenRows(state), state.history, state.historySearch],
  (state, open, rows, history, search) => {
    if (!open) {
      if (groups.size) unwatch();
      return;
    }
    const only = found(state);
    const list = cardRows(rows, history, only);
    const box = byId('cards');
    const { signature } = box.dataset;
    const { order, from, base } = history;
    box.dataset.signature = [order, from, base, state.clearedTo, only ? search.text : ''].join();
    if (signature !== box.dataset.signature) {
      // A focus that loses its card would fall out of the overlay.
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
    const only = found(state);
    const ranges = rangesOf(rows, history.base);
    const range = rangeOf(rows, history);
    const shown = cardRows(rows, history, only).length;
    setText(byId('history-count'), countWords(state, only, shown));
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

export function drawHistory(state) {
  latest = state;
  drawHead(state);
  drawCards(state);
  drawSearch(state);
}

// --- going about --------------------------------------------------------------------------------

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
  const list = cardRows(seenRows(latest), latest.history, found(latest)).map(({ turn }) => turn);
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
  byId('history-save').href = address('/export.html');
  byId('history-save').download = exportName(latest);
  dialog.showModal();
  drawHistory(stateNow());
  const shown = shownTurn(latest);
  const held = !latest.following && shown !== newestTurn(latest);
  if (!held || !focusCard(shown)) byId('cards').focus({ preventScroll: true });
}

// The export is another page of ours: it prints itself as soon as it is there.
function print() {
  const page = window.open(address('/export.html'));
  if (!page) {
    const text = 'The browser kept the page with the export from opening.';
    dispatch({ type: 'toast', tone: 'bad', title: 'Could not print', text });
    return;
  }
  const wait = setInterval(() => {
    if (!page.closed && page.location.pathname !== '/export.html') return;
    if (!page.closed && page.document.readyState !== 'complete') return;
    clearInterval(wait);
    if (!page.closed) page.print();
  }, 300);
}

export function startHistory(page) {
  ({ dispatch, state: stateNow } = page);
  const dialog = byId('history');
  startSearch();
  byId('history-print').addEventListener('click', print);
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
    if (event.target.matches('input, select') || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (!Object.hasOwn(keys, event.key)) return;
    keys[event.key]();
    event.preventDefault();
  });
}
