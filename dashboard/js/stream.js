// Owns the event stream and every request to the proxy. It decides nothing: select.js says what to
// request, and every answer becomes an event for the reducer.
import { address, pageRun } from './address.js';
import { retryDelay, streamCare, wanted } from './select.js';
import { answerTo, failureOf, openEvents, postTo } from './source.js';

const kCoolMs = 1000; // after an incomplete answer, before the request is repeated
const kTickMs = 250;

/**
 * @param {{state: () => object, dispatch: (event: object) => void, staysAwake: () => boolean}} store
 *   `staysAwake`: a hidden page keeps its stream
 * @returns {{pump: () => void, control: (command: string, more?: object) => Promise<boolean>,
 *   label: (id: number, title: string, tags: string[]) => Promise<boolean>,
 *   askScreen: (body: object, keep?: boolean) => Promise<{ok: boolean, status: number, error: string,
 *   body: object}>}} `pump` requests what the state lacks: call it after every change
 */
export function openStream({ state, dispatch, staysAwake = () => false }) {
  const busy = new Map(); // key → its AbortController
  const cooling = new Map(); // key → when it may be requested again
  let source = null;
  let tries = 0;
  let retry = 0;

  function connect() {
    clearTimeout(retry);
    source?.close();
    // Requests of an older connection may never be answered, or their answers may be outdated.
    for (const question of busy.values()) question.abort();
    source = openEvents();
    source.onmessage = ({ data }) => {
      tries = 0;
      const event = parsed(data);
      if (event && typeof event.type === 'string') dispatch(event);
    };
    // The browser's own retries stop after some answers and hide their waits; ours do neither.
    source.onerror = () => {
      source.close();
      tries += 1;
      if (tries === 1 && !state().wasOpen && pageRun !== null) checkRun();
      dispatch({ type: 'stream', status: state().wasOpen ? 'lost' : 'connecting' });
      retry = setTimeout(connect, retryDelay(tries));
    };
  }

  // A refused stream gives no reason: the run in the page's address may not exist.
  async function checkRun() {
    try {
      const answer = await answerTo('/api/run');
      if (answer.status !== 404) return;
      disconnect();
      dispatch({ type: 'stream', status: 'missing' });
    } catch {
      // The proxy is unreachable; the stream's state shows that.
    }
  }

  function disconnect() {
    clearTimeout(retry);
    source?.close();
    source = null;
  }

  async function ask(key, path, eventOf, run = pageRun) {
    if (busy.has(key) || (cooling.get(key) ?? 0) > Date.now()) return;
    const question = new AbortController();
    busy.set(key, question);
    const { signal } = question;
    try {
      const answer = await answerTo(path, { run, signal });
      const body = answer.ok ? await answer.json() : null;
      signal.throwIfAborted();
      dispatch(eventOf(body, answer));
    } catch {
      // The stream's state informs the person; the request is repeated after a while.
    } finally {
      busy.delete(key);
      const now = Date.now();
      for (const [old, until] of cooling) if (until <= now) cooling.delete(old);
      if (!signal.aborted) cooling.set(key, now + kCoolMs);
    }
  }

  const questions = {
    run: () => ask('run', '/api/run', (run) => ({ type: 'run', run: run ?? {} })),
    log: () =>
      ask('log', '/api/log?after=0', (body) => ({ type: 'log_lines', lines: body?.lines ?? [] })),
    runs: () =>
      ask('runs', '/api/runs', (runs, { status }) =>
        runs ? { type: 'runs', runs } : { type: 'runs', runs: null, why: `the proxy said ${status}` },
      ),
    rows: ({ from }) =>
      ask(`rows ${from}`, `/api/turns?from=${from}`, (rows, { status }) =>
        rows ? { type: 'rows', from, rows } : failed(`/api/turns: ${status}`),
      ),
    outline: ({ from }) =>
      ask(`outline ${from}`, `/api/outline?from=${from}`, (outline, { status }) =>
        outline ? { type: 'outline', from, outline } : failed(`/api/outline: ${status}`),
      ),
    slice: ({ from, to }) =>
      ask(`slice ${from} ${to}`, `/api/turns?from=${from}&to=${to}`, (rows, { status }) =>
        rows ? { type: 'slice', from, to, rows } : failed(`/api/turns: ${status}`),
      ),
    record: ({ turn }) =>
      ask(`record ${turn}`, `/api/turns/${turn}`, (record, answer) =>
        record ? { type: 'record', record } : { type: 'no_record', turn, why: failureOf(answer) },
      ),
    diff: () =>
      ask('diff', `/api/diff?with=${state().other}`, (diff, { status }) =>
        diff ? { type: 'diff', diff } : { type: 'diff', diff: null, why: `the proxy answered ${status}` },
      ),
    other: ({ turn }) =>
      ask(`other ${turn}`, `/api/turns/${turn}`, (record) => ({ type: 'other_record', turn, record }), state().other),
  };
  const failed = (text) => ({ type: 'toast', tone: 'bad', title: 'No answer', text });

  function pump() {
    for (const want of wanted(state())) questions[want.what](want);
  }

  async function post(path, what, body) {
    try {
      const answer = await postTo(path, body);
      if (!answer.ok) throw new Error((await answer.text()).slice(0, 300) || `${answer.status}`);
      return true;
    } catch (error) {
      dispatch({
        type: 'toast',
        tone: 'bad',
        title: `${what} did not work`,
        text: error.message,
      });
      return false;
    }
  }

  /** Asks /api/screen. `keep`: the page is being left. */
  async function askScreen(body, keep = false) {
    try {
      const answer = await postTo('/api/screen', body, { keepalive: keep });
      const parts = parsed(await answer.text()) ?? {};
      return { ok: answer.ok, status: answer.status, error: parts.error ?? `${answer.status}`, body: parts };
    } catch (error) {
      return { ok: false, status: 0, error: error.message, body: {} };
    }
  }

  /** @returns {Promise<boolean>} whether the proxy accepted it */
  const control = (command, more = {}) => post(address('/api/control'), command, { command, ...more });

  /** Stores what a person calls a run. @returns {Promise<boolean>} whether that worked */
  const label = (id, title, tags) => post('/api/runs', 'Naming the run', { id, title, tags });

  document.addEventListener('visibilitychange', () => {
    if (document.hidden && !staysAwake()) {
      disconnect();
      dispatch({ type: 'stream', status: 'asleep' });
    } else if (!source || source.readyState === EventSource.CLOSED) {
      tries = 0;
      connect();
    }
  });
  setInterval(() => {
    if (document.hidden && !staysAwake()) return;
    dispatch({ type: 'tick', now: Date.now() });
    if (streamCare(state()) === 'reconnect') {
      dispatch({ type: 'stream', status: 'lost' });
      connect();
    }
  }, kTickMs);
  dispatch({ type: 'tick', now: Date.now() });
  if (!document.hidden) connect();
  return { pump, control, label, askScreen };
}

function parsed(data) {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
