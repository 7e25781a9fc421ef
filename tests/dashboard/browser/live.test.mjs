// A real proxy with the demo model: a streaming reply, run control, the proxy stopping and returning,
// many tabs at the same time.
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { startModel } from '../../clients/support/programs.mjs';
import {
  assertQuiet,
  freePort,
  freshFolder,
  openBrowser,
  openPage,
  patientStop,
  startCable,
  startDemoRun,
  startRun,
} from '../support/browser.mjs';
import { slowTest } from '../support/fixture.mjs';
import {
  counted,
  goTo,
  lookAt,
  screenshot,
  shownTurn,
  startWeighing,
  until,
  untilHolds,
  untilIs,
  untilLast,
  untilTurn,
} from '../support/shown.mjs';

const browser = await openBrowser({ after });

// While the proxy is away the browser itself reports the connection, and an answer that was cut off.
const kAway = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONTENT_LENGTH_MISMATCH|ERR_EMPTY_RESPONSE|ERR_CONNECTION_(RESET|CLOSED)|ERR_SOCKET_NOT_CONNECTED/;

const isLive = (page) => page.locator('#link[data-link="live"]').waitFor();
const isPaused = (page) => page.locator('#link[data-link="paused"]').waitFor();
const untilAtLeast = (page, turn) =>
  untilHolds(() => shownTurn(page), (shown) => shown >= turn, `turn ${turn} or a later one`);
const turnsOf = (folder) =>
  readdirSync(folder)
    .map((name) => Number(/^turn_(\d+)\.json$/.exec(name)?.[1]))
    .filter(Boolean)
    .sort((a, b) => a - b);
/** Waits until the loop is paused and the page has its last turn, which this gives. */
async function pausedAt(page, folder) {
  await isPaused(page);
  const { last } = await untilHolds(
    async () => ({ ...(await counted(page)), recorded: turnsOf(folder) }),
    ({ last, recorded }) => last === recorded.at(-1),
    'the last recorded turn',
  );
  return last;
}
const allCounted = (page, last) =>
  untilHolds(
    () => counted(page),
    (now) => now.first === 1 && now.sum === now.last && (last === undefined || now.last === last),
    'every turn from the first to the last',
  );

/** The first turns that a page asks for with each of its questions for rows, from now on. */
function rowsAsked(page) {
  const asked = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/turns') asked.push(Number(searchParams.get('from')));
  });
  return asked;
}

/** A live run whose turns take about so long, and a page with it. */
async function live(t, name, { delay = 60, options = {} } = {}) {
  const proxy = await startDemoRun(t, freshFolder(name), ['--delay-ms', String(delay)]);
  return { proxy, page: await openPage(t, browser, proxy.url, options) };
}

slowTest('a reply streams in, and the next turn follows by itself', async (t) => {
  const { page } = await live(t, 'streams', { delay: 1500 });
  await isLive(page);
  await page.locator('#finish').getByText('streaming').waitFor();
  await page.locator('#text-response .caret').waitFor();
  // One and the same reply is seen at two lengths, neither of them the whole.
  await until(page, () => {
    const text = document.getElementById('text-response');
    if (!text.querySelector('.caret')) return false;
    const turn = document.getElementById('turn').value;
    const seen = ((window.seen ??= {})[turn] ??= new Set());
    seen.add(text.textContent.length);
    return seen.size > 1;
  });
  await screenshot(page, 'live-streaming');
  const turn = await shownTurn(page);
  await untilAtLeast(page, turn + 1);
  await page.locator('#follow[aria-pressed="true"]').waitFor();
  // Going back lets go of the run, and says what is missed.
  await page.keyboard.press('k');
  await page.locator('#follow[aria-pressed="false"]').waitFor();
  const held = await shownTurn(page);
  await page.locator('#follow').getByText(/new turns? · jump to live/).waitFor();
  assert.equal(await shownTurn(page), held);
  await page.locator('#follow').click();
  await page.locator('#follow[aria-pressed="true"]').waitFor();
  await page.keyboard.press('l');
  await page.locator('#follow[aria-pressed="false"]').waitFor();
  await page.keyboard.press('l');
  await page.locator('#follow[aria-pressed="true"]').waitFor();
  assertQuiet(page);
});

slowTest('pause, step, resume, stop: by key and by mouse', async (t) => {
  const { page, proxy } = await live(t, 'control', { options: { init: patientStop } });
  await isLive(page);
  const toggle = page.locator('#control-toggle');
  await page.keyboard.press('p');
  await isPaused(page);
  await toggle.click(); // resume
  await isLive(page);
  await toggle.click();
  // The turn under way when the pause came still arrives; then nothing moves but by step.
  const last = await pausedAt(page, proxy.run);
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
  await allCounted(page, turnsOf(proxy.run).length);
  await lookAt(page, 'live-finished');
  assertQuiet(page);
});

slowTest('a note to the model goes with its next turn, once: by key and by mouse', async (t) => {
  const { page, proxy } = await live(t, 'note');
  await isLive(page);
  await page.keyboard.press('p');
  const last = await pausedAt(page, proxy.run);
  const feedbackHas = (text) => page.locator('#text-feedback').getByText(text).waitFor();
  await page.keyboard.press('m');
  await untilIs(() => page.evaluate(() => document.activeElement?.id), 'note-text');
  await page.keyboard.type('mind the <b>tail</b>');
  await page.keyboard.press('Enter');
  await page.locator('#notes').getByText('waits for the next turn').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await untilTurn(page, last + 1);
  await feedbackHas('OPERATOR: mind the <b>tail</b>');
  await page.locator('#notes').waitFor({ state: 'hidden' });
  await untilIs(async () => (await page.locator('#verdict').textContent()).trim(), 'ok');
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
  await untilHolds(
    () => page.locator('#text-feedback').textContent(),
    (text) => !/OPERATOR/.test(text),
    'no note',
  );
  // A line's end with Shift; what is too long is not sent; Escape leaves the field as it is.
  await isPaused(page);
  const field = page.locator('#note-text');
  await field.fill('one');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('two');
  await untilIs(() => field.inputValue(), 'one\ntwo');
  await field.fill('x'.repeat(100_000));
  await page.locator('#note-limit.tone-bad').waitFor();
  await untilIs(() => page.locator('#note-send').isDisabled(), true);
  await lookAt(page, 'note-too-long');
  await field.fill('one\ntwo');
  await page.locator('#note-limit').waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await page.locator('#notes').getByText('waits for the next turn').waitFor();
  await lookAt(page, 'note-waits');
  assertQuiet(page);
});

slowTest('the proxy dies and returns on its port: no turn is duplicated or missing', async (t) => {
  const port = ['--dashboard', `127.0.0.1:${await freePort()}`];
  const first = await startDemoRun(t, freshFolder('reconnect'), ['--delay-ms', '60'], port);
  const args = [...first.args, ...port];
  const page = await openPage(t, browser, first.url);
  const asked = rowsAsked(page);
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
  const again = (await counted(page)).last;
  const end = turnsOf(first.run).at(-1) + 5;
  const third = await startRun(t, [...args, '--resume', first.run, '--turns', `${end}`, '--stay']);
  await page.locator('#link[data-link="finished"]').waitFor();
  await untilTurn(page, end);
  assert.equal(await page.evaluate(() => window.samePage), true, 'it was never loaded anew');
  // A kill may cost the record of the turn in flight, and no other. The page may have heard of it.
  const recorded = turnsOf(first.run);
  const lost = Array.from({ length: end }, (_, i) => i + 1).filter((i) => !recorded.includes(i));
  assert.ok(lost.length <= 2, `${lost}`);
  await untilHolds(
    () => counted(page),
    ({ sum, first, last }) => first === 1 && last === end && sum >= recorded.length && sum <= end,
    `1 to ${end}, perhaps without ${lost}`,
  );
  // Those about the two breaks can be gone to; how many there are between them is the machine's affair.
  const about = recorded.filter((turn) => [before, again].some((last) => Math.abs(turn - last) <= 3));
  for (const turn of about) {
    await goTo(page, turn);
    await untilTurn(page, turn);
  }
  const fresh = await openPage(t, browser, third.url);
  await untilIs(() => counted(fresh), { sum: recorded.length, first: 1, last: end });
  assertQuiet(fresh);
  // One that was in flight may be asked for before it is made again.
  const gone = [...lost, before, before + 1, again, again + 1]
    .map((turn) => `|404.*/turns/${turn}(\\.png)?$`)
    .join('');
  assertQuiet(page, new RegExp(kAway.source + gone));
});

slowTest('the stream is dropped, and falls silent: the same page continues, and no turn is missing', async (t) => {
  const run = await startDemoRun(t, freshFolder('cable'), ['--delay-ms', '60']);
  const cable = await startCable(t, run.url);
  const page = await openPage(t, browser, cable.url, { before: (empty) => empty.clock.install() });
  const asked = rowsAsked(page);
  await untilAtLeast(page, 3);
  for (let round = 0; round < 3; round++) {
    const { last } = await counted(page);
    asked.length = 0;
    cable.cut();
    await untilHolds(
      () => page.locator('#link').getAttribute('data-link'),
      (link) => link !== 'live',
      'anything but live',
    );
    cable.mend();
    await isLive(page);
    await untilAtLeast(page, last + 3);
    await untilIs(cable.streams, 1);
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
  await allCounted(page);
  assertQuiet(page, kAway);
});

slowTest('a long live run: far turns are dropped, the memory of the page stays flat', async (t) => {
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
  const kEnd = 200;
  const model = ['--script', script, '--delay-ms', '25'];
  const run = await startDemoRun(t, folder, model, ['--turns', `${kEnd}`, '--stay']);
  const page = await openPage(t, browser, run.url);
  const read = await startWeighing(page);
  const held = async () => ({ ...(await read()), turn: await shownTurn(page) });
  await untilAtLeast(page, 50);
  await page.keyboard.press('p'); // it must not run on while it is weighed
  await pausedAt(page, run.run);
  const early = await held();
  await page.keyboard.press('p');
  for (let turn = 60; turn < kEnd; turn += 20) await untilAtLeast(page, turn); // each has its time
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

slowTest('a hidden page immediately gets what it missed; ten tabs work', async (t) => {
  // A headless browser shows every tab: whether one is hidden is said by the test.
  const init = () => {
    let hidden = sessionStorage.getItem('hidden') === 'yes';
    Object.defineProperty(document, 'hidden', { get: () => hidden });
    window.hide = (value) => {
      hidden = value;
      document.dispatchEvent(new Event('visibilitychange'));
    };
  };
  const { page: own, proxy } = await live(t, 'tabs', { options: { init } });
  await own.context().close();
  const cable = await startCable(t, proxy.url);
  const page = await openPage(t, browser, cable.url, { init });
  await untilAtLeast(page, 2);
  const tabs = [page];
  while (tabs.length < 10) {
    // Browsers hold six connections to a host: the tab before must have let go of its own.
    await tabs.at(-1).evaluate(() => window.hide(true));
    tabs.push(await openPage(t, browser, cable.url, { context: page.context(), init }));
    await isLive(tabs.at(-1));
  }
  const away = (await counted(page)).last;
  await untilAtLeast(tabs.at(-1), away + 3);
  assert.ok((await counted(page)).last <= away + 1, 'a hidden tab holds no stream');
  await untilIs(cable.streams, 1, 'of ten tabs, the visible one');
  await tabs.at(-1).evaluate(() => window.hide(true));
  await page.evaluate(() => window.hide(false));
  await isLive(page);
  await untilAtLeast(page, away + 3);
  // A new turn may come before the answer with those that were missed.
  await allCounted(page);
  for (const tab of tabs) assertQuiet(tab);
});

slowTest('waiting for a model, and the first turn once it is available', async (t) => {
  const port = await freePort();
  // With a profile that is named: else the run begins when the server answers.
  const args = ['--runs', freshFolder('waiting'), '--upstream', `http://127.0.0.1:${port}`, '--profile', 'franz'];
  const proxy = await startRun(t, args);
  const page = await openPage(t, browser, proxy.url, { ready: '#waiting' });
  await page.locator('#link[data-link="waiting"]').waitFor();
  await page.locator('#waiting').getByText(`waiting for the model at http://127.0.0.1:${port}`).waitFor();
  await lookAt(page, 'waiting');
  await startModel(t, ['--listen', `127.0.0.1:${port}`, '--delay-ms', '60']);
  await page.locator('#waiting').waitFor({ state: 'hidden' });
  await untilAtLeast(page, 1);
});
