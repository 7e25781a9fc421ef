// From a canonical call, `drag(350, 290, 410, 240)`, to its place on the picture. The executor
// writes the calls, one form for each (GRAMMAR.md "Canonical form"), so this reads only that form.

/**
 * Splits a canonical call.
 * @param {string} text
 * @returns {{tool: string, values: (number|string)[]}|null} null: not of this form
 */
export function parseCall(text) {
  const match = /^([A-Za-z_]\w*)\(([^]*)\)$/.exec(text);
  if (!match) return null;
  const values = [];
  const argument = /\s*("(?:[^"\\]|\\[^])*"|[-+]?(?:\d[\w.+-]*|\.\d+|inf|nan)|[A-Za-z]+)\s*(,|$)/y;
  while (argument.lastIndex < match[2].length) {
    const found = argument.exec(match[2]);
    if (!found) return null;
    const value = readValue(found[1]);
    if (value === undefined) return null;
    values.push(value);
    if (found[2] === '') break;
  }
  return { tool: match[1], values };
}

function readValue(token) {
  if (token.startsWith('"')) {
    try {
      return JSON.parse(token);
    } catch {
      return undefined;
    }
  }
  const value = Number(token);
  return Number.isNaN(value) ? token : value;
}

// How many leading numbers of a tool are coordinates.
const coordinates = {
  left_click: 2,
  click: 2,
  right_click: 2,
  double_left_click: 2,
  drag: 4,
  scroll: 2,
  move: 2,
};
const shapes = { drag: 'arrow', right_click: 'diamond', type: 'underline', paste: 'underline' };

/**
 * The scale from a model's coordinate to a picture's pixel, the one formula of DESIGN §3
 * "Coordinates": round(v / 1000 * (extent - 1)), clamped. Dialects that speak picture pixels are
 * clamped only; `factor28` ones see a picture whose sides are multiples of 28.
 */
export function toPixel(value, extent, kind = 'normalised') {
  const last = extent - 1;
  const scaled =
    kind === 'pixels'
      ? Math.round(value)
      : kind === 'factor28'
        ? Math.round((value * extent) / Math.max(28, Math.round(extent / 28) * 28))
        : Math.round((value / 1000) * last);
  return Math.min(last, Math.max(0, scaled));
}

/**
 * Where the executed calls of a turn lie on its picture.
 * @param {string[]} calls canonical, in order
 * @param {{width: number, height: number, coordinates?: string}} picture
 * @returns {({shape: string, points: number[][]}|null)[]} pixels; null: the call has no place
 */
export function marksOf(calls, picture) {
  const kind = picture.coordinates ?? 'normalised';
  let typeAt = null; // text is typed at the last left click
  return calls.map((text) => {
    const call = parseCall(text);
    if (!call) return null;
    const shape = shapes[call.tool] ?? 'circle';
    const wanted = coordinates[call.tool] ?? 0;
    const numbers = call.values.slice(0, wanted);
    if (wanted && (numbers.length < wanted || numbers.some((v) => typeof v !== 'number')))
      return null;
    const points = [];
    for (let i = 0; i < wanted; i += 2) {
      points.push([
        toPixel(numbers[i], picture.width, kind),
        toPixel(numbers[i + 1], picture.height, kind),
      ]);
    }
    if (['left_click', 'click', 'double_left_click'].includes(call.tool)) typeAt = points[0];
    if (shape === 'underline') return typeAt && { shape, points: [typeAt] };
    return points.length ? { shape, points } : null;
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
