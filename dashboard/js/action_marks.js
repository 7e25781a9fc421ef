// Which actions are listed beside a turn's picture, and where they are on it. A reply's actions are
// performed in the next turn, so its record has them; they belong on the picture that the model saw
// when it wrote the reply. The executor recorded all of it; this code knows no tool. Pure.
import { itemsIn } from './calls_model.js';

const kSamePlace = 1; // pixels of the surface: to_pixel() may round the pointer's place

/**
 * @typedef {{shape: 'circle'|'arrow', points: number[][], hollow: boolean, changed: boolean,
 *   failed: boolean}} Mark in pixels of the picture. `hollow`: it begins where the pointer was.
 *   `changed`: the screen had changed since the picture. `failed`: not or not surely performed
 * @typedef {{record: object|null, turn: number, drawn: boolean, size: {width: number, height: number},
 *   marks: (Mark|null)[], words: string}} ShownActions `record`: the turn that performed them.
 *   `turn`: that of the reply. `drawn`: the page draws them; else the picture itself has their marks
 */

/** Whether a turn performed the reply of the turn before, as far as both records are known. */
export function performed(next, record) {
  const isCall = next?.request === null && !next.finished; // of a client: its record has its own call
  if (!next?.executor?.out || isCall) return false;
  return !next.after || !record?.request_id || next.after === record.request_id;
}

/**
 * @param {{turn: number, record: object|null, before: object|null, after: object|null}} parts
 * @param {string} mode how the picture is compared with the previous one
 * @returns {ShownActions}
 */
export function shownActions({ turn, record, before, after }, mode) {
  if (mode === 'after' && performed(after, record)) return decided(after, turn, 'of this reply');
  if (mode === 'before' && performed(record, before)) return decided(record, turn - 1, `of turn ${turn - 1}’s reply`);
  const out = record?.executor?.out;
  const { width = 0, height = 0 } = record?.image ?? {};
  const size = { width, height };
  const marks = marksOf(itemsIn(out), size, out?.screen).map((mark) => (mark?.failed || mark?.keys ? null : mark));
  return { record, turn: turn - 1, drawn: false, size, marks, words: 'before this picture' };
}

// The reply's actions on the picture that it was written for.
function decided(record, turn, words) {
  const { in: asked, out } = record.executor;
  const size = { width: asked?.seen?.image?.width || 0, height: asked?.seen?.image?.height || 0 };
  const warnings = Array.isArray(out.warnings) ? out.warnings : [];
  // Places of a window that was moved meanwhile count from its new corner.
  const isMoved = warnings.some((each) => each?.code === 'window_moved');
  const screen = isMoved ? out.screen : asked?.seen?.screen;
  return { record, turn, drawn: true, size, marks: marksOf(itemsIn(out), size, screen), words };
}

const isPlace = (at) => Array.isArray(at) && at.length === 2 && at.every(Number.isFinite);
const areNear = (a, b) => isPlace(a) && isPlace(b) && a.every((value, i) => Math.abs(value - b[i]) <= kSamePlace);

/**
 * @param {object[]} items of the executor's answer
 * @param {{width: number, height: number}} picture
 * @param {{origin_x: number, origin_y: number, width: number, height: number}} screen of the surface
 * @returns {((Mark & {keys: boolean})|null)[]} one for each item; null: no place is known, or
 *   nothing was tried. `keys`: it has no place of its own, only the pointer's
 */
export function marksOf(items, picture, screen) {
  const along = (value, origin, extent, size) =>
    Math.min(size - 1, Math.max(0, Math.floor(((value - origin + 0.5) * size) / extent)));
  const onPicture = ([x, y]) => [
    along(x, screen.origin_x, screen.width, picture.width),
    along(y, screen.origin_y, screen.height, picture.height),
  ];
  return items.map(({ outcome, from, to, pointer, changed_before: changed }) => {
    if (!screen?.width || !screen.height || !picture.width || !picture.height) return null;
    const start = isPlace(from) ? from : pointer;
    if (!['done', 'partial', 'unknown', 'refused'].includes(outcome) || !isPlace(start)) return null;
    const keys = !isPlace(from);
    const points = !keys && isPlace(to) ? [onPicture(from), onPicture(to)] : [onPicture(start)];
    return {
      shape: points.length > 1 ? 'arrow' : 'circle',
      points,
      hollow: keys || areNear(from, pointer),
      changed: changed === true,
      failed: outcome === 'refused',
      keys,
    };
  });
}

/**
 * How marks that begin at one place are drawn together.
 * @param {(Mark|null)[]} marks @param {number} reach picture pixels that count as one place
 * @returns {({shift: number, bare: boolean}|null)[]} `shift`: how many numbers of earlier marks are
 *   there already. `bare`: keys at the place where an earlier action ended, which has its ring
 */
export function stacked(marks, reach) {
  const near = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by) <= reach;
  return marks.map((mark, index) => {
    if (!mark) return null;
    const earlier = marks.slice(0, index).filter(Boolean);
    const [start] = mark.points;
    return {
      shift: earlier.filter(({ points }) => near(points[0], start)).length,
      bare: mark.keys && earlier.some(({ points }) => near(points.at(-1), start)),
    };
  });
}

/** What a mark says in words; '': nothing. */
export function markWords(mark) {
  return [mark?.hollow ? 'the pointer was here' : '', mark?.changed ? 'the screen had changed' : '']
    .filter(Boolean)
    .join('; ');
}

/** The cut of a picture around a mark's target, in pixels: the end of a drag. */
export function cutAround({ points }, { width, height }) {
  const [x, y] = points.at(-1);
  return { x: x - (width - 1) / 2, y: y - (height - 1) / 2, width, height };
}

/** The mark nearest to a pixel, within `reach` pixels: its index, or null. */
export function markAt(marks, x, y, reach) {
  let best = null;
  let bestDistance = reach;
  marks.forEach((mark, index) => {
    if (!mark) return;
    const [a, b = a] = mark.points;
    const distance = distanceToSegment(x, y, a, b);
    if (distance <= bestDistance) [best, bestDistance] = [index, distance]; // the later is on top
  });
  return best;
}

function distanceToSegment(x, y, [ax, ay], [bx, by]) {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = length ? ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length : 0;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
}
