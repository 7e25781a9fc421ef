// The turn, and the action in its list, in the page's address: a link, or a reload, returns to them.
import { hashOf, placeOf } from './address.js';
import { byId } from './dom.js';
import { shownTurn } from './shown_state.js';
import { shownParts } from './turn_parts.js';

const kWaitMs = 400; // browsers limit how often an address may change

let asked = placeOf(location.hash); // what to show as soon as the run's turns are known
let lookedFor = null; // {turn, action}: the action to focus when its turn is drawn
let chosen = null; // {turn, action} that has the focus, or had it last
let timer = 0;
let wanted = location.hash;

function write() {
  timer = 0;
  if (location.hash === wanted) return;
  history.replaceState(history.state, '', location.pathname + location.search + wanted);
}

const numberOf = (item) => Number(item.querySelector('.number')?.textContent);

function focusAction(action) {
  const item = [...byId('actions').querySelectorAll('.action')].find((each) => numberOf(each) === action);
  item?.focus();
  item?.scrollIntoView({ block: 'nearest' });
}

export function drawPlace(state, dispatch) {
  if (asked.turn !== null) {
    if (!state.rows.length || state.rowsFrom !== null) return;
    const { turn, action } = asked;
    asked = { turn: null, action: null };
    if (action !== null) lookedFor = { turn, action };
    dispatch({ type: 'go', where: turn });
    return;
  }
  const turn = shownTurn(state);
  if (turn === null) return;
  const parts = lookedFor && shownParts(state);
  if (parts?.record && !parts.pending && !parts.awaitsNext) {
    const { turn: of, action } = lookedFor;
    lookedFor = null;
    if (of === turn) focusAction(action);
  }
  if (chosen?.turn !== turn) chosen = null;
  wanted = hashOf({ turn: state.following && !chosen ? null : turn, action: chosen?.action ?? null });
  if (lookedFor === null && wanted !== location.hash) timer ||= setTimeout(write, kWaitMs);
}

export function startPlace({ dispatch, redraw, state }) {
  addEventListener('hashchange', () => {
    const { turn, action } = placeOf(location.hash);
    if (turn === null) return;
    if (action !== null) lookedFor = { turn, action };
    dispatch({ type: 'go', where: turn });
    redraw();
  });
  byId('actions').addEventListener('focusin', ({ target }) => {
    const item = target.closest('.action');
    // A link names an action by the turn whose reply asked for it.
    const isOwn = Number(byId('actions').dataset.turn) === shownTurn(state());
    const action = item && isOwn ? numberOf(item) : 0;
    chosen = action > 0 ? { turn: shownTurn(state()), action } : null;
    redraw();
  });
}
