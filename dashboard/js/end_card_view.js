// The card at the end of a run: why it ended, and one step to each turn that matters. It is above the
// panes and covers nothing; folded, it is one line. Also the objective in the top bar.
import { totals } from './bar_view.js';
import { byId, drawnFrom, el, icon, setText } from './dom.js';
import { endCardOf } from './end_card_model.js';
import { objectiveOf } from './end_facts.js';
import { number } from './format.js';
import { recall, remember } from './memory.js';
import { visible } from './text_model.js';

const kFolded = 'end_card.folded';
const kMostTitle = 2000; // characters of the objective in a tooltip

let dispatch = () => {};

const titleOf = (text) => visible(text.slice(0, kMostTitle));

function goTo(turn) {
  dispatch({ type: 'go', where: turn });
  // On a phone the panes are below the card.
  if (matchMedia('(max-width: 760px)').matches) byId('quadrants').scrollIntoView();
}

function linkTo(turn, label, text) {
  const words = el('span', { class: 'end-found' }, text);
  const button = el('button', { class: 'end-link', type: 'button', title: text }, el('b', {}, label), ' ', words);
  button.addEventListener('click', () => goTo(turn));
  return button;
}

const fact = (name, size, ...value) => el('div', { class: `end-fact ${size}` }, el('dt', {}, name), el('dd', {}, ...value));

function figureNode([name, value, about = '']) {
  const node = fact(name, 'end-figure', value);
  node.title = about;
  return node;
}

let drawn = []; // the findings as drawn: an equal one keeps its element, and so a focus and a click

function drawFindings(findings) {
  const list = byId('end-findings');
  const words = findings.map((each) => JSON.stringify(each));
  findings.forEach(({ name, text, turn, label }, i) => {
    if (words[i] === drawn[i]) return;
    const value = turn === null ? el('span', { class: 'dim' }, text) : linkTo(turn, label, text);
    const node = fact(name, 'end-finding', value);
    if (list.children[i]) list.children[i].replaceWith(node);
    else list.append(node);
  });
  while (list.children.length > findings.length) list.lastChild.remove();
  drawn = words;
}

function drawFold(folded) {
  const button = byId('end-fold');
  button.setAttribute('aria-expanded', String(!folded));
  button.title = folded ? 'Show the summary of the run' : 'Fold the summary of the run';
  button.replaceChildren(icon(folded ? 'down' : 'up'));
  byId('end-body').hidden = folded;
}

const drawCard = drawnFrom(
  (state) => [endCardOf(state, totals(state))],
  (state, card) => {
    byId('end-card').hidden = !card;
    if (!card) return;
    const { outcome, last, objective, figures, findings } = card;
    byId('end-card').className = `end-card tone-${outcome.tone}`;
    byId('end-icon').replaceChildren(icon(outcome.icon));
    setText(byId('end-title'), outcome.title);
    setText(byId('end-code'), outcome.code);
    setText(byId('end-text'), outcome.text);
    byId('end-text').title = visible(outcome.text);
    byId('end-turn').hidden = last === null;
    setText(byId('end-turn'), `Turn ${number(last)}`);
    setText(byId('end-objective'), objective || 'none');
    byId('end-objective').title = titleOf(objective);
    byId('end-figures').replaceChildren(...figures.map(figureNode));
    drawFindings(findings);
  },
);

const drawObjective = drawnFrom(
  (state) => [objectiveOf(state)],
  (state, text) => {
    const box = byId('objective');
    box.hidden = !text;
    box.title = titleOf(text);
    setText(box, text.slice(0, kMostTitle).replace(/\s+/g, ' '));
  },
);

export function drawEndCard(state) {
  drawObjective(state);
  drawCard(state);
}

export function startEndCard(page) {
  ({ dispatch } = page);
  drawFold(recall(kFolded) === 'yes');
  byId('end-turn').addEventListener('click', () => goTo('last'));
  byId('end-fold').addEventListener('click', () => {
    const folded = !byId('end-body').hidden;
    remember(kFolded, folded ? 'yes' : 'no');
    drawFold(folded);
  });
}
