// The line that compares the page's run with another one (?with=K): how many turns differ, the way to
// each, and how the shown turn differs. The panes and the picture then mark what differs from the
// other run's same turn, instead of the turn before.
import { pageRun, withoutOther } from './address.js';
import { differingTurnFrom, partsOf, summaryOf, turnLineOf } from './diff_model.js';
import { byId, drawnFrom, el, setText } from './dom.js';
import { number } from './format.js';
import { shownTurn } from './shown_state.js';

let dispatch = () => {};
const targets = { first: null, previous: null, next: null }; // of the buttons

const drawDiff = drawnFrom(
  (state) => [state.other, state.diff, state.diffWhy, shownTurn(state)],
  (state, other, diff, why, turn) => {
    byId('diff').hidden = other === null;
    if (other === null) return;
    setText(byId('diff-other'), diff?.b ?? `run ${other}`);
    setText(
      byId('diff-summary'),
      why ? `The runs could not be compared: ${why}` : diff ? `${summaryOf(diff)}.` : 'The runs are being compared.',
    );
    setText(byId('diff-turn'), diff && turn !== null ? `${turnLineOf(diff, turn)}.` : '');
    targets.first = differingTurnFrom(diff, 0, 1);
    targets.previous = turn === null ? null : differingTurnFrom(diff, turn, -1);
    targets.next = turn === null ? null : differingTurnFrom(diff, turn, 1);
    for (const name of ['previous', 'next']) byId(`diff-${name}`).disabled = targets[name] === null;
    byId('diff-first').hidden = targets.first === null;
    if (targets.first !== null) setText(byId('diff-first'), `First difference: turn ${number(targets.first)}`);
    byId('diff-parts').replaceChildren(...partsOf(diff, turn).map(partNode));
  },
);

function partNode({ part, line, a, b }) {
  // The pictures are beside each other in their pane; their digests say nothing to people.
  if (part === 'picture') return '';
  const where = typeof line === 'number' ? `${part}, line ${number(line)}` : part;
  return el(
    'div',
    { class: 'diff-part' },
    el('dt', {}, where),
    el('dd', {}, el('span', { class: 'diff-side' }, 'this run'), el('code', {}, String(a))),
    el('dd', {}, el('span', { class: 'diff-side' }, 'other run'), el('code', {}, String(b))),
  );
}

export function drawRunDiff(state) {
  drawDiff(state);
}

export function startRunDiff(page) {
  ({ dispatch } = page);
  for (const name of Object.keys(targets)) {
    byId(`diff-${name}`).addEventListener('click', () => {
      if (targets[name] !== null) dispatch({ type: 'go', where: targets[name] });
    });
  }
  byId('diff-end').setAttribute('href', withoutOther(pageRun));
}
