// Finding a turn again: the history's own search, the link to a turn, what a failed call says, and
// where a text stands after a violation was scrolled to.
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
  until,
  untilTurn,
} from '../support/browser.mjs';
import { makeBigRun } from '../support/make_big_run.mjs';

const kTurns = 140; // turn 89 is a violation, turns 7, 15, 18 and 29 are errors
const folder = freshFolder('finding');
const url = await replay({ after }, makeBigRun(`${folder}/run_shown`, { turns: kTurns }));
const browser = await openBrowser({ after });

function onPage(name, body, { allowed = null, path = '', ...options } = {}) {
  test(name, { timeout: 60_000 }, async (t) => {
    const page = await openPage(browser, url + path, options);
    t.after(() => page.context().close());
    await body(page);
    assertQuiet(page, allowed);
  });
}
const cardsAre = (page, turns) =>
  until(
    page,
    (wanted) =>
      [...document.querySelectorAll('#cards .card')].map(({ dataset }) => dataset.turn).join() ===
      wanted.join(),
    turns,
  );

onPage('history: its field shows the turns that have something, from the whole run', async (page) => {
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
  await page.locator('#history-none').getByText('No turn of this run has that').waitFor();
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
  'history: a question that makes no sense says why, and hides nothing',
  async (page) => {
    await page.locator('[data-action="history"]').click();
    await page.locator('#history-query').fill('sst:nonsense');
    await page.locator('#history-wrong').getByText('sst:nonsense').waitFor();
    assert.equal(await page.locator('#history-query').getAttribute('aria-invalid'), 'true');
    await page.locator(`#cards .card[data-turn="${kTurns}"]`).waitFor();
    await page.locator('#history-query').fill('');
    await page.locator('#history-wrong').waitFor({ state: 'hidden' });
  },
  { allowed: /400/ },
);

onPage(
  'a link to a turn opens it; the address goes with the page, and a reload comes back',
  async (page) => {
    await untilTurn(page, 37);
    await until(page, () => /turn 37 · run_shown/.test(document.title));
    await page.keyboard.press('j');
    await until(page, () => location.hash === '#38');
    await page.reload();
    await untilTurn(page, 38);
    await page.keyboard.press('End');
    await until(page, () => location.hash === '');
  },
  { path: '#37' },
);

onPage('a failed call says why beside it', async (page) => {
  await goTo(page, 18);
  await page.locator('.action.failed').getByText('missing 1 required positional').waitFor();
});

onPage('a violation scrolls the SST to its place, and the next turn is where it was', async (page) => {
  const top = () => page.locator('#text-sst').evaluate((box) => box.scrollTop);
  await goTo(page, 88);
  assert.equal(await top(), 0);
  await goTo(page, 89);
  await until(page, () => document.querySelector('#text-sst').scrollTop > 0);
  await goTo(page, 90);
  assert.equal(await top(), 0);
});
