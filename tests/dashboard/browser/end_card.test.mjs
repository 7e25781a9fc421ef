// The card at the end of a run: what it says, its links to turns, folding, and that it covers nothing.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { assertQuiet, openBrowser, openPage } from '../support/browser.mjs';
import { startFakeProxy } from '../support/fake_proxy.mjs';
import { itemOf, recordOf } from '../support/fake_run.mjs';
import { slowTest } from '../support/fixture.mjs';
import { goTo, isFocused, lookAt, settled, textOf, untilIs, untilTurn } from '../support/shown.mjs';

const kTurns = 24;
const kChanged = 17; // the last turn whose action changed something
const kObjective = 'draw a cat: head, ears, eyes, nose, mouth, whiskers, body';
const kLong = 'Add a row for the electricity bill of October, check the sum and save the sheet. '.repeat(12);
const kStuck = { reason: 'no_change', code: 14, text: '7 actions in a row changed nothing' };

const browser = await openBrowser({ after });

/** The records of a run that gets stuck: from a turn on nothing changes, and the reply is the same. */
function stuckRecords() {
  const records = {};
  for (let turn = 2; turn <= kTurns; turn++) {
    const record = recordOf(turn);
    const { out } = record.executor;
    const stuck = turn > kChanged;
    if (stuck) out.items = [itemOf('left_click(500, 500)')];
    out.items = out.items.map((item) => (item.outcome === 'done' ? { ...item, changed: !stuck } : item));
    if (stuck) record.response.text = recordOf(kChanged + 1).response.text;
    records[turn] = record;
  }
  return records;
}

const changedCall = () => recordOf(kChanged).executor.out.items.findLast(({ outcome }) => outcome === 'done').call;

async function onEnded(t, options = {}, shown = {}) {
  const fake = await startFakeProxy({ turns: kTurns, program: 'finished', objective: kObjective, finished: kStuck, ...options });
  t.after(() => fake.close());
  const page = await openPage(t, browser, fake.url, shown);
  await page.locator('#end-card').waitFor();
  await settled(page);
  return { fake, page };
}
const wordsOf = (page) =>
  page.evaluate(() => [...document.querySelectorAll('#end-findings .end-fact')].map((node) => node.innerText.replace(/\s+/g, ' ')));

slowTest('it says why the run ended, and leads to each turn', async (t) => {
  const { page } = await onEnded(t, { records: stuckRecords() });
  assert.equal(await textOf(page, '#end-title'), 'Too many actions in a row changed nothing');
  assert.equal(await textOf(page, '#end-code'), 'exit code 14');
  assert.equal(await textOf(page, '#end-text'), kStuck.text);
  assert.equal(await textOf(page, '#end-objective'), kObjective);
  await untilIs(() => wordsOf(page), [
    "First error Turn 7 TypeError: drag() missing 1 required positional argument: 'y2'",
    `Last change Turn 17 ${changedCall()}`,
    'Repeats Turns 18–24 the same reply, 7 turns in a row',
  ]);
  assert.equal(await textOf(page, '#objective'), kObjective);
  assert.equal(await page.title(), `FINISHED · turn ${kTurns} · ${kObjective} · FRANZ`);
  for (const [index, turn] of [[0, 7], [1, kChanged], [2, kChanged + 1]]) {
    await page.locator('.end-link').nth(index).click();
    await untilTurn(page, turn);
  }
  await page.locator('#end-turn').click();
  await untilTurn(page, kTurns);
  assertQuiet(page);
});

slowTest('it works by keys, folds, and remembers that', async (t) => {
  const { fake, page } = await onEnded(t, { records: stuckRecords() });
  await page.locator('#end-turn').focus();
  await page.keyboard.press('Tab');
  await isFocused(page, 'end-fold');
  await page.keyboard.press('Tab');
  await isFocused(page, 'end-objective');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await untilTurn(page, 7);
  const fold = page.locator('#end-fold');
  await fold.focus();
  await page.keyboard.press('Space');
  await untilIs(() => fold.getAttribute('aria-expanded'), 'false');
  assert.equal(await page.locator('#end-body').isVisible(), false);
  assert.equal(await page.locator('#end-title').isVisible(), true);
  await page.goto(fake.url);
  await page.locator('#end-card').waitFor();
  assert.equal(await page.locator('#end-body').isVisible(), false);
  await fold.click();
  await page.locator('#end-body').waitFor();
  assertQuiet(page);
});

slowTest('it appears when a run ends', async (t) => {
  const fake = await startFakeProxy({ turns: 12, loop: 'thinking', objective: kObjective });
  t.after(() => fake.close());
  const page = await openPage(t, browser, fake.url);
  await page.locator('#link[data-link="live"]').waitFor();
  await untilIs(() => textOf(page, '#objective'), kObjective);
  assert.equal(await page.locator('#end-card').isVisible(), false);
  fake.setStatus({ program: 'failed', loop: null, why: 'the orchestrator ended three times in a minute' });
  await page.locator('#end-card.tone-bad').waitFor();
  await untilIs(() => textOf(page, '#end-title'), 'The run failed');
  assert.equal(await textOf(page, '#end-text'), 'the orchestrator ended three times in a minute');
  assertQuiet(page);
});

slowTest('of a run over 500 turns it says which turns it knows', async (t) => {
  const { fake, page } = await onEnded(t, { turns: 520 });
  await untilIs(async () => (await wordsOf(page))[2], 'Repeats none of the 41 loaded turns');
  const asked = new Set(fake.asked.filter((line) => /\/api\/turns\/\d+$/.test(line)));
  assert.ok(asked.size < 60, `${asked.size} records`);
  await goTo(page, 300);
  await untilIs(async () => (await wordsOf(page))[2], 'Repeats none of the 44 loaded turns');
  assertQuiet(page);
});

const kHostile = '<img src=x onerror=alert(1)>\u202eevil';
slowTest('texts of a stranger stay texts', async (t) => {
  const finished = { reason: kHostile, code: 3, text: kHostile };
  const { page } = await onEnded(t, { objective: kHostile, finished });
  assert.match(await textOf(page, '#end-title'), /^The run has ended: <img/);
  assert.equal(await page.locator('#end-card img').count(), 0);
  const titles = await page.evaluate(() => [...document.querySelectorAll('#end-card, #end-card *, #objective')].map((node) => `${node.title} ${node.textContent}`));
  assert.ok(titles.every((text) => !text.includes('\u202e')));
  assertQuiet(page);
});

const kEnds = [
  ['done', { finished: { reason: 'done', code: 0, text: 'The cat is complete.' } }],
  ['stuck', { records: stuckRecords(), replay: true }],
  ['stopped', { turns: 520, finished: { reason: 'stopped', code: 0, text: 'stopped' } }],
  ['long', { objective: kLong, replay: true, finished: { reason: 'time', code: 17, text: kLong } }],
];
for (const [width, height] of [[390, 844], [1440, 900], [1920, 1080]]) {
  slowTest(`it covers nothing at ${width} × ${height}`, async (t) => {
    for (const [name, options] of kEnds) {
      const { page } = await onEnded(t, options, { width, height });
      await lookAt(page, `end-${name}-${width}`);
      const boxes = await page.evaluate(() => {
        const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
        const [bar, card, panes, picture] = ['.topbar', '#end-card', '#quadrants', '#pane-picture'].map(boxOf);
        return {
          order: [bar.bottom <= card.top, card.bottom <= panes.top],
          inside: document.documentElement.scrollWidth <= innerWidth && card.right <= innerWidth,
          height: card.height,
          picture: picture.height,
        };
      });
      assert.deepEqual([...boxes.order, boxes.inside], [true, true, true], name);
      assert.ok(boxes.height < height / 2, `${name}: ${boxes.height} of ${height}`);
      assert.ok(boxes.picture > height / 3, `${name}: a picture of ${boxes.picture}`);
      if (name === 'long') {
        // The focus shows the whole text; the panes make room.
        await page.locator('#end-objective').focus();
        await settled(page);
        const [card, panes] = await Promise.all(['#end-card', '#quadrants'].map((each) => page.locator(each).boundingBox()));
        assert.ok(card.y + card.height <= panes.y + 1);
        await lookAt(page, `end-long-focused-${width}`);
      }
      assertQuiet(page);
      await page.close();
    }
  });
}
