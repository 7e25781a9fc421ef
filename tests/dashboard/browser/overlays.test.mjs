// The request as sent, exports, the list of runs, and replay: by mouse and by key.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { recordedRun } from '../support/fixture.mjs';
import { makeBigRun } from '../support/make_big_run.mjs';
import {
  click,
  goTo,
  isFocused,
  lookAt,
  shownTurn,
  textOf,
  until,
  untilHolds,
  untilIs,
  untilMatches,
  untilTurn,
} from '../support/shown.mjs';

const kTurns = 140;
function otherRuns(folder) {
  makeBigRun(`${folder}/run_other`, { turns: 12 });
  // So many that the list has a field to filter them.
  for (let i = 1; i <= 9; i++) makeBigRun(`${folder}/run_small_${i}`, { turns: 2 });
}
const { onPage } = await recordedRun('overlays', { turns: kTurns, exchanges: kTurns }, { beside: otherRuns });

onPage('the request as sent: prompt, parameters, messages, raw bytes', async (page) => {
  const sheet = page.locator('#request');
  await goTo(page, 20);
  await page.keyboard.press('r');
  await sheet.getByText('You draw with white ink').first().waitFor();
  await sheet.getByText('max_tokens').first().waitFor();
  await lookAt(page, 'request');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#request-save').click()]);
  const bytes = readFileSync(await download.path(), 'latin1');
  assert.match(bytes, /^POST \/v1\/chat\/completions HTTP\/1\.1\r\n/);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await click(page, 'request');
  await sheet.waitFor({ state: 'visible' });
  const part = (name) => sheet.locator('details').filter({ has: page.locator('summary', { hasText: name }) });
  await part('Headers').locator('summary').click();
  await part('Headers').getByText('X-Franz-Turn').waitFor();
  await part('Whole request').locator('summary').press('Enter');
  await part('Whole request').getByText('"messages"').waitFor();
  await lookAt(page, 'request-whole');
  await part('System prompt').locator('summary').press('Enter');
  await sheet.getByText('You draw with white ink').first().waitFor({ state: 'hidden' });
  await sheet.locator('[data-close]').click();
  await sheet.waitFor({ state: 'hidden' });
  await page.keyboard.press('r');
  await sheet.waitFor({ state: 'visible' });
  await page.mouse.click(5, 450); // beside it
  await sheet.waitFor({ state: 'hidden' });
});

onPage('exports: the record, the picture, the cURL command, the run as one file', async (page) => {
  await goTo(page, 20);
  const saved = async (name, how = {}) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#exports').getByRole('menuitem', { name, ...how }).click(),
    ]);
    return readFileSync(await download.path());
  };
  await page.keyboard.press('e');
  await page.locator('#exports').waitFor({ state: 'visible' });
  await lookAt(page, 'exports');
  assert.equal(JSON.parse(await saved(/^Record/)).turn, 20);
  await click(page, 'exports');
  assert.equal((await saved(/^Picture/)).toString('latin1', 1, 4), 'PNG');
  await page.keyboard.press('e');
  assert.match((await saved(/cURL script/)).toString(), /^#!\/bin\/sh\n[^]*curl/);
  await page.keyboard.press('e');
  await page.locator('#exports').getByRole('menuitem', { name: /Copy the cURL/ }).click();
  await untilMatches(() => page.evaluate(() => navigator.clipboard.readText()), /curl/);
  await page.keyboard.press('e');
  assert.match((await saved('One HTML file', { exact: true })).toString(), /^<!doctype html>[^]*NEXT STEP/i);
  await page.keyboard.press('e');
  assert.doesNotMatch((await saved('One HTML file without texts')).toString(), /NEXT STEP/);
  const menu = page.locator('#exports');
  const open = async (how) => {
    await how();
    await menu.waitFor({ state: 'visible' });
  };
  for (const [name, begin] of [
    [/^Request as sent/, 'POST /v1/chat/completions HTTP/1.1\r\n'],
    [/^Reply as received/, 'HTTP/1.1 200 OK\r\n'],
    [/^Body of the request/, '{"model":"qwen3-vl-2b-instruct-1m"'],
  ]) {
    await open(() => click(page, 'exports'));
    assert.ok((await saved(name)).toString('latin1').startsWith(begin), `${name}`);
  }
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const at = (name) => untilHolds(focused, (text) => text.startsWith(name), name);
  await open(() => page.keyboard.press('e'));
  for (const [key, name] of [
    ['ArrowDown', 'Picture'],
    ['End', 'One HTML file'],
    ['ArrowDown', 'Record'],
    ['ArrowUp', 'One HTML file'],
    ['Home', 'Record'],
  ]) {
    await page.keyboard.press(key);
    await at(name);
  }
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  assert.equal(JSON.parse(readFileSync(await download.path())).turn, 20);
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('e'),
    () => page.mouse.click(700, 20),
  ]) {
    await menu.waitFor({ state: 'hidden' });
    await open(() => page.keyboard.press('e'));
    await close();
    await menu.waitFor({ state: 'hidden' });
  }
  await goTo(page, 130); // without a picture
  await open(() => page.keyboard.press('e'));
  await untilIs(() => menu.getByRole('menuitem', { name: /^Picture/ }).count(), 0);
});

onPage('runs: the list, a filter, another run and back', async (page) => {
  const sheet = page.locator('#runs');
  await page.keyboard.press('o');
  await sheet.waitFor({ state: 'visible' });
  await sheet.getByText('run_other').waitFor();
  await until(page, () => document.activeElement?.closest('#runs-list'));
  await lookAt(page, 'runs');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await click(page, 'runs');
  await sheet.getByText('run_other').click();
  await page.waitForURL(/\?run=\d+/);
  await untilTurn(page, 12);
  await untilIs(() => textOf(page, '#run-name'), 'run_other');
  await page.keyboard.press('O');
  await untilTurn(page, kTurns);
  await untilIs(() => textOf(page, '#run-name'), 'run_shown');
});

onPage('runs: a title and tags, which other pages see', async (page) => {
  const card = page.locator('#runs-list li').filter({ hasText: 'run_small_4' });
  const name = () => card.locator('.run-edit').click();
  const fields = () => card.locator('.run-form input');
  await page.keyboard.press('o');
  await name();
  await lookAt(page, 'runs-form');
  await page.keyboard.type('not this');
  await page.keyboard.press('Escape');
  assert.equal(await fields().count(), 0);
  await page.locator('#runs').waitFor({ state: 'visible' }); // only the form was closed
  await name();
  await fields().first().fill('  The <b>small</b> one ');
  await fields().last().fill('slow, cat ,slow');
  await page.keyboard.press('Enter');
  await card.getByText('The <b>small</b> one').waitFor();
  await untilIs(() => card.locator('.run-tag').allTextContents(), ['slow', 'cat']);
  await page.reload();
  await page.keyboard.press('o');
  await card.getByText('The <b>small</b> one').waitFor();
  await page.locator('#runs-filter').fill('slow');
  await untilIs(() => page.locator('#runs-list li').count(), 1);
});

onPage('runs: found by a filter, opened by keys', async (page) => {
  const sheet = page.locator('#runs');
  const shown = (n) => untilIs(() => page.locator('#runs-list li').count(), n);
  await page.keyboard.press('o');
  await shown(11);
  await page.keyboard.press('/');
  await isFocused(page, 'runs-filter');
  await page.keyboard.type('nothing like it');
  await sheet.getByText('No run has all of these words.').waitFor();
  await lookAt(page, 'runs-none');
  await page.locator('#runs-filter').fill('small');
  await shown(9);
  await page.keyboard.press('ArrowDown');
  await until(page, () => document.activeElement === document.querySelector('#runs-list .run-card'));
  await page.keyboard.press('End');
  await until(page, () => document.activeElement === [...document.querySelectorAll('#runs-list .run-card')].at(-1));
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await isFocused(page, 'runs-filter');
  await page.locator('#runs-filter').fill('other');
  await shown(1);
  await sheet.locator('[data-close]').click();
  await sheet.waitFor({ state: 'hidden' });
  await page.keyboard.press('o');
  await page.locator('#runs-filter').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?run=\d+/);
  await untilTurn(page, 12);
});

onPage('replay: from the end it restarts; at its end it stops', async (page) => {
  await page.locator('[data-action="speed3"]').click();
  await page.locator('#play').click(); // at the last turn
  await untilHolds(() => shownTurn(page), (turn) => turn < 100, 'a turn before 100');
  await page.keyboard.press('End');
  await page.getByRole('button', { name: /^Play from here/ }).waitFor(); // a step ends it
  await goTo(page, kTurns - 2);
  await page.keyboard.press('Space');
  await untilTurn(page, kTurns);
  await page.getByRole('button', { name: /^Play from here/ }).waitFor();
  await untilIs(() => textOf(page, '#play-left'), 'at the end');
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
  await untilHolds(() => shownTurn(page), (turn) => turn >= 5, '5 or more');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: /^Play from here/ }).waitFor();
  const held = await shownTurn(page);
  await page.locator('#play').click();
  await untilHolds(() => shownTurn(page), (turn) => turn > held, `more than ${held}`);
  await page.locator('#play').click();
  await page.getByRole('button', { name: /^Play from here/ }).waitFor();
  await lookAt(page, 'replay');
});
