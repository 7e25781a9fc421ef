// The live screen of a run on a real screen: off by default, visible while the loop is paused, gone
// with another turn and with the run's end.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after } from 'node:test';
import {
  assertQuiet,
  freshFolder,
  openBrowser,
  openPage,
  patientStop,
  startDemoRun,
} from '../support/browser.mjs';
import { slowTest } from '../support/fixture.mjs';
import { counted, goTo, lookAt, settled, textOf, untilHolds, untilIs, untilLast } from '../support/shown.mjs';

const browser = await openBrowser({ after });

// A program that shows another window every second.
const kShow = 'while :; do zenity --info --timeout=1 --text="It is $(date +%N)"; done';
const kProgram = ['sh', '-c', kShow];
const kObjective = 'Fill in the form: Name = Ada';

const isLink = (page, link) => page.locator(`#link[data-link="${link}"]`).waitFor();
const pressed = (page) => page.locator('#watch').getAttribute('aria-pressed');
/** What the canvas shows: its size, and its pixels as one number; null: it is out of sight. */
const screenOf = (page) =>
  page.evaluate(() => {
    const canvas = document.getElementById('screen');
    if (!canvas.checkVisibility() || !canvas.width) return null;
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const draw = copy.getContext('2d', { willReadFrequently: true });
    draw.drawImage(canvas, 0, 0);
    const { data } = draw.getImageData(0, 0, copy.width, copy.height);
    const sum = data.reduce((all, value, at) => (all * 31 + value * (at % 1021)) % 1_000_003, 7);
    return { width: copy.width, height: copy.height, sum };
  });

/** When the page asked for the live picture, in ms. */
function looks(page) {
  const at = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/live.png') at.push(Date.now());
  });
  return at;
}

slowTest('a screen is watched while the loop is paused', async (t) => {
  const runs = freshFolder('screen');
  const started = ['--profile', 'franz', kObjective, '--', ...kProgram];
  const run = await startDemoRun(t, runs, ['--delay-ms', '300'], started);
  let asked = null;
  const page = await openPage(t, browser, run.url, {
    init: patientStop,
    before: async (empty) => {
      asked = looks(empty);
    },
  });
  await untilHolds(() => page.locator('.legend b').count(), (count) => count > 0, 'a turn');
  await page.keyboard.press('p');
  await isLink(page, 'paused');
  await settled(page);
  assert.equal(await pressed(page), 'false');
  assert.deepEqual(asked, [], 'nobody asked for it yet');
  const files = readdirSync(run.run).sort();

  await page.locator('#watch').click();
  await untilIs(() => pressed(page), 'true');
  const first = await untilHolds(() => screenOf(page), (seen) => seen !== null, 'a screen');
  assert.deepEqual([first.width, first.height], [1280, 720]);
  await untilHolds(() => screenOf(page), (seen) => seen?.sum !== first.sum, 'another picture of it');
  assert.equal(await textOf(page, '#screen-words'), 'live, not recorded');
  assert.equal(await textOf(page, '#note-picture'), 'the screen now');
  await lookAt(page, 'live_screen');
  assert.deepEqual(readdirSync(run.run).sort(), files, 'the run folder has no more than before');

  // By the key as well; then nothing is asked any more.
  await page.keyboard.press('v');
  await untilIs(() => pressed(page), 'false');
  assert.equal(await screenOf(page), null);
  await settled(page);
  const many = asked.length;
  const { last } = await counted(page);
  await page.keyboard.press('s');
  await untilLast(page, last + 1); // the link is "paused" before the step as well
  await isLink(page, 'paused');
  assert.equal(asked.length, many);

  // Another turn shows its own picture.
  await page.keyboard.press('v');
  await untilHolds(() => screenOf(page), (seen) => seen !== null, 'a screen');
  await goTo(page, 1);
  await untilIs(() => pressed(page), 'false');
  await page.locator('#picture .picture-after').waitFor();

  // The end of the run is the end of it.
  await page.keyboard.press('v');
  await untilHolds(() => screenOf(page), (seen) => seen !== null, 'a screen');
  await page.keyboard.press('x');
  await page.keyboard.press('x');
  await isLink(page, 'finished');
  await page.locator('#watch').waitFor({ state: 'hidden' });
  assert.equal(await screenOf(page), null);
  const answer = await fetch(new URL('/live.png', run.url));
  assert.equal(answer.status, 404);
  assert.match((await answer.json()).error, /the run is over/);
  // The screen may end under the last look, before the page hears that the run has.
  assertQuiet(page, /(404|503) .*\/live\.png/);
});

slowTest('a run on the canvas has no screen to watch', async (t) => {
  const run = await startDemoRun(t, freshFolder('no_screen'), ['--delay-ms', '300']);
  const page = await openPage(t, browser, run.url);
  const asked = looks(page);
  await page.keyboard.press('v');
  assert.equal(await page.locator('#watch').isVisible(), false);
  assert.deepEqual(asked, []);
  const answer = await fetch(new URL('/live.png', run.url));
  assert.equal(answer.status, 404);
  assert.match((await answer.json()).error, /not on a real screen/);
  assertQuiet(page);
});
