// The top bar: run, link badge, phases, figures, run control.
import { byId, drawnFrom, el, icon, setText } from './dom.js';
import { originOf } from './end_card_model.js';
import { duration, whole } from './format.js';
import {
  averageLatency,
  controlsOf,
  countOutcomes,
  figuresOf,
  isReplay,
  linkOf,
  lossOf,
  pageRequestsOf,
  phasesOf,
  tokensOf,
} from './select.js';

let counted = {}; // the rows that the sums below belong to
let sums = null;

/** Sums over all rows, including hidden ones; computed once for each change of them. */
export function totals({ rows, outline = null }) {
  if (counted.rows !== rows || counted.outline !== outline) {
    counted = { rows, outline };
    const own = outline ? rows.filter((row) => !row.summed) : rows;
    sums = {
      counts: countOutcomes(rows),
      tokens: own.reduce((total, row) => total + (tokensOf(row) || 0), outline?.tokens ?? 0),
      latency: averageLatency(own, outline),
    };
  }
  return sums;
}

const drawLink = drawnFrom(
  (state) => Object.values(linkOf(state)),
  (state, link, name, tone, why) => {
    const badge = byId('link');
    badge.dataset.tone = tone;
    badge.dataset.link = link;
    badge.title = why;
    setText(byId('link-name'), name);
    setText(byId('why'), why);
  },
);

const drawPhases = drawnFrom(
  (state) =>
    phasesOf(state)
      .flatMap(({ name, took, current }) => [
        name,
        current,
        current && took !== null ? whole(took) : took,
      ])
      .concat('|'),
  (state) => {
    byId('phases').replaceChildren(
      ...phasesOf(state).map(({ name, took, current }) => {
        const time = took === null ? '' : current ? whole(took) : duration(took);
        return el(
          'li',
          { class: 'phase', 'aria-current': current ? 'step' : null },
          name,
          el('span', { class: current ? '' : 'took' }, time),
        );
      }),
    );
  },
);

const drawFigures = drawnFrom(
  (state) => [figuresOf(state, totals(state)).join()],
  (state) => {
    byId('figures').replaceChildren(
      ...figuresOf(state, totals(state)).map(([name, value, rank]) =>
        el('div', { class: rank }, el('dt', {}, name), el('dd', {}, value)),
      ),
    );
  },
);

const drawControls = drawnFrom(
  (state) => {
    const { pause, resume, stop, panic } = controlsOf(state);
    return [pause, resume, stop, panic, isReplay(state), state.launch];
  },
  (state) => {
    const { pause, resume, step, stop, panic } = controlsOf(state);
    byId('controls').hidden = !stop;
    byId('control-panic').hidden = !panic;
    const toggle = byId('control-toggle');
    const resumes = resume && !pause;
    const word = resumes ? 'Resume' : 'Pause';
    toggle.hidden = toggle.nextElementSibling.hidden = !state.launch; // a stop is all it accepts
    toggle.disabled = !pause && !resume;
    toggle.title = `${word} (p)`;
    toggle.setAttribute('aria-label', word);
    toggle.replaceChildren(icon(resumes ? 'play' : 'pause'), el('span', { class: 'word' }, word));
    toggle.nextElementSibling.disabled = !step;
  },
);

const drawPageRequests = drawnFrom(
  (state) => [pageRequestsOf(state)],
  (state, text) => {
    byId('page-requests').hidden = !text;
    setText(byId('page-requests-text'), text);
  },
);

const drawUnrecorded = drawnFrom(
  (state) => [state.not_recorded],
  (state, why) => {
    const badge = byId('not-recorded');
    badge.hidden = !why;
    badge.title = why ?? '';
  },
);

const drawLoss = drawnFrom(
  (state) => [lossOf(state)?.why],
  (state, why) => {
    const badge = byId('lost');
    badge.hidden = !why;
    badge.title = why ?? '';
    setText(byId('lost-text'), lossOf(state)?.text ?? '');
  },
);

const drawUnseen = drawnFrom(
  (state) => [!isReplay(state) && state.unseen],
  (state, text) => {
    const badge = byId('unseen');
    badge.hidden = !text;
    badge.title = text || '';
  },
);

const drawImported = drawnFrom(
  (state) => [state.run],
  (state, run) => {
    const badge = byId('imported');
    badge.hidden = !originOf(run);
    badge.title = originOf(run);
  },
);

export function drawBar(state) {
  setText(byId('run-name'), state.run?.name ?? '');
  drawLink(state);
  drawPhases(state);
  drawFigures(state);
  drawPageRequests(state);
  drawUnrecorded(state);
  drawLoss(state);
  drawUnseen(state);
  drawImported(state);
  drawControls(state);
}
