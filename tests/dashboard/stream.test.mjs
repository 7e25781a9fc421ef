// The owner of the stream, with a fake browser: what it opens, closes and requests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStream } from '../../dashboard/js/stream.js';
import { initialState, reduce } from '../../dashboard/js/state.js';

const row = (turn) => ({ turn, attempt: 1, outcome: 'actions' });

/** A page over a proxy with `last` turns; time is set by hand. */
function madeUp(t, last) {
  const page = { sources: [], asked: [], state: initialState, now: 1_000_000, last, timers: [] };
  const document = new EventTarget();
  document.hidden = false;
  const saved = { ...globalThis };
  t.mock.method(Date, 'now', () => page.now);
  t.mock.method(globalThis, 'setInterval', (each) => {
    page.tick = each;
  });
  t.mock.method(globalThis, 'setTimeout', (each, wait) => page.timers.push({ each, wait }));
  t.mock.method(globalThis, 'clearTimeout', () => {
    page.timers = [];
  });
  t.mock.method(globalThis, 'fetch', async (path) => {
    page.asked.push(path);
    const from = Number(/from=(\d+)/.exec(path)?.[1] ?? 1);
    const body = path.startsWith('/api/turns?')
      ? Array.from({ length: Math.max(0, page.last - from + 1) }, (_, i) => row(from + i))
      : path.startsWith('/api/turns/')
        ? { turn: Number(path.slice(11)), attempt: 1, response: { text: 't' } }
        : path.startsWith('/api/log')
          ? { lines: [] }
          : {};
    if (page.late) await new Promise((resolve) => page.late.push(resolve));
    return { ok: true, status: 200, json: async () => body, text: async () => '' };
  });
  globalThis.document = document;
  globalThis.EventSource = class {
    constructor(path) {
      this.path = path;
      this.open = true;
      page.sources.push(this);
    }
    close() {
      this.open = false;
    }
  };
  t.after(() => {
    for (const name of ['document', 'EventSource']) {
      if (name in saved) globalThis[name] = saved[name];
      else delete globalThis[name];
    }
  });
  page.seen = (hidden) => {
    document.hidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  page.held = () => page.sources.filter(({ open }) => open).length;
  page.say = async (event) => {
    page.sources.at(-1).onmessage({ data: JSON.stringify(event) });
    await settled();
  };
  page.connected = () =>
    page.say({ type: 'connected', run: 'a', last_turn: page.last, program: 'running', loop: 'acting' });
  page.turns = () => page.state.rows.map(({ turn }) => turn);
  const dispatch = (event) => {
    const next = reduce(page.state, event);
    if (next === page.state) return;
    page.state = next;
    page.stream?.pump();
  };
  page.stream = openStream({ state: () => page.state, dispatch });
  return page;
}

async function settled() {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

test('only a visible tab holds the stream', async (t) => {
  const page = madeUp(t, 2);
  await page.connected();
  assert.equal(page.held(), 1);
  page.seen(true);
  assert.equal(page.held(), 0);
  const asked = page.asked.length;
  page.now += 60_000;
  page.tick();
  await settled();
  assert.deepEqual([page.held(), page.asked.length], [0, asked], 'a hidden tab asks for nothing');
  page.seen(false);
  assert.equal(page.held(), 1);
});

test('a reconnect fetches the turns after the last, none twice, none missing', async (t) => {
  const page = madeUp(t, 2);
  await page.connected();
  assert.deepEqual(page.turns(), [1, 2]);
  page.seen(true);
  page.last = 5;
  page.seen(false);
  page.now += 5000;
  page.asked.length = 0;
  await page.connected();
  await page.say({ type: 'turn', ...row(5) });
  assert.deepEqual(page.asked.filter((path) => path.includes('from=')), ['/api/turns?from=3']);
  assert.deepEqual(page.turns(), [1, 2, 3, 4, 5]);
});

test('an answer to a request from before a reconnect is ignored', async (t) => {
  const page = madeUp(t, 2);
  const late = [];
  page.late = late;
  await page.connected();
  page.seen(true);
  page.seen(false);
  page.late = null;
  page.last = 4;
  await page.connected();
  for (const answer of late) answer();
  await settled();
  assert.deepEqual(page.turns(), []);
  page.now += 1;
  page.tick();
  await settled();
  assert.deepEqual(page.turns(), [1, 2, 3, 4], 'it is asked again at once');
});

test('a turn that the stream lost is fetched', async (t) => {
  const page = madeUp(t, 2);
  await page.connected();
  page.last = 5;
  page.now += 5000;
  await page.say({ type: 'turn', ...row(5) });
  assert.deepEqual(page.turns(), [1, 2, 3, 4, 5]);
});

test('a lost stream is opened again, later each time, and one at a time', async (t) => {
  const page = madeUp(t, 2);
  await page.connected();
  const waits = [];
  for (let i = 0; i < 6; i++) {
    page.sources.at(-1).onerror();
    assert.equal(page.held(), 0);
    const { each, wait } = page.timers.pop();
    waits.push(wait);
    each();
    assert.equal(page.held(), 1);
  }
  assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 8000]);
});

test('after a sleep the silent stream is reopened', async (t) => {
  const page = madeUp(t, 2);
  await page.connected();
  page.now += 3_600_000;
  page.tick();
  assert.equal(page.held(), 1);
  assert.equal(page.sources.length, 2);
  assert.equal(page.sources[0].open, false);
});
