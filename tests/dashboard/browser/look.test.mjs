// The page in several sizes and both schemes: nothing sticks out, axe-core has nothing serious to
// say, and a picture of each is kept below build/screenshots.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertQuiet,
  freshFolder,
  goTo,
  openBrowser,
  openPage,
  replay,
  screenshot,
  seriousFindings,
} from '../support/browser.mjs';
import { makeBigRun } from '../support/make_big_run.mjs';

const url = await replay({ after }, makeBigRun(`${freshFolder('look')}/run_look`, { turns: 140 }));
const browser = await openBrowser({ after });

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
    test(`${name}, ${scheme}`, { timeout: 90_000 }, async (t) => {
      const page = await openPage(browser, url, { width, height, scheme });
      t.after(() => page.context().close());
      await page.locator('#picture .picture-after').waitFor();
      await screenshot(page, `${name}-${scheme}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} wide in a window of ${width}`);
      assert.deepEqual(await outside(page), []);
      const scheme_ = await page.evaluate(() => {
        const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
        return r + g + b < 384 ? 'dark' : 'light';
      });
      assert.equal(scheme_, scheme);
      if (name !== '4k') assert.deepEqual(await seriousFindings(page), []);
      assertQuiet(page);
    });
  }
}

for (const scheme of ['dark', 'light']) {
  test(`sheets, marks and mistakes, ${scheme}`, { timeout: 90_000 }, async (t) => {
    const page = await openPage(browser, url, { scheme });
    t.after(() => page.context().close());
    const check = async (name) => {
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
    assertQuiet(page);
  });
}
