// Starts the page: one state, one dispatch, one draw per frame, and the actions of buttons and keys.
import { pageRun } from './address.js';
import { decide, drawApproval, startApproval } from './approval_view.js';
import { drawAsk, openAsk, startAsk } from './ask_view.js';
import { drawBar } from './bar_view.js';
import { drawEndCard, startEndCard } from './end_card_view.js';
import { byId, setText } from './dom.js';
import { drawRunDiff, startRunDiff } from './diff_view.js';
import { drawSheets, startSheets } from './drawer_view.js';
import { drawFilmstrip, startFilmstrip } from './filmstrip_view.js';
import { drawHalt, startHalt } from './halt_view.js';
import { drawHistory, openHistory, startHistory } from './history_view.js';
import { actionOfKey } from './keys.js';
import { drawLayouts, startLayout, switchLayout } from './layout_view.js';
import { drawPanes, drawTextTools, paneText, startPanes } from './panes_view.js';
import {
  drawPictures,
  fillFullSize,
  nextMode,
  startPictures,
  zoomIn,
  zoomOut,
  zoomWhole,
} from './picture_view.js';
import { canWatch, drawScreen, startScreen } from './screen_view.js';
import { openExports, openRequest, startRequest } from './request_view.js';
import { drawSearch, goToMatch, openSearch, startSearch } from './search_view.js';
import { notifies, notify, startNotify } from './notify.js';
import { drawNotes, focusNote, startNotes } from './note_view.js';
import { kSpeeds } from './replay_model.js';
import { canPlay, drawReplay, startReplay } from './replay_view.js';
import { drawPlace, startPlace } from './place.js';
import { drawReason, startReason } from './reason_view.js';
import { drawRepeating } from './repeat_view.js';
import { drawRuns, openRuns, startRuns } from './runs_view.js';
import { nextMatch } from './search_model.js';
import { controlsOf, isOver, turnsWith } from './select.js';
import { startSeparators } from './separators.js';
import { seenRows } from './rows_state.js';
import { shownTurn } from './shown_state.js';
import { isExport } from './source.js';
import { initialState, reduce } from './state.js';
import { openStream } from './stream.js';
import { drawStrip, repaintStrip, startStrip } from './strip_view.js';
import { drawTakeover, startTakeover, takeOver } from './takeover_view.js';
import { startTheme, toggleTheme } from './theme.js';

const kArmedMs = 3000; // a second press of Stop within this time stops the run

let state = initialState;
let frame = 0;
let stream = null;

function dispatch(event) {
  const next = reduce(state, event);
  if (next === state) return;
  state = next;
  notify(state);
  redraw();
  stream?.pump();
}

function redraw() {
  frame ||= requestAnimationFrame(draw);
}

function draw() {
  frame = 0;
  for (const view of [drawLayouts, drawBar, drawHalt, drawStrip, drawPanes, drawTextTools, drawPictures, drawScreen, drawTakeover, drawSheets, drawRuns, drawReplay, drawNotes, drawRepeating, drawHistory, drawSearch, drawApproval, drawFilmstrip, drawEndCard, drawReason, drawRunDiff, drawAsk]) {
    view(state);
  }
  drawPlace(state, dispatch);
}

const go = (where) => () => dispatch({ type: 'go', where });
const compare = (mode) => () =>
  dispatch({
    type: 'view',
    compare: nextMode(state.view.compare, mode),
  });
const speed = (index) => () => dispatch({ type: 'manner', speed: kSpeeds[index] });
const flip = (name) => () => dispatch({ type: 'view', [name]: !state.view[name] });

const actions = {
  first: go('first'),
  previous: go('previous'),
  next: go('next'),
  last: go('last'),
  field: () => byId('turn').focus(),
  nextFailure: () => goToOutcome(undefined, 1),
  previousFailure: () => goToOutcome(undefined, -1),
  follow: () =>
    dispatch(state.following && !isOver(state) ? { type: 'hold' } : { type: 'go', where: 'last' }),
  toggle: () => command(controlsOf(state).pause ? 'pause' : 'resume'),
  resume: () => command('resume'),
  pause: () => command('pause'),
  panic: () => command('panic'),
  step: () => command('step'),
  stop,
  before: compare('before'),
  swipe: compare('swipe'),
  difference: compare('difference'),
  full: () => fillFullSize() && open('full'),
  watch: () => {
    if (!canWatch(state)) return;
    if (!state.view.screen) dispatch({ type: 'go', where: 'last' });
    dispatch({ type: 'view', screen: !state.view.screen });
  },
  takeOver: () => takeOver(state),
  zoomIn,
  zoomOut,
  zoomWhole,
  changes: flip('changes'),
  marks: flip('marks'),
  wrap: flip('wrap'),
  copy,
  request: openRequest,
  ask: openAsk,
  exports: openExports,
  search: openSearch,
  nextMatch: () => goToMatch(1),
  previousMatch: () => goToMatch(-1),
  history: openHistory,
  clear: () => dispatch({ type: 'clear' }),
  note: focusNote,
  approve: () => decide(true),
  refuse: () => decide(false),
  play: () => {
    if (canPlay(state)) dispatch({ type: 'play', now: Date.now() });
  },
  speed1: speed(0),
  speed2: speed(1),
  speed3: speed(2),
  skipIdle: () => dispatch({ type: 'manner', skipIdle: !state.manner.skipIdle }),
  runs: () => {
    if (isExport) return;
    openRuns();
    open('runs');
    dispatch({ type: 'view', runs: true });
  },
  ownRun: () => {
    if (pageRun !== null) location.assign('./');
  },
  layout: () => switchLayout(state, dispatch),
  settings: () => open('settings'),
  help: () => open('help'),
  theme: () => {
    toggleTheme();
    repaintStrip();
    redraw();
  },
  dismiss: (node) => dispatch({ type: 'dismiss', id: Number(node.dataset.toast) }),
};

function act(name, node = document.activeElement) {
  actions[name](node);
}

// After the last one the first follows.
function goToOutcome(outcomes, by) {
  const turn = nextMatch(turnsWith(seenRows(state), outcomes), shownTurn(state), by);
  if (turn !== null) dispatch({ type: 'go', where: turn });
  else dispatch({ type: 'toast', tone: 'good', text: 'No turn of this run has failed.' });
}

function command(name) {
  if (controlsOf(state)[name]) stream.control(name);
}

let armed = 0;

// One key press must not end a run of days: the first press asks.
function stop() {
  if (!controlsOf(state).stop) return;
  const button = byId('control-stop');
  const disarm = () => {
    clearTimeout(armed);
    armed = 0;
    button.classList.remove('armed');
    setText(byId('stop-word'), 'Stop');
  };
  if (armed) {
    disarm();
    command('stop');
    return;
  }
  button.classList.add('armed');
  setText(byId('stop-word'), 'Stop?');
  armed = setTimeout(disarm, kArmedMs);
}

function open(id) {
  const dialog = byId(id);
  if (!dialog.open) dialog.showModal();
  redraw();
}

async function copy(node) {
  const { text, name } = paneText(node);
  try {
    await navigator.clipboard.writeText(text);
    dispatch({ type: 'toast', tone: 'good', title: '', text: `${name} copied` });
  } catch (error) {
    dispatch({ type: 'toast', tone: 'bad', title: 'Could not copy', text: error.message });
  }
}

document.addEventListener('click', (event) => {
  const node = event.target.closest('[data-action]');
  if (node && !node.disabled) act(node.dataset.action, node);
});

// Keys that also work while the picture is shown at full size.
const turnActions = ['previous', 'next', 'first', 'last', 'nextFailure', 'previousFailure'];

document.addEventListener('keydown', (event) => {
  // Works anywhere on the page, with any other keys held.
  if (event.key === 'Pause') {
    act('panic');
    event.preventDefault();
    return;
  }
  if (event.target.matches('input:not(.swipe, [type="checkbox"]), textarea') || event.defaultPrevented) return;
  const dialog = document.querySelector('dialog[open]');
  if (dialog && dialog.id !== 'full') return;
  // The slider's and the list's keys are the same as the page's; a text scrolls with its own keys.
  if (event.target.matches('.text, .calls, .facts, .swipe') && /^(Arrow|Home|End)/.test(event.key)) {
    if (event.target.matches('.facts, .swipe') || !/^Arrow(Left|Right)$/.test(event.key)) return;
  }
  // Space presses the focused element.
  if (event.key === ' ' && event.target.matches('button, a, summary, input, [role="radio"]')) return;
  const action = actionOfKey(event);
  if (!action || (dialog && !turnActions.includes(action))) return;
  act(action);
  event.preventDefault();
});

startTheme(() => {
  repaintStrip();
  redraw();
});
startSheets();
startPanes();
startPictures({ dispatch, redraw, act });
startScreen({ dispatch });
startTakeover({ dispatch, askScreen: (...body) => stream.askScreen(...body) });
startStrip({ dispatch, redraw, goToOutcome });
startHistory({ dispatch, redraw, state: () => state });
startSearch({ dispatch, redraw });
startRequest({ dispatch, state: () => state });
startAsk({ dispatch, state: () => state });
startReplay({ dispatch });
startNotes({
  dispatch,
  redraw,
  state: () => state,
  control: (name, more) => stream.control(name, more),
});
startApproval({ dispatch, state: () => state, control: (name, more) => stream.control(name, more) });
startEndCard({ dispatch });
startRunDiff({ dispatch });
startHalt({ control: (name, more) => stream.control(name, more) });
startRuns({ dispatch, redraw, state: () => state, label: (...more) => stream.label(...more) });
startPlace({ dispatch, redraw, state: () => state });
startSeparators();
startLayout({ dispatch, state: () => state });
startFilmstrip({ dispatch, redraw });
startReason({ redraw });
startNotify({ dispatch });
stream = openStream({ state: () => state, dispatch, staysAwake: notifies });
stream.pump();
redraw();
