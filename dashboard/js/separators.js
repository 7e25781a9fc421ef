// The bars between the panes: drag, move by keyboard, double-click to centre; remembered.
import { byId } from './dom.js';
import { recall, remember } from './memory.js';

const kLeast = 15;
const kMost = 85; // percent
// The bar handles the arrows along its direction; the others belong to the page, also after a drag.
const kSteps = { across: { ArrowLeft: -2, ArrowRight: 2 }, down: { ArrowUp: -2, ArrowDown: 2 } };
const places = { Home: kLeast, End: kMost, Enter: 50 };

export function startSeparators() {
  for (const separator of document.querySelectorAll('.separator')) startSeparator(separator);
}

function startSeparator(separator) {
  const quadrants = byId('quadrants');
  const property = separator.dataset.split;
  const across = separator.getAttribute('aria-orientation') === 'vertical';
  const steps = across ? kSteps.across : kSteps.down;

  const now = () => parseFloat(getComputedStyle(quadrants).getPropertyValue(property));
  const place = (percent) => {
    const to = Math.min(kMost, Math.max(kLeast, percent));
    quadrants.style.setProperty(property, `${to}%`);
    separator.setAttribute('aria-valuenow', Math.round(to));
    remember(property, String(to));
  };

  const kept = parseFloat(recall(property) ?? '');
  if (Number.isFinite(kept)) place(kept);
  else separator.setAttribute('aria-valuenow', Math.round(now()));

  separator.addEventListener('pointerdown', (event) => {
    separator.setPointerCapture(event.pointerId);
    event.preventDefault(); // not focused: after a drag the keys are the turns' again
    if (document.activeElement !== document.body) document.activeElement.blur();
  });
  separator.addEventListener('pointermove', (event) => {
    if (!separator.hasPointerCapture(event.pointerId)) return;
    const box = separator.parentElement.getBoundingClientRect();
    place(
      100 *
        (across ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height),
    );
  });
  separator.addEventListener('dblclick', () => place(50));
  separator.addEventListener('keydown', (event) => {
    if (event.key in steps) place(now() + steps[event.key]);
    else if (event.key in places) place(places[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
