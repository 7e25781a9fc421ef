// Search in a turn and in the run: by mouse and by key.
import { recordedRun } from '../support/fixture.mjs';
import {
  click,
  isFocused,
  lookAt,
  settled,
  textOf,
  until,
  untilHolds,
  untilIs,
  untilMatches,
  untilTurn,
} from '../support/shown.mjs';

const kTurns = 140;
const { onPage } = await recordedRun('search', { turns: kTurns, exchanges: kTurns });

/** Asks the run, and waits for so many turns. */
async function ask(page, question, turns) {
  await page.locator('#query').fill(question);
  await page.keyboard.press('Enter');
  await page.locator('#search-found').getByText(new RegExp(`\\b${turns} turns?\\b`)).waitFor();
}

onPage('search: in the turn, and in the run', async (page) => {
  await page.keyboard.press('/');
  const field = page.locator('#query');
  await isFocused(page, 'query');
  await ask(page, 'sst:violation', 1);
  await page.keyboard.press('ArrowDown');
  await untilTurn(page, 89);
  // Words of the texts are marked in them; Enter goes from one to the next.
  await field.fill('whiskers');
  await page.keyboard.press('Enter');
  await page.locator('#search-turn').waitFor({ state: 'visible' });
  await until(page, () => (CSS.highlights.size ?? 0) > 0);
  const hits = () => textOf(page, '#search-hits');
  const first = await untilMatches(hits, /^1 of \d+$/);
  const [isFirst, isOther] = [
    () => untilIs(hits, first),
    () => untilHolds(hits, (now) => now !== first, `another than ${first}`),
  ];
  await page.keyboard.press('Enter');
  await isOther();
  await page.keyboard.press('Shift+Enter');
  await isFirst();
  await page.locator('#search [data-hit="1"]').click();
  await isOther();
  await page.locator('#search [data-hit="-1"]').click();
  await isFirst();
  await lookAt(page, 'search');
  await field.focus();
  await page.keyboard.press('Escape');
  await page.locator('#search').waitFor({ state: 'hidden' });
  await click(page, 'search');
  await page.locator('#search').waitFor({ state: 'visible' });
  await page.getByRole('button', { name: 'Close the search' }).click();
  await page.locator('#search').waitFor({ state: 'hidden' });
});

// The proxy answers 400, and a browser reports each such answer; allowed for these queries only.
const kWrong = [
  ['sst:nonsense', /sst:nonsense: expected ok, violation/],
  ['turn:x', /turn:x: expected turn:7/],
  ['tool:fly', /tool:fly: expected left_click/],
  ['outcome:', /outcome:: expected/],
];
onPage(
  'search: a wrong query shows its mistake, and a correct one clears it',
  async (page) => {
    await page.keyboard.press('/');
    const invalid = () => page.locator('#query').getAttribute('aria-invalid');
    for (const [query, why] of kWrong) {
      await page.locator('#query').fill(query);
      await page.keyboard.press('Enter');
      await page.locator('#search-found').getByText(why).waitFor();
      await untilIs(invalid, 'true');
    }
    await lookAt(page, 'search-wrong');
    await ask(page, 'sst:violation', 1);
    await untilIs(invalid, 'false');
    await untilTurn(page, kTurns);
  },
  {
    allowed: new RegExp(
      `status of 400 .*/api/turns\\?from=1&to=${kTurns}&q=(${kWrong
        .map(([query]) => encodeURIComponent(query))
        .join('|')})$`,
    ),
  },
);

onPage(
  'search: a missing answer is shown, and Enter asks again',
  async (page) => {
    const isSearch = (address) => address.searchParams.has('q');
    await page.route(isSearch, (route) => route.abort('connectionreset'));
    await page.keyboard.press('/');
    await page.locator('#query').fill('sst:violation');
    await page.keyboard.press('Enter');
    await page.locator('#search-found.tone-warn').waitFor();
    await page.unroute(isSearch);
    await page.keyboard.press('Enter');
    await page.locator('#search-found').getByText('1 turn').waitFor();
  },
  { allowed: /ERR_CONNECTION_RESET .*[?&]q=sst%3Aviolation$/ },
);

onPage('search: results are highlighted on the strip', async (page) => {
  const strip = () => page.evaluate(() => document.getElementById('timeline').toDataURL());
  await settled(page);
  const before = await strip();
  await page.keyboard.press('/');
  await ask(page, 'sst:violation', 1);
  await untilHolds(strip, (now) => now !== before, 'another picture');
  await page.keyboard.press('Escape');
  await untilHolds(strip, (now) => now === before, 'the picture of before');
});

onPage('search: the turns found, by n and N and by the buttons', async (page) => {
  await page.keyboard.press('/');
  await ask(page, 'outcome:degraded', 1);
  await page.keyboard.press('ArrowUp');
  await untilTurn(page, 130);
  await ask(page, 'error: turn:70-90', 2);
  await page.keyboard.press('ArrowUp');
  await untilTurn(page, 84);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('N');
  await untilTurn(page, 73);
  await page.keyboard.press('n');
  await untilTurn(page, 84);
  await page.locator('#search [data-match="-1"]').click();
  await untilTurn(page, 73);
  await page.locator('#search [data-match="1"]').click();
  await untilTurn(page, 84);
});
