// What is new in a picture. The capturer's marks are red and change every turn; what is below one
// cannot be seen, so a pixel that has a mark in either picture never counts as new.

const kRed = 120; // smallest distance of red from the other channels in a mark
const kInk = 60; // smallest difference in a channel that counts as a change

/**
 * @param {Uint8ClampedArray} before RGBA
 * @param {Uint8ClampedArray} after RGBA of the same size
 * @returns {Uint8ClampedArray} RGBA: the old at 32 %, in grey; the new in green
 */
export function differenceOf(before, after) {
  const out = new Uint8ClampedArray(after.length);
  for (let i = 0; i < after.length; i += 4) {
    const marked = isMark(before, i) || isMark(after, i);
    const now = (after[i] + after[i + 1] + after[i + 2]) / 3;
    const change = Math.max(
      Math.abs(after[i] - before[i]),
      Math.abs(after[i + 1] - before[i + 1]),
      Math.abs(after[i + 2] - before[i + 2]),
    );
    const share = !marked && change > kInk ? Math.max(now, change) / 255 : 0;
    const dim = share || isMark(after, i) ? 0 : 0.32 * now;
    out[i] = dim + 126 * share;
    out[i + 1] = dim + 226 * share;
    out[i + 2] = dim + 160 * share;
    out[i + 3] = 255;
  }
  return out;
}

function isMark(pixels, i) {
  return pixels[i] - Math.max(pixels[i + 1], pixels[i + 2]) > kRed;
}
