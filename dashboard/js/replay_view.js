// The controls of a replay, and its timer.
import { byId, drawnFrom, el, icon, setText } from './dom.js';
import { whole } from './format.js';
import { usualGap } from './outline_state.js';
import { kSpeeds, following, played, progressOf } from './replay_model.js';
import { isReplay } from './select.js';
import { lastRow, seenRows } from './rows_state.js';
import { shownTurn } from './shown_state.js';
import { urlOf } from './source.js';
import { pictureOf } from './turn_parts.js';

const kLookMs = 50; // between checks for a turn that is loading
let dispatch = () => {};
let timer = 0;
let fetched = null; // the next turn's picture, loaded in advance

/** Whether there is something to play: a recorded run, or turns between the shown one and live. */
export function canPlay(state) {
  if (seenRows(state).length < 2) return false;
  return isReplay(state) || Boolean(state.play) || shownTurn(state) < lastRow(state).turn;
}

const drawButton = drawnFrom(
  (state) => [canPlay(state), Boolean(state.play), isReplay(state), state.manner.speed],
  (state, can, playing, replay, speed) => {
    const button = byId('play');
    button.disabled = !can;
    const where = replay ? '' : ' up to live';
    button.title = playing ? 'Pause the replay (space)' : `Play from here${where}, ${speed}× (space)`;
    button.setAttribute('aria-label', playing ? 'Pause the replay' : `Play from here${where}`);
    button.replaceChildren(icon(playing ? 'pause' : 'play'));
  },
);

const drawSpeeds = drawnFrom(
  (state) => [isReplay(state) && seenRows(state).length > 1, state.manner],
  (state, shown, { speed, skipIdle }) => {
    byId('playback').hidden = !shown;
    for (const button of byId('playback').querySelectorAll('[data-action]')) {
      const on = button.dataset.action === 'skipIdle' ? skipIdle : button.dataset.speed === `${speed}`;
      button.setAttribute('aria-pressed', String(on));
    }
  },
);

const drawLeft = drawnFrom(
  (state) => [isReplay(state) ? shownTurn(state) : null, seenRows(state), state.manner, usualGap(state)],
  (state, turn, rows, manner, usual) => {
    if (turn === null || !rows.length) return;
    const { share, left } = progressOf(rows, turn, manner, usual);
    byId('play-share').value = share;
    setText(byId('play-left'), left ? `${whole(left + 999)} left` : 'at the end');
  },
);

export function drawReplay(state) {
  drawButton(state);
  drawSpeeds(state);
  drawLeft(state);
  clearTimeout(timer);
  if (!state.play) return;
  const now = Date.now();
  const { due } = played(seenRows(state), state.play, state.manner, now);
  const wait = state.records[state.play.turn] && due !== null ? due - now : kLookMs;
  timer = setTimeout(() => dispatch({ type: 'play_tick', now: Date.now() }), Math.max(10, wait));
  fetchNext(state);
}

function fetchNext(state) {
  const next = following(seenRows(state), state.play.turn, state.manner);
  const record = next && state.records[next.turn];
  const path = record && pictureOf({ turn: next.turn, record }).path;
  if (!path || fetched?.path === path) return;
  const image = new Image();
  image.src = urlOf(path);
  fetched = { path, image };
}

export function startReplay(page) {
  dispatch = page.dispatch;
  byId('playback').prepend(
    ...kSpeeds.map((speed, index) =>
      el(
        'button',
        {
          class: 'button',
          type: 'button',
          'data-action': `speed${index + 1}`,
          'data-speed': speed,
          'aria-label': `Speed ${speed}×`,
          title: `${speed}× the speed of the recording (${index + 1})`,
        },
        `${speed}×`,
      ),
    ),
  );
}
