// A picture's visual tokens, as in common/geometry/smart_resize.h.

const kMaxAspect = 200;

// To the nearest multiple, at least one; a tie goes to the even one.
function nearestMultiple(side, factor) {
  const below = Math.floor(side / factor);
  const rest = 2 * (side % factor);
  const up = rest > factor || (rest === factor && below % 2 === 1);
  return Math.max(1, below + (up ? 1 : 0));
}

/**
 * The approximate number of visual tokens of a picture.
 * @param {{width: number, height: number}} picture
 * @param {{factor: number, min_pixels: number, max_pixels: number}|null} rule of /api/run
 * @returns {number|null} null: unknown
 */
export function visualTokens({ width, height }, rule) {
  if (!rule || !(Math.min(width, height) > 0)) return null;
  if (Math.max(width, height) > kMaxAspect * Math.min(width, height)) return null;
  const { factor, min_pixels: least, max_pixels: most } = rule;
  const rounded = nearestMultiple(width, factor) * nearestMultiple(height, factor);
  const pixels = rounded * factor * factor;
  if (pixels >= least && pixels <= most) return rounded;
  const large = pixels > most;
  const scale = Math.sqrt(large ? (width * height) / most : least / (width * height));
  const multiples = (side) =>
    Math.max(1, large ? Math.floor(side / scale / factor) : Math.ceil((side * scale) / factor));
  return multiples(width) * multiples(height);
}

/** "512×288 · ~144 tokens" */
export function sizeWords(picture, rule) {
  const tokens = visualTokens(picture, rule);
  return `${picture.width}×${picture.height}${tokens === null ? '' : ` · ~${tokens} tokens`}`;
}
