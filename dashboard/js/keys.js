// The keys of the page, in one table: the handler and the help sheet both read it, so the sheet
// can name no key that does nothing.

/** `keys` as KeyboardEvent.key gives them; `show` as a keyboard writes them. */
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
  { group: 'Turns', does: 'go to a turn', keys: ['g'], show: ['g'], action: 'field' },
  { group: 'Turns', does: 'follow the run, hold', keys: ['l'], show: ['l'], action: 'follow' },
  { group: 'Run', does: 'pause, resume', keys: ['p'], show: ['p'], action: 'toggle' },
  { group: 'Run', does: 'step one turn', keys: ['s'], show: ['s'], action: 'step' },
  { group: 'Run', does: 'stop (twice)', keys: ['x'], show: ['x'], action: 'stop' },
  { group: 'Picture', does: 'before, after', keys: ['b'], show: ['b'], action: 'before' },
  { group: 'Picture', does: 'swipe', keys: ['w'], show: ['w'], action: 'swipe' },
  { group: 'Picture', does: 'difference', keys: ['d'], show: ['d'], action: 'difference' },
  { group: 'Picture', does: 'full size', keys: ['f'], show: ['f'], action: 'full' },
  { group: 'Text', does: 'changes', keys: ['c'], show: ['c'], action: 'changes' },
  { group: 'Text', does: 'wrap lines', keys: ['z'], show: ['z'], action: 'wrap' },
  { group: 'Text', does: 'copy this pane', keys: ['y'], show: ['y'], action: 'copy' },
  { group: 'Page', does: 'settings and log', keys: [','], show: [','], action: 'settings' },
  { group: 'Page', does: 'theme', keys: ['t'], show: ['t'], action: 'theme' },
  { group: 'Page', does: 'this sheet', keys: ['?'], show: ['?'], action: 'help' },
  { group: 'Page', does: 'close', keys: ['Escape'], show: ['Esc'], action: null }, // the dialog's own
  { group: 'Separators', does: 'move by 2 %', keys: [], show: ['← → ↑ ↓'], action: null },
  { group: 'Separators', does: '15 %, 85 %', keys: [], show: ['Home', 'End'], action: null },
  { group: 'Separators', does: 'centre', keys: [], show: ['Enter'], action: null },
];

/**
 * The action a key stands for, or null. Keys with Ctrl, Alt or Meta are the browser's.
 * @param {{key: string, ctrlKey?: boolean, altKey?: boolean, metaKey?: boolean}} event
 */
export function actionOfKey({ key, ctrlKey, altKey, metaKey }) {
  if (ctrlKey || altKey || metaKey) return null;
  return keyTable.find(({ keys }) => keys.includes(key))?.action ?? null;
}
