// The history of a run: its cards, their order, its own search, saving and printing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { recordedRun } from '../support/fixture.mjs';
import {
  click,
  lookAt,
  settled,
  textOf,
  untilHolds,
  untilIs,
  untilMatches,
  untilTurn,
} from '../support/shown.mjs';

const kTurns = 140;
const { onPage } = await recordedRun('history', { turns: kTurns, exchanges: kTurns });

const firstCardIs = (page, turn) =>
  untilIs(
    () => page.evaluate(() => document.querySelector('#cards .card:not([hidden])')?.dataset.turn),
    String(turn),
  );
const focusedCardIs = (page, turn) =>
  untilIs(
    () => page.evaluate(() => document.activeElement?.closest('.card')?.dataset.turn),
    String(turn),
  );

onPage('history: every turn as a card; order, fold, clear; a header goes to its turn', async (page) => {
  const sheet = page.locator('#history');
  await page.keyboard.press('h');
  await sheet.waitFor({ state: 'visible' });
  await firstCardIs(page, kTurns);
  await page.locator(`#cards .card[data-turn="${kTurns}"]`).getByText('NEXT STEP').first().waitFor();
  // “Save page as” has every turn, though most were never in sight.
  await untilIs(() => page.locator('#cards .card[data-filled]').count(), kTurns);
  await lookAt(page, 'history');
  await sheet.getByRole('button', { name: 'Oldest first' }).click();
  await firstCardIs(page, 1);
  await page.keyboard.press('o');
  await firstCardIs(page, kTurns);
  const tall = () => page.evaluate(() => document.getElementById('cards').scrollHeight);
  await settled(page);
  const before = await tall();
  await page.keyboard.press('e');
  await untilHolds(tall, (now) => now < before / 2, `less than half of ${before}`);
  await page.locator('#history-fold').click();
  await untilHolds(tall, (now) => now > before / 2, `more than half of ${before}`);
  await page.locator('#history-clear').click();
  await page.locator('#history-none').waitFor({ state: 'visible' });
  // The page behind it is cleared as well, until the turns are shown again.
  await page.keyboard.press('Escape');
  await page.locator('#waiting-title').getByText('cleared').waitFor();
  await page.locator('#text-sst').waitFor({ state: 'hidden' });
  await untilMatches(() => textOf(page, '#show-all'), new RegExp(`^${kTurns} turns hidden`));
  await lookAt(page, 'cleared');
  await page.keyboard.press('h');
  await page.locator('#history-none').waitFor({ state: 'visible' });
  await page.keyboard.press('c');
  await page.locator('#history-none').waitFor({ state: 'hidden' });
  await page.locator('#show-all').waitFor({ state: 'hidden' });
  await page.locator('#cards .card[data-turn="138"] .card-head').dblclick({ position: { x: 300, y: 12 } });
  await sheet.waitFor({ state: 'hidden' });
  await untilTurn(page, 138);
  await click(page, 'history');
  await sheet.waitFor({ state: 'visible' });
  await page.keyboard.press('j'); // older, as it is shown
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'hidden' });
  await untilTurn(page, 137);
  await page.keyboard.press('h');
  await focusedCardIs(page, 137);
  await page.keyboard.press('k');
  await focusedCardIs(page, 138);
  await page.locator('#cards .card[data-turn="136"] .card-go').click();
  await sheet.waitFor({ state: 'hidden' });
  await untilTurn(page, 136);
  for (const close of [
    () => page.keyboard.press('h'),
    () => page.keyboard.press('Escape'),
    () => sheet.locator('[data-close]').click(),
  ]) {
    await page.keyboard.press('h');
    await sheet.waitFor({ state: 'visible' });
    await close();
    await sheet.waitFor({ state: 'hidden' });
  }
});

onPage('history: the order by its buttons, a fold by mouse and key', async (page) => {
  await page.keyboard.press('h');
  await firstCardIs(page, kTurns);
  for (const [name, turn] of [['Oldest first', 1], ['Newest first', kTurns]]) {
    const order = page.getByRole('button', { name });
    await order.click();
    await firstCardIs(page, turn);
    await untilIs(() => order.getAttribute('aria-pressed'), 'true');
  }
  const story = page.locator(`#cards .card[data-turn="${kTurns}"] .card-fold`).first();
  await story.getByText('RULES I KNOW').waitFor({ state: 'visible' });
  await story.locator('summary').click();
  await story.getByText('RULES I KNOW').waitFor({ state: 'hidden' });
  await story.locator('summary').press('Enter');
  await story.getByText('RULES I KNOW').waitFor({ state: 'visible' });
});

onPage('history: save gives the whole run, print the turns of the list', async (page) => {
  await page.keyboard.press('h');
  const save = page.locator('#history-save');
  for (const act of [() => save.click(), () => save.press('Enter'), () => page.keyboard.press('Control+s')]) {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    assert.equal(download.suggestedFilename(), 'run_shown.html');
    assert.match(readFileSync(await download.path(), 'utf8'), /^<!doctype html>/i);
  }
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  await page.locator('#history-print').click();
  await page.locator('[data-printed]').waitFor({ state: 'attached' });
  await untilIs(() => page.locator('#cards .card[data-filled]').count(), kTurns);
  await page.emulateMedia({ media: 'print' });
  await page.locator('.topbar').waitFor({ state: 'hidden' });
  const paper = () =>
    page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.getElementById('cards');
      return scrollHeight - clientHeight;
    });
  await untilHolds(paper, (hidden) => hidden <= 0, 'nothing is out of sight in a box');
});

const isTurn = /\/api\/turns\/135$/;
onPage(
  'history: a turn that could not be loaded says so, and is requested again',
  async (page) => {
    await page.keyboard.press('h');
    const card = page.locator('#cards .card[data-turn="135"]');
    for (let i = 0; i < 5; i++) await page.keyboard.press('j');
    await card.getByText('the proxy answered 503').waitFor();
    await page.unroute(isTurn);
    await card.getByRole('button', { name: 'Try again' }).focus();
    await page.keyboard.press('Enter');
    await card.getByText('NEXT STEP').first().waitFor();
  },
  {
    allowed: /status of 503 .*\/api\/turns\/135$/,
    // From the beginning: the card at the end of the run requests the records, too.
    before: (page) => page.route(isTurn, (route) => route.fulfill({ status: 503, body: '{}' })),
  },
);
