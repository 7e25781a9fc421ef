// The badge for a loop that repeats itself.
import { byId, drawnFrom, setText } from './dom.js';
import { repeating } from './repeat_model.js';
import { streakOf } from './select.js';

const drawBadge = drawnFrom(
  (state) => Object.values(repeating(streakOf(state)) ?? { text: '', why: '' }),
  (state, text, why) => {
    byId('repeating').hidden = !text;
    byId('repeating').title = why;
    setText(byId('repeating-text'), text);
  },
);

export function drawRepeating(state) {
  drawBadge(state);
}
