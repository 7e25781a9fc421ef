// The keys of the page, in one table for the handler and the help sheet, so the sheet
// names only keys that work.

/** `keys` as in KeyboardEvent.key; `show` as printed on a keyboard. */
export const keyTable = [
  {
    group: 'Turns',
    does: 'previous',
    keys: ['ArrowLeft', 'k'],
    show: ['←', 'k'],
    action: 'previous',
  },
  { group: 'Turns', does: 'next', keys: ['ArrowRight', 'j'], show: ['→', 'j'], action: 'next' },
  { group: 'Turns', does: 'first', keys: ['Home'], show: ['Home'], action: 'first' },
  { group: 'Turns', does: 'last', keys: ['End'], show: ['End'], action: 'last' },
  { group: 'Turns', does: 'next failure', keys: [']'], show: [']'], action: 'nextFailure' },
  { group: 'Turns', does: 'previous failure', keys: ['['], show: ['['], action: 'previousFailure' },
  { group: 'Turns', does: 'go to a turn', keys: ['g'], show: ['g'], action: 'field' },
  { group: 'Turns', does: 'follow the run, hold', keys: ['l'], show: ['l'], action: 'follow' },
  { group: 'Run', does: 'pause, resume', keys: ['p'], show: ['p'], action: 'toggle' },
  { group: 'Run', does: 'step one turn', keys: ['s'], show: ['s'], action: 'step' },
  { group: 'Run', does: 'stop (twice)', keys: ['x'], show: ['x'], action: 'stop' },
  { group: 'Run', does: 'panic: stop all input', keys: ['!', 'Pause'], show: ['!', 'Pause'], action: 'panic' },
  { group: 'Run', does: 'note to the model', keys: ['m'], show: ['m'], action: 'note' },
  { group: 'Run', does: 'approve the ticked actions', keys: ['a'], show: ['a'], action: 'approve' },
  { group: 'Run', does: 'refuse all', keys: ['R'], show: ['R'], action: 'refuse' },
  { group: 'Replay', does: 'play, pause', keys: [' '], show: ['Space'], action: 'play' },
  { group: 'Replay', does: 'speed 1×', keys: ['1'], show: ['1'], action: 'speed1' },
  { group: 'Replay', does: 'speed 4×', keys: ['2'], show: ['2'], action: 'speed2' },
  { group: 'Replay', does: 'speed 16×', keys: ['3'], show: ['3'], action: 'speed3' },
  { group: 'Replay', does: 'skip idle', keys: ['i'], show: ['i'], action: 'skipIdle' },
  { group: 'Picture', does: 'before, after', keys: ['b'], show: ['b'], action: 'before' },
  { group: 'Picture', does: 'swipe', keys: ['w'], show: ['w'], action: 'swipe' },
  { group: 'Picture', does: 'difference', keys: ['d'], show: ['d'], action: 'difference' },
  { group: 'Picture', does: 'marks of the actions', keys: ['M'], show: ['M'], action: 'marks' },
  { group: 'Picture', does: 'full size', keys: ['f'], show: ['f'], action: 'full' },
  { group: 'Picture', does: 'live screen', keys: ['v'], show: ['v'], action: 'watch' },
  { group: 'Picture', does: 'take the live screen over', keys: ['T'], show: ['T'], action: 'takeOver' },
  { group: 'Picture', does: 'larger', keys: ['+', '='], show: ['+'], action: 'zoomIn' },
  { group: 'Picture', does: 'smaller', keys: ['-'], show: ['-'], action: 'zoomOut' },
  { group: 'Picture', does: 'whole', keys: ['0'], show: ['0'], action: 'zoomWhole' },
  { group: 'Picture', does: 'move, when focused', keys: [], show: ['← → ↑ ↓'], action: null },
  // takeover_view.js handles it while the page has the screen.
  { group: 'Picture', does: 'from the screen to its buttons', keys: [], show: ['Ctrl+Alt+Shift'], action: null },
  { group: 'Search', does: 'search', keys: ['/'], show: ['/'], action: 'search' },
  { group: 'Search', does: 'next turn found', keys: ['n'], show: ['n'], action: 'nextMatch' },
  { group: 'Search', does: 'previous turn found', keys: ['N'], show: ['N'], action: 'previousMatch' },
  { group: 'Search', does: 'next place', keys: [], show: ['Enter'], action: null },
  { group: 'Search', does: 'previous place', keys: [], show: ['⇧ Enter'], action: null },
  { group: 'Text', does: 'changes', keys: ['c'], show: ['c'], action: 'changes' },
  { group: 'Text', does: 'wrap lines', keys: ['z'], show: ['z'], action: 'wrap' },
  { group: 'Text', does: 'copy this pane', keys: ['y'], show: ['y'], action: 'copy' },
  { group: 'Page', does: 'request as sent', keys: ['r'], show: ['r'], action: 'request' },
  { group: 'Page', does: 'ask the turn again', keys: ['A'], show: ['A'], action: 'ask' },
  { group: 'Page', does: 'exports', keys: ['e'], show: ['e'], action: 'exports' },
  { group: 'Page', does: 'history', keys: ['h'], show: ['h'], action: 'history' },
  { group: 'Page', does: 'clear, show all', keys: ['C'], show: ['C'], action: 'clear' },
  { group: 'Page', does: 'runs', keys: ['o'], show: ['o'], action: 'runs' },
  { group: 'Page', does: 'back to the current run', keys: ['O'], show: ['O'], action: 'ownRun' },
  { group: 'Page', does: 'settings and log', keys: [','], show: [','], action: 'settings' },
  { group: 'Page', does: 'picture first, quadrants', keys: ['L'], show: ['L'], action: 'layout' },
  { group: 'Page', does: 'theme', keys: ['t'], show: ['t'], action: 'theme' },
  { group: 'Page', does: 'this sheet', keys: ['?'], show: ['?'], action: 'help' },
  { group: 'Page', does: 'close', keys: ['Escape'], show: ['Esc'], action: null }, // the dialog's own
  // The overlay's own: history_view.js handles them while it is open.
  { group: 'History', does: 'next, previous turn', keys: [], show: ['j', 'k'], action: null },
  { group: 'History', does: 'search', keys: [], show: ['/'], action: null },
  { group: 'History', does: 'go to the turn', keys: [], show: ['Enter'], action: null },
  { group: 'History', does: 'order', keys: [], show: ['o'], action: null },
  { group: 'History', does: 'fold, unfold all', keys: [], show: ['e'], action: null },
  { group: 'History', does: 'clear, show all', keys: [], show: ['c'], action: null },
  { group: 'History', does: 'save, print the whole run', keys: [], show: ['Ctrl+S', 'Ctrl+P'], action: null },
  { group: 'Separators', does: 'move by 2 %', keys: [], show: ['← → ↑ ↓'], action: null },
  { group: 'Separators', does: '15 %, 85 %', keys: [], show: ['Home', 'End'], action: null },
  { group: 'Separators', does: 'centre', keys: [], show: ['Enter'], action: null },
];

/**
 * The action of a key, or null. Keys with Ctrl, Alt or Meta are the browser's.
 * @param {{key: string, ctrlKey?: boolean, altKey?: boolean, metaKey?: boolean}} event
 */
export function actionOfKey({ key, ctrlKey, altKey, metaKey }) {
  if (ctrlKey || altKey || metaKey) return null;
  return keyTable.find(({ keys }) => keys.includes(key))?.action ?? null;
}
