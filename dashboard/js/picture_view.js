// The quadrant with the picture: what the model sees, a layer with the marks of the reply's actions,
// the list of actions, and the comparison with the previous turn.
import { cutAround, markAt, markWords, shownActions, stacked } from './action_marks.js';
import { pageOther } from './address.js';
import { actionsOf } from './calls_model.js';
import { byId, drawnFrom, el, fillWith, icon, setText, svg } from './dom.js';
import { number } from './format.js';
import { differenceOf } from './picture_difference.js';
import { scaleText, startZoom } from './picture_zoom.js';
import { canWatch } from './screen_view.js';
import { urlOf } from './source.js';
import { actionCount, earlierPicture, otherOf, pictureOf, pictureWords, shownParts } from './turn_parts.js';
import { sizeWords } from './visual_tokens.js';
import { placeAt } from './zoom_model.js';

const kReach = 9; // picture pixels: the distance at which the pointer highlights a mark
const kMostActions = 500; // in the list; a model may write a hundred thousand
const kMostWhy = 300; // characters; the feedback has all of it
const kMostMarks = 200; // drawn at once: more hide the picture
const kSamePlace = 6; // pixels of the page: numbers of marks that are nearer stand side by side
const kCut = { width: 53, height: 35 }; // picture pixels in a magnifier
const kMagnified = 3; // of the canvas, which is shown at half its size
const modes = ['before', 'after', 'swipe', 'difference'];
const comparedNames = { before: 'Other run', after: 'This run' }; // when two runs are compared
const modeName = (mode) =>
  (pageOther !== null && comparedNames[mode]) || mode[0].toUpperCase() + mode.slice(1);
let shown = null; // {turn, of, path, width, height, words} of the picture that is on the page; `of`: the
// page's turn; `words`: it is an earlier turn's, and they say so
let listed = null; // the listed actions, as shownActions() gives them, with `of`: the page's turn
let pending = null; // the picture that is being loaded
let zoom = null;
let redraw = () => {};

const drawPicture = drawnFrom(
  (state) => {
    const { turn, record, before } = shownParts(state);
    const earlier = earlierPicture(state, { turn, record });
    const rule = state.run?.visual_tokens ?? null;
    const other = otherOf(state, turn);
    return [turn, record, before?.image ?? null, rule, earlier?.path, earlier?.words, other];
  },
  (state, turn, record, imageBefore, rule) => {
    const parts = shownParts(state);
    if (parts.pending) {
      setText(byId('note-picture'), `comes with the record of turn ${number(turn)}`);
      return;
    }
    const earlier = earlierPicture(state, parts);
    if (earlier) {
      load({ ...earlier, of: turn, rule, before: null });
      return;
    }
    const picture = pictureOf(parts, rule);
    const other = otherOf(state, turn);
    picture.against = `turn ${number(turn - 1)}`;
    const earlierPath = imageBefore ? pictureOf({ turn: turn - 1, record: parts.before }).path : null;
    picture.before = earlierPath && urlOf(earlierPath);
    if (other !== undefined) {
      picture.against = 'other run';
      const { path } = other?.image ? pictureOf({ turn, record: other }) : { path: null };
      picture.before = path && urlOf(path, state.other);
    }
    picture.turn = picture.of = turn;
    load(picture);
  },
);

// The previous record may come later than the turn's own; the list must not lose its focus then. The
// list waits for the next record, if there is one.
const drawList = drawnFrom(
  (state) => {
    const { turn, record, after, awaitsNext, pending } = shownParts(state);
    // Beside another run's picture the list keeps this run's actions.
    const compare = state.other === null ? state.view.compare : 'after';
    const source = compare === 'before' ? shownParts(state).before : after;
    return [turn, record, source, compare, pending || (awaitsNext && compare === 'after')];
  },
  (state, turn, record, source, compare, waits) => {
    if (waits) return;
    listed = { ...shownActions(shownParts(state), compare), of: turn };
    drawActions(listed);
  },
);

const drawNote = drawnFrom(
  (state) => {
    const parts = shownParts(state);
    const words =
      state.view.screen && canWatch(state)
        ? 'the screen now'
        : pictureWords(parts, state.view.compare, earlierPicture(state, parts));
    return [words, parts.pending];
  },
  (state, words, pending) => {
    if (pending) return;
    setText(byId('note-picture'), words);
    byId('title-picture').title = shownParts(state).record?.finished
      ? 'The picture after the last actions: the run was over, so it was not sent'
      : 'The picture in the request: what the model sees';
  },
);

// The previous picture stays until the next one is decoded, so that nothing blinks.
function load(picture) {
  pending = picture;
  const frame = byId('picture');
  if (!picture.path) {
    shown = picture;
    frame.replaceChildren(
      el(
        'p',
        { class: 'missing' },
        icon('picture'),
        'No picture this turn',
        el('span', {}, picture.why),
      ),
    );
    setText(byId('picture-size'), '');
    return;
  }
  if (shown?.path === picture.path && shown.words === picture.words) {
    // Only the picture to compare with may change: its record may come later.
    if (shown.before !== picture.before) {
      frame.querySelector('.picture-before')?.remove();
      frame.prepend(...imageBefore(picture));
      showDifference();
    }
    if (picture.note) setText(byId('picture-size'), picture.note); // the rule for tokens may come late
    shown = picture;
    return;
  }
  const image = el('img', {
    class: picture.words ? 'picture-earlier' : 'picture-after',
    src: urlOf(picture.path),
    alt: `Picture of turn ${number(picture.turn)}`,
  });
  image.decode().then(
    () => {
      if (pending !== picture) return;
      if (picture.words) placeEarlier(picture, image);
      else placeLayers(picture, image);
      frame.style.setProperty('--ratio', `${picture.width} / ${picture.height}`);
      shown = picture;
      setText(byId('picture-size'), picture.note);
      showDifference();
      if (byId('full').open) showFullSize();
      redraw(); // the highlight belongs to the shown picture
    },
    () => {
      if (pending !== picture) return;
      const why = picture.words
        ? `the request had no new one, and turn ${number(picture.turn)}’s could not be read`
        : 'it could not be read';
      load({ ...picture, path: null, why });
    },
  );
}

// It has no marks and no comparison. Its record may not be loaded, so its size comes from its
// file.
function placeEarlier(picture, image) {
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  Object.assign(picture, { width, height, note: sizeWords({ width, height }, picture.rule) });
  const layer = svg('svg', { 'aria-hidden': 'true', id: 'marks' });
  byId('picture').replaceChildren(image, layer, el('p', { class: 'earlier-words' }, picture.words));
}

function imageBefore({ before, against }) {
  if (!before) return [];
  return [el('img', { class: 'picture-before', src: before, alt: `Picture of ${against}` })];
}

// Slider and line are reused for every picture, so a held or focused one stays where it is when the
// next picture comes.
let swipe = null;

function makeSwipe() {
  const slider = el('input', {
    class: 'swipe',
    type: 'range',
    min: 0,
    max: 100,
    value: 50,
    'aria-label': 'Swipe between before and after',
  });
  slider.addEventListener('input', () => {
    byId('picture').style.setProperty('--swipe', `${slider.value}%`);
  });
  byId('picture').style.setProperty('--swipe', '50%');
  const side = (where) => el('span', { class: `side side-${where}` });
  return { slider, line: el('span', { class: 'swipe-line' }), left: side('left'), right: side('right') };
}

function placeLayers(picture, image) {
  const { width, height, turn } = picture;
  const frame = byId('picture');
  swipe ??= makeSwipe();
  const { slider, line, left, right } = swipe;
  const own = [slider, line, left, right];
  for (const node of [...frame.childNodes]) if (!own.includes(node)) node.remove();
  if (slider.parentNode !== frame) frame.append(...own); // re-appending would lose the focus
  setText(left, picture.against);
  setText(right, `turn ${number(turn)}`);
  slider.before(
    ...imageBefore(picture),
    image,
    el('canvas', {
      class: 'picture-difference',
      width,
      height,
      role: 'img',
      'aria-label': `What is new in turn ${number(turn)}`,
    }),
    svg('svg', { 'aria-hidden': 'true', id: 'marks' }),
  );
}

function drawActions({ record, turn, drawn, marks, words }) {
  const rows = actionsOf(record);
  setText(byId('action-count'), rows.length ? `${actionCount(rows)} · ${words}` : 'none');
  byId('actions').dataset.turn = turn;
  byId('actions').toggleAttribute('data-drawn', drawn); // its numbers have the colour of the marks
  const list = rows.slice(0, kMostActions).map((row) => el('li', {}, actionButton(row, drawn ? marks[row.mark] : null)));
  const more = rows.length - list.length;
  if (more > 0) list.push(el('li', { class: 'dim' }, `${number(more)} more in the record`));
  fillWith(byId('actions'), list);
}

function actionButton({ kind, plate, call, place, window, why, note, mark }, drawn) {
  const where = [place && `pixel ${place}`, window].filter(Boolean).join(' · ');
  const failure = kind === 'failed' && why && why !== call ? why.slice(0, kMostWhy) : '';
  const [width, height] = [kMagnified * kCut.width, kMagnified * kCut.height];
  return el(
    'button',
    {
      class: `action${kind === 'done' ? '' : ` ${kind}`}`,
      type: 'button',
      title: [call, where, drawn?.changed ? 'the screen had changed' : '', why, note].filter(Boolean).join('\n'),
      'data-mark': mark,
    },
    el('span', { class: 'number' }, plate),
    el(
      'span',
      { class: 'action-text' },
      el('span', { class: 'call' }, call),
      ...(failure ? [el('span', { class: 'action-why' }, failure)] : []),
      ...(where ? [el('span', { class: 'action-where' }, where)] : []),
      ...(drawn?.changed ? [el('span', { class: 'action-changed' }, 'the screen had changed')] : []),
    ),
    ...(drawn && !drawn.keys ? [el('canvas', { class: 'magnifier', width, height, 'aria-hidden': 'true' })] : []),
  );
}

/** The loaded picture that the listed actions are drawn on; null: none, or not yet. */
function pictureOfActions() {
  if (!listed?.drawn || shown?.of !== listed.of) return null;
  const isBefore = byId('picture').dataset.compare === 'before';
  if (isBefore && pageOther !== null) return null; // another run's picture is not what this reply saw
  const kind = isBefore ? '.picture-before, .picture-earlier' : '.picture-after, .picture-earlier';
  return byId('picture').querySelector(kind);
}

const drawMagnifiers = drawnFrom(
  (state) => [listed, shown, state.view.compare],
  () => {
    const image = pictureOfActions();
    const actions = listed;
    image?.decode().then(
      () => {
        if (actions === listed) magnify(image);
      },
      () => {},
    ); // a picture that cannot be read shows its own error
  },
);

function magnify(image) {
  for (const canvas of document.querySelectorAll('.magnifier')) {
    const mark = listed.marks[canvas.parentNode.dataset.mark];
    if (!mark) continue;
    const draw = canvas.getContext('2d');
    draw.imageSmoothingEnabled = false;
    draw.fillRect(0, 0, canvas.width, canvas.height);
    const { x, y, width, height } = cutAround(mark, kCut);
    draw.drawImage(image, -x * kMagnified, -y * kMagnified, listed.size.width * kMagnified, listed.size.height * kMagnified);
    // The target's pixel is in the middle; the cross leaves it free.
    const [mx, my] = [(width * kMagnified) / 2, (height * kMagnified) / 2];
    for (const [colour, thick] of [['rgb(0 0 0 / .7)', 6], ['#6db5ff', 3]]) {
      draw.strokeStyle = colour;
      draw.lineWidth = thick;
      draw.beginPath();
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        draw.moveTo(mx + 8 * dx, my + 8 * dy);
        draw.lineTo(mx + 18 * dx, my + 18 * dy);
      }
      draw.stroke();
    }
  }
}

const drawLight = drawnFrom(
  (state) => [state.view.lit, state.view.marks, state.view.compare, listed, shown, byId('picture').clientWidth],
  (state, lit, wanted, compare, actions, picture, frame) => {
    byId('marks-toggle').setAttribute('aria-pressed', String(wanted));
    for (const node of document.querySelectorAll('.action')) {
      node.classList.toggle('lit', lit !== null && node.dataset.mark === String(lit));
    }
    const layer = byId('marks');
    if (!layer || !actions || picture?.of !== actions.of) return layer?.replaceChildren();
    const { marks, size } = actions;
    layer.setAttribute('viewBox', `0 0 ${size.width || 1} ${size.height || 1}`);
    // A mark has the same size on the page, however small the picture is shown.
    const unit = Math.max(1, size.width / (frame || size.width));
    layer.style.setProperty('--unit', unit);
    const mark = lit === null ? null : marks[lit];
    const drawn = wanted && pictureOfActions() ? marks.slice(0, kMostMarks) : [];
    layer.toggleAttribute('data-drawn', drawn.length > 0);
    const stack = stacked(drawn, kSamePlace * unit);
    const own = drawn.flatMap((each, i) => (each && i !== lit ? [markNode(each, plateOf(i), unit, stack[i])] : []));
    layer.replaceChildren(...own, ...(mark ? lampOf(mark, plateOf(lit), size, unit) : []));
  },
);

// The list's text before that item.
function plateOf(mark) {
  const row = document.querySelector(`.action[data-mark="${mark}"] .number`);
  return row?.textContent ?? '';
}

// Each line has a dark one below it, so that it is visible on any picture.
function markNode({ shape, points, hollow, changed, failed }, plate, unit, { shift, bare }) {
  const [[x1, y1], [x2, y2] = [x1, y1]] = points;
  const name = ['mark', hollow ? 'hollow' : '', changed ? 'changed' : '', failed ? 'failed' : ''].filter(Boolean).join(' ');
  const ring = (className, cx, cy, r) => svg('circle', { class: className, cx, cy, r: r * unit });
  const lines = (bare ? [] : ['halo', 'line']).flatMap((className) => [
    ...(shape === 'arrow' ? [svg('line', { class: className, x1, y1, x2, y2 }), ring(className, x1, y1, 5)] : []),
    ring(className, x2, y2, 8),
  ]);
  const start = hollow ? [] : [ring('dot', x1, y1, 2)];
  const [px, py] = [x1 + (12 + 14 * shift) * unit, y1 - 12 * unit];
  return svg('g', { class: name }, ...lines, ...start, ring('plate', px, py, 6.5), svg('text', { class: 'plate-number', x: px, y: py }, plate));
}

// All of the picture is dimmed but for the highlighted mark, which is drawn in yellow with its
// number.
function lampOf(mark, plate, { width, height }, unit) {
  const { shape, points } = mark;
  const [[x1, y1], [x2, y2] = [x1, y1]] = points;
  const shapeOf = (className) =>
    shape === 'arrow'
      ? svg('line', { class: className, x1, y1, x2, y2 })
      : svg('circle', { class: className, cx: x1, cy: y1, r: 9 * unit });
  // Near the upper edge the plate is below its mark.
  const beside = y1 > 22 * unit ? y1 - 14 * unit : y1 + 14 * unit;
  const [px, py] = shape === 'arrow' ? [x1, y1] : [x1, beside];
  const edge = 7 * unit;
  const inside = [Math.min(width - edge, Math.max(edge, px)), Math.min(height - edge, Math.max(edge, py))];
  const number = svg('text', { class: 'plate-number', x: inside[0], y: inside[1] }, String(plate));
  const words = markWords(mark);
  const anchor = x1 < width / 3 ? 'start' : x1 > (2 * width) / 3 ? 'end' : 'middle';
  const below = y1 < height - 30 * unit ? y1 + 22 * unit : y1 - 28 * unit;
  return [
    svg('mask', { id: 'lit-hole' }, svg('rect', { width, height, fill: '#fff' }), shapeOf('cover')),
    svg('rect', { class: 'veil', width, height, mask: 'url(#lit-hole)' }),
    shapeOf(mark.changed ? 'lamp changed' : 'lamp'),
    svg('circle', { class: 'plate', cx: inside[0], cy: inside[1], r: 6.5 * unit }),
    number,
    ...(words ? [svg('text', { class: 'mark-words', x: x1, y: below, 'text-anchor': anchor }, words)] : []),
  ];
}

const drawCompare = drawnFrom(
  (state) => [state.view.compare],
  (state, mode) => {
    byId('picture').dataset.compare = mode;
    for (const choice of byId('compare').children) {
      const on = choice.dataset.mode === mode;
      choice.setAttribute('aria-checked', String(on));
      choice.tabIndex = on ? 0 : -1;
    }
    showDifference();
  },
);

function showDifference() {
  const picture = byId('picture');
  if (picture.dataset.compare !== 'difference') return;
  const [before, after] = ['.picture-before', '.picture-after'].map((c) =>
    picture.querySelector(c),
  );
  const canvas = picture.querySelector('canvas');
  if (!after || !canvas) return;
  const ready = Promise.all([before?.decode(), after.decode()]);
  const drawn = ready.then(() => {
    const { width, height } = canvas;
    const pixels = (image) => {
      const draw = new OffscreenCanvas(width, height).getContext('2d');
      if (image) draw.drawImage(image, 0, 0, width, height);
      return draw.getImageData(0, 0, width, height).data;
    };
    const difference = new ImageData(differenceOf(pixels(before), pixels(after)), width, height);
    canvas.getContext('2d').putImageData(difference, 0, 0);
  });
  drawn.catch((error) => {
    // A picture that cannot be decoded shows its own error.
    const why = 'the browser does not let this page compare pictures beside it';
    if (error.name === 'SecurityError') setText(byId('note-picture'), why);
  });
}

export function drawPictures(state) {
  if (shownParts(state)) {
    drawList(state);
    drawPicture(state);
    drawNote(state);
  }
  drawCompare(state);
  drawMagnifiers(state);
  drawLight(state);
}

export function startPictures(page) {
  const { dispatch, act } = page;
  redraw = page.redraw;
  byId('pointer').replaceChildren(
    el('span', { id: 'picture-place' }),
    el(
      'button',
      {
        id: 'zoom-level',
        class: 'button zoom-level',
        type: 'button',
        title: 'The whole picture (0)',
        'data-action': 'zoomWhole',
        hidden: '',
      },
      '',
    ),
    el('span', { id: 'picture-size' }),
  );
  byId('compare').replaceChildren(
    ...modes.map((mode) =>
      el(
        'button',
        {
          class: 'button',
          type: 'button',
          role: 'radio',
          'data-mode': mode,
          'aria-checked': 'false',
        },
        modeName(mode),
      ),
    ),
  );
  byId('compare').addEventListener('click', ({ target }) => {
    const { mode } = target.dataset;
    if (mode) dispatch({ type: 'view', compare: mode });
  });
  byId('compare').addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    const at = modes.indexOf(event.target.dataset.mode);
    const next = modes[(at + step + modes.length) % modes.length];
    dispatch({ type: 'view', compare: next });
    byId('compare').querySelector(`[data-mode="${next}"]`).focus();
    event.preventDefault();
    event.stopPropagation();
  });
  const light = (lit) => dispatch({ type: 'view', lit });
  const lightOf = ({ target }) => {
    const mark = target.closest('.action')?.dataset.mark;
    light(mark === undefined ? null : Number(mark));
    const [x, y] = listed?.marks[mark]?.points[0] ?? [];
    if (x !== undefined) zoom.reveal([x / listed.size.width, y / listed.size.height]);
  };
  byId('actions').addEventListener('pointerover', lightOf);
  byId('actions').addEventListener('focusin', lightOf);
  byId('actions').addEventListener('pointerleave', () => light(null));
  byId('actions').addEventListener('focusout', () => light(null));
  const picture = byId('picture');
  picture.addEventListener('pointermove', (event) => {
    if (!shown?.path || zoom.isHeld()) return;
    setText(byId('picture-place'), placeText(placeAt(zoom.shareAt(event), shown)));
    if (listed?.of === shown.of) light(markAt(listed.marks, ...placeAt(zoom.shareAt(event), listed.size).at, kReach));
  });
  picture.addEventListener('pointerleave', () => {
    setText(byId('picture-place'), '');
    light(null);
  });
  picture.addEventListener('click', ({ target }) => {
    if (target.closest('svg, img') && zoom.isWhole()) act('full');
  });
  picture.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target !== picture) return;
    event.preventDefault(); // else the same key would press the dialog's first button
    act('full');
  });
  zoom = startZoom(picture, (scale) => {
    byId('zoom-level').hidden = scale === 1;
    setText(byId('zoom-level'), `${scaleText(scale)} · whole`);
  });
  startFullSize();
  new ResizeObserver(redraw).observe(picture);
}

function placeText({ pixel, model }) {
  return `pixel ${pixel.join(', ')} · 0–1000 ${model.join(', ')}`;
}

/** The keys of the picture in its pane. */
export const zoomIn = () => zoom.by(zoom.step);
export const zoomOut = () => zoom.by(1 / zoom.step);
export const zoomWhole = () => zoom.reset();

// --- the full-size dialog -------------------------------------------------------------------------

let fullPicture = null; // what it shows: {path, width, height, turn}
let fullZoom = null;

function startFullSize() {
  const frame = byId('full-frame');
  const say = (text) => setText(byId('full-place'), text);
  fullZoom = startZoom(frame, () => {});
  frame.addEventListener('pointermove', (event) => {
    if (fullPicture) say(placeText(placeAt(fullZoom.shareAt(event), fullPicture)));
  });
  frame.addEventListener('pointerleave', () => say(''));
}

/** Fills the dialog with the picture on the page; false: there is none. */
export function fillFullSize() {
  if (!showFullSize()) return false;
  fullZoom.reset();
  return true;
}

// The zoom stays when the turn changes, so that two pictures can be compared at one place.
function showFullSize() {
  if (!shown?.path) return false;
  fullPicture = shown;
  const image = byId('full-picture');
  image.src = urlOf(shown.path);
  image.alt = `Picture of turn ${number(shown.turn)} at full size`;
  byId('full').style.setProperty('--ratio', `${shown.width} / ${shown.height}`);
  setText(byId('full-place'), '');
  return true;
}

export function nextMode(current, wanted) {
  return current === wanted ? 'after' : wanted;
}
