// The position of a zoomed picture in its frame. Pure; lengths are shares of the frame: the picture's left
// edge is at `x`, its top at `y`, and it is `scale` frames wide and high.

export const whole = Object.freeze({ scale: 1, x: 0, y: 0 });
export const kMostScale = 32;

/** @typedef {{scale: number, x: number, y: number}} Zoom */

/** Keeps the picture without gaps in its frame. @returns {Zoom} */
function fitted(scale, x, y) {
  if (scale <= 1) return whole;
  const within = (at) => Math.min(0, Math.max(1 - scale, at));
  return { scale, x: within(x), y: within(y) };
}

/**
 * Larger or smaller; the pixel under `point` of the frame stays there as far as the edges allow.
 * @param {Zoom} zoom @param {number} factor @param {number[]} point shares of the frame
 */
export function zoomedAt(zoom, factor, [px, py]) {
  const [ax, ay] = shareAt(zoom, [px, py]);
  // Sixteen steps in and sixteen out end where they began, and not at 1.0000001.
  const wanted = Math.round(zoom.scale * factor * 1000) / 1000;
  const scale = Math.min(kMostScale, Math.max(1, wanted));
  return fitted(scale, px - ax * scale, py - ay * scale);
}

/** Moved by shares of the frame. */
export function movedBy({ scale, x, y }, dx, dy) {
  return fitted(scale, x + dx, y + dy);
}

/** The share of the picture, 0 to 1 in each direction, under a point of the frame. */
export function shareAt({ scale, x, y }, [px, py]) {
  const inside = (value) => Math.min(1, Math.max(0, value));
  return [inside((px - x) / scale), inside((py - y) / scale)];
}

/** Moved so that a share of the picture is visible: in the middle if it was not. */
export function revealed(zoom, [ax, ay]) {
  const [px, py] = [zoom.x + ax * zoom.scale, zoom.y + ay * zoom.scale];
  const seen = (at) => at >= 0 && at <= 1;
  return seen(px) && seen(py) ? zoom : movedBy(zoom, 0.5 - px, 0.5 - py);
}

/**
 * The names of a place: its pixel, and the coordinate from 0 to 1000 that a model gives for it. The
 * rule of docs/design.md#coordinates, inverted: a pixel's centre is half a pixel in.
 * @param {number[]} share of the picture @param {{width: number, height: number}} size
 * @returns {{at: number[], pixel: number[], model: number[]}} `at`: between the pixels' centres
 */
export function placeAt(share, { width, height }) {
  const at = [width, height].map((extent, i) =>
    Math.min(extent - 1, Math.max(0, share[i] * extent - 0.5)),
  );
  const model = [width, height].map((extent, i) => Math.round((1000 * at[i]) / (extent - 1 || 1)));
  return { at, pixel: at.map(Math.round), model };
}

/** How much a wheel step enlarges. Firefox counts lines; a pinch comes with Ctrl, finer. */
export function factorOf({ deltaY, deltaMode = 0, ctrlKey = false }) {
  const pixels = deltaY * (deltaMode === 1 ? 16 : deltaMode === 2 ? 400 : 1);
  return 2 ** (-Math.min(400, Math.max(-400, pixels)) / (ctrlKey ? 100 : 400));
}
