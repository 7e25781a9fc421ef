// A real proxy with the demo model behind it: a reply that streams in, run control, the proxy going
// away and coming back, many tabs at once.
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  assertQuiet,
  counted,
  freePort,
  freshFolder,
  goTo,
  lookAt,
  openBrowser,
  openPage,
  screenshot,
  startCable,
  startModel,
  startRun,
  until,
  untilLast,
  untilTurn,
} from '../support/browser.mjs';

// While the proxy is away the browser itself complains about the connection.
const kAway = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;

const isLive = (page) => page.locator('#link[data-link="live"]').waitFor();
const isPaused = (page) => page.locator('#link[data-link="paused"]').waitFor();
const turnOf = (page) =>
  page.evaluate(() => Number(document.getElementById('turn').value.replace(/\D/g, '')));
const untilAtLeast = (page, turn) =>
  until(
    page,
    (least) => Number(document.getElementById('turn').value.replace(/\D/g, '')) >= least,
    turn,
  );
const turnsOf = (folder) =>
  readdirSync(folder)
    .map((name) => Number(/^turn_(\d+)\.json$/.exec(name)?.[1]))
    .filter(Boolean)
    .sort((a, b) => a - b);
const recordsOf = (folder) => turnsOf(folder).length;

/** A live run whose turns take about so long, and a page with it. */
async function live(t, name, { delay = 60, options = {} } = {}) {
  const runs = freshFolder(name);
  const upstream = await startModel(t, ['--delay-ms', String(delay)]);
  const args = ['--runs', runs, '--upstream', upstream];
  const proxy = await startRun(t, [...args, '--dashboard', '127.0.0.1:0']);
  const browser = await openBrowser(t);
  return { args, proxy, browser, page: await openPage(browser, proxy.url, options) };
}

test('a reply streams in, and the next turn follows by itself', { timeout: 60_000 }, async (t) => {
  const { page } = await live(t, 'streams', { delay: 1500 });
  await isLive(page);
  await page.locator('#finish').getByText('streaming').waitFor();
  await page.locator('#text-response .caret').waitFor();
  const size = () => page.evaluate(() => document.getElementById('text-response').textContent.length);
  const before = await size();
  await until(
    page,
    (was) => document.getElementById('text-response').textContent.length > was,
    before,
  );
  await screenshot(page, 'live-streaming');
  const turn = await turnOf(page);
  await untilAtLeast(page, turn + 1);
  assert.equal(await page.locator('#follow').getAttribute('aria-pressed'), 'true');
  // Going back lets go of the run, and says what is missed.
  await page.keyboard.press('k');
  await page.locator('#follow[aria-pressed="false"]').waitFor();
  const held = await turnOf(page);
  await page.locator('#follow').getByText(/new turns? · jump to live/).waitFor();
  assert.equal(await turnOf(page), held);
  await page.locator('#follow').click();
  await page.locator('#follow[aria-pressed="true"]').waitFor();
  await page.keyboard.press('l');
  await page.locator('#follow[aria-pressed="false"]').waitFor();
  await page.keyboard.press('l');
  await page.locator('#follow[aria-pressed="true"]').waitFor();
  assertQuiet(page);
});

test('pause, step, resume, stop: by key and by mouse', { timeout: 60_000 }, async (t) => {
  const { page, proxy } = await live(t, 'control');
  await isLive(page);
  const toggle = page.locator('#control-toggle');
  await page.keyboard.press('p');
  await isPaused(page);
  await toggle.click(); // resume
  await isLive(page);
  await toggle.click();
  await isPaused(page);
  // The turn under way when the pause came may still have arrived; then nothing moves but by step.
  const last = (await counted(page)).last;
  await page.keyboard.press('s');
  await untilLast(page, last + 1);
  await isPaused(page);
  await page.locator('#controls [data-action="step"]').click();
  await untilLast(page, last + 2);
  await isPaused(page);
  await page.keyboard.press('p');
  await isLive(page);
  // A single press of Stop only asks.
  await page.keyboard.press('x');
  await page.locator('#control-stop').getByText('Stop?').waitFor();
  await page.locator('#control-stop').click();
  await page.locator('#link[data-link="finished"]').waitFor();
  await page.locator('#controls').waitFor({ state: 'hidden' });
  await page.locator('#follow').getByText('At the last turn').waitFor();
  const { sum, first, last: end } = await counted(page);
  assert.equal(first, 1);
  assert.equal(sum, end);
  assert.equal(recordsOf(proxy.run), end);
  await lookAt(page, 'live-finished');
  assertQuiet(page);
});

test('a note to the model goes with its next turn, once: by key and by mouse', { timeout: 60_000 }, async (t) => {
  const { page } = await live(t, 'note');
  await isLive(page);
  await page.keyboard.press('p');
  await isPaused(page);
  const { last } = await counted(page);
  const feedbackHas = (text) => page.locator('#text-feedback').getByText(text).waitFor();
  await page.keyboard.press('m');
  await until(page, () => document.activeElement?.id === 'note-text');
  await page.keyboard.type('mind the <b>tail</b>');
  await page.keyboard.press('Enter');
  await page.locator('#notes').getByText('waits for the next turn').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await untilTurn(page, last + 1);
  await feedbackHas('OPERATOR: mind the <b>tail</b>');
  await page.locator('#notes').waitFor({ state: 'hidden' });
  assert.equal((await page.locator('#verdict').textContent()).trim(), 'ok');
  await isPaused(page);
  await page.locator('#note-text').fill('and the ears');
  await page.locator('#note-send').click();
  await page.locator('#notes').getByText('and the ears').waitFor();
  await page.locator('#controls [data-action="step"]').click();
  await untilTurn(page, last + 2);
  await feedbackHas('OPERATOR: and the ears');
  await isPaused(page);
  await page.locator('#controls [data-action="step"]').click();
  await untilTurn(page, last + 3);
  assert.doesNotMatch(await page.locator('#text-feedback').textContent(), /OPERATOR/);
  // A line's end with Shift; what is too long is not sent; Escape leaves the field as it is.
  await isPaused(page);
  const field = page.locator('#note-text');
  await field.fill('one');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('two');
  assert.equal(await field.inputValue(), 'one\ntwo');
  await field.fill('x'.repeat(100_000));
  await page.locator('#note-limit.tone-bad').waitFor();
  assert.ok(await page.locator('#note-send').isDisabled());
  await lookAt(page, 'note-too-long');
  await field.fill('one\ntwo');
  await page.locator('#note-limit').waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await page.locator('#notes').getByText('waits for the next turn').waitFor();
  await lookAt(page, 'note-waits');
  assertQuiet(page);
});

test('the proxy dies and comes back on its port: no doubled and no missing turn', { timeout: 90_000 }, async (t) => {
  const runs = freshFolder('reconnect');
  const upstream = await startModel(t, ['--delay-ms', '60']);
  const port = await freePort();
  const args = ['--runs', runs, '--upstream', upstream, '--dashboard', `127.0.0.1:${port}`];
  const first = await startRun(t, args);
  const browser = await openBrowser(t);
  const page = await openPage(browser, first.url);
  const asked = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/turns') asked.push(Number(searchParams.get('from')));
  });
  await untilAtLeast(page, 5);
  await page.evaluate(() => {
    window.samePage = true;
  });
  first.child.kill('SIGKILL');
  await page.locator('#link[data-link="reconnecting"]').waitFor();
  const before = (await counted(page)).last;
  asked.length = 0;
  const second = await startRun(t, [...args, '--resume', first.run]);
  assert.equal(second.run, first.run);
  await isLive(page);
  await untilAtLeast(page, before + 4);
  assert.ok(asked.length >= 1 && asked.every((from) => from > before), `${before}: ${asked}`);
  // Once more in the same life of the page, and then to an end.
  second.child.kill('SIGKILL');
  await page.locator('#link[data-link="reconnecting"]').waitFor();
  const end = turnsOf(first.run).at(-1) + 5;
  const third = await startRun(t, [...args, '--resume', first.run, '--turns', `${end}`, '--stay']);
  await page.locator('#link[data-link="finished"]').waitFor();
  await untilTurn(page, end);
  assert.equal(await page.evaluate(() => window.samePage), true, 'it was never loaded anew');
  // A kill may cost the record of the turn in flight, and no other. The page may have heard of it.
  const recorded = turnsOf(first.run);
  const lost = Array.from({ length: end }, (_, i) => i + 1).filter((i) => !recorded.includes(i));
  assert.ok(lost.length <= 2, `${lost}`);
  const has = await counted(page);
  assert.deepEqual([has.first, has.last], [1, end]);
  assert.ok(has.sum >= recorded.length && has.sum <= end, `${has.sum} of ${end} without ${lost}`);
  // Those about the two breaks, and all between them, can be gone to in order.
  const about = recorded.filter((turn) => turn >= before - 3);
  for (const turn of about) {
    await goTo(page, turn);
    await untilTurn(page, turn);
  }
  const fresh = await openPage(browser, third.url);
  assert.deepEqual(await counted(fresh), { sum: recorded.length, first: 1, last: end });
  assertQuiet(fresh);
  const gone = lost.map((turn) => `|404.*/turns/${turn}(\\.png)?$`).join('');
  assertQuiet(page, new RegExp(kAway.source + gone));
});

test('the stream is dropped, and falls silent: the same page goes on, and no turn is missing', { timeout: 90_000 }, async (t) => {
  const runs = freshFolder('cable');
  const upstream = await startModel(t, ['--delay-ms', '60']);
  const run = await startRun(t, ['--runs', runs, '--upstream', upstream, '--dashboard', '127.0.0.1:0']);
  const cable = await startCable(t, run.url);
  const browser = await openBrowser(t);
  const page = await openPage(browser, cable.url, { before: (empty) => empty.clock.install() });
  const asked = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/turns') asked.push(Number(searchParams.get('from')));
  });
  await untilAtLeast(page, 3);
  for (let round = 0; round < 3; round++) {
    const { last } = await counted(page);
    asked.length = 0;
    cable.cut();
    await until(page, () => document.getElementById('link').dataset.link !== 'live');
    await isLive(page);
    await untilAtLeast(page, last + 3);
    assert.equal(cable.streams(), 1);
    assert.ok(asked.length >= 1 && asked.every((from) => from > last), `${last}: ${asked}`);
  }
  // Silence without an end: the browser never says anything, the page itself has to notice.
  cable.freeze();
  await page.clock.fastForward(32_000);
  await page.locator('#link[data-link="stale"]').waitFor();
  await screenshot(page, 'stale');
  const { last } = await counted(page);
  await page.clock.fastForward(15_000);
  await isLive(page);
  await untilAtLeast(page, last + 3);
  // A turn that is told live may come before those that have to be asked for.
  await until(page, () => {
    const figure = (text) => Number(text.replace(/\D/g, ''));
    const parts = [...document.querySelectorAll('.legend b')].map((node) => node.textContent);
    const [first, last] = document.querySelector('.legend .range').textContent.split('–');
    const sum = parts.map(figure).reduce((a, b) => a + b, 0);
    return figure(first) === 1 && sum === figure(last);
  });
  assertQuiet(page, kAway);
});

test('a long live run: far turns are dropped, the memory of the page stays flat', { timeout: 120_000 }, async (t) => {
  const folder = freshFolder('long');
  // 8 KB a reply, and as much of memory in each turn: a hundred kept ones would be seen.
  const script = join(folder, 'long.jsonl');
  // Without an action the loop would pause itself.
  const replies = Array.from({ length: 40 }, (_, i) => {
    const memory = `${'a line of the memory, '.repeat(60)}${i} times over\n`.repeat(6);
    const call = `drag(${100 + 10 * i}, 100, ${100 + 10 * i}, 900)`;
    return JSON.stringify({ content: `${memory}\`\`\`python\n${call}\n\`\`\`` });
  });
  writeFileSync(script, `${replies.join('\n')}\n`);
  // The last line is played again and again: turns after the fortieth are alike.
  const upstream = await startModel(t, ['--script', script, '--delay-ms', '25']);
  const kEnd = 150;
  const run = await startRun(t, ['--runs', folder, '--upstream', upstream, '--dashboard', '127.0.0.1:0', '--turns', `${kEnd}`, '--stay']);
  const browser = await openBrowser(t);
  const page = await openPage(browser, run.url);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const held = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (wanted) => metrics.find(({ name }) => name === wanted).value;
    return { bytes: of('JSHeapUsedSize'), nodes: of('Nodes'), turn: await turnOf(page) };
  };
  page.setDefaultTimeout(60_000);
  await untilAtLeast(page, 50);
  const early = await held();
  await untilTurn(page, kEnd);
  const late = await held();
  t.diagnostic(`${JSON.stringify(early)} → ${JSON.stringify(late)}`);
  const turns = late.turn - early.turn;
  assert.ok(turns > 80, `${early.turn} → ${late.turn}`);
  // A row and a digest stay of each turn; its record would be more than 16 KB.
  const growth = (late.bytes - early.bytes) / turns;
  assert.ok(growth < 6_000, `${growth} bytes a turn`);
  assert.ok(late.nodes < 1.5 * early.nodes + 1000, `${early.nodes} → ${late.nodes} nodes`);
  assertQuiet(page);
});

test('a page that was hidden sees at once what it missed; ten tabs work', { timeout: 90_000 }, async (t) => {
  // A headless browser shows every tab: whether one is hidden is said by the test.
  const init = () => {
    let hidden = sessionStorage.getItem('hidden') === 'yes';
    Object.defineProperty(document, 'hidden', { get: () => hidden });
    window.hide = (value) => {
      hidden = value;
      document.dispatchEvent(new Event('visibilitychange'));
    };
  };
  const { browser, page: own, proxy } = await live(t, 'tabs', { options: { init } });
  await own.context().close();
  const cable = await startCable(t, proxy.url);
  const page = await openPage(browser, cable.url, { init });
  await untilAtLeast(page, 2);
  const tabs = [page];
  while (tabs.length < 10) {
    // Browsers hold six connections to a host: the tab before must have let go of its own.
    await tabs.at(-1).evaluate(() => window.hide(true));
    tabs.push(await openPage(browser, cable.url, { context: page.context(), init }));
    await isLive(tabs.at(-1));
  }
  const away = (await counted(page)).last;
  await untilAtLeast(tabs.at(-1), away + 3);
  assert.ok((await counted(page)).last <= away + 1, 'a hidden tab holds no stream');
  assert.equal(cable.streams(), 1, 'of ten tabs, the visible one');
  await tabs.at(-1).evaluate(() => window.hide(true));
  await page.evaluate(() => window.hide(false));
  await isLive(page);
  await untilAtLeast(page, away + 3);
  // A new turn may come before the answer with those that were missed.
  await until(page, () => {
    const figure = (node) => Number(node.textContent.split('–').at(-1).replace(/\D/g, ''));
    const counts = [...document.querySelectorAll('.legend b')].map(figure);
    return counts.reduce((a, b) => a + b, 0) === figure(document.querySelector('.legend .range'));
  });
  assert.equal((await counted(page)).first, 1);
  for (const tab of tabs) assertQuiet(tab);
});

test('waiting for a model, and the first turn once it is there', { timeout: 60_000 }, async (t) => {
  const port = await freePort();
  const browser = await openBrowser(t);
  const runs = freshFolder('waiting');
  const args = ['--runs', runs, '--upstream', `http://127.0.0.1:${port}`, '--dashboard', '127.0.0.1:0'];
  const proxy = await startRun(t, args);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(proxy.url);
  await page.locator('#link[data-link="waiting"]').waitFor();
  await page.locator('#waiting').getByText(`waiting for the model at http://127.0.0.1:${port}`).waitFor();
  await lookAt(page, 'waiting');
  await startModel(t, ['--listen', `127.0.0.1:${port}`, '--delay-ms', '60']);
  await page.locator('#waiting').waitFor({ state: 'hidden', timeout: 30_000 });
  await untilAtLeast(page, 1);
});
