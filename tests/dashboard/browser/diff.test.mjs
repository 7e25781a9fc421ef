// Two runs side by side: the line that compares them, its buttons, and what panes and picture mark.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { recordedRun } from '../support/fixture.mjs';
import { makeBigRun } from '../support/make_big_run.mjs';
import { click, lookAt, textOf, until, untilIs, untilMatches, untilTurn } from '../support/shown.mjs';

const { onPage } = await recordedRun(
  'diff',
  { turns: 12 },
  {
    beside: (folder) => {
      makeBigRun(`${folder}/run_other`, { turns: 10 });
      for (const turn of ['0004', '0007']) {
        const file = `${folder}/run_other/turn_${turn}.json`;
        const record = JSON.parse(readFileSync(file));
        record.response.text = record.response.text.replace('NEXT STEP', 'OTHER STEP');
        if (turn === '0007') record.image.sha256 = '0'.repeat(64);
        writeFileSync(file, JSON.stringify(record));
      }
    },
  },
);

onPage('a run is compared from the list of runs; its differing turns, one after the other', async (page) => {
  await page.keyboard.press('o');
  await page.getByRole('link', { name: /^Compare this page’s run with run_other/ }).click();
  await page.waitForURL(/with=\d+/);
  await untilIs(() => textOf(page, '#diff-other'), 'run_other');
  await untilIs(
    () => textOf(page, '#diff-summary'),
    '8 turns are the same, 2 differ; 2 are only in this run.',
  );
  await page.getByRole('button', { name: 'First difference: turn 4' }).click();
  await untilTurn(page, 4);
  await untilIs(() => textOf(page, '#diff-turn'), 'Turn 4 differs in reply.');
  await untilMatches(() => textOf(page, '#diff-parts'), /this run.*NEXT STEP.*other run.*OTHER STEP/s);
  // The reply is marked against the other run's, the memory is the same there.
  await until(page, () => document.querySelector('#text-response .added')?.textContent.includes('NEXT'));
  await lookAt(page, 'diff');
  await page.getByRole('button', { name: 'The next differing turn' }).click();
  await untilTurn(page, 7);
  await untilMatches(() => textOf(page, '#diff-turn'), /^Turn 7 differs in (picture, )?reply\.$/);
  assert.ok(await page.getByRole('button', { name: 'The next differing turn' }).isDisabled());
  await page.getByRole('radio', { name: 'Swipe' }).click();
  await untilIs(() => page.locator('#picture .side-left').textContent(), 'other run');
  await until(page, () => document.querySelector('#picture .picture-before')?.src.match(/\/turns\/7\.png\?run=/));
  await page.getByRole('button', { name: 'The differing turn before' }).click();
  await untilTurn(page, 4);
  await page.getByRole('link', { name: 'Stop comparing' }).click();
  await page.waitForURL((url) => !url.search.includes('with'));
  await page.locator('#diff').waitFor({ state: 'hidden' });
});

onPage('a run that does not exist cannot be compared, and the page says so', async (page) => {
  await untilMatches(() => textOf(page, '#diff-summary'), /could not be compared: the proxy answered 404/);
}, { path: '/?with=99', allowed: /404/ });
