// The browser's notifications: asked for by a click only, shown while the page is not in front.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { assertQuiet, openBrowser, openPage } from '../support/browser.mjs';
import { startFakeProxy } from '../support/fake_proxy.mjs';
import { slowTest } from '../support/fixture.mjs';
import { untilIs } from '../support/shown.mjs';

const browser = await openBrowser({ after });

// Stands for the browser's: keeps what was asked and shown, and whether the page is in front.
function standIn() {
  globalThis.asked = 0;
  globalThis.notified = [];
  globalThis.away = false;
  globalThis.answer = 'granted';
  globalThis.Notification = class {
    static permission = 'default';
    static async requestPermission() {
      globalThis.asked += 1;
      return (this.permission = globalThis.answer);
    }
    constructor(title, { body }) {
      globalThis.notified.push(`${title}: ${body}`);
    }
  };
  Object.defineProperty(document, 'hidden', { get: () => globalThis.away });
  document.hasFocus = () => !globalThis.away;
}

const leave = (page, away) =>
  page.evaluate((now) => {
    globalThis.away = now;
    document.dispatchEvent(new Event('visibilitychange'));
  }, away);
const notified = (page) => page.evaluate(() => globalThis.notified);

async function turnOn(page) {
  await page.keyboard.press(',');
  await page.locator('#notify').click();
}

slowTest('a question, a panic and the end are notified of while the page is not in front', async (t) => {
  const fake = await startFakeProxy({ turns: 12, loop: 'thinking', kind: 'desktop' });
  t.after(() => fake.close());
  const page = await openPage(t, browser, fake.url, { init: standIn });
  assert.equal(await page.evaluate(() => globalThis.asked), 0, 'nothing is asked without a click');
  await turnOn(page);
  await untilIs(() => page.locator('#notify').getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('Escape');
  const question = {
    turn: 12,
    items: [{ index: 0, number: 1, call: 'launch("xterm")', written: 'launch("xterm")', risk: 'launch', around: null, why: null, note: null }],
    picture_sha256: null,
    plan_sha256: 'aa',
    until: null,
  };
  const panic = { loop: 'paused', cause: 'panic', why: 'panic: the button' };
  // The page is in front: the person sees it.
  fake.ask(question);
  await page.locator('#approval').waitFor();
  fake.ask(null);
  await page.locator('#approval').waitFor({ state: 'hidden' });
  assert.deepEqual(await notified(page), []);
  await leave(page, true);
  fake.ask({ ...question, plan_sha256: 'bb' });
  await untilIs(async () => (await notified(page)).length, 1);
  fake.setStatus({ ...panic, approval: null });
  await untilIs(async () => (await notified(page)).length, 2);
  fake.setStatus({ program: 'finished', loop: null, why: '12 turns are made' });
  await untilIs(() => notified(page), [
    'FRANZ waits for your consent: 1 action planned in turn 12',
    'FRANZ: panic: All input is stopped until you resume the run.',
    'FRANZ: the run has ended: The run has ended',
  ]);
  assertQuiet(page);
});

slowTest('without the permission nothing changes, and the page says so', async (t) => {
  const fake = await startFakeProxy({ turns: 3, loop: 'thinking' });
  t.after(() => fake.close());
  const page = await openPage(t, browser, fake.url, { init: standIn });
  await page.evaluate(() => (globalThis.answer = 'denied'));
  await turnOn(page);
  await page.locator('.toast').getByText('does not allow them').waitFor();
  assert.equal(await page.locator('#notify').getAttribute('aria-pressed'), 'false');
  await leave(page, true);
  await untilIs(() => fake.streams.size, 0, 'a hidden page holds no stream');
  assertQuiet(page);
});
