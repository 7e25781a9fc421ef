// The filmstrip of the picture layout: a thumbnail for each turn near the shown one. Only frames in
// sight exist. Press and move to scrub; at an edge the film moves on. The wheel steps through turns.
import { byId, drawnFrom, el, setText } from './dom.js';
import { makeQueue } from './fetch_queue.js';
import { driftAt, filmOf, frameAt, frameWords, turnsOf } from './filmstrip_model.js';
import { number } from './format.js';
import { layoutOf } from './layout_model.js';
import { seenRows } from './rows_state.js';
import { foundOf } from './search_model.js';
import { shownTurn } from './shown_state.js';
import { urlOf } from './source.js';

const kDriftMs = 90; // between two frames while the pointer is held at an edge
const kWheel = 60; // of a wheel's way for a turn
const kMost = 2; // pictures that load at the same time

const frames = new Map(); // turn → its element
let strip = null; // {count, pitch, width} as drawn
let film = null; // as drawn
let held = null; // {x, origin} while a pointer holds the film
let drifting = 0;
let wheeled = 0;
let resized = 0;
let latest = null;
let page = { dispatch: () => {}, redraw: () => {} };

const queue = makeQueue(kMost, async (turn, signal) => {
  const image = frames.get(turn)?.querySelector('img');
  if (!image) return;
  signal.addEventListener('abort', () => image.removeAttribute('src'));
  image.src = urlOf(`/turns/${turn}.png`);
  await image.decode();
  image.hidden = false;
});

const drawFilm = drawnFrom(
  (state) => [
    layoutOf(state),
    seenRows(state),
    shownTurn(state),
    state.live?.turn ?? null,
    foundOf(state),
    held?.origin ?? null,
    resized,
  ],
  (state, layout, rows, shown) => {
    const box = byId('film');
    const width = box.clientWidth;
    if (layout !== 'picture' || !width || shown === null) {
      removeFrames(() => true);
      film = null;
      return;
    }
    const turns = turnsOf(state);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const pitch = parseFloat(getComputedStyle(box).getPropertyValue('--pitch')) * rem;
    strip = { count: turns.count, pitch, width };
    film = filmOf({ ...strip, shown: turns.indexOf(shown), held: held?.origin ?? null });
    if (held) held.origin = film.origin;
    const found = foundOf(state);
    placeFrames(turns, shown, found && new Set(found));
  },
);

function removeFrames(isGone) {
  for (const [turn, frame] of frames) {
    if (!isGone(turn)) continue;
    frames.delete(turn);
    queue.drop(turn);
    frame.remove();
  }
}

function placeFrames(turns, shown, found) {
  const wanted = new Set();
  for (let index = film.from; index <= film.to; index++) wanted.add(turns.turnAt(index));
  removeFrames((turn) => !wanted.has(turn));
  const fresh = [];
  for (let index = film.from; index <= film.to; index++) {
    const [turn, row] = [turns.turnAt(index), turns.rowAt(index)];
    let frame = frames.get(turn);
    if (!frame) {
      frame = makeFrame(turn);
      frames.set(turn, frame);
      byId('film').append(frame);
    }
    frame.style.setProperty('--x', `${film.origin + index * strip.pitch}px`);
    if (turn === shown) frame.setAttribute('aria-current', 'true');
    else frame.removeAttribute('aria-current');
    frame.toggleAttribute('data-other', Boolean(found) && !found.has(turn));
    const words = frameWords(row);
    frame.dataset.outcome = row?.outcome ?? 'live';
    setText(frame.querySelector('.frame-words'), words);
    // A turn without a picture is not requested: the answer would be an error in the console.
    const pictured = row?.picture === true;
    frame.toggleAttribute('data-blank', !pictured);
    const image = frame.querySelector('img');
    if (pictured && image.hidden && !image.hasAttribute('src')) {
      fresh.push([Math.abs(turn - shown), turn]);
    }
  }
  // The latest request comes first, so the nearest to the shown turn is added last.
  for (const [, turn] of fresh.sort(([a], [b]) => b - a)) queue.add(turn);
}

function makeFrame(turn) {
  return el(
    'button',
    { class: 'frame', type: 'button', tabindex: '-1', 'data-turn': String(turn) },
    el('span', { class: 'frame-picture' }, el('img', { alt: '', hidden: '', draggable: 'false' })),
    el(
      'span',
      { class: 'frame-line' },
      el('span', { class: 'visually-hidden' }, 'Turn '),
      el('b', { class: 'mono' }, number(turn)),
      ' ',
      el('span', { class: 'frame-words' }, ''),
    ),
  );
}

export function drawFilmstrip(state) {
  latest = state;
  drawFilm(state);
}

function goToIndex(index) {
  const turn = turnsOf(latest).turnAt(index);
  if (turn !== null && turn !== shownTurn(latest)) page.dispatch({ type: 'go', where: turn });
}

function scrub() {
  if (held && film) goToIndex(frameAt({ origin: held.origin }, strip, held.x));
}

// While the pointer is held at an edge, the film moves below it.
function drift() {
  const by = driftAt(held.x, strip.width);
  if (!by || !held.moved) return;
  const least = Math.min(0, strip.width - strip.count * strip.pitch);
  held.origin = Math.max(least, Math.min(0, held.origin - by * strip.pitch));
  scrub();
  page.redraw();
}

function release() {
  clearInterval(drifting);
  held = null;
  page.redraw();
}

export function startFilmstrip({ dispatch, redraw }) {
  page = { dispatch, redraw };
  const box = byId('film');
  const xOf = (event) => event.clientX - box.getBoundingClientRect().left;
  box.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !film) return;
    box.setPointerCapture(event.pointerId);
    held = { x: xOf(event), origin: film.origin, moved: false };
    drifting = setInterval(drift, kDriftMs);
    scrub();
  });
  box.addEventListener('pointermove', (event) => {
    if (!held) return;
    held.moved ||= Math.abs(xOf(event) - held.x) > 3;
    held.x = xOf(event);
    scrub();
  });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
    box.addEventListener(end, () => held && release());
  }
  // A press without a pointer: of a screen reader.
  box.addEventListener('click', (event) => {
    const frame = event.target.closest('.frame');
    if (frame && event.detail === 0) dispatch({ type: 'go', where: Number(frame.dataset.turn) });
  });
  box.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey || !latest) return;
      event.preventDefault();
      wheeled += Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
      const by = Math.trunc(wheeled / kWheel);
      wheeled -= by * kWheel;
      const turns = turnsOf(latest);
      if (by) goToIndex(Math.max(0, Math.min(turns.count - 1, turns.indexOf(shownTurn(latest)) + by)));
    },
    { passive: false },
  );
  new ResizeObserver(() => {
    resized++;
    redraw();
  }).observe(box);
}
