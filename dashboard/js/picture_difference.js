// What is new in a picture. Marks are red and change every turn; the drawing is
// grey to white, so only pixels without a hue count as drawing.

const kHue = 40; // largest difference between the channels of a grey pixel
const kInk = 60; // smallest difference in brightness of a stroke

/**
 * @param {Uint8ClampedArray} before RGBA
 * @param {Uint8ClampedArray} after RGBA of the same size
 * @returns {Uint8ClampedArray} RGBA: the old at 32 %, the new in green
 */
export function differenceOf(before, after) {
  const out = new Uint8ClampedArray(after.length);
  for (let i = 0; i < after.length; i += 4) {
    const [old, now] = [greyOf(before, i), greyOf(after, i)];
    // A mark of this turn covers what this turn drew. What a mark of the previous turn covered is
    // unknown, so nothing there counts as new.
    const share = old === null ? 0 : now === null ? 0.7 : now - old > kInk ? now / 255 : 0;
    const dim = share || now === null ? 0 : 0.32 * now;
    out[i] = dim + 126 * share;
    out[i + 1] = dim + 226 * share;
    out[i + 2] = dim + 160 * share;
    out[i + 3] = 255;
  }
  return out;
}

// The brightness of a grey pixel; null for one with a hue: a mark.
function greyOf(pixels, i) {
  const [r, g, b] = [pixels[i], pixels[i + 1], pixels[i + 2]];
  return Math.max(r, g, b) - Math.min(r, g, b) > kHue ? null : (r + g + b) / 3;
}
