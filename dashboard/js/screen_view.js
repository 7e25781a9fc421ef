// The live screen: the real screen of a run now, shown over the turn's picture while it is switched
// on. It is not kept.
import { pageRun } from './address.js';
import { byId, drawnFrom, setText } from './dom.js';
import { hasScreen } from './select.js';

const kRestMs = 250; // between pictures; the proxy makes no more
const kTroubleMs = 2000; // before a retry
let dispatch = () => {};
let watching = false;
let timer = 0;

/** Whether the screen can be watched on this page. */
export const canWatch = (state) => pageRun === null && hasScreen(state);

async function look() {
  let rest = kRestMs;
  try {
    const answer = await fetch('/live.png', { cache: 'no-store' });
    if (!answer.ok) {
      const { error } = await answer.json();
      if (answer.status === 404) dispatch({ type: 'view', screen: false });
      throw new Error(error);
    }
    const picture = await createImageBitmap(await answer.blob());
    if (watching) show(picture);
    picture.close();
  } catch (error) {
    rest = kTroubleMs;
    if (watching) setText(byId('screen-words'), error.message);
  }
  clearTimeout(timer);
  if (watching && !document.hidden) timer = setTimeout(look, rest);
}

function show(picture) {
  const { width, height } = picture;
  const canvas = byId('screen');
  // A new size empties a canvas.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  canvas.getContext('2d').drawImage(picture, 0, 0);
  byId('live').style.setProperty('--ratio', `${width} / ${height}`);
  setText(byId('screen-words'), 'live, not recorded');
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
      timer = setTimeout(look, 0);
    }
    if (!wanted) clearTimeout(timer);
    watching = wanted;
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
    if (watching && !document.hidden) timer = setTimeout(look, 0);
  });
}
