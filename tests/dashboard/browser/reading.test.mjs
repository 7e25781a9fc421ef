// Memory and reply as they are read: equal lines folded, JSON formatted, and Copy verbatim.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { assertQuiet, openBrowser, openPage } from '../support/browser.mjs';
import { startFakeProxy } from '../support/fake_proxy.mjs';
import { recordOf } from '../support/fake_run.mjs';
import { slowTest } from '../support/fixture.mjs';
import { lookAt, untilIs } from '../support/shown.mjs';

const browser = await openBrowser({ after });

const storyOf = (turn) =>
  Array.from({ length: 40 }, (_, i) => (i === 25 ? `Now I draw ear ${turn}.` : `Line ${i + 1} of the story.`)).join('\n');
const planOf = (turn) =>
  JSON.stringify({
    reasoning: `The field ${turn} is empty, so the name goes there before anything else is done.`,
    actions: [{ type: 'click', at: [512, 288] }, { type: 'type', text: 'Grace Hopper' }],
  });

function recordsOf(textOf) {
  const records = {};
  for (let turn = 1; turn <= 4; turn++) {
    const record = recordOf(turn);
    const sst = turn === 1 ? record.sst : { ...record.sst, verdict: 'ok', detail: null, text: textOf(turn - 1) };
    records[turn] = { ...record, sst, response: { ...record.response, text: textOf(turn) } };
  }
  return records;
}

async function pageOf(t, textOf, options = {}) {
  const fake = await startFakeProxy({ turns: 4, program: 'finished', records: recordsOf(textOf) });
  t.after(() => fake.close());
  return openPage(t, browser, fake.url, options);
}

const copied = (page) => page.evaluate(() => navigator.clipboard.readText());
const visibleLines = (page, box) => page.locator(`${box} > .text-line:visible`).count();

slowTest('equal lines are folded around a change, and unfold with one click', async (t) => {
  const page = await pageOf(t, storyOf);
  for (const box of ['#text-sst', '#text-response']) {
    const folds = page.locator(`${box} .fold-equal`);
    await untilIs(() => folds.evaluateAll((all) => all.map((each) => each.dataset.words)), ['24 equal lines', '13 equal lines']);
    assert.equal(await visibleLines(page, box), 5, 'the change, a line around it, and two folds');
    assert.match(await page.locator(`${box} .added`).textContent(), /^\d/);
  }
  await lookAt(page, 'folded');
  // Copy takes the whole text; the search finds what is folded.
  await page.locator('#pane-response [data-action="copy"]').click();
  await untilIs(() => copied(page), storyOf(4));
  await page.keyboard.press('/');
  await page.locator('#query').fill('"Line 3 of"');
  await untilIs(() => visibleLines(page, '#text-response'), 40);
  await page.keyboard.press('Escape');
  await untilIs(() => visibleLines(page, '#text-response'), 5);
  await page.locator('#text-response .fold-equal').first().click();
  assert.equal(await visibleLines(page, '#text-response'), 28);
  await page.keyboard.press('c');
  await untilIs(() => visibleLines(page, '#text-response'), 40);
  await page.keyboard.press('c');
  await untilIs(() => visibleLines(page, '#text-response'), 5);
  await page.locator('[data-action="first"]').click();
  await untilIs(() => page.locator('#text-response .fold-equal').count(), 0, 'the first turn has nothing to compare');
  assertQuiet(page);
});

slowTest('JSON is formatted for reading, and copied as written', async (t) => {
  for (const [width, height, scheme] of [[1440, 900, 'dark'], [390, 844, 'light']]) {
    const page = await pageOf(t, planOf, { width, height, scheme });
    for (const box of ['text-sst', 'text-response']) {
      await untilIs(() => page.locator(`#laid-out-${box}`).textContent(), 'formatted');
    }
    const shown = await page.locator('#text-response').evaluate((box) => box.textContent);
    assert.match(shown, /"actions": \[ {4}\{"type": "click", "at": \[512, 288\]\},/);
    await lookAt(page, `formatted-${width}`);
    await page.locator('#pane-response [data-action="copy"]').click();
    await untilIs(() => copied(page), planOf(4));
    assertQuiet(page);
  }
});
