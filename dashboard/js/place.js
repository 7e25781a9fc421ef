// The turn in the page's address: a link, or a reload, returns to the same turn.
import { turnOf } from './address.js';
import { shownTurn } from './shown_state.js';

const kWaitMs = 400; // browsers limit how often an address may change

let asked = turnOf(location.hash); // the turn to show as soon as the run's turns are known
let timer = 0;
let wanted = location.hash;

function write() {
  timer = 0;
  if (location.hash === wanted) return;
  history.replaceState(history.state, '', location.pathname + location.search + wanted);
}

export function drawPlace(state, dispatch) {
  if (asked !== null) {
    if (!state.rows.length || state.rowsFrom !== null) return;
    const turn = asked;
    asked = null;
    dispatch({ type: 'go', where: turn });
    return;
  }
  const turn = shownTurn(state);
  if (turn === null) return;
  wanted = state.following ? '' : `#${turn}`;
  if (wanted !== location.hash) timer ||= setTimeout(write, kWaitMs);
}

export function startPlace({ dispatch }) {
  addEventListener('hashchange', () => {
    const turn = turnOf(location.hash);
    if (turn !== null) dispatch({ type: 'go', where: turn });
  });
}
