// Where the items of a turn are on its picture. The executor gives their places in pixels of the
// surface; this code knows no tool.

/**
 * @param {{outcome: string, from: number[]|null, to: number[]|null}[]} items
 * @param {{width: number, height: number}} picture
 * @param {{origin_x: number, origin_y: number, width: number, height: number}} screen of the surface
 * @returns {({shape: 'circle'|'arrow', points: number[][]}|null)[]} one for each item, in pixels of
 *   the picture; null: it has no place, or was not performed
 */
export function marksOf(items, picture, screen) {
  const isPlace = (at) => Array.isArray(at) && at.length === 2 && at.every(Number.isFinite);
  const along = (value, origin, extent, size) =>
    Math.min(size - 1, Math.max(0, Math.floor(((value - origin + 0.5) * size) / extent)));
  const onPicture = ([x, y]) => [
    along(x, screen.origin_x, screen.width, picture.width),
    along(y, screen.origin_y, screen.height, picture.height),
  ];
  return items.map(({ outcome, from, to }) => {
    if (!screen?.width || !screen.height || !isPlace(from)) return null;
    if (outcome !== 'done' && outcome !== 'partial') return null;
    const points = isPlace(to) ? [onPicture(from), onPicture(to)] : [onPicture(from)];
    return { shape: points.length > 1 ? 'arrow' : 'circle', points };
  });
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
