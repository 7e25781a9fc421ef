// The line that says why a run on a person's screen does not go on, or that it is about to, with
// what can be done about it.
import { byId, drawnFrom, setText } from './dom.js';
import { haltOf } from './select.js';

export const drawHalt = drawnFrom(
  (state) => Object.values(haltOf(state) ?? { cause: null }),
  (state) => {
    const halt = haltOf(state);
    const line = byId('halt');
    line.hidden = !halt;
    if (!halt) return;
    line.className = `halt tone-${halt.tone}`;
    line.dataset.cause = halt.cause;
    setText(byId('halt-title'), halt.title);
    setText(byId('halt-text'), halt.text);
    setText(byId('halt-resume'), halt.hold ? 'Begin now' : 'Resume');
    byId('halt-hold').hidden = !halt.hold;
  },
);
