// An exported run, opened from the disk: the page without a proxy, by keys and mouse. Nothing it does
// leaves it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { program } from '../../clients/support/programs.mjs';
import { assertQuiet, freshFolder, openBrowser, openPage } from '../support/browser.mjs';
import { onPageOf, slowTest } from '../support/fixture.mjs';
import { makeBigRun } from '../support/make_big_run.mjs';
import { goTo, lookAt, screenshot, textOf, untilHolds, untilIs, untilMatches, untilTurn } from '../support/shown.mjs';

const kTurns = 24;
const folder = freshFolder('export');
const run = makeBigRun(`${folder}/run_shown`, { turns: kTurns, exchanges: kTurns });

function exported(name, ...flags) {
  execFileSync(program('proxy'), ['export', run, `${folder}/${name}`, ...flags]);
  return pathToFileURL(`${folder}/${name}`).href;
}

const url = exported('run.html');
const browser = await openBrowser({ after });
// Requests for the file itself and for URLs of its own contents are no connections.
const before = (page) => {
  page.left = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && request.url().split('#')[0] !== url) page.left.push(request.url());
  });
};
const onPage = onPageOf(browser, url, { before });

onPage('export: steps through the turns by keys, with picture, story and reply', async (page) => {
  await untilTurn(page, kTurns);
  await page.keyboard.press('Home');
  await untilTurn(page, 1);
  for (let turn = 2; turn <= 4; turn++) {
    await page.keyboard.press('ArrowRight');
    await untilTurn(page, turn);
    await untilIs(
      () => page.evaluate(() => document.querySelector('.picture-after')?.naturalWidth > 0),
      true,
    );
  }
  await untilMatches(() => textOf(page, '#text-response'), /./);
  await page.keyboard.press('d');
  const lit = () =>
    page.evaluate(() => {
      const canvas = document.querySelector('.picture-difference');
      const { width, height } = canvas;
      const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, width, height);
      return data.some((value) => value > 0);
    });
  await untilIs(lit, true); // its pictures can be compared
  await lookAt(page, 'export');
  assert.deepEqual(page.left, []);
});

onPage('export: says why the run ended, at the top', async (page) => {
  await page.locator('#end-card').waitFor({ state: 'visible' });
  await untilMatches(() => textOf(page, '#end-title'), /./);
  await screenshot(page, 'export-card');
});

onPage('export: plays by itself', async (page) => {
  await page.keyboard.press('Home');
  await untilTurn(page, 1);
  await page.keyboard.press('3');
  await page.keyboard.press(' ');
  await untilHolds(() => page.evaluate(() => document.getElementById('turn').value), (turn) => Number(turn) > 2, 'it goes on');
});

onPage('export: searches, shows every turn in the history, and has no control of a run', async (page) => {
  await page.keyboard.press('/');
  await page.keyboard.type('turn:3-5');
  await untilMatches(() => textOf(page, '#search-found'), /3 turns/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await untilIs(() => page.locator('#cards .card[data-filled]').count(), kTurns);
  assert.equal(await page.locator('#history-save').isVisible(), false);
  await page.keyboard.press('Escape');
  await goTo(page, 3);
  for (const control of ['#controls', '#control-panic', '#watch', '#note-form']) {
    assert.equal(await page.locator(control).isVisible().catch(() => false), false, control);
  }
  assert.equal(await page.locator('.run-picker').isDisabled(), true);
  await page.keyboard.press('o');
  assert.equal(await page.locator('#runs').isVisible(), false);
  await page.keyboard.press('e');
  await untilIs(() => page.locator('#exports .menu-item').count(), 2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('#exports').getByRole('menuitem', { name: /^Picture/ }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^turn_0*\d+\.png$/);
  await page.keyboard.press('r');
  await page.locator('#request .request-why').getByText('it is not in this export').waitFor();
  assert.deepEqual(page.left, []);
});

slowTest('export: without scripts it is a list of the turns', async (t) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  const lines = page.locator('noscript p');
  assert.equal(await lines.count(), kTurns + 2);
  assert.match(await lines.nth(0).textContent(), /run_shown/);
  assert.match(await lines.nth(8).textContent(), /^Turn 7 · error/);
  assert.equal(await lines.nth(8).isVisible(), true);
  assert.equal(await page.locator('.topbar').isVisible(), false);
  await page.screenshot({ path: `${process.env.FRANZ_SCREENSHOTS}/export-without-scripts.png` });
});

slowTest('export: a script that was added to it does not run', async (t) => {
  const page = await openPage(t, browser, url, { before });
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    const answer = await fetch('data:,x').then(() => 'fetched', () => 'blocked');
    return [window.ran ?? false, answer];
  });
  assert.deepEqual(ran, [false, 'blocked']);
  assertQuiet(page, /Content Security Policy/);
});

slowTest('export: redacted, it has no text of the model', async (t) => {
  const page = await openPage(t, browser, exported('redacted.html', '--redact'));
  await page.keyboard.press('Home');
  await untilTurn(page, 1);
  await untilMatches(() => textOf(page, '#text-response'), /^left out: \d+ characters$/);
  await screenshot(page, 'export-redacted');
  assertQuiet(page);
});
