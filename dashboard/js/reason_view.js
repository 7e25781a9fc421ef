// The whole reason of the run's state: in the top bar where it fits, else in a line of its own below.
// At the end of the run the card has it, if it is not too long.
import { byId, drawnFrom, setText } from './dom.js';
import { hasEnded } from './end_facts.js';
import { haltOf, linkOf } from './select.js';

let resized = 0;

const drawLine = drawnFrom(
  (state) => {
    const { link, name, tone, why } = linkOf(state);
    return [link, name, tone, haltOf(state) ? '' : why, hasEnded(state), state.run, state.rowsFrom, resized];
  },
  (state, link, name, tone, why, ended) => {
    const [inBar, line] = [byId('why'), byId('reason')];
    inBar.classList.remove('is-long');
    // In a narrow window the bar has no place for it at all.
    const fits = inBar.clientWidth > 0 && inBar.scrollWidth <= inBar.clientWidth;
    const card = byId('end-text');
    const inCard = ended && card.clientHeight > 0 && card.scrollHeight <= card.clientHeight;
    line.hidden = why === '' || fits || inCard;
    line.dataset.tone = tone;
    setText(line, why);
    inBar.classList.toggle('is-long', !line.hidden);
  },
);

export function drawReason(state) {
  drawLine(state);
}

export function startReason({ redraw }) {
  new ResizeObserver(() => {
    resized++;
    redraw();
  }).observe(document.body);
}
