// A turn in the history overlay: its head from its row, its body from its record.
import { callsOf, doneOf, exchangesOf, resultOf } from './calls_model.js';
import { callNodes, doneNodes, exchangeNodes, resultNodes } from './calls_view.js';
import { el, setBadge, setText } from './dom.js';
import { clock, count, duration, number } from './format.js';
import { outcomeWords } from './history_model.js';
import { isOutlined } from './outline_state.js';
import { latencyOf, tokensOf } from './select.js';
import { urlOf } from './source.js';
import { countWords } from './text_model.js';
import { drawText } from './text_view.js';
import {
  feedbackOf,
  pictureOf,
  reasoningOf,
  replyOf,
  memoryNote,
  memoryOf,
  verdictBadge,
} from './turn_parts.js';
import { changedWords } from './word_diff.js';

export const kLong = 40_000; // characters: from here on a text scrolls in its own box
const kMostCompared = 60_000; // characters of a card's texts; beyond it changes are not searched

/** A card that is not filled yet. `reached`: Tab reaches it. */
export function makeCard(row, reached) {
  const go = el('button', { class: 'card-go', type: 'button', tabindex: reached ? '0' : '-1' });
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

/** Writes the row's data into the head. True: the card was emptied, because a later attempt came. */
export function fillHead(card, row) {
  if (card.row === row) return false;
  const newer = card.row && (card.row.attempt ?? 1) !== (row.attempt ?? 1);
  card.row = row;
  const [go, time, badge, outcome, figures] = card.head.children;
  card.node.dataset.outcome = row.outcome;
  card.node.setAttribute('aria-label', `Turn ${number(row.turn)}`);
  setText(go, `Turn ${number(row.turn)}`);
  go.title = 'Go to this turn (Enter, or double-click on the head)';
  setText(outcome, outcomeWords(row));
  const known = !isOutlined(row);
  badge.hidden = !known;
  if (known) {
    time.dateTime = row.time;
    setText(time, clock(row.time));
    setBadge(
      badge,
      ...verdictBadge({ record: { sst: { verdict: row.verdict }, finished: row.finished } }),
    );
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
  }
  if (!newer || !card.filled) return false;
  emptyCard(card);
  return true;
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

// A fold draws its text when it is opened: most never are.
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

function changesOf(before, after) {
  if (!before) return [];
  return before.length + after.length > kMostCompared ? [] : changedWords(before, after);
}

// Calls or their outcomes, and a text if there is one; a note if there is neither.
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

function responsePart(record, memory, changes) {
  if (resultOf(record)) return resultPart(record);
  const text = replyOf({ record });
  const nodes = callNodes(callsOf(record.response));
  const options = { changed: changes ? changesOf(memory, text) : [] };
  return callsPart('response', 'Response', responseNote(record), { nodes, text, options });
}

function feedbackPart(parts) {
  const { record } = parts;
  const done = resultOf(record)?.text === doneOf(record) ? '' : doneOf(record);
  const nodes = [...exchangeNodes(exchangesOf(record)), ...doneNodes(done)];
  const node = callsPart('feedback', 'Feedback', '', { nodes, text: feedbackOf(parts) });
  node.lastChild.dataset.none = 'There is no feedback.';
  return node;
}

function responseNote({ response }) {
  if (!response) return 'there was none';
  return response.finish_reason === 'length' ? 'cut at max_tokens' : '';
}

/** Fills a card with its record. `changes`: new words are marked. */
export function fillCard(card, record, changes) {
  const { turn } = record;
  const parts = { turn, record, before: null, live: null };
  const memory = memoryOf(parts);
  const reasoning = reasoningOf(parts);
  const verdict = record.sst?.verdict;
  const mind = el('div', { class: 'card-mind' });
  // Side by side if there is space; else folded, because the previous card's reply has the same text.
  const open = verdict !== 'ok' || matchMedia('(min-width: 1200px)').matches;
  if (memory) mind.append(fold('sst', 'Memory', memoryNote(parts), memory, open));
  const said = el('div', { class: 'card-said' });
  if (reasoning) {
    said.append(
      fold('response', 'Reasoning', count(countWords(reasoning), 'word'), reasoning, false),
    );
  }
  said.append(responsePart(record, memory, changes));
  mind.append(said);
  const world = el('div', { class: 'card-world' });
  world.append(feedbackPart(parts), picturePart(parts));
  card.body.replaceChildren(mind, world);
  card.node.toggleAttribute('data-filled', true);
  card.filled = true;
  card.failed = false;
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
          src: urlOf(path),
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

/** The card keeps its height, so that the cards below do not jump. */
export function emptyCard(card) {
  const height = card.body.getBoundingClientRect().height;
  if (height) card.body.style.setProperty('--kept', `${height}px`);
  card.body.replaceChildren();
  card.node.toggleAttribute('data-filled', false);
  card.filled = false;
}
