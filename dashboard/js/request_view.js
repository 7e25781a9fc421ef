// The sheet with the request as sent, and the menu of a turn's exports.
import { byId, el, fillWith, setFacts, setText } from './dom.js';
import { bytes, count, number } from './format.js';
import { messageNodes } from './messages_view.js';
import {
  curlOf,
  fileName,
  foldedJson,
  messagesOf,
  parametersOf,
  parseRequest,
  pictureFinder,
  shownHeaders,
} from './request_model.js';
import { isImported } from './record_state.js';
import { rowOfTurn } from './rows_state.js';
import { shownTurn } from './shown_state.js';
import { answerTo, failureOf, isExport, isLeftOut, urlOf } from './source.js';
import { drawText } from './text_view.js';

let dispatch = () => {};
let stateNow = () => null;
let shown = null; // the turn in the sheet

/** The bytes of a turn's request as sent; throws the reason if there are none. */
export async function storedRequest(turn) {
  if (stateNow().records[turn]?.finished) {
    throw new Error('the run finished with this turn, so nothing was sent');
  }
  const answer = await answerTo(`/api/turns/${turn}/request`);
  if (answer.status === 404 && !isExport) {
    const { response } = stateNow().records[turn] ?? {};
    throw new Error(response === null ? 'it is recorded with its reply' : 'its bytes were not kept');
  }
  if (answer.status === 409) throw new Error((await answer.json()).error); // one of its pictures is missing
  if (!answer.ok) throw new Error(failureOf(answer));
  return new Uint8Array(await answer.arrayBuffer());
}

const requestOf = async (turn) => parseRequest(await storedRequest(turn));

function goTo(turn) {
  byId('request').close();
  dispatch({ type: 'go', where: turn });
}

// --- the sheet ----------------------------------------------------------------------------------

// A fold draws its text when it is opened.
function fold(name, note, text) {
  const box = el('div', { class: 'text' });
  const node = el(
    'details',
    { class: 'request-fold' },
    el('summary', {}, name, el('span', { class: 'dim' }, ` ${note}`)),
    box,
  );
  node.addEventListener('toggle', () => drawText(box, node.open ? text() : ''));
  return node;
}

function fillSheet(request, turnOf) {
  const { method, target, headers, body, json, text, why } = request;
  const messages = json ? messagesOf(json, turnOf) : [];
  const size = [bytes(body.length), ...(messages.length ? [count(messages.length, 'message')] : [])];
  setText(byId('request-line'), `turn ${number(shown)} · ${method} ${target} · ${size.join(' · ')}`);
  const lines = shownHeaders(headers).map(([name, value]) => `${name}: ${value}`);
  const facts = el('dl', { class: 'facts', 'aria-label': 'Parameters' });
  if (json) setFacts(facts, parametersOf(json));
  fillWith(byId('request-body'), [
    ...(json ? [facts, ...messageNodes(messages, goTo)] : []),
    ...(why ? [el('p', { class: 'request-why' }, `The request could not be read: ${why}.`)] : []),
    fold('Headers', number(headers.length), () => lines.join('\n')),
    fold('Whole request', json ? 'its pictures folded' : 'its body unchanged', () =>
      json ? foldedJson(json) : text,
    ),
  ]);
  // Most people look for the new messages of the turn.
  byId('request-body').querySelector('.request-new')?.scrollIntoView({ block: 'center' });
}

export async function openRequest() {
  const turn = shownTurn(stateNow());
  if (turn === null) return;
  shown = turn;
  const dialog = byId('request');
  byId('request-save').href = urlOf(`/api/turns/${turn}/request`);
  byId('request-save').hidden = false;
  byId('request-save').download = fileName(turn, '_request.http');
  setText(byId('request-line'), `turn ${number(turn)}`);
  byId('request-body').replaceChildren();
  if (!dialog.open) dialog.showModal();
  byId('request-body').focus();
  try {
    const whole = await storedRequest(turn);
    if (shown !== turn || !dialog.open) return;
    const record = stateNow().records[turn] ?? {};
    fillSheet(parseRequest(whole), pictureFinder(whole, { ...record, turn }));
  } catch (error) {
    if (shown !== turn) return;
    byId('request-save').hidden = true;
    const facts = el('dl', { class: 'facts', 'aria-label': 'Parameters' });
    const record = stateNow().records[turn];
    const known = isImported(record) ? null : record?.request;
    if (known) setFacts(facts, parametersOf(known));
    byId('request-body').replaceChildren(
      ...(facts.children.length ? [facts] : []),
      el(
        'p',
        { class: 'request-why' },
        isImported(record)
          ? 'The run was imported: what was sent to the model is not in the file.'
          : `The request could not be loaded: ${error.message}.`,
      ),
    );
  }
}

// --- exports ------------------------------------------------------------------------------------

function save(name, type, ...parts) {
  const link = el('a', { href: URL.createObjectURL(new Blob(parts, { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function withRequest(what, turn, then) {
  try {
    await then(await requestOf(turn));
  } catch (error) {
    dispatch({ type: 'toast', tone: 'bad', title: `${what} did not work`, text: error.message });
  }
}

function options(file) {
  const { run, settings } = stateNow();
  const all = { ...settings, ...run?.settings };
  return {
    upstream: run?.upstream ?? String(all['proxy.upstream'] ?? ''),
    keyName: String(all['model.api_key_env'] ?? ''),
    file,
  };
}

/** Saves the run as one HTML file; says so if it is too large for one. */
export async function saveRun(path = '/export.html') {
  const { status } = await answerTo(path, { method: 'HEAD' });
  const text = 'The run is too large for one file: proxy export RUN FILE writes a folder.';
  if (status === 413) dispatch({ type: 'toast', tone: 'bad', title: 'Not saved', text });
  else el('a', { href: urlOf(path), download: '' }).click();
}

function items(turn) {
  const link = (name, path, download) =>
    el('a', { class: 'menu-item', role: 'menuitem', tabindex: '-1', href: urlOf(path), download }, name);
  const button = (name, act) => {
    const node = el('button', { class: 'menu-item', role: 'menuitem', tabindex: '-1', type: 'button' }, name);
    node.addEventListener('click', act);
    return node;
  };
  const whole = [
    el('p', { class: 'menu-title' }, 'The run'),
    button('One HTML file', () => saveRun()),
    button('One HTML file without texts', () => saveRun('/export.html?redact=1')),
  ];
  if (isExport) {
    return [
      el('p', { class: 'menu-title' }, `Turn ${number(turn ?? 0)}`),
      link('Record, JSON', `/api/turns/${turn}`, fileName(turn, '.json')),
      ...(isLeftOut(`/turns/${turn}.png`) ? [] : [link('Picture, PNG', `/turns/${turn}.png`, fileName(turn, '.png'))]),
    ];
  }
  if (turn === null) return whole;
  const { outcome } = rowOfTurn(stateNow(), turn) ?? {};
  const body = fileName(turn, '_body.json');
  return [
    el('p', { class: 'menu-title' }, `Turn ${number(turn)}`),
    link('Record, JSON', `/api/turns/${turn}`, fileName(turn, '.json')),
    ...(outcome === 'degraded'
      ? []
      : [link('Picture, PNG', `/turns/${turn}.png`, fileName(turn, '.png'))]),
    link('Request as sent, bytes', `/api/turns/${turn}/request`, fileName(turn, '_request.http')),
    link('Reply as received, bytes', `/api/turns/${turn}/response`, fileName(turn, '_response.http')),
    button('Request as a cURL script', () =>
      withRequest('The cURL script', turn, (request) =>
        save(fileName(turn, '.sh'), 'text/x-shellscript', '#!/bin/sh\n', curlOf(request, options(''))),
      ),
    ),
    button('Copy the cURL command', () =>
      withRequest('Copying', turn, async (request) => {
        await navigator.clipboard.writeText(curlOf(request, options(body)));
        const text = `It reads its body from ${body}: save that too.`;
        dispatch({ type: 'toast', tone: 'good', title: 'cURL command copied', text });
      }),
    ),
    button('Body of the request, JSON', () =>
      withRequest('Saving the body', turn, (request) =>
        save(body, 'application/json', request.body),
      ),
    ),
    ...whole,
  ];
}

export function openExports() {
  const menu = byId('exports');
  if (menu.matches(':popover-open')) {
    menu.hidePopover();
    return;
  }
  menu.replaceChildren(...items(shownTurn(stateNow())));
  menu.showPopover();
  const place = byId('exports-button').getBoundingClientRect();
  const { width } = menu.getBoundingClientRect();
  menu.style.setProperty('top', `${place.bottom + 4}px`);
  menu.style.setProperty('left', `${Math.max(8, Math.min(place.left, innerWidth - width - 8))}px`);
  menu.querySelector('.menu-item').focus();
}

export function startRequest(page) {
  ({ dispatch, state: stateNow } = page);
  const menu = byId('exports');
  menu.addEventListener('toggle', () =>
    byId('exports-button').setAttribute('aria-expanded', String(menu.matches(':popover-open'))),
  );
  menu.addEventListener('click', (event) => {
    if (event.target.closest('.menu-item')) menu.hidePopover();
  });
  menu.addEventListener('keydown', (event) => {
    if (!menu.matches(':popover-open')) return; // its item still has the focus for a moment
    event.stopPropagation(); // the page must not handle the menu's keys
    const list = [...menu.querySelectorAll('.menu-item')];
    const at = list.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab' || event.key === 'e') menu.hidePopover();
    if (to === undefined) return;
    list.at(to % list.length).focus();
    event.preventDefault();
  });
}
