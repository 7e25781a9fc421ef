// Settings, log and notices in the page's state.

const kKeptLines = 2000;
const kMaxToasts = 4;

/** Settings that changed; each change is a notice. */
export function withConfig(state, { settings, sources, changes = [], time = null }) {
  const same = JSON.stringify(settings ?? state.settings) === JSON.stringify(state.settings);
  const last = state.changes.slice(-changes.length).map(({ text }) => text);
  if (same && JSON.stringify(last) === JSON.stringify(changes)) return state; // a repeat
  const at = time ?? new Date(state.now).toISOString();
  const next = {
    ...state,
    settings: settings ?? state.settings,
    sources: sources ?? state.sources,
    changes: [...state.changes, ...changes.map((text) => ({ time: at, text }))],
  };
  return changes.reduce((all, text) => withToast(all, toastOf('plain', text)), next);
}

/** A line of the log; a warning or an error is a notice, too. */
export function withLine(state, { type, ...line }) {
  const log = mergeLog(state.log, [line]);
  if (log === state.log) return state;
  const tone = { warning: 'warn', error: 'bad' }[line.level];
  const next = { ...state, log };
  return tone ? withToast(next, toastOf(tone, line.text)) : next;
}

/** The log with more lines, ascending by id; a repeated line changes nothing. */
export function mergeLog(log, lines) {
  const known = new Map(log.map((line) => [line.id, line]));
  const fresh = lines.filter((line) => known.get(line.id)?.text !== line.text);
  if (!fresh.length) return log;
  for (const line of fresh) known.set(line.id, line);
  return [...known.values()].sort((a, b) => a.id - b.id).slice(-kKeptLines);
}

// "config.ini:14: [model] temperature: “hot” is …" has its place as the title.
function toastOf(tone, text) {
  const match = /^(\S+?:\d+): (.*)$/s.exec(text);
  return match
    ? { tone, title: match[1].replace(':', ', line '), text: match[2] }
    : { tone, title: '', text };
}

/** Adds a notice; it replaces an equal one. */
export function withToast(state, { tone, title = '', text }) {
  const others = keepIf(state.toasts, (t) => t.title !== title || t.text !== text);
  const toast = { id: state.toastCount + 1, tone, title, text, at: state.now };
  return {
    ...state,
    toastCount: toast.id,
    toasts: [...others, toast].slice(-kMaxToasts),
  };
}

/** A list without those that fail a test; the same list if none does. */
export function keepIf(list, test) {
  const kept = list.filter(test);
  return kept.length === list.length ? list : kept;
}
