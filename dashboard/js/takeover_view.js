// The private display of the run in the hands of the person at this page: mouse, keys and pasted text
// go there until it is handed back. The dialog is modal, so no other part of the page gets a key.
import { byId, drawnFrom, setText } from './dom.js';
import { canWatch, showScreenOn } from './screen_view.js';
import {
  buttonEvents,
  ctrlAltDel,
  isLeaveChord,
  isPaste,
  keyEvent,
  kMostText,
  nextEvents,
  pixelAt,
  takeoverOf,
  textEvents,
  wheelEvents,
  withEvent,
} from './takeover_model.js';

const kSignOfLifeMs = 2000; // the proxy hands the screen back after ten seconds without one
const kHint = 'Mouse and keys go to the screen. Ctrl+Alt+Shift: back to these buttons.';

let page = { dispatch: () => {}, askScreen: async () => ({ ok: false }) };
let lease = null; // null: this page does not have the screen
let asking = false;
let queue = [];
let sending = false;
let sign = 0; // the timer of the signs of life
let held = 0; // MouseEvent.buttons as sent
let wheel = { x: 0, y: 0 };
let whole = false; // the canvas has a picture of the whole screen, so its places are the screen's

const drawButton = drawnFrom(
  (state) => [canWatch(state) && state.view.screen ? takeoverOf(state) : null].flatMap((can) => [can?.possible, can?.why]),
  (state, possible, why) => {
    const button = byId('take-over');
    button.hidden = possible === undefined;
    button.disabled = !possible;
    button.title = why || 'Use the screen yourself; the run pauses (T)';
  },
);

// The proxy may take the screen away: by a panic, or at the end of the run. The answer to a sign of life
// says so.
const drawLoss = drawnFrom(
  (state) => [state.takeover?.held, state.program],
  () => void signOfLife(),
);

export function drawTakeover(state) {
  drawButton(state);
  drawLoss(state);
}

/** Takes the live screen over, if that is possible. */
export async function takeOver(state) {
  if (lease || asking || !canWatch(state) || !state.view.screen || !takeoverOf(state)?.possible) return;
  asking = true;
  const answer = await page.askScreen({ do: 'take_over' });
  asking = false;
  if (!answer.ok) return fail('The screen was not taken over', answer.error);
  ({ lease } = answer.body);
  [queue, held, whole] = [[], 0, false];
  setText(byId('takeover-words'), 'loading the screen …');
  byId('takeover').showModal();
  byId('takeover-screen').focus();
  sign = setInterval(signOfLife, kSignOfLifeMs);
  showScreenOn(byId('takeover-screen'), shown);
}

function shown({ trouble, isWhole }) {
  if (isWhole && !whole) setText(byId('takeover-words'), kHint);
  if (trouble) setText(byId('takeover-words'), trouble);
  whole = isWhole;
}

function fail(title, text) {
  page.dispatch({ type: 'toast', tone: 'bad', title, text });
}

/** The page no longer has the screen. */
function leave() {
  lease = null;
  queue = [];
  clearInterval(sign);
  showScreenOn(null);
  if (byId('takeover').open) byId('takeover').close();
}

async function handBack() {
  if (!lease) return;
  const answer = page.askScreen({ do: 'hand_back', lease });
  leave();
  const { ok, error } = await answer;
  if (!ok) fail('The screen was not handed back', `${error}. It is handed back after ten seconds at the latest.`);
}

// ---- What is sent

function push(...events) {
  if (!lease) return;
  for (const event of events) if (event) queue = withEvent(queue, event);
  if (!sending) void send();
}

// One request at a time, so that the order stays; movements meanwhile become one.
async function send() {
  sending = true;
  while (lease && queue.length) {
    const [events, rest] = nextEvents(queue);
    queue = rest;
    const mine = lease;
    const answer = await page.askScreen({ do: 'input', lease, events });
    if (mine !== lease) break;
    take(answer);
  }
  sending = false;
}

function take({ ok, status, error, body }) {
  if (ok) {
    if (body?.trouble) setText(byId('takeover-words'), `Not sent: ${body.trouble}`);
    return;
  }
  if (status === 409 || status === 403) {
    leave();
    fail('You no longer have the screen', error);
  } else {
    setText(byId('takeover-words'), `Not sent: ${error}`);
  }
}

async function signOfLife() {
  if (!lease) return;
  const mine = lease;
  const answer = await page.askScreen({ do: 'input', lease, events: [] });
  if (mine === lease) take(answer);
}

// ---- Mouse, keys, text

const placeOf = (event) => {
  const canvas = byId('takeover-screen');
  return whole ? pixelAt(event, canvas.getBoundingClientRect(), canvas) : null;
};

function pointed(event) {
  const place = placeOf(event);
  if (!place) return;
  const changed = buttonEvents(held, event.buttons, place);
  held = event.buttons;
  push(...(changed.length ? changed : [{ type: 'move', ...place }]));
}

function startPointer(canvas) {
  canvas.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    canvas.focus();
    canvas.setPointerCapture(event.pointerId);
    pointed(event);
  });
  canvas.addEventListener('pointermove', pointed);
  canvas.addEventListener('pointerup', pointed);
  canvas.addEventListener('pointercancel', (event) => {
    const place = placeOf(event);
    if (place) push(...buttonEvents(held, 0, place));
    held = 0;
  });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const place = placeOf(event);
      if (!place) return;
      const turned = wheelEvents(event, wheel, place);
      wheel = turned.rest;
      push(...turned.events);
    },
    { passive: false },
  );
}

function pressed(event) {
  if (event.key === 'Pause') return; // panic, as everywhere on the page
  if (isLeaveChord(event)) {
    event.preventDefault();
    push({ type: 'release' });
    byId('takeover-back').focus();
    return;
  }
  if (isPaste(event)) return; // the browser makes the event `paste` of it
  event.preventDefault();
  event.stopPropagation();
  push(keyEvent(event));
  // macOS sends no keyup of keys that are released while Meta is down.
  if (event.type === 'keyup' && event.key === 'Meta') push({ type: 'release' });
}

function paste(text) {
  if (!text) return;
  if ([...text].length > kMostText) setText(byId('takeover-words'), `Only the first ${kMostText} characters are typed.`);
  push(...textEvents(text));
}

function startKeys(canvas) {
  canvas.addEventListener('keydown', pressed);
  canvas.addEventListener('keyup', pressed);
  // Without the focus the canvas gets no keyup events.
  canvas.addEventListener('blur', () => {
    held = 0;
    push({ type: 'release' });
  });
  canvas.addEventListener('paste', (event) => {
    event.preventDefault();
    paste(event.clipboardData?.getData('text/plain'));
  });
  byId('takeover-form').addEventListener('submit', (event) => {
    event.preventDefault();
    paste(byId('takeover-text').value);
    byId('takeover-text').value = '';
  });
}

/**
 * @param {{dispatch: (event: object) => void, askScreen: (body: object, keep?: boolean) =>
 *   Promise<{ok: boolean, status: number, error: string, body: object}>}} parts
 */
export function startTakeover(parts) {
  page = parts;
  const [dialog, canvas] = [byId('takeover'), byId('takeover-screen')];
  startPointer(canvas);
  startKeys(canvas);
  byId('takeover-back').addEventListener('click', handBack);
  byId('takeover-delete').addEventListener('click', () => {
    push(...ctrlAltDel());
    canvas.focus();
  });
  byId('takeover-fit').addEventListener('click', ({ currentTarget }) => {
    const fits = dialog.toggleAttribute('data-fits');
    currentTarget.setAttribute('aria-pressed', String(fits));
    canvas.focus();
  });
  dialog.addEventListener('cancel', (event) => event.preventDefault()); // Escape is the screen's
  dialog.addEventListener('close', handBack);
  addEventListener('pagehide', () => {
    if (lease) void page.askScreen({ do: 'hand_back', lease }, true);
    leave();
  });
}
