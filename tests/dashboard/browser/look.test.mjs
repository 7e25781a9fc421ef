// The page in several sizes and both schemes: nothing sticks out, axe-core has nothing serious to
// say, and a picture of each is kept below build/screenshots.
import assert from 'node:assert/strict';
import { assertQuiet, openPage } from '../support/browser.mjs';
import { startFakeProxy } from '../support/fake_proxy.mjs';
import { recordOf } from '../support/fake_run.mjs';
import { recordedRun, slowTest } from '../support/fixture.mjs';
import { goTo, lookAt, screenshot, seriousFindings, settled, settledBox, untilIs } from '../support/shown.mjs';

const { url, browser, onPage } = await recordedRun('look', { turns: 140 });

const sizes = [
  ['wide', 1440, 900],
  ['narrow', 1024, 768],
  ['phone', 390, 844],
  ['4k', 3840, 2160],
];

/** What lies outside of the window although nothing scrolls there. */
const outside = (page) =>
  page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const found = [];
    for (const node of document.querySelectorAll('header *, nav *, main .pane, main .pane-head *')) {
      const box = node.getBoundingClientRect();
      if (!box.width || !node.checkVisibility() || node.closest('[hidden], svg, .visually-hidden')) continue;
      if (box.right > wide + 1 || box.left < -1) found.push(`${node.className || node.tagName} ${box.left}–${box.right}`);
    }
    return found;
  });

for (const [name, width, height] of sizes) {
  for (const scheme of ['dark', 'light']) {
    onPage(`${name}, ${scheme}`, async (page) => {
      await settled(page);
      await screenshot(page, `${name}-${scheme}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} wide in a window of ${width}`);
      await untilIs(() => outside(page), []);
      const ground = () => {
        const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
        return r + g + b < 384 ? 'dark' : 'light';
      };
      await untilIs(() => page.evaluate(ground), scheme);
      if (name !== '4k') assert.deepEqual(await seriousFindings(page), []);
    }, { width, height, scheme, ready: '#picture .picture-after' });
  }
}

for (const scheme of ['dark', 'light']) {
  onPage(`sheets, marks and mistakes, ${scheme}`, async (page) => {
    const check = async (name) => {
      await settled(page);
      await screenshot(page, `${name}-${scheme}`);
      assert.deepEqual(await seriousFindings(page), [], name);
    };
    for (const [key, id, name] of [
      [',', 'settings', 'settings'],
      ['?', 'help', 'help'],
      ['f', 'full', 'full-size'],
    ]) {
      await page.keyboard.press(key);
      await page.locator(`#${id}`).waitFor({ state: 'visible' });
      await check(name);
      await page.keyboard.press('Escape');
      await page.locator(`#${id}`).waitFor({ state: 'hidden' });
    }
    for (const [turn, name] of [
      [89, 'violation'],
      [84, 'error'],
      [130, 'degraded'],
    ]) {
      await goTo(page, turn);
      await check(name);
    }
    await goTo(page, 37);
    await page.locator('.action').first().hover();
    await page.locator('#marks .lamp').waitFor({ state: 'attached' });
    await check('mark');
    await page.keyboard.press('w');
    await page.keyboard.press('+');
    await check('swipe-zoomed');
  }, { scheme });
}

// --- what a run may be in ---------------------------------------------------------------------------

const soon = () => new Date(Date.now() + 8_000).toISOString();
const kStates = [
  { name: 'acting', status: { loop: 'acting' }, link: 'live' },
  { name: 'thinking', status: { loop: 'thinking' }, link: 'live' },
  {
    name: 'backing-off',
    status: { loop: 'backing_off', why: 'HTTP 503: Loading model', until: soon },
    link: 'live',
  },
  { name: 'loop-waits', status: { loop: 'waiting', why: 'connection refused' }, link: 'waiting' },
  { name: 'paused', status: { loop: 'paused', why: '8 turns in a row failed' }, link: 'paused' },
  {
    name: 'restarting',
    status: { program: 'restarting', loop: null, why: 'the orchestrator ended with 1', until: soon },
    link: 'restarting',
  },
  { name: 'finished', status: { program: 'finished', loop: null, why: 'turn 30' }, link: 'finished' },
  {
    name: 'failed',
    status: { program: 'failed', loop: null, why: 'the orchestrator ended three times in a minute' },
    link: 'failed',
  },
  {
    name: 'not-recorded',
    status: { loop: 'thinking', not_recorded: 'No space left on device' },
    link: 'live',
    shows: '#not-recorded',
  },
  { name: 'page-requests', status: { page_requests: 3 }, link: 'live', shows: '#page-requests' },
];

slowTest('every state of a run, with words and pictures', async (t) => {
  const fake = await startFakeProxy({ turns: 30, loop: 'thinking' });
  t.after(() => fake.close());
  const page = await openPage(t, browser, fake.url);
  const calm = { program: 'running', loop: 'thinking', not_recorded: null, page_requests: 0 };
  for (const { name, status, link, shows } of kStates) {
    const until = status.until?.() ?? null;
    fake.setStatus({ ...calm, ...status, until });
    await page.locator(`#link[data-link="${link}"]`).waitFor();
    if (shows) await page.locator(shows).waitFor({ state: 'visible' });
    await lookAt(page, `state-${name}`);
  }
  // Warnings and errors of the log come as notices, and stay until they are dismissed by key.
  fake.setStatus(calm);
  fake.log('warning', 'config.ini:14: [model] temperature: expected 0 to 2');
  fake.log('error', 'turn 31: the capturer did not answer in 15 s');
  await page.locator('.toast.tone-bad').waitFor();
  await lookAt(page, 'notices');
  await page.locator('.toast.tone-bad button').focus();
  await page.keyboard.press('Enter');
  await page.locator('.toast.tone-bad').waitFor({ state: 'detached' });
  assertQuiet(page);
});

slowTest('nothing to show yet, and nothing at all', async (t) => {
  for (const [name, options, link] of [
    ['first-turn', { program: 'running', loop: 'acting' }, 'live'],
    ['failed-at-once', { program: 'failed', why: 'the executor is not there' }, 'failed'],
    ['empty', { program: 'finished' }, 'finished'],
  ]) {
    const fake = await startFakeProxy({ turns: 0, ...options });
    t.after(() => fake.close());
    const page = await openPage(t, browser, fake.url, { width: 1024, height: 768, ready: '#waiting' });
    await page.locator(`#link[data-link="${link}"]`).waitFor();
    await page.locator('#waiting').waitFor({ state: 'visible' });
    await lookAt(page, `nothing-${name}`);
  }
});

slowTest('a loop that repeats itself is called one', async (t) => {
  const records = {};
  for (let turn = 10; turn <= 20; turn++) {
    records[turn] = { ...recordOf(turn), response: recordOf(10).response };
  }
  const fake = await startFakeProxy({ turns: 20, loop: 'thinking', records });
  t.after(() => fake.close());
  const page = await openPage(t, browser, fake.url);
  await page.locator('#repeating').getByText(/REPEATING 1\d/).waitFor();
  await lookAt(page, 'repeating');
  assertQuiet(page);
});

for (const [name, width, height] of sizes.slice(1, 3)) {
  onPage(`sheets on a screen that is ${name}`, async (page) => {
    for (const [key, id] of [
      [',', 'settings'],
      ['?', 'help'],
      ['f', 'full'],
      ['h', 'history'],
      ['r', 'request'],
      ['o', 'runs'],
      ['e', 'exports'],
      ['/', 'search'],
    ]) {
      await page.keyboard.press(key);
      const sheet = page.locator(`#${id}`);
      await sheet.waitFor({ state: 'visible' });
      const box = await settledBox(page, `#${id}`);
      await screenshot(page, `${name}-${id}`);
      assert.ok(box.x >= -1 && box.x + box.width <= width + 1, `${name}, ${id}: ${JSON.stringify(box)}`);
      assert.deepEqual(await seriousFindings(page), [], `${name}, ${id}`);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
    }
  }, { width, height, scheme: 'light', ready: '#picture .picture-after' });
}
