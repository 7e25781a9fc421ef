// Waits for what a page shows. A page draws in the next frame, and missing data comes later, so
// nothing is read only once after an input. A wait that fails reports the last value and the
// expected one.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { requirePackage, setting } from '../../clients/support/programs.mjs';

export const kWaitMs = 60_000; // not an assertion: long enough for any working machine
const kAgainMs = 20; // between two looks

/**
 * Reads until a check no longer throws; returns the value. At the time-out the last error is thrown.
 * @template Value
 * @param {() => Promise<Value>|Value} read @param {(value: Value) => void} check
 */
async function soon(read, check) {
  const end = performance.now() + kWaitMs;
  for (;;) {
    try {
      const value = await read();
      check(value);
      return value;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(kAgainMs);
  }
}

/** Waits until `read()` gives `expected`. */
export const untilIs = (read, expected, message) =>
  soon(read, (value) => assert.deepEqual(value, expected, message && `${message}: ${inspect(value)}`));

/** Waits until `read()` gives a text with `pattern` in it; the text. */
export const untilMatches = (read, pattern) => soon(read, (text) => assert.match(text, pattern));

/** Waits until `test` is true for the value of `read()`, and returns the value. `expected`: a description. */
export const untilHolds = (read, test, expected) =>
  soon(read, (value) => assert.ok(test(value), `expected ${expected}, got ${inspect(value)}`));

/** Waits until a function, run in the page with `wanted`, gives something true. */
export async function until(page, test, wanted) {
  try {
    await page.waitForFunction(test, wanted, { timeout: kWaitMs });
  } catch (error) {
    error.message = `never true with ${inspect(wanted)}: ${test}\n${error.message}`;
    throw error;
  }
}

// The positions of the page's parts, and the visible pictures that are not loaded yet.
const layoutOf = () => {
  const parts = 'header, nav, main, .pane, .separator, .text, .action, #picture, #timeline, dialog[open], dialog[open] *';
  const boxes = [...document.querySelectorAll(parts)].slice(0, 1000).map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return `${node.id || node.className || node.tagName}: ${[x, y, width, height]}`;
  });
  const isInSight = (image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return image.checkVisibility() && (image.loading !== 'lazy' || (bottom > 0 && top < innerHeight));
  };
  const images = [...document.images].filter((image) => !image.complete && isInSight(image));
  return { boxes, loading: images.map(({ src }) => src) };
};
export const twoFrames = (page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

/**
 * Waits until the page is at rest: no request is open, no picture is loading, and nothing moves for
 * some frames. Only then may a position be measured and pointed at. A live run never rests.
 */
export async function settled(page) {
  await soon(
    async () => {
      const looks = [];
      while (looks.length < 3) {
        const asked = [...page.underWay].map((request) => request.url());
        looks.push({ ...(await page.evaluate(layoutOf)), asked });
        await twoFrames(page);
      }
      return looks;
    },
    (looks) => {
      const moving = looks[0].boxes.filter((box, i) => looks.some(({ boxes }) => boxes[i] !== box));
      const [asked, loading] = [looks.flatMap((look) => look.asked), looks.flatMap((look) => look.loading)];
      const rest = { asked: [], loading: [], moving: [] };
      assert.deepEqual({ asked, loading, moving: moving.slice(0, 5) }, rest, 'the page is not at rest');
    },
  );
}

/** The box of an element once the page is at rest. */
export async function settledBox(page, selector) {
  await settled(page);
  const locator = page.locator(selector).first();
  await locator.scrollIntoViewIfNeeded();
  return locator.boundingBox();
}

/** Moves the pointer to a place of an element, in shares of its box. */
export async function pointAt(page, selector, [x, y]) {
  const box = await settledBox(page, selector);
  await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  return box;
}

export async function screenshot(page, name) {
  const folder = setting('FRANZ_SCREENSHOTS');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}

/** Clicks the first visible button with an action. */
export const click = (page, action) => page.locator(`[data-action="${action}"]:visible`).first().click();

/** Waits until an element has the focus. */
export const isFocused = (page, id) => untilIs(() => page.evaluate(() => document.activeElement?.id), id);

export const textOf = (page, selector) => page.locator(selector).textContent();

/** Waits until the page shows a turn completely. */
export const untilTurn = (page, turn) =>
  untilIs(
    () =>
      page.evaluate(() => ({
        title: document.title.split(' · ').find((part) => /^turn \d/.test(part)),
        busy: document.getElementById('quadrants').ariaBusy,
        reply: /the memory of turn [0-9,]+$/.exec(document.getElementById('note-response').textContent)?.[0],
      })),
    {
      title: `turn ${turn}`,
      busy: 'false',
      reply: `the memory of turn ${(turn + 1).toLocaleString('en-US')}`,
    },
  );

/** Goes to a turn through the field, by keys. */
export async function goTo(page, turn) {
  await page.keyboard.press('g');
  await page.keyboard.type(String(turn));
  await page.keyboard.press('Enter');
  await untilTurn(page, turn);
}

/** Waits until the newest turn that the page counts is this one. */
export const untilLast = (page, last) => untilIs(async () => (await counted(page)).last, last);

/** How many turns the legend counts: {sum, first, last}. */
export async function counted(page) {
  return page.evaluate(() => {
    const figure = (text) => Number(text.replace(/\D/g, ''));
    const parts = [...document.querySelectorAll('.legend b')].map((node) => figure(node.textContent));
    const [first, last] = document.querySelector('.legend .range').textContent.split('–');
    return {
      sum: parts.reduce((a, b) => a + b, 0),
      first: figure(first ?? ''),
      last: figure(last ?? first ?? ''),
    };
  });
}

/** The turn in the page's field. */
export const shownTurn = (page) =>
  page.evaluate(() => Number(document.getElementById('turn').value.replace(/\D/g, '')));

/**
 * A measure of the page's memory: {bytes, nodes}, the smallest of several measurements, each after
 * a garbage collection, so that late releases do not count.
 */
export async function startWeighing(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const looks = [];
    while (looks.length < 5) {
      await twoFrames(page);
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (wanted) => metrics.find(({ name }) => name === wanted).value;
      looks.push({ bytes: of('JSHeapUsedSize'), nodes: of('Nodes') });
    }
    const least = (name) => Math.min(...looks.map((look) => look[name]));
    return { bytes: least('bytes'), nodes: least('nodes') };
  };
}

let axeSource = null;

/**
 * Findings of axe-core that are serious or critical. `rules`: only these.
 * @param {{rules?: string[]}} options
 */
export async function seriousFindings(page, { rules = null } = {}) {
  if (!axeSource) {
    requirePackage('axe-core');
    const packages = createRequire(join(setting('FRANZ_NPM_DIR'), 'package.json'));
    axeSource = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');
  }
  // The page's policy forbids scripts, so this one is injected by the debugger.
  await page.evaluate(`window.axe ||= (() => { ${axeSource}; return window.axe; })(); 0`);
  return page.evaluate(async (only) => {
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(only ? { runOnly: { type: 'rule', values: only } } : {}),
    });
    return violations
      .filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))}`);
  }, rules);
}

/**
 * Checks a state of the page: takes pictures in both colour schemes, and expects no serious findings.
 * In the second scheme only the contrast is checked.
 */
export async function lookAt(page, name) {
  const found = {};
  for (const [scheme, options] of [['dark', {}], ['light', { rules: ['color-contrast'] }]]) {
    await page.emulateMedia({ colorScheme: scheme });
    await twoFrames(page);
    await screenshot(page, `${name}-${scheme}`);
    found[scheme] = await seriousFindings(page, options);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(found, { dark: [], light: [] }, name);
}
