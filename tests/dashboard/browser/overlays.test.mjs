// Search, history, the request as sent, exports, the list of runs, and replay: by mouse and by key.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
  until,
  untilTurn,
} from '../support/browser.mjs';
import { makeBigRun } from '../support/make_big_run.mjs';

const kTurns = 140;
const folder = freshFolder('overlays');
makeBigRun(`${folder}/run_other`, { turns: 12 });
const url = await replay({ after }, makeBigRun(`${folder}/run_shown`, { turns: kTurns, exchanges: kTurns }));
const browser = await openBrowser({ after });

function onPage(name, body, options = {}) {
  test(name, { timeout: 60_000 }, async (t) => {
    const page = await openPage(browser, url, options);
    t.after(() => page.context().close());
    await body(page);
    assertQuiet(page);
  });
}
const click = (page, action) => page.locator(`[data-action="${action}"]:visible`).first().click();
const shownTurn = (page) =>
  page.evaluate(() => Number(document.getElementById('turn').value.replace(/\D/g, '')));

/** Asks the run, and waits for so many turns. */
async function ask(page, question, turns) {
  await page.locator('#query').fill(question);
  await page.keyboard.press('Enter');
  await page.locator('#search-found').getByText(new RegExp(`\\b${turns} turns?\\b`)).waitFor();
}

onPage('search: in the turn, and in the run', async (page) => {
  await page.keyboard.press('/');
  const field = page.locator('#query');
  await until(page, () => document.activeElement?.id === 'query');
  await ask(page, 'sst:violation', 1);
  await page.keyboard.press('ArrowDown');
  await untilTurn(page, 89);
  // Words of the texts are marked in them; Enter goes from one to the next.
  await field.fill('whiskers');
  await page.keyboard.press('Enter');
  await page.locator('#search-turn').waitFor({ state: 'visible' });
  await until(page, () => (CSS.highlights.size ?? 0) > 0);
  const hits = () => page.locator('#search-hits').textContent();
  const first = await hits();
  await page.keyboard.press('Enter');
  await until(page, (was) => document.getElementById('search-hits').textContent !== was, first);
  await page.keyboard.press('Shift+Enter');
  await until(page, (was) => document.getElementById('search-hits').textContent === was, first);
  await page.locator('#search [data-hit="1"]').click();
  await until(page, (was) => document.getElementById('search-hits').textContent !== was, first);
  await screenshot(page, 'search');
  assert.deepEqual(await seriousFindings(page), []);
  await field.focus();
  await page.keyboard.press('Escape');
  await page.locator('#search').waitFor({ state: 'hidden' });
  await click(page, 'search');
  await page.locator('#search').waitFor({ state: 'visible' });
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

onPage('history: every turn as a card; order, fold, clear; a header goes to its turn', async (page) => {
  const sheet = page.locator('#history');
  const firstCard = () =>
    page.evaluate(() => document.querySelector('#cards .card:not([hidden])')?.dataset.turn);
  await page.keyboard.press('h');
  await sheet.waitFor({ state: 'visible' });
  await page.locator('#cards .card').first().waitFor();
  assert.equal(await firstCard(), String(kTurns));
  await page.locator(`#cards .card[data-turn="${kTurns}"]`).getByText('NEXT STEP').first().waitFor();
  await screenshot(page, 'history');
  assert.deepEqual(await seriousFindings(page), []);
  await sheet.getByRole('button', { name: 'Oldest first' }).click();
  await until(page, () => document.querySelector('#cards .card:not([hidden])')?.dataset.turn === '1');
  await page.keyboard.press('o');
  await until(page, (n) => document.querySelector('#cards .card')?.dataset.turn === String(n), kTurns);
  const tall = () => page.evaluate(() => document.getElementById('cards').scrollHeight);
  const before = await tall();
  await page.keyboard.press('e');
  await until(page, (was) => document.getElementById('cards').scrollHeight < was / 2, before);
  await page.locator('#history-fold').click();
  await until(page, (was) => document.getElementById('cards').scrollHeight > was / 2, before);
  await page.locator('#history-clear').click();
  await page.locator('#history-none').waitFor({ state: 'visible' });
  await page.keyboard.press('c');
  await page.locator('#history-none').waitFor({ state: 'hidden' });
  await page.locator('#cards .card[data-turn="138"] .card-head').dblclick({ position: { x: 300, y: 12 } });
  await sheet.waitFor({ state: 'hidden' });
  await untilTurn(page, 138);
  await click(page, 'history');
  await sheet.waitFor({ state: 'visible' });
  await page.keyboard.press('j'); // older, as it is shown
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'hidden' });
  await untilTurn(page, 137);
});

onPage('the request as sent: prompt, parameters, messages, raw bytes', async (page) => {
  const sheet = page.locator('#request');
  await goTo(page, 20);
  await page.keyboard.press('r');
  await sheet.getByText('You draw with white ink').first().waitFor();
  await sheet.getByText('max_tokens').first().waitFor();
  await screenshot(page, 'request');
  assert.deepEqual(await seriousFindings(page), []);
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#request-save').click()]);
  const bytes = readFileSync(await download.path(), 'latin1');
  assert.match(bytes, /^POST \/v1\/chat\/completions HTTP\/1\.1\r\n/);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await click(page, 'request');
  await sheet.waitFor({ state: 'visible' });
});

onPage('exports: the record, the picture, the cURL command, the run as one file', async (page) => {
  await goTo(page, 20);
  const saved = async (name) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#exports').getByRole('menuitem', { name }).click(),
    ]);
    return readFileSync(await download.path());
  };
  await page.keyboard.press('e');
  await page.locator('#exports').waitFor({ state: 'visible' });
  await screenshot(page, 'exports');
  assert.equal(JSON.parse(await saved(/^Record/)).turn, 20);
  await click(page, 'exports');
  assert.equal((await saved(/^Picture/)).toString('latin1', 1, 4), 'PNG');
  await page.keyboard.press('e');
  assert.match((await saved(/cURL script/)).toString(), /^#!\/bin\/sh\n[^]*curl/);
  await page.keyboard.press('e');
  await page.locator('#exports').getByRole('menuitem', { name: /Copy the cURL/ }).click();
  await until(page, async () => /curl/.test(await navigator.clipboard.readText()));
  await page.keyboard.press('e');
  assert.match((await saved(/One HTML file/)).toString(), /^<!doctype html>[^]*run_shown/i);
  await page.keyboard.press('e');
  await page.keyboard.press('ArrowDown');
  await until(page, () => document.activeElement?.textContent.startsWith('Picture'));
  await page.keyboard.press('Escape');
  await page.locator('#exports').waitFor({ state: 'hidden' });
});

onPage('runs: the list, a filter, another run and back', async (page) => {
  const sheet = page.locator('#runs');
  await page.keyboard.press('o');
  await sheet.waitFor({ state: 'visible' });
  await sheet.getByText('run_other').waitFor();
  await until(page, () => document.activeElement?.closest('#runs-list'));
  await screenshot(page, 'runs');
  assert.deepEqual(await seriousFindings(page), []);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await click(page, 'runs');
  await sheet.getByText('run_other').click();
  await page.waitForURL(/\?run=\d+/);
  await untilTurn(page, 12);
  assert.equal(await page.locator('#run-name').textContent(), 'run_other');
  await page.keyboard.press('O');
  await untilTurn(page, kTurns);
  assert.equal(await page.locator('#run-name').textContent(), 'run_shown');
});

onPage('replay: play, pause, speed, skip idle', async (page) => {
  const untilPressed = (action) =>
    page.locator(`[data-action="${action}"][aria-pressed="true"]:visible`).waitFor();
  await goTo(page, 3);
  for (const [key, action] of [['2', 'speed2'], ['1', 'speed1'], ['3', 'speed3']]) {
    await page.keyboard.press(key);
    await untilPressed(action);
  }
  await click(page, 'speed2');
  await untilPressed('speed2');
  await click(page, 'speed3');
  await untilPressed('speed3');
  const untilSkips = (wanted) =>
    page.locator(`[data-action="skipIdle"][aria-pressed="${wanted}"]`).waitFor();
  await untilSkips(true);
  await page.keyboard.press('i');
  await untilSkips(false);
  await click(page, 'skipIdle');
  await untilSkips(true);
  await page.evaluate(() => document.activeElement.blur()); // Space on a button is the button's
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause the replay' }).waitFor();
  await until(page, () => Number(document.getElementById('turn').value) >= 5);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: /^Play from here/ }).waitFor();
  const held = await shownTurn(page);
  await page.locator('#play').click();
  await until(page, (was) => Number(document.getElementById('turn').value) > was, held);
  await page.locator('#play').click();
  await page.getByRole('button', { name: /^Play from here/ }).waitFor();
  await screenshot(page, 'replay');
  assert.deepEqual(await seriousFindings(page), []);
});
