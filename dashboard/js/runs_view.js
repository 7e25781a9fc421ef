// The list of runs: a sheet with one card per run. Choosing one opens the page on it.
import { pageRun } from './address.js';
import { byId, drawnFrom, el, icon, setText } from './dom.js';
import { count } from './format.js';
import { isOver } from './select.js';
import { isExport } from './source.js';
import {
  compareHrefOf,
  factsOf,
  hrefOf,
  isShown,
  kManyRuns,
  listedRuns,
  marksOf,
  outcomeOfRun,
  tagsIn,
  tagsOf,
  thumbnailOf,
  verdictOfRun,
} from './runs_model.js';

const cards = new Map(); // id → {item, link, body, shown}: cards are reused, so focus stays on them
let filter = '';
let redraw = () => {};
let page = null;

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
    const edit = el('button', { class: 'button tool run-edit', type: 'button', title: 'Title and tags' }, icon('note'));
    card = { item: el('li', {}, link, compare, edit), link, compare, picture, body, edit, shown: '' };
    edit.addEventListener('click', () => openForm(run.id));
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
  card.edit.setAttribute('aria-label', `Title and tags of ${run.title ?? name}`);
  if (shown) link.setAttribute('aria-current', 'page');
  drawPicture(picture, thumbnailOf(run));
  const marks = [...marksOf(run, over), ...(shown ? ['on this page'] : [])];
  const [tone, glyph, verdict] = verdictOfRun(run);
  const [outcomeTone, outcome] = outcomeOfRun(run);
  body.replaceChildren(
    el(
      'span',
      { class: 'run-head' },
      ...(run.title ? [el('b', {}, run.title)] : []),
      el(run.title ? 'span' : 'b', { class: 'mono' }, name),
      ...tagsOf(run).map((tag) => el('span', { class: 'run-tag' }, tag)),
      ...marks.map((mark) => el('span', { class: 'run-mark', 'data-mark': mark }, mark)),
    ),
    ...(run.objective ? [el('span', { class: 'run-objective', title: run.objective }, run.objective)] : []),
    ...(outcome ? [el('span', { class: `run-outcome tone-${outcomeTone}` }, outcome)] : []),
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

// A form below the card of the run; the list may be drawn again meanwhile.
function openForm(id) {
  const { item, edit } = cards.get(id);
  item.querySelector('form')?.remove();
  const known = page.state().runs.find((run) => run.id === id);
  const field = (label, value, most, about = '') => {
    const input = el('input', { type: 'text', value, maxlength: most, placeholder: about, autocomplete: 'off' });
    return [input, el('label', {}, label, input)];
  };
  const [title, titleLabel] = field('Title', known.title ?? '', 200);
  const [tags, tagsLabel] = field('Tags', tagsOf(known).join(', '), 400, 'cat, slow');
  const cancel = el('button', { class: 'button', type: 'button' }, 'Cancel');
  const form = el('form', { class: 'run-form' }, titleLabel, tagsLabel, el('button', { class: 'button' }, 'Save'), cancel);
  const close = () => {
    form.remove();
    edit.focus();
  };
  cancel.addEventListener('click', close);
  form.addEventListener('keydown', (event) => {
    event.stopPropagation(); // the list's keys
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const label = { title: title.value.trim(), tags: tagsIn(tags.value) };
    if (!(await page.label(id, label.title, label.tags))) return;
    const runs = page.state().runs.map((run) => (run.id === id ? { ...run, ...label } : run));
    page.dispatch({ type: 'runs', runs });
    close();
  });
  item.append(form);
  title.focus();
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

/** @param {{dispatch: Function, redraw: Function, state: () => object, label: Function}} withPage */
export function startRuns(withPage) {
  page = withPage;
  ({ redraw } = page);
  const { dispatch } = page;
  const sheet = byId('runs');
  sheet.addEventListener('keydown', step);
  sheet.addEventListener('close', () => dispatch({ type: 'view', runs: false }));
  byId('runs-filter').addEventListener('input', ({ target }) => {
    filter = target.value;
    redraw();
  });
  byId('own-run').hidden = pageRun === null;
  document.querySelector('.run-picker').disabled = isExport;
}
