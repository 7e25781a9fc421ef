// The messages of a request as folds. New messages of the turn are open; in a long request the others
// have a summary and are drawn when they are opened.
import { fieldNodes } from './calls_view.js';
import { el, icon } from './dom.js';
import { number } from './format.js';
import { messageWords } from './request_model.js';
import { urlOf } from './source.js';
import { drawText } from './text_view.js';

const kFew = 4; // messages: up to this number all are open
const kMostMessages = 400; // as folds; the whole request has all of them
const kFirst = 2; // shown at the beginning if some are left out: they have the task
const kMostNew = 20; // that are open initially
const kMostParts = 200; // of one message

const kRoles = { system: 'System prompt in force', instructions: 'System prompt in force' };
const kHues = { assistant: 'pane-response', user: 'pane-feedback', tool: 'pane-feedback' };

/** The index of this turn's first message: the one after the model's last reply. */
export function firstNew(messages) {
  const reply = messages.findLastIndex(({ role }) => role === 'assistant');
  return Math.max(reply + 1, messages.length - kMostNew, 0);
}

function pictureNode({ text, turn }, goTo) {
  if (!turn) return el('p', { class: 'request-picture mono' }, icon('picture'), text);
  const name = `turn ${number(turn)}`;
  const image = el('img', {
    class: 'request-thumb',
    src: urlOf(`/turns/${turn}.png`),
    alt: `Picture of ${name}`,
    loading: 'lazy',
    decoding: 'async',
  });
  const button = el('button', { class: 'request-go', type: 'button', title: `Go to ${name}` }, image);
  button.addEventListener('click', () => goTo(turn));
  return el('p', { class: 'request-picture mono' }, button, el('span', {}, `picture of ${name}`, el('br'), text));
}

function partNode(part, goTo) {
  if (part.kind === 'picture') return pictureNode(part, goTo);
  if (part.kind === 'call' || part.kind === 'answer') {
    const { kind, id, name } = part;
    const head = el(
      'p',
      { class: 'call-head' },
      kind === 'call' ? el('b', {}, name || 'a call without a name') : 'answer',
      el('span', { class: 'call-id dim' }, id),
    );
    const none = kind === 'call' ? 'no arguments' : 'an empty answer';
    return el('div', { class: 'call-body request-call' }, head, ...fieldNodes(part, none));
  }
  const box = el('div', { class: 'text' });
  drawText(box, part.text);
  return box;
}

function messageNode(message, index, { open, many, isFirstNew, goTo }) {
  const { role, parts } = message;
  const { counts, preview } = messageWords(message);
  const body = el('div', { class: 'request-parts' });
  const draw = () => {
    if (body.childElementCount) return;
    body.append(...parts.slice(0, kMostParts).map((part) => partNode(part, goTo)));
    if (parts.length > kMostParts) {
      body.append(el('p', { class: 'request-why' }, `${number(parts.length - kMostParts)} more parts, in the whole request`));
    }
  };
  const node = el(
    'details',
    {
      class: ['request-fold', ...(many ? ['request-message', kHues[role]] : []), ...(isFirstNew ? ['request-new'] : [])]
        .filter(Boolean)
        .join(' '),
    },
    el(
      'summary',
      {},
      el('span', { class: 'request-role' }, kRoles[role] ?? `messages[${index}] · ${role}`),
      el('span', { class: 'dim' }, ` ${counts}`),
      ...(many ? [el('span', { class: 'request-preview mono' }, preview)] : []),
    ),
    body,
  );
  node.addEventListener('toggle', () => node.open && draw());
  if (open) {
    draw();
    node.open = true;
  }
  return node;
}

/**
 * The folds, as elements; the first that is open of many has the class `request-new`.
 * @param {ReturnType<import('./request_model.js').messagesOf>} messages
 * @param {(turn: number) => void} goTo
 */
export function messageNodes(messages, goTo) {
  const many = messages.length > kFew;
  const from = many ? firstNew(messages) : 0;
  const nodeOf = (message, index) =>
    messageNode(message, index, { open: index >= from, many, isFirstNew: many && index === from, goTo });
  const left = messages.length - kMostMessages;
  if (left <= 0) return messages.map(nodeOf);
  const last = kFirst + left;
  return [
    ...messages.slice(0, kFirst).map(nodeOf),
    el('p', { class: 'request-why' }, `${number(left)} messages between, in the whole request`),
    ...messages.slice(last).map((message, index) => nodeOf(message, last + index)),
  ];
}
