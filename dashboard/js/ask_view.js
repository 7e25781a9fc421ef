// The sheet in which a turn is asked again: the form, the model's answer beside the recorded one, and the
// command for a run that goes on from there. Nothing of an answer is performed.
import { pageRun, withRun } from './address.js';
import { askedOf, changesText, forkCommand, questionOf, replyFacts } from './ask_model.js';
import { callsOf, callsText } from './calls_model.js';
import { callNodes, setList } from './calls_view.js';
import { byId, el, setText } from './dom.js';
import { number, whole } from './format.js';
import { laidOut } from './json_layout.js';
import { messagesOf, parseRequest } from './request_model.js';
import { storedRequest } from './request_view.js';
import { isImported } from './record_state.js';
import { shownTurn } from './shown_state.js';
import { answerTo, isExport, postTo, urlOf } from './source.js';
import { drawText, textOf } from './text_view.js';
import { changedWords } from './word_diff.js';

const kTickMs = 1000;

let dispatch = () => {};
let stateNow = () => null;
let shown = null; // {turn, record, recorded}: the turn in the sheet; `recorded`: askedOf()
let question = null; // the AbortController of the one under way

function say(text, tone = 'plain') {
  const box = byId('ask-status');
  box.className = `ask-status tone-${tone}`;
  setText(box, text);
}

const isOpen = (turn) => byId('ask').open && shown?.turn === turn;

function drawReply(side, record) {
  const { response } = record;
  const seen = laidOut(response?.text ?? '');
  const other = side === 'new' ? textOf(byId('ask-text-old')) : '';
  const box = byId(`ask-text-${side}`);
  box.dataset.none = response ? 'The reply has no text.' : 'There is no reply.';
  box.hidden = seen === '' && Boolean(response?.calls?.length);
  drawText(box, seen, { changed: other === '' ? [] : changedWords(other, seen) });
  setList(byId(`ask-calls-${side}`), callNodes(callsOf(response)));
  setText(byId(`ask-facts-${side}`), replyFacts(record));
  byId(`ask-facts-${side}`).title = replyFacts(record);
}

// --- the form -----------------------------------------------------------------------------------

function wanted() {
  const { recorded } = shown;
  return {
    model: byId('ask-model').value,
    temperature: byId('ask-temperature').value,
    system: recorded.system === null ? null : byId('ask-system').value,
  };
}

function fillForm(recorded) {
  byId('ask-model').value = recorded.model;
  byId('ask-temperature').value = recorded.temperature;
  byId('ask-system').value = recorded.system ?? '';
  // A text field has its own line ends: an unedited text is not a change.
  shown.recorded = { ...recorded, system: recorded.system === null ? null : byId('ask-system').value };
  byId('ask-system').disabled = recorded.system === null;
  byId('ask-system').placeholder = recorded.system === null ? 'This request has no system message.' : '';
}

async function fillModels(turn) {
  let known;
  try {
    known = await (await answerTo('/api/models')).json();
  } catch (error) {
    known = { why: error.message };
  }
  if (!isOpen(turn)) return;
  const models = Array.isArray(known.models) ? known.models : [];
  byId('ask-models').replaceChildren(...models.map((name) => el('option', { value: name })));
  setText(byId('ask-server'), known.server ? `at ${known.server}` : '');
  byId('ask-send').disabled = !known.server || question !== null;
  byId('ask-send').dataset.server = known.server ? 'known' : '';
  if (!known.server) say(`${known.why ?? 'The proxy has no model to ask'}.`, 'warn');
  else if (known.why) say(`The models could not be listed: ${known.why}. A name can be typed.`, 'warn');
}

const canAsk = (record) => Boolean(record?.request) && !isImported(record);

export async function openAsk() {
  const turn = shownTurn(stateNow());
  const record = turn === null ? null : stateNow().records[turn];
  if (isExport || !canAsk(record)) return;
  shown = { turn, record, recorded: askedOf(null, []) };
  setText(byId('ask-line'), `turn ${number(turn)}`);
  setText(byId('ask-server'), '');
  say('');
  byId('ask-send').disabled = true;
  byId('ask-new').hidden = true;
  byId('ask-copy').hidden = true;
  drawReply('old', record);
  byId('ask-picture').hidden = !record.image;
  if (record.image) byId('ask-picture').src = urlOf(`/turns/${turn}.png`);
  const command = forkCommand(stateNow().run?.folder, turn);
  byId('ask-fork').hidden = command === null;
  setText(byId('ask-command'), command ?? '');
  if (!byId('ask').open) byId('ask').showModal();
  byId('ask-model').focus();
  try {
    const { json, why } = parseRequest(await storedRequest(turn));
    if (!isOpen(turn)) return;
    if (!json) throw new Error(why);
    fillForm(askedOf(json, messagesOf(json)));
    byId('ask-model').select();
  } catch (error) {
    if (isOpen(turn)) say(`The request could not be loaded: ${error.message}.`, 'bad');
    return;
  }
  await fillModels(turn);
}

// --- the question -------------------------------------------------------------------------------

function setAsking(controller) {
  question = controller;
  byId('ask-send').disabled = controller !== null || !byId('ask-send').dataset.server;
  byId('ask-cancel').hidden = controller === null;
}

async function send() {
  const { turn, recorded } = shown;
  if (question || byId('ask-send').disabled) return;
  const asked = questionOf(turn, recorded, wanted());
  const began = Date.now();
  const words = changesText(asked);
  const controller = new AbortController();
  setAsking(controller);
  byId('ask-new').hidden = true;
  const tick = () => say(`The model is asked: ${words} … ${whole(Date.now() - began)}`);
  tick();
  const timer = setInterval(tick, kTickMs);
  try {
    const answer = await postTo(withRun('/api/ask', pageRun), asked, { signal: controller.signal });
    const record = await answer.json();
    if (!answer.ok) throw new Error(record.error ?? `the proxy answered ${answer.status}`);
    if (isOpen(turn)) showAnswer(record, words);
  } catch (error) {
    if (controller.signal.aborted) say('The question was cancelled.');
    else say(`There is no answer: ${error.message}`, 'bad');
  } finally {
    clearInterval(timer);
    setAsking(null);
  }
}

function showAnswer(record, words) {
  byId('ask-new').hidden = false;
  byId('ask-copy').hidden = false;
  drawReply('new', record);
  shown.answer = [record.response?.text, callsText(record.response)].filter(Boolean).join('\n\n');
  const same = textOf(byId('ask-text-old')) === textOf(byId('ask-text-new'));
  const calls = callsText(record.response) === callsText(shown.record.response);
  say(same && calls ? `The answer to ${words} is the same.` : `The answer to ${words}: new words are marked.`, 'good');
  byId('ask-new').scrollIntoView({ block: 'nearest' });
}

async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
  } catch (error) {
    dispatch({ type: 'toast', tone: 'bad', title: 'Could not copy', text: error.message });
  }
}

/** Shows the button where a turn can be asked again. */
export function drawAsk(state) {
  const turn = shownTurn(state);
  byId('ask-open').hidden = isExport || turn === null || !canAsk(state.records[turn]);
}

/** @param {{dispatch: Function, state: () => object}} page */
export function startAsk(page) {
  ({ dispatch, state: stateNow } = page);
  byId('ask-form').addEventListener('submit', (event) => {
    event.preventDefault();
    send();
  });
  byId('ask-form').addEventListener('keydown', (event) => {
    // Enter begins a line in the prompt.
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  });
  byId('ask-reset').addEventListener('click', () => fillForm(shown.recorded));
  byId('ask-cancel').addEventListener('click', () => question?.abort());
  byId('ask-copy').addEventListener('click', () => copyText(shown.answer, 'The answer was'));
  byId('ask-copy-fork').addEventListener('click', () => copyText(byId('ask-command').textContent, 'The command was'));
  byId('ask').addEventListener('close', () => question?.abort());
}
