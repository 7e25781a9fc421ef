// Finding a turn: the history's own search, the link to a turn, the reason of a failed call, and the
// scroll position of a text after a violation.
import { recordedRun } from '../support/fixture.mjs';
import { goTo, screenshot, until, untilHolds, untilIs, untilTurn } from '../support/shown.mjs';

const kTurns = 140; // turn 89 is a violation, turns 7, 15, 18 and 29 are errors
const { onPage } = await recordedRun('finding', { turns: kTurns });
const cardsAre = (page, turns) =>
  untilIs(
    () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#cards .card')].map(({ dataset }) => Number(dataset.turn)),
      ),
    turns,
  );

onPage('history: its field shows the matching turns of the whole run', async (page) => {
  await page.keyboard.press('h');
  await page.keyboard.press('/');
  await until(page, () => document.activeElement?.id === 'history-query');
  const field = page.locator('#history-query');
  await page.keyboard.type('sst:violation');
  await cardsAre(page, [89]);
  await page.locator('#history-count').getByText(`1 of ${kTurns} turns`).waitFor();
  // Words are marked in the cards, and the order is kept.
  await field.fill('outcome:error y2 turn:2-30');
  await cardsAre(page, [29, 18, 15, 7]);
  await until(page, () => (CSS.highlights.get('found-in-cards')?.size ?? 0) > 0);
  await screenshot(page, 'history-search');
  await page.locator('[data-order="oldest"]').click();
  await cardsAre(page, [7, 15, 18, 29]);
  await field.fill('nowhere-to-be-found');
  await page.locator('#history-none').getByText('No turn of this run matches').waitFor();
  // Escape shows all of them again, and the next one closes.
  await field.press('Escape');
  await page.locator('#history-count').getByText(/^140 turns$/).waitFor();
  await until(page, () => !CSS.highlights.has('found-in-cards'));
  await field.fill('sst:violation');
  await cardsAre(page, [89]);
  await field.press('ArrowDown');
  await until(page, () => document.activeElement?.matches('.card-go'));
  await page.keyboard.press('Enter');
  await untilTurn(page, 89);
  await page.locator('#history').waitFor({ state: 'hidden' });
});

onPage(
  'history: an invalid query shows why, and hides nothing',
  async (page) => {
    await page.locator('[data-action="history"]').click();
    await page.locator('#history-query').fill('sst:nonsense');
    await page.locator('#history-wrong').getByText('sst:nonsense').waitFor();
    await untilIs(() => page.locator('#history-query').getAttribute('aria-invalid'), 'true');
    await page.locator(`#cards .card[data-turn="${kTurns}"]`).waitFor();
    await page.locator('#history-query').fill('');
    await page.locator('#history-wrong').waitFor({ state: 'hidden' });
  },
  { allowed: /400/ },
);

onPage(
  'a link to a turn opens it; the address follows the page, and a reload returns to the turn',
  async (page) => {
    const hash = () => page.evaluate(() => location.hash);
    await untilTurn(page, 37);
    await until(page, () => /turn 37 · run_shown/.test(document.title));
    await page.keyboard.press('j');
    await untilIs(hash, '#turn=38');
    await page.reload();
    await untilTurn(page, 38);
    await page.keyboard.press('End');
    await untilIs(hash, '');
  },
  { path: '#37' },
);

onPage('a failed call has its reason beside it', async (page) => {
  await goTo(page, 17);
  await page.locator('.action.failed').getByText('missing 1 required positional').waitFor();
});

onPage('a violation scrolls the memory to its place, and the next turn restores the position', async (page) => {
  const top = () => page.locator('#text-sst').evaluate((box) => box.scrollTop);
  await goTo(page, 88);
  await untilIs(top, 0);
  await goTo(page, 89);
  await untilHolds(top, (now) => now > 0, 'over 0');
  await goTo(page, 90);
  await untilIs(top, 0);
});
