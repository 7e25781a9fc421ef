// The drawer with settings and log, the toasts, the help sheet, and the page's waiting state.
import { byId, drawnFrom, el, fillWith, icon, setText } from './dom.js';
import { clock, whole } from './format.js';
import { keyTable } from './keys.js';
import { areTurnsLoading, clearedWords, elapsed, isEmpty, isOver, linkOf, problemOf, relayOf } from './select.js';

const kMostChanges = 2000; // in the drawer; run.jsonl has them all

const levels = { info: 'plain', warning: 'warn', error: 'bad' };

// Only an open drawer is filled: a long log costs nothing while it is closed.
const drawDrawer = drawnFrom(
  (state) => [
    byId('settings').open,
    state.settings,
    state.sources,
    state.changes,
    state.log,
    state.run,
  ],
  (state, open, settings, sources, changes, log, run) => {
    if (!open) return;
    setText(byId('settings-version'), [run?.profile, run?.version].filter(Boolean).join(' · '));
    byId('settings-list').replaceChildren(...settingRows(settings ?? {}, sources ?? {}));
    byId('changes-title').hidden = !changes.length;
    const newest = changes.slice(-kMostChanges).reverse();
    fillWith(
      byId('changes'),
      newest.map((change) => {
        const { time = '', text } = typeof change === 'string' ? { text: change } : change;
        return lineOf(time, 'changed', 'plain', text);
      }),
    );
    const lines = [...log].reverse();
    fillWith(
      byId('log'),
      lines.map(({ time, level, source, text }) =>
        lineOf(
          time,
          level ?? 'info',
          levels[level] ?? 'plain',
          source ? `${source}: ${text}` : text,
        ),
      ),
    );
  },
);

function lineOf(time, level, tone, text) {
  return el(
    'li',
    { class: `tone-${tone}` },
    el('time', { class: 'dim', datetime: time }, clock(time)),
    el('span', { class: 'level' }, level),
    el('span', { class: 'log-text' }, text),
  );
}

// "section.key" → the section once, then its keys; a value that is not a default is followed by its
// source.
function settingRows(settings, sources) {
  let section = null;
  return Object.entries(settings).map(([name, value]) => {
    const dot = name.indexOf('.');
    const [own, key] = dot < 0 ? ['', name] : [name.slice(0, dot), name.slice(dot + 1)];
    const head = own && own !== section ? `[${own}] ${key}` : key;
    section = own;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const shown = [text === '' ? '–' : text];
    if (sources[name]) shown.push(el('span', { class: 'dim' }, ` ${sources[name]}`));
    return el('div', {}, el('dt', {}, head), el('dd', {}, ...shown));
  });
}

const glyphs = { warn: 'alert', bad: 'alert', good: 'check', plain: 'info' };
const drawnToasts = new Map(); // id → element: an existing one is not animated again

const drawToasts = drawnFrom(
  (state) => [state.toasts],
  (state, toasts) => {
    for (const [id, node] of drawnToasts) {
      if (toasts.some((toast) => toast.id === id)) continue;
      node.remove();
      drawnToasts.delete(id);
    }
    for (const { id, tone, title, text } of toasts) {
      if (drawnToasts.has(id)) continue;
      const close = el(
        'button',
        {
          class: 'button tool',
          type: 'button',
          'aria-label': 'Dismiss',
          'data-action': 'dismiss',
          'data-toast': id,
        },
        icon('cross'),
      );
      const node = el(
        'div',
        { class: `toast tone-${tone}` },
        icon(glyphs[tone] ?? 'info'),
        el('div', {}, ...(title ? [el('b', {}, title)] : []), el('p', {}, text)),
        close,
      );
      drawnToasts.set(id, node);
      byId('toasts').append(node);
    }
  },
);

// --- nothing to see yet -------------------------------------------------------------------------

const kOverLinks = ['finished', 'failed', 'replay', 'missing', 'paused']; // nothing to wait for
const kOtherRun = 'The list of runs (o) has the others.';

const sentence = (words) => (words && !/[.!?]$/.test(words) ? `${words}.` : words);

function waitingWords(state) {
  if (clearedWords(state)) {
    const next = isOver(state) ? '' : ' What comes next appears here.';
    return ['cleared', '', `${clearedWords(state)} on this page; the run keeps them.${next}`, false];
  }
  if (areTurnsLoading(state)) return ['loading the turns', '', '', false];
  const { link, why } = linkOf(state);
  const upstream = state.run?.upstream ?? state.settings?.['proxy.upstream'] ?? '';
  switch (link) {
    case 'waiting':
      return [
        'waiting for the model at',
        upstream,
        'No model server answers there yet. ' +
          'The run starts by itself as soon as one does.',
        true,
      ];
    case 'reconnecting':
      return [
        'waiting for the proxy',
        '',
        'The page connects by itself as soon as it is back.',
        false,
      ];
    case 'restarting':
      return ['the orchestrator is restarted', '', why, false];
    case 'failed':
      return [
        'the run failed before its first turn',
        '',
        `${sentence(why)} The log (,) has details, and ./run doctor looks for the cause.`,
        false,
      ];
    case 'finished':
      return ['the run is over; it has no turns', '', `${sentence(why)} ${kOtherRun}`, false];
    case 'replay':
      return ['the recorded run has no turns', '', kOtherRun, false];
    case 'missing':
      return [
        'this proxy does not have this run',
        '',
        `The run in this page’s address is not, or no longer, among its runs. ${kOtherRun}`,
        false,
      ];
    case 'paused':
      if (problemOf(state)) {
        const text = 'The line above says what is wrong and what helps.';
        return ['paused: the model does not answer', '', text, false];
      }
      return [
        'paused before the first turn',
        '',
        `${sentence(why)} Resume (p) begins the run, Step (s) makes one turn.`,
        false,
      ];
    case 'countdown':
      return ['about to begin', '', 'The line above has the buttons for it: Begin now, and Hold.', false];
    default:
      if (relayOf(state)) {
        const text =
          'Give a client this address instead of the model server’s: each of its requests becomes a turn. ' +
          'The proxy has no orchestrator (--no-launch), so it cannot pause the client, make a step or send notes.';
        return ['waiting for a client at', relayOf(state), text, false];
      }
      return [
        'the first turn is in progress',
        '',
        why || 'It appears here as soon as the request is sent.',
        false,
      ];
  }
}

const drawWaiting = drawnFrom(
  (state) => {
    if (!isEmpty(state)) return [false];
    return [
      true,
      ...waitingWords(state),
      checksOf(state).flat().join('|'),
      tryWords(state),
      isAtRest(state),
    ];
  },
  (state, empty, title, upstream, text, help) => {
    byId('waiting').hidden = !empty;
    byId('waiting').toggleAttribute('data-over', isAtRest(state));
    byId('quadrants').toggleAttribute('data-empty', empty);
    if (!empty) return;
    byId('waiting-title').replaceChildren(
      `${title} `,
      ...(upstream ? [el('span', { class: 'mono' }, upstream)] : []),
      ...(isAtRest(state) ? [] : [' …']),
    );
    setText(byId('waiting-text'), [text, tryWords(state)].filter(Boolean).join(' '));
    byId('waiting-help').hidden = !help;
    byId('waiting-show').hidden = !clearedWords(state);
    byId('checks').hidden = Boolean(clearedWords(state));
    byId('checks').replaceChildren(
      ...checksOf(state).map(([tone, name, where]) =>
        el(
          'li',
          { class: `tone-${tone}` },
          icon(tone === 'good' ? 'check' : 'alert'),
          el('span', {}, name),
          el('span', { class: 'mono' }, where),
        ),
      ),
    );
  },
);

// The page waits for nothing, or only for more turns.
function isAtRest(state) {
  if (areTurnsLoading(state)) return false;
  return clearedWords(state) !== '' || kOverLinks.includes(linkOf(state).link);
}

function tryWords(state) {
  if (clearedWords(state) || areTurnsLoading(state) || state.cause === 'countdown') return '';
  const left = Date.parse(state.until ?? '') - state.now;
  if (left > 0) return `Next try in ${whole(left + 999)}.`;
  return state.since && elapsed(state, state.since) > 5000
    ? `Since ${whole(elapsed(state, state.since))}.`
    : '';
}

function checksOf(state) {
  const { run } = state;
  const { link, why } = linkOf(state);
  const problem = problemOf(state);
  const upstream = run?.upstream ?? '';
  return [
    ['good', 'dashboard', run?.dashboard ?? location.host],
    ...(run?.relay ? [['good', 'relay', run.relay]] : []),
    ...(run?.folder ? [['good', 'run folder', run.folder]] : []),
    ...(link === 'waiting' ? [['warn', why ? `model: ${why}` : 'model: no answer', upstream]] : []),
    ...(problem ? [['bad', `model: ${problem.what}`, upstream]] : []),
    ...(!problem && state.program === 'running' && upstream ? [['good', 'model server', upstream]] : []),
  ];
}

export function drawSheets(state) {
  drawDrawer(state);
  drawToasts(state);
  drawWaiting(state);
}

export function startSheets() {
  const groups = new Map();
  for (const row of keyTable) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  byId('keys').replaceChildren(
    ...[...groups].map(([name, rows]) =>
      el(
        'section',
        {},
        el('h3', {}, name),
        el(
          'ul',
          {},
          ...rows.map(({ does, show }) =>
            el(
              'li',
              {},
              does,
              el('span', {}, ...show.flatMap((s) => s.split(' ')).map((key) => el('kbd', {}, key))),
            ),
          ),
        ),
      ),
    ),
  );
  for (const button of document.querySelectorAll('[data-close]')) {
    button.addEventListener('click', () => button.closest('dialog').close());
  }
  for (const dialog of document.querySelectorAll('dialog:not(.takeover)')) {
    // The backdrop belongs to the dialog; a click on it closes.
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
  }
}
