// Draws a model's calls and their outcomes (calls_model.js), in a pane, a card or a sheet.
import { el, fillWith, icon } from './dom.js';
import { number } from './format.js';

const kMostRows = 200; // a reply may have a thousand calls, a strange record more

function more(rows) {
  const left = rows.length - kMostRows;
  return left > 0 ? [el('li', { class: 'calls-more dim' }, `${number(left)} more in the record`)] : [];
}

/** The arguments of a call, or an answer: rows, or the text if it has no fields. */
export function fieldNodes({ fields, text }, none) {
  if (fields ? !fields.length : !text) return [el('p', { class: 'call-none dim' }, none)];
  if (!fields) return [el('p', { class: 'call-text' }, text)];
  return [
    el(
      'dl',
      { class: 'call-fields' },
      ...fields.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
    ),
  ];
}

const idNode = (id) => (id ? [el('span', { class: 'call-id dim', title: `the call’s id: ${id}` }, id)] : []);

/** The model's calls, one item each. */
export function callNodes(calls) {
  const nodes = calls.slice(0, kMostRows).map(({ id, name, ...given }, index) =>
    el(
      'li',
      { class: 'call-item' },
      el('span', { class: 'call-number' }, String(index + 1)),
      el(
        'div',
        { class: 'call-body' },
        ...(name || id ? [el('p', { class: 'call-head' }, el('b', {}, name || 'a call without a name'), ...idNode(id))] : []),
        ...(name || given.text ? fieldNodes(given, 'no arguments') : []),
      ),
    ),
  );
  return [...nodes, ...more(calls)];
}

function answerNodes({ answer, id }) {
  if (!answer) return id ? [el('p', { class: 'call-none dim' }, 'no answer')] : [];
  const picture = el('p', { class: 'call-picture' }, icon('picture'), 'answered with the picture of this turn');
  return [
    el('div', { class: 'call-answer' }, ...fieldNodes(answer, 'an empty answer'), ...(answer.picture ? [picture] : [])),
  ];
}

/** The outcomes of calls, one item each: the call, the model's reason, the outcome, and the answer. */
export function exchangeNodes(rows) {
  const nodes = rows.slice(0, kMostRows).map((row) => {
    const { kind, plate, call, id, note, why, mark } = row;
    return el(
      'li',
      { class: `call-item exchange ${kind}`, 'data-mark': mark },
      el('span', { class: 'number', 'aria-hidden': plate ? null : 'true' }, plate),
      el(
        'div',
        { class: 'call-body' },
        el('p', { class: 'call-head' }, el('span', { class: 'call' }, call || 'a call that was not performed'), ...idNode(id)),
        ...(note ? [el('p', { class: 'call-note', title: 'The model’s reason' }, note)] : []),
        ...(why ? [el('p', { class: 'call-why' }, why)] : []),
        ...answerNodes(row),
      ),
    );
  });
  return [...nodes, ...more(rows)];
}

/** Fills a list; an empty one is hidden. */
export function setList(box, nodes) {
  box.hidden = nodes.length === 0;
  fillWith(box, nodes);
}

/** The text with which the model ended the run, as an item. */
export function doneNodes(text) {
  if (!text) return [];
  return [
    el(
      'li',
      { class: 'call-item done-words' },
      icon('check'),
      el('div', { class: 'call-body' }, el('p', { class: 'call-head' }, 'The model says that it is done'), el('p', { class: 'call-text' }, text)),
    ),
  ];
}

/** The head of a result, without its text. */
export function resultNodes({ tone, title, code }) {
  return [icon(tone === 'good' ? 'check' : 'info'), el('b', {}, title), el('span', {}, code)];
}
