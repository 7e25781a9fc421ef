// The strip of turns: one canvas with a tick per turn and, once they do not all fit, the whole run
// below; the legend, the turn field, the follow pill, and the peek at the turn under the pointer.
import { byId, drawnFrom, el, icon, setText } from './dom.js';
import { count, duration, number } from './format.js';
import {
  areTurnsLoading,
  clearedWords,
  countOutcomes,
  followOf,
  isEmpty,
  isOver,
  latencyOf,
  outcomes,
  problemOf,
  titleOf,
} from './select.js';
import { isOutlined } from './outline_state.js';
import { foundOf } from './search_model.js';
import { rowIndex, rowOfTurn, seenRows } from './rows_state.js';
import { newestTurn, shownTurn } from './shown_state.js';
import { urlOf } from './source.js';
import { visible } from './text_model.js';
import { barOf, kBand, kBars, kOverview, ticksOf, turnAt, turnOnBar } from './strip_model.js';

const kHeight = 36;
const kAlone = 7; // the ticks are this much lower if nothing is below them
const kDim = 0.25; // a turn that a search did not find
const kRestMs = 100; // the pointer must rest this long before the complete row is requested
let redraws = 0; // raised when the canvas must be drawn again: size, theme
let place = null; // what is on the canvas now
let latest = null;
let peeked = null; // the row under the pointer, and where that is
let resting = 0;
let dispatch = () => {};

const drawLegend = drawnFrom(
  (state) => [seenRows(state), clearedWords(state), areTurnsLoading(state)],
  (state, rows, cleared, loading) => {
    const counts = countOutcomes(rows);
    const none = cleared ? 'none shown' : loading ? '' : 'no turns yet';
    const range = rows.length ? `${number(rows[0].turn)} – ${number(rows.at(-1).turn)}` : none;
    // The entries are reused, so that a new turn does not remove the focus.
    for (const button of byId('legend').querySelectorAll('[data-outcome]:is(button)')) {
      const { outcome } = button.dataset;
      setText(button.lastChild, number(counts[outcome]));
      button.disabled = !counts[outcome];
    }
    setText(byId('legend').lastChild, range);
    byId('show-all').hidden = !cleared;
    setText(byId('show-all'), `${cleared} · show all`);
    redraws++;
  },
);

function makeLegend(go) {
  byId('legend').replaceChildren(
    ...outcomes.map(([key, name]) => {
      const button = el(
        'button',
        {
          class: 'legend-entry',
          type: 'button',
          'data-outcome': key,
          title: `Next turn with: ${name} (Shift: the previous one)`,
        },
        el('i', { class: 'swatch', 'data-outcome': key }),
        name,
        el('b', {}, '0'),
      );
      button.addEventListener('click', (event) => go([key], event.shiftKey ? -1 : 1));
      return el('li', {}, button);
    }),
    el(
      'li',
      {},
      el(
        'button',
        {
          class: 'legend-entry legend-cleared',
          id: 'show-all',
          type: 'button',
          'data-action': 'clear',
          title: 'Show the hidden turns (C)',
          hidden: '',
        },
        '',
      ),
    ),
    el('li', { class: 'range' }, ''),
  );
}

const drawFollow = drawnFrom(
  (state) => {
    const { pressed, text } = followOf(state);
    return [pressed, text, isEmpty(state), isOver(state)];
  },
  (state, pressed, text, empty, over) => {
    const pill = byId('follow');
    pill.hidden = empty; // it keeps its place: the ticks must not move under the pointer
    pill.setAttribute('aria-pressed', String(pressed));
    // If no turns are added, being away from the end is not being behind.
    pill.toggleAttribute('data-over', over);
    pill.title = over ? 'Last turn (l)' : pressed ? 'Stay at this turn (l)' : 'Follow the run (l)';
    const [what, ...where] = text.split(' · ');
    const spans = where.map((words) => el('span', { class: 'follow-where' }, ` · ${words}`));
    pill.replaceChildren(
      el('span', {}, what, ...spans),
      ...(over && pressed ? [] : [icon(pressed ? 'check' : 'last')]),
    );
  },
);

const drawField = drawnFrom(
  (state) => [shownTurn(state), isEmpty(state)],
  (state, turn, empty) => {
    const field = byId('turn');
    if (document.activeElement !== field) field.value = turn === null ? '' : number(turn);
    for (const control of document.querySelectorAll('.transport .button, .turn-field input')) {
      control.disabled = empty;
    }
  },
);

const drawTitle = drawnFrom(
  (state) => [titleOf(state)],
  (state, title) => {
    document.title = visible(title);
  },
);

const drawCanvas = drawnFrom(
  (state) => [seenRows(state), shownTurn(state), newestOnStrip(state), redraws, foundOf(state), problemOf(state)],
  (state, rows, shown, newest, _, found, problem) => {
    const canvas = byId('timeline');
    const box = canvas.getBoundingClientRect();
    if (!box.width) return;
    const unit = box.height / kHeight;
    canvas.width = Math.round(box.width * devicePixelRatio);
    canvas.height = Math.round(box.height * devicePixelRatio);
    const draw = canvas.getContext('2d');
    draw.scale(devicePixelRatio * unit, devicePixelRatio * unit);
    const width = box.width / unit;
    const ink = getComputedStyle(document.body).color;
    place = null;
    if (!newest || (!rows.length && shown === null)) return;
    const first = Math.min(rows[0]?.turn ?? newest, shown ?? newest);
    const ticks = ticksOf(width, first, newest, shown ?? newest);
    const all = ticks.from === first && ticks.to === newest;
    place = { ticks, unit, width, first, last: newest, all };
    if (all) draw.translate(0, kAlone); // a second scale would only repeat this one
    const colour = coloursOf();
    // Search results are highlighted: the other turns are dimmed, and each found one has a dot.
    const only = found && new Set(found);
    for (let i = rowIndex(rows, ticks.from); i < rows.length && rows[i].turn <= ticks.to; i++) {
      const [x, bar] = [(rows[i].turn - ticks.from) * ticks.pitch, ticks.pitch - 2];
      draw.globalAlpha = only && !only.has(rows[i].turn) ? kDim : 1;
      drawTick(draw, rows[i], x, bar, colour);
      if (only?.has(rows[i].turn)) fill(draw, ink, 1, x + bar / 2 - 1.5, kBars + 1, 3, 3);
      draw.globalAlpha = 1;
    }
    if (problem) drawWaiting(draw, (newest - ticks.from) * ticks.pitch, ticks.pitch - 2, colour);
    drawSelection(draw, ink, ((shown ?? newest) - ticks.from) * ticks.pitch, ticks.pitch - 2);
    describeCanvas(state, first, newest, shown);
    if (all) return;
    fill(draw, ink, 0.07, 0, kOverview, width, kBand);
    // Columns end on whole pixels of the screen, so that no seams are visible.
    const scale = devicePixelRatio * unit;
    const snap = (x) => Math.round(x * scale) / scale;
    for (const part of barOf(rows, width, first, newest)) {
      const calm = part.outcome === 'actions' || part.outcome === 'none';
      const left = snap(part.x);
      const wide = snap(part.x + part.width) - left;
      const alpha = (calm ? 0.6 : 1) * (only ? kDim : 1);
      fill(draw, colour[part.outcome], alpha, left, part.top, wide, part.height);
    }
    // At least two wide: one turn of ten thousand must be visible.
    const hits = only ? rows.filter(({ turn }) => only.has(turn)) : [];
    for (const { x, width: wide, top, height, outcome } of barOf(hits, width, first, newest)) {
      fill(draw, colour[outcome], 1, snap(x), top, Math.max(2, wide), height);
    }
    drawFrame(draw, ink, place);
  },
);

function describeCanvas(state, first, newest, shown) {
  const canvas = byId('timeline');
  canvas.setAttribute('aria-valuemin', first);
  canvas.setAttribute('aria-valuemax', newest);
  canvas.setAttribute('aria-valuenow', shown ?? newest);
  canvas.setAttribute('aria-valuetext', describe(rowOfTurn(state, shown), shown));
}

function fill(draw, colour, alpha, x, y, width, height) {
  draw.globalAlpha = alpha;
  draw.fillStyle = colour;
  draw.fillRect(x, y, width, height);
  draw.globalAlpha = 1;
}

// The legend's swatches use the theme's colours.
function coloursOf() {
  return Object.fromEntries(
    [...document.querySelectorAll('.legend .swatch')].map((swatch) => [
      swatch.dataset.outcome,
      getComputedStyle(swatch).backgroundColor,
    ]),
  );
}

// The shape shows the outcome without the colour.
function drawTick(draw, { outcome, actions }, x, bar, colour) {
  draw.fillStyle = draw.strokeStyle = colour[outcome] ?? colour.none;
  if (outcome === 'actions') {
    const tall = 5 + Math.min(actions ?? 1, 8) * 2;
    draw.fillRect(x, kBars - tall, bar, tall);
  } else if (outcome === 'error') {
    draw.fillRect(x, 2, bar, kBars - 7);
    draw.fillRect(x, kBars - 3, bar, 3);
  } else if (outcome === 'violation') {
    const middle = x + bar / 2;
    draw.fillRect(middle - 1, 8, 2, kBars - 8);
    draw.beginPath();
    for (const [dx, y] of [
      [0, 0],
      [4, 4],
      [0, 8],
      [-4, 4],
    ])
      draw.lineTo(middle + dx, y);
    draw.fill();
  } else if (outcome === 'degraded') {
    draw.lineWidth = 1;
    draw.strokeRect(x + 0.5, 8.5, bar - 1, kBars - 9);
  } else {
    draw.fillRect(x, kBars - 3, bar, 3);
  }
}

// The newest turn, or the one that waits because the model's server did not answer.
function newestOnStrip(state) {
  return problemOf(state) ? Math.max(newestTurn(state), state.turn) : newestTurn(state);
}

// An exclamation mark as high as the strip.
function drawWaiting(draw, x, bar, colour) {
  const middle = x + bar / 2;
  fill(draw, colour.violation, 1, middle - 1.5, 1, 3, kBars - 7);
  fill(draw, colour.violation, 1, middle - 1.5, kBars - 4, 3, 3);
}

function drawSelection(draw, ink, x, bar) {
  fill(draw, ink, 0.16, x - 2, 0, bar + 4, kBars + 2);
  fill(draw, ink, 1, x - 2, kBars + 1, bar + 4, 2);
}

function drawFrame(draw, ink, { ticks, width, first, last }) {
  const turns = last - first + 1;
  const left = ((ticks.from - first) / turns) * width;
  const wide = Math.max(5, Math.min(width - left, ((ticks.to - ticks.from + 1) / turns) * width));
  draw.strokeStyle = ink;
  draw.lineWidth = 1.5;
  draw.strokeRect(left + 0.75, kOverview - 0.75, wide - 1.5, kBand + 0.5);
}

// "3 actions"; "error, 14 actions": what was performed before the error.
function outcomeWords(row) {
  const name = outcomes.find(([key]) => key === row.outcome)?.[1] ?? row.outcome;
  if (isOutlined(row)) return name;
  const performed = row.actions ? count(row.actions, 'action') : '';
  return row.outcome === 'actions' ? performed || name : [name, performed].filter(Boolean).join(', ');
}

function describe(row, turn) {
  if (!row) return turn === null ? 'no turns yet' : `turn ${turn}`;
  return `turn ${number(row.turn)}, ${outcomeWords(row)}`;
}

export function drawStrip(state) {
  latest = state;
  drawLegend(state);
  drawFollow(state);
  drawField(state);
  drawTitle(state);
  drawCanvas(state);
  // More may be known by now.
  if (peeked && rowOfTurn(state, peeked.row.turn) !== peeked.row) showPeek(peeked.row.turn, peeked.x);
}

/** Makes the next draw repaint the canvas, because the theme has changed. */
export function repaintStrip() {
  redraws++;
}

export function startStrip({ redraw, goToOutcome, ...page }) {
  ({ dispatch } = page);
  makeLegend(goToOutcome);
  const canvas = byId('timeline');
  const pointed = (event) => {
    if (!place) return null;
    const box = canvas.getBoundingClientRect();
    const [x, y] = [
      (event.clientX - box.left) / place.unit,
      (event.clientY - box.top) / place.unit,
    ];
    return place.all || y < kOverview - 2
      ? turnAt(place.ticks, x)
      : turnOnBar(place.width, place.first, place.last, x);
  };
  canvas.addEventListener('click', (event) => {
    const turn = pointed(event);
    if (turn !== null) dispatch({ type: 'go', where: turn });
  });
  canvas.addEventListener('pointermove', (event) => showPeek(pointed(event), event.clientX));
  canvas.addEventListener('pointerleave', () => showPeek(null));
  byId('peek-picture').addEventListener('error', ({ target }) => {
    target.hidden = true;
  });
  const field = byId('turn');
  field.addEventListener('focus', () => field.select());
  field.addEventListener('change', () => {
    const turn = parseInt(field.value.replace(/\D/g, ''), 10);
    if (turn) dispatch({ type: 'go', where: turn });
    field.blur();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') field.value = '';
    if (event.key === 'Enter' || event.key === 'Escape') field.blur();
  });
  field.addEventListener('blur', () => {
    const turn = shownTurn(latest);
    field.value = turn === null ? '' : number(turn);
  });
  new ResizeObserver(() => {
    redraws++;
    redraw();
  }).observe(canvas);
}

function showPeek(turn, x = 0) {
  const peek = byId('peek');
  const row = turn === null || !latest ? null : rowOfTurn(latest, turn);
  peek.hidden = !row;
  peeked = row && { row, x };
  if (!row) return;
  clearTimeout(resting);
  if (isOutlined(row)) resting = setTimeout(() => dispatch({ type: 'sight', turns: [turn] }), kRestMs);
  const picture = byId('peek-picture');
  // A degraded turn may have no picture, and requesting it would show an error in the console.
  const path = row.outcome === 'degraded' ? null : urlOf(`/turns/${turn}.png`);
  if (path && picture.getAttribute('src') !== path) {
    picture.src = path;
    picture.hidden = false;
  }
  if (!path) picture.hidden = true;
  setText(byId('peek-turn'), `Turn ${number(turn)}`);
  const took = isOutlined(row) ? [] : [duration(latencyOf(row))];
  setText(byId('peek-text'), [outcomeWords(row), ...took].join(' · '));
  const box = byId('timeline').getBoundingClientRect();
  const width = peek.getBoundingClientRect().width;
  peek.style.setProperty(
    'left',
    `${Math.max(8, Math.min(innerWidth - width - 8, x - width / 2))}px`,
  );
  const below = box.top + box.height + 6;
  const high = peek.getBoundingClientRect().height;
  peek.style.setProperty('top', `${below + high > innerHeight ? box.top - high - 6 : below}px`);
}
