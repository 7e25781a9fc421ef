// The list of runs: a sheet with one card per run. Choosing one opens the page on it.
import { pageRun } from './address.js';
import { byId, drawnFrom, el, icon, setText } from './dom.js';
import { count } from './format.js';
import { isOver } from './select.js';
import {
  compareHrefOf,
  factsOf,
  hrefOf,
  isShown,
  kManyRuns,
  listedRuns,
  marksOf,
  thumbnailOf,
  verdictOfRun,
} from './runs_model.js';

const cards = new Map(); // id → {item, link, body, shown}: cards are reused, so focus stays on them
let filter = '';
let redraw = () => {};

const drawList = drawnFrom(
  (state) => [state.view.runs, state.runs, state.runsWhy, filter, pageRun === null && isOver(state)],
  (state, open, runs, why, _, over) => {
    if (!open) return;
    const list = runs ? listedRuns(runs, filter) : [];
    const [total, found] = [runs?.length ?? 0, list.length];
    setText(
      byId('runs-count'),
      !runs ? '' : found === total ? count(total, 'run') : `${found} of ${count(total, 'run')}`,
    );
    byId('runs-filter').hidden = total < kManyRuns && filter === '';
    const problem = why
      ? `The list could not be loaded: ${why}`
      : !runs
        ? 'The list of runs is loading.'
        : total === 0
          ? 'There are no runs yet.'
          : found === 0
            ? 'No run has all of these words.'
            : '';
    setText(byId('runs-message'), problem);
    byId('runs-message').hidden = !problem;
    const items = list.map((run) => cardOf(run, over));
    const box = byId('runs-list');
    if (items.length !== box.children.length || items.some((item, i) => item !== box.children[i])) {
      const focused = box.contains(document.activeElement) ? document.activeElement : null;
      box.replaceChildren(...items);
      focused?.focus();
    }
    const known = new Set(runs?.map(({ id }) => id));
    for (const id of cards.keys()) if (!known.has(id)) cards.delete(id);
    focusShown();
  },
);

function cardOf(run, over) {
  let card = cards.get(run.id);
  if (!card) {
    const picture = el('span', { class: 'run-picture' });
    const body = el('span', { class: 'run-body' });
    const link = el('a', { class: 'run-card' }, picture, body);
    const compare = el('a', { class: 'run-compare' }, 'Compare');
    card = { item: el('li', {}, link, compare), link, compare, picture, body, shown: '' };
    cards.set(run.id, card);
  }
  const words = JSON.stringify([run, over]);
  if (card.shown === words) return card.item;
  card.shown = words;
  const { link, picture, body } = card;
  const shown = isShown(run, pageRun);
  link.setAttribute('href', hrefOf(run));
  const name = run.name ?? `run ${run.id}`;
  const against = compareHrefOf(run, pageRun);
  card.compare.hidden = against === null;
  if (against !== null) card.compare.setAttribute('href', against);
  card.compare.setAttribute('aria-label', `Compare this page’s run with ${name}`);
  if (shown) link.setAttribute('aria-current', 'page');
  drawPicture(picture, thumbnailOf(run));
  const marks = [...marksOf(run, over), ...(shown ? ['on this page'] : [])];
  const [tone, glyph, verdict] = verdictOfRun(run);
  body.replaceChildren(
    el(
      'span',
      { class: 'run-head' },
      el('b', { class: 'mono' }, name),
      ...marks.map((mark) => el('span', { class: 'run-mark', 'data-mark': mark }, mark)),
    ),
    el('span', { class: 'run-facts' }, ...factsOf(run).map((fact) => el('span', {}, fact))),
    ...(run.problem
      ? [el('span', { class: 'run-problem tone-warn' }, icon('alert'), run.problem)]
      : []),
  );
  if (verdict) {
    body.append(
      el('span', { class: `badge run-verdict tone-${tone}`, title: 'The worst of its turns’ memory checks' }, icon(glyph), verdict),
    );
  }
  return card.item;
}

function drawPicture(box, path) {
  const old = box.querySelector('img');
  if (path !== null && old?.getAttribute('src') === path) return;
  if (path === null) {
    box.replaceChildren(icon('picture'));
    return;
  }
  if (old) {
    old.setAttribute('src', path);
    return;
  }
  const image = el('img', { src: path, alt: '', loading: 'lazy', decoding: 'async' });
  image.addEventListener('error', () => box.replaceChildren(icon('picture')));
  box.replaceChildren(image);
}

let focusWanted = false; // after opening, focus goes once to the run on the page

function focusShown() {
  const box = byId('runs-list');
  if (!focusWanted || !box.children.length) return;
  focusWanted = false;
  const link = box.querySelector('[aria-current]') ?? box.querySelector('.run-card');
  link.focus();
  link.scrollIntoView({ block: 'nearest' });
}

export function drawRuns(state) {
  drawList(state);
}

/** Called when the sheet is about to open. */
export function openRuns() {
  focusWanted = true;
}

// Up and down go from run to run, also from the filter.
function step(event) {
  const links = [...byId('runs-list').querySelectorAll('.run-card')];
  const at = links.indexOf(document.activeElement);
  const inField = event.target === byId('runs-filter');
  const to = {
    ArrowDown: Math.min(at + 1, links.length - 1),
    ArrowUp: at - 1,
    Home: inField ? null : 0,
    End: inField ? null : links.length - 1,
  }[event.key];
  if (event.key === '/' && !inField && !byId('runs-filter').hidden) byId('runs-filter').focus();
  else if (event.key === 'Enter' && inField) links[0]?.click();
  else if (typeof to === 'number' && links[to]) links[to].focus();
  else if (event.key === 'ArrowUp' && !byId('runs-filter').hidden) byId('runs-filter').focus();
  else return;
  event.preventDefault();
}

export function startRuns({ dispatch, redraw: drawAgain }) {
  redraw = drawAgain;
  const sheet = byId('runs');
  sheet.addEventListener('keydown', step);
  sheet.addEventListener('close', () => dispatch({ type: 'view', runs: false }));
  byId('runs-filter').addEventListener('input', ({ target }) => {
    filter = target.value;
    redraw();
  });
  byId('own-run').hidden = pageRun === null;
}
