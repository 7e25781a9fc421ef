// The live screen: the real screen of a run now, shown over the turn's picture while it is switched
// on. It is not kept.
import { pageRun } from './address.js';
import { byId, drawnFrom, setText } from './dom.js';
import { hasScreen } from './select.js';

const kRestMs = 250; // between pictures; the proxy makes no more
const kUseRestMs = 60; // while this page uses the screen
const kTroubleMs = 2000; // before a retry
let dispatch = () => {};
let watching = false;
let looking = false; // a request is under way; the next follows it
let timer = 0;
let known = ''; // the ETag of the picture that is shown; empty: none
let used = null; // {canvas, seen}: this page uses the screen, and the picture goes there

/** Whether the screen can be watched on this page. */
export const canWatch = (state) => pageRun === null && hasScreen(state);

const looks = () => watching || used !== null;

async function look() {
  if (looking) return;
  looking = true;
  let rest = used ? kUseRestMs : kRestMs;
  const by = used;
  try {
    const answer = await fetch(`/live.png${known ? `?known=${known}` : ''}`, { cache: 'no-store' });
    if (!answer.ok) {
      const { error } = await answer.json();
      if (answer.status === 404) dispatch({ type: 'view', screen: false });
      throw new Error(error);
    }
    if (answer.status !== 204 && by === used) {
      const picture = await createImageBitmap(await answer.blob());
      if (looks() && by === used) show(picture, answer.headers.get('ETag')?.replaceAll('"', '') ?? '');
      picture.close();
    }
  } catch (error) {
    rest = kTroubleMs;
    known = '';
    if (used) used.seen({ trouble: error.message, isWhole: false });
    else if (watching) setText(byId('screen-words'), error.message);
  }
  looking = false;
  clearTimeout(timer);
  if (looks() && !document.hidden) timer = setTimeout(look, by === used ? rest : 0);
}

function show(picture, tag) {
  const { width, height } = picture;
  const canvas = used?.canvas ?? byId('screen');
  // A new size empties a canvas.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  canvas.getContext('2d').drawImage(picture, 0, 0);
  canvas.parentElement.style.setProperty('--ratio', `${width} / ${height}`);
  known = tag;
  if (used) used.seen({ trouble: '', isWhole: tag.startsWith('whole-') });
  else setText(byId('screen-words'), 'live, not recorded');
}

/**
 * Shows the screen on this canvas instead, as fast as the proxy makes pictures; null: as before.
 * @param {(news: {trouble: string, isWhole: boolean}) => void} seen
 */
export function showScreenOn(canvas, seen) {
  used = canvas && { canvas, seen };
  known = '';
  clearTimeout(timer);
  if (looks() && !document.hidden) timer = setTimeout(look, 0);
}

const drawLive = drawnFrom(
  (state) => [canWatch(state), canWatch(state) && state.view.screen],
  (state, can, wanted) => {
    const button = byId('watch');
    button.hidden = !can;
    button.setAttribute('aria-pressed', String(wanted));
    byId('live').hidden = !wanted;
    byId('pane-picture').classList.toggle('is-live', wanted);
    if (wanted && !watching) {
      setText(byId('screen-words'), 'loading the screen …');
      known = '';
      clearTimeout(timer);
      timer = setTimeout(look, 0);
    }
    watching = wanted;
    if (!looks()) clearTimeout(timer);
  },
);

export function drawScreen(state) {
  drawLive(state);
}

export function startScreen(page) {
  dispatch = page.dispatch;
  // A hidden tab requests nothing.
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (looks() && !document.hidden) timer = setTimeout(look, 0);
  });
}
