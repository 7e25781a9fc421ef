// A person uses the private display of a run on the page: view-only before, then mouse, keys and text
// go to the program, no key is the page's, and the way back is in sight.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { assertQuiet, freshFolder, openBrowser, openPage, patientStop, startDemoRun } from '../support/browser.mjs';
import { slowTest } from '../support/fixture.mjs';
import { lookAt, textOf, untilHolds, untilIs, untilMatches } from '../support/shown.mjs';

const browser = await openBrowser({ after });

const kProgram = ['sh', '-c', 'zenity --entry --text=Login --title=Login | sha256sum'];
const digestOf = (text) => createHash('sha256').update(`${text}\n`).digest('hex');
const isLink = (page, link) => page.locator(`#link[data-link="${link}"]`).waitFor();
const focus = (page) => page.evaluate(() => document.activeElement?.id);
const words = (page) => textOf(page, '#takeover-words');
const sizeOf = (page) =>
  page.locator('#takeover-screen').evaluate((canvas) => {
    const { width, height } = canvas.getBoundingClientRect();
    return [canvas.width, canvas.height, Math.round(width), Math.round(height)];
  });
const personOf = (run) =>
  readFileSync(join(run.run, 'run.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"kind":"person"'))
    .map((line) => JSON.parse(line));

/** A paused run with the program, and its page with the live screen on. */
async function watched(t, name, size = {}) {
  const started = ['--profile', 'pilot', 'Log in', '--', ...kProgram];
  const run = await startDemoRun(t, freshFolder(name), ['--delay-ms', '3000'], started);
  const page = await openPage(t, browser, run.url, { init: patientStop, ...size });
  await page.keyboard.press('p');
  await isLink(page, 'paused');
  await page.locator('#watch').click();
  await page.locator('#take-over').waitFor();
  return { run, page };
}

async function taken(page) {
  await page.locator('#take-over').click();
  await page.locator('#takeover[open]').waitFor();
  await untilMatches(() => words(page), /Mouse and keys go to the screen/);
}

slowTest('a person takes the screen over, fills in the form and hands it back', async (t) => {
  const { run, page } = await watched(t, 'takeover');
  // View-only before.
  const asked = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/screen')) asked.push(JSON.parse(request.postData()));
  });
  await page.locator('#screen').click();
  await page.keyboard.press('z');
  assert.deepEqual(asked, []);

  await taken(page);
  await isLink(page, 'page');
  assert.equal(await focus(page), 'takeover-screen');
  await untilIs(async () => (await sizeOf(page)).slice(0, 2), [1280, 720]);
  await lookAt(page, 'takeover');

  // Keys of the page are the screen's: x would stop the run, p resume it, ? open the help.
  const typed = 'xxp?/';
  for (const character of typed) await page.keyboard.press(character);
  await page.keyboard.press('Escape'); // closes no dialog of the page, but cancels zenity's
  assert.equal(await page.locator('#takeover').getAttribute('open'), '');
  assert.equal(await page.locator('dialog[open]').count(), 1);
  await untilHolds(() => asked.flatMap(({ events = [] }) => events).map(({ key }) => key), (keys) => keys.includes('Escape'), 'the key');
  // macOS sends no keyup of keys that are released while Meta is down.
  await page.keyboard.press('Meta');
  const isReleased = (events) => events.some(({ type }, at) => type === 'release' && events[at - 1]?.key === 'Meta');
  await untilHolds(() => asked.flatMap(({ events = [] }) => events), isReleased, 'the release after Meta');

  // The chord goes back to the buttons, and Enter hands it back.
  await page.keyboard.press('Control+Alt+Shift');
  await untilIs(() => focus(page), 'takeover-back');
  await page.keyboard.press('Enter');
  await page.locator('#takeover').waitFor({ state: 'hidden' });
  await isLink(page, 'paused');
  await untilIs(() => personOf(run).map(({ what }) => what), ['took_over', 'gave_back']);
  const [, back] = personOf(run);
  assert.equal(back.clicks, 0);
  assert.ok(back.keys >= typed.length + 1, `${back.keys} keys`);
  assertQuiet(page);
});

slowTest('text is pasted, clicks arrive, and the buttons work', async (t) => {
  const { run, page } = await watched(t, 'takeover_text');
  await taken(page);
  await page.evaluate(() => navigator.clipboard.writeText('Grüße, "Ada"'));
  await page.locator('#takeover-screen').focus();
  await page.keyboard.press('Control+v');
  await page.locator('#takeover-text').fill(' + more');
  await page.keyboard.press('Enter');
  await untilIs(() => page.locator('#takeover-text').inputValue(), '');
  await page.locator('#takeover-delete').click();
  assert.equal(await focus(page), 'takeover-screen');

  const fitted = await sizeOf(page);
  await page.locator('#takeover-fit').click();
  await untilIs(() => sizeOf(page), [1280, 720, 1280, 720]);
  await page.locator('#takeover-fit').click();
  await untilIs(() => sizeOf(page), fitted);

  await page.locator('#takeover-screen').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('Enter');
  const log = () => readFileSync(join(run.run, 'proxy.log'), 'utf8');
  await untilHolds(log, (lines) => lines.includes(digestOf('Grüße, "Ada" + more')), 'the digest of the text');
  await page.locator('#takeover-back').click();
  await untilIs(() => personOf(run).length, 2);
  const [, { clicks, texts }] = personOf(run);
  assert.deepEqual([clicks, texts], [1, 2]);
  assertQuiet(page);
});

slowTest('a page that is closed hands the screen back, and another one sees that it was taken', async (t) => {
  const { run, page } = await watched(t, 'takeover_closed');
  await taken(page);
  const other = await openPage(t, browser, run.url, { width: 390, height: 844, scheme: 'light' });
  await isLink(other, 'page');
  await other.locator('#watch').click();
  await untilIs(() => other.locator('#take-over').isDisabled(), true);
  assert.equal(await other.locator('#take-over').getAttribute('title'), 'another page has the screen');
  await page.goto('about:blank');
  await isLink(other, 'paused');
  assert.match(personOf(run)[1].text, /handed back/);

  // The same on a phone.
  await taken(other);
  const [, , width, height] = await sizeOf(other);
  assert.ok(width <= 390 && height <= 844, `${width}x${height}`);
  const back = await other.locator('#takeover-back').boundingBox();
  assert.ok(back.x >= 0 && back.x + back.width <= 390, 'the way back is in sight');
  await lookAt(other, 'takeover_narrow');
  await other.keyboard.press('Pause');
  await isLink(other, 'panic');
  await other.locator('#takeover').waitFor({ state: 'hidden' });
});
