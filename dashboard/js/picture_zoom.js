// A frame whose picture can be enlarged and moved: wheel and drag, keys while the frame has the
// focus, a double click to show the whole picture. The frame's content uses --zoom,
// --pan-x and --pan-y.
import { factorOf, movedBy, revealed, shareAt, whole, zoomedAt } from './zoom_model.js';

const kStep = 1.5; // a key's
const kMove = 0.1; // of the frame, an arrow's
const arrows = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const phone = matchMedia('(max-width: 760px)'); // there the wheel scrolls the page

/**
 * @param {HTMLElement} frame
 * @param {(scale: number) => void} changed
 */
export function startZoom(frame, changed) {
  let zoom = whole;
  let held = null; // the last place of a pointer that drags the picture

  const pointOf = ({ clientX, clientY }) => {
    const box = frame.getBoundingClientRect();
    return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
  };
  const set = (next) => {
    if (next.scale === zoom.scale && next.x === zoom.x && next.y === zoom.y) return;
    zoom = next;
    frame.style.setProperty('--zoom', zoom.scale);
    frame.style.setProperty('--pan-x', `${100 * zoom.x}%`);
    frame.style.setProperty('--pan-y', `${100 * zoom.y}%`);
    frame.toggleAttribute('data-zoomed', zoom.scale > 1);
    changed(zoom.scale);
  };
  const by = (factor, point = [0.5, 0.5]) => set(zoomedAt(zoom, factor, point));
  const reset = () => set(whole);
  const keys = {
    '+': () => by(kStep),
    '=': () => by(kStep),
    '-': () => by(1 / kStep),
    0: reset,
  };

  frame.addEventListener(
    'wheel',
    (event) => {
      if (phone.matches && zoom.scale === 1 && !event.ctrlKey) return;
      event.preventDefault();
      by(factorOf(event), pointOf(event));
    },
    { passive: false },
  );
  frame.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || zoom.scale === 1 || event.target.matches('input')) return;
    held = pointOf(event);
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener('pointermove', (event) => {
    if (!held) return;
    const [x, y] = pointOf(event);
    set(movedBy(zoom, x - held[0], y - held[1]));
    held = [x, y];
  });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
    frame.addEventListener(end, () => {
      held = null;
    });
  }
  frame.addEventListener('dblclick', reset);
  frame.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches('input')) return;
    const arrow = zoom.scale > 1 ? arrows[event.key] : null;
    if (arrow) set(movedBy(zoom, kMove * arrow[0], kMove * arrow[1]));
    else if (Object.hasOwn(keys, event.key)) keys[event.key]();
    else return;
    event.preventDefault();
  });

  return {
    by,
    reset,
    step: kStep,
    isWhole: () => zoom.scale === 1,
    isHeld: () => held !== null,
    shareAt: (event) => shareAt(zoom, pointOf(event)),
    reveal: (share) => set(revealed(zoom, share)),
  };
}

/** "2.3×" */
export const scaleText = (scale) => `${scale < 10 ? scale.toFixed(1) : Math.round(scale)}×`;
