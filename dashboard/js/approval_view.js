// The panel in which the operator decides which actions a turn may do. All its text is the model's or
// from programs on the screen: it enters as text nodes, with nothing hidden.
import { address } from './address.js';
import { consentItems, decisionOf, decisions, revealed, tickedItems, timeLeft } from './approval_model.js';
import { actionWords } from './calls_model.js';
import { byId, drawnFrom, el, setText } from './dom.js';
import { whole } from './format.js';

const shown = (text) =>
  revealed(text).map((part) => (part.escape ? el('span', { class: 'escape' }, part.text) : part.text));

function itemRow(item, dispatch) {
  const asks = item.risk !== null && item.risk !== undefined;
  const id = `approval-item-${item.index}`;
  const box = asks ? el('input', { type: 'checkbox', id, class: 'approval-tick', 'data-index': String(item.index) }) : null;
  box?.addEventListener('change', () => dispatch({ type: 'approval_tick', index: item.index, on: box.checked }));
  const number = el('span', { class: 'approval-number', title: item.number ? 'Its number in the picture' : '' }, item.number ? String(item.number) : '');
  const { call: words, place } = actionWords(item);
  const call = el(asks ? 'label' : 'span', { class: 'approval-call mono', for: asks ? id : null }, ...shown(words));
  const about = [];
  if (asks) about.push(el('span', { class: 'badge tone-warn' }, ...shown(item.risk)));
  else about.push(el('span', { class: 'dim' }, item.why ? 'is not done: ' : 'needs no consent', ...shown(item.why ?? '')));
  if (place) about.push(el('span', { class: 'dim' }, `at ${place} on the screen`));
  if (item.note) about.push(el('span', { class: 'approval-note-of-model' }, '“', ...shown(item.note), '”'));
  if (item.call && item.written && item.written !== words) {
    about.push(el('span', { class: 'dim approval-written' }, 'as written: ', el('span', { class: 'mono' }, ...shown(item.written))));
  }
  return el(
    'li',
    { class: asks ? 'approval-item asks' : 'approval-item' },
    box ?? el('span', { class: 'approval-tick' }),
    number,
    el('div', { class: 'approval-what' }, call, el('div', { class: 'approval-about' }, ...about)),
  );
}

let page = null;

const drawPlan = drawnFrom(
  (state) => [state.approval.asked],
  (state, asked) => {
    const panel = byId('approval');
    const hadFocus = panel.contains(document.activeElement);
    panel.hidden = !asked;
    byId('approval-picture').replaceChildren();
    byId('approval-items').replaceChildren();
    byId('approval-note').value = '';
    if (!asked) {
      if (hadFocus) document.activeElement.blur();
      return;
    }
    const all = consentItems(state).length;
    setText(byId('approval-title'), `Turn ${asked.turn}: ${all === 1 ? 'an action waits' : `${all} actions wait`} for your consent`);
    byId('approval-items').replaceChildren(...asked.items.map((item) => itemRow(item, page.dispatch)));
    byId('approval-all').hidden = byId('approval-none').hidden = all < 2;
    if (!asked.picture_sha256) {
      byId('approval-picture').append(el('p', { class: 'dim' }, 'There is no picture of this plan.'));
      return;
    }
    const source = address(`/turns/${asked.turn}/plan.png?plan=${encodeURIComponent(asked.plan_sha256)}`);
    byId('approval-picture').append(
      el(
        'a',
        { href: source, target: '_blank', rel: 'noopener', title: 'Open only the picture' },
        el('img', { src: source, alt: 'The screen with the planned actions drawn on it, numbered' }),
      ),
    );
  },
);

const drawTicks = drawnFrom(
  (state) => [state.approval.asked, tickedItems(state).join()],
  (state) => {
    const ticked = tickedItems(state);
    for (const box of byId('approval-items').querySelectorAll('input')) box.checked = ticked.includes(Number(box.dataset.index));
  },
);

const drawButtons = drawnFrom(
  (state) => {
    const { approve, refuse, word } = decisions(state);
    return [approve, refuse, word, state.approval.sent];
  },
  (state, approve, refuse, word, sent) => {
    byId('approval-approve').disabled = !approve;
    byId('approval-refuse').disabled = !refuse;
    setText(byId('approval-word'), word);
    for (const box of byId('approval-items').querySelectorAll('input')) box.disabled = sent;
    byId('approval').setAttribute('aria-busy', String(sent));
  },
);

const drawTime = drawnFrom(
  (state) => {
    const left = timeLeft(state);
    return [left === null ? '' : whole(left + 999), left !== null && left < 30_000];
  },
  (_, left, soon) => {
    setText(byId('approval-left'), left ? `${left} left, then nothing is done` : '');
    byId('approval-left').className = soon ? 'approval-left tone-bad' : 'approval-left';
  },
);

export function drawApproval(state) {
  drawPlan(state);
  drawTicks(state);
  drawButtons(state);
  drawTime(state);
}

/** Sends the decision, if one can be sent now. */
export async function decide(approve) {
  const state = page.state();
  if (!decisions(state)[approve ? 'approve' : 'refuse']) return;
  const [command, more] = decisionOf(state, approve, byId('approval-note').value);
  page.dispatch({ type: 'approval_sent' });
  const ok = await page.control(command, more);
  page.dispatch({ type: 'approval_answer', plan: more.plan_sha256, ok });
}

/** @param {{dispatch: Function, state: Function, control: Function}} withPage */
export function startApproval(withPage) {
  page = withPage;
  for (const [id, on] of [['approval-all', true], ['approval-none', false]]) {
    byId(id).addEventListener('click', () => page.dispatch({ type: 'approval_ticks', on }));
  }
  byId('approval-note').addEventListener('keydown', (event) => {
    if (event.key === 'Escape') event.target.blur();
  });
}
