// The browser's notifications of what noticeOf() has, while the page is not in front. The person turns
// them on with a button, which asks the browser; until then nothing is asked. While they are on, a
// hidden page keeps its stream.
import { byId } from './dom.js';
import { recall, remember } from './memory.js';
import { noticeOf } from './notify_model.js';
import { isExport } from './source.js';

const kOn = 'notify';
let latest = null; // the key of the last news; null: the page has just been opened

const isPossible = () => !isExport && 'Notification' in globalThis && isSecureContext;

/** Whether they are on. */
export const notifies = () => isPossible() && Notification.permission === 'granted' && recall(kOn) === 'yes';

/** Call it with each state: a hidden page draws nothing. */
export function notify(state) {
  if (state.stream !== 'open') return;
  const notice = noticeOf(state);
  const key = notice?.key ?? '';
  if (key === latest) return;
  const isNews = latest !== null && notice && notifies() && !document.hasFocus();
  latest = key;
  if (!isNews) return;
  try {
    const shown = new Notification(notice.title, { body: notice.text, tag: `franz ${state.runId}` });
    shown.onclick = () => {
      globalThis.focus();
      shown.close();
    };
  } catch {
    // Some telephones' browsers have the permission without the notifications.
  }
}

function drawButton() {
  byId('notify').setAttribute('aria-pressed', String(notifies()));
}

async function toggle(dispatch) {
  const on = !notifies();
  if (on && (await Notification.requestPermission()) !== 'granted') {
    dispatch({ type: 'toast', tone: 'bad', title: 'No notifications', text: 'The browser does not allow them for this page.' });
    return;
  }
  remember(kOn, on ? 'yes' : 'no');
  drawButton();
}

export function startNotify({ dispatch }) {
  byId('notify-row').hidden = !isPossible();
  byId('notify').addEventListener('click', () => toggle(dispatch));
  drawButton();
}
