// The page in several sizes and both schemes: nothing overflows, axe-core finds nothing serious, and
// a picture of each is kept below build/screenshots.
import assert from 'node:assert/strict';
import { recordedRun } from '../support/fixture.mjs';
import { goTo, screenshot, seriousFindings, settled, settledBox, untilIs } from '../support/shown.mjs';

const { onPage } = await recordedRun('look', { turns: 140 });

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
