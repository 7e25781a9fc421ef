// What a person does on the taken-over screen, as the proxy expects it (docs/http-api.md, "Taking the
// screen over"). Pure.

const kMostEvents = 200; // in a request; the proxy accepts 256
const kTextPiece = 3000; // characters of a pasted text in an event: at most 12,000 bytes
export const kMostText = 30_000; // characters of a pasted text
const kNotch = 100; // pixels of a wheel's movement to one notch
const kLine = 40; // pixels to a line, where a browser reports lines
const kMostNotches = 20;
const buttons = [[1, 'left'], [4, 'middle'], [2, 'right']]; // bits of MouseEvent.buttons

/**
 * The pixel of the screen at a place of the page, or null without a picture.
 * @param {{clientX: number, clientY: number}} event
 * @param {{left: number, top: number, width: number, height: number}} box of the shown picture
 * @param {{width: number, height: number}} size of the screen
 */
export function pixelAt({ clientX, clientY }, box, size) {
  if (!(box.width > 0 && box.height > 0 && size.width > 0)) return null;
  const along = (at, from, length, pixels) =>
    Math.min(pixels - 1, Math.max(0, Math.floor(((at - from) / length) * pixels)));
  return {
    x: along(clientX, box.left, box.width, size.width),
    y: along(clientY, box.top, box.height, size.height),
  };
}

/** The buttons that changed between two values of MouseEvent.buttons, at `place`. */
export function buttonEvents(before, now, place) {
  return buttons
    .filter(([bit]) => (before & bit) !== (now & bit))
    .map(([bit, button]) => ({ type: 'button', button, down: (now & bit) !== 0, ...place }));
}

/**
 * Whole notches of a wheel's movement, and the rest that is kept for the next one.
 * @param {{x: number, y: number}} rest of earlier movements, in pixels
 * @returns {{events: object[], rest: {x: number, y: number}}}
 */
export function wheelEvents({ deltaX, deltaY, deltaMode }, rest, place) {
  const unit = deltaMode === 1 ? kLine : deltaMode === 2 ? kNotch * 5 : 1;
  const events = [];
  const left = {};
  for (const [axis, delta, less, more] of [['y', deltaY, 'up', 'down'], ['x', deltaX, 'left', 'right']]) {
    // A movement in the other direction starts from zero.
    const kept = Math.sign(rest[axis]) === Math.sign(delta) ? rest[axis] : 0;
    const sum = kept + delta * unit;
    const notches = Math.trunc(sum / kNotch);
    left[axis] = sum - notches * kNotch;
    if (notches === 0) continue;
    const direction = notches < 0 ? less : more;
    events.push({ type: 'wheel', direction, notches: Math.min(kMostNotches, Math.abs(notches)), ...place });
  }
  return { events, rest: left };
}

/** A key that was pressed or released; null: the browser does not say which. */
export function keyEvent({ type, key, code }) {
  if (!key || !code || key === 'Unidentified') return null;
  return { type: 'key', key, code, down: type === 'keydown' };
}

/** The keys that return from the screen to the buttons: Ctrl, Alt and Shift together. */
export const isLeaveChord = ({ type, key, ctrlKey, altKey, shiftKey }) =>
  type === 'keydown' && ctrlKey && altKey && shiftKey && ['Control', 'Alt', 'Shift'].includes(key);

/** The keys that paste what this computer's clipboard has. */
export const isPaste = ({ key, ctrlKey, metaKey, altKey, shiftKey }) =>
  Boolean(ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'v';

/** Ctrl+Alt+Del, which the browser or the system would take. */
export const ctrlAltDel = () => {
  const keys = [['Control', 'ControlLeft'], ['Alt', 'AltLeft'], ['Delete', 'Delete']];
  const pressed = keys.map(([key, code]) => ({ type: 'key', key, code, down: true }));
  return [...pressed, ...pressed.toReversed().map((each) => ({ ...each, down: false }))];
};

/** A text as events of a size that the proxy accepts; one that is too long is cut. */
export function textEvents(text) {
  const characters = [...text].slice(0, kMostText);
  const events = [];
  for (let at = 0; at < characters.length; at += kTextPiece) {
    events.push({ type: 'text', text: characters.slice(at, at + kTextPiece).join('') });
  }
  return events;
}

/** The queue with one more event: only the last of several movements matters. */
export function withEvent(queue, event) {
  const last = queue.at(-1);
  return event.type === 'move' && last?.type === 'move' ? [...queue.slice(0, -1), event] : [...queue, event];
}

/**
 * The events of the next request, and the rest. A text has a request of its own, because it takes
 * long and many bytes.
 * @returns {[object[], object[]]}
 */
export function nextEvents(queue) {
  const text = queue.findIndex(({ type }) => type === 'text');
  const until = text < 0 ? kMostEvents : text === 0 ? 1 : Math.min(text, kMostEvents);
  return [queue.slice(0, until), queue.slice(until)];
}

/**
 * Whether the page's run has a screen that a person can take over, and why not now.
 * @returns {{possible: boolean, why: string}|null} null: it has none
 */
export function takeoverOf({ takeover, program, stream }) {
  if (!takeover || stream !== 'open' || ['finished', 'failed', 'stopping'].includes(program)) return null;
  if (takeover.refused) return { possible: false, why: takeover.refused };
  if (takeover.held) return { possible: false, why: 'another page has the screen' };
  return { possible: true, why: '' };
}
