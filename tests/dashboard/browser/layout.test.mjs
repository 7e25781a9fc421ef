// The layout with the picture first: its default and its switch, the filmstrip, the folded panes, and
// what the bar says about the state of the run at every width.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { assertQuiet, openBrowser, openPage } from '../support/browser.mjs';
import { startFakeProxy } from '../support/fake_proxy.mjs';
import { slowTest } from '../support/fixture.mjs';
import { goTo, lookAt, settled, settledBox, shownTurn, textOf, untilHolds, untilIs, untilTurn } from '../support/shown.mjs';

const browser = await openBrowser({ after });

async function onRun(t, run = {}, shown = {}) {
  const fake = await startFakeProxy({ turns: 60, kind: 'desktop', loop: 'thinking', ...run });
  t.after(() => fake.close());
  return { fake, page: await openPage(t, browser, fake.url, shown) };
}
const untilLayout = (page, layout) => page.locator(`#quadrants[data-layout="${layout}"]`).waitFor();
const framesOf = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.frame')].map(({ dataset }) => Number(dataset.turn)));
const currentFrame = (page) => page.locator('.frame[aria-current]').getAttribute('data-turn');

slowTest('the picture is first on a real screen, and a choice is kept for each surface', async (t) => {
  const { fake, page } = await onRun(t);
  await untilLayout(page, 'picture');
  assert.equal(await page.locator('#film').isVisible(), true);
  await page.keyboard.press('L');
  await untilLayout(page, 'quadrants');
  assert.equal(await page.locator('#film').isVisible(), false);
  assert.equal(await page.locator('.pane-picture #actions').count(), 1);
  await page.reload();
  await untilLayout(page, 'quadrants');
  await page.locator('#control-layout').click();
  await untilLayout(page, 'picture');
  assert.equal(await page.locator('.pane-picture #actions').count(), 0);
  assertQuiet(page);

  const canvas = await startFakeProxy({ turns: 12, loop: 'thinking' });
  t.after(() => canvas.close());
  const other = await openPage(t, browser, canvas.url);
  await untilLayout(other, 'quadrants');
  assert.equal(fake.commands.length, 0);
  assertQuiet(other);
});

slowTest('memory and feedback unfold, and stay so', async (t) => {
  const { page } = await onRun(t);
  const text = page.locator('#text-sst');
  await untilIs(() => text.isVisible(), false);
  assert.equal(await page.locator('#note-text').isVisible(), true);
  for (const pane of ['sst', 'feedback']) await page.locator(`#fold-${pane}`).click();
  await untilIs(() => text.isVisible(), true);
  await lookAt(page, 'layout-unfolded');
  await page.reload();
  await untilIs(() => text.isVisible(), true);
  await page.locator('#fold-sst').click();
  await untilIs(() => text.isVisible(), false);
  assert.equal(await page.locator('#text-feedback').isVisible(), true);
  assertQuiet(page);
});

slowTest('the film is scrubbed by mouse, wheel and keys', async (t) => {
  const { page } = await onRun(t);
  await goTo(page, 30);
  const box = await settledBox(page, '#film');
  const middle = box.y + box.height / 2;
  const frame = await page.locator('.frame[aria-current]').boundingBox();
  await page.mouse.move(frame.x + frame.width / 2, middle);
  await page.mouse.down();
  await page.mouse.move(frame.x + frame.width * 3, middle, { steps: 4 });
  await untilTurn(page, 32);
  assert.equal((await page.locator('.frame[data-turn="30"]').boundingBox()).x, frame.x, 'a held film stays');
  // At an edge the film moves on.
  await page.mouse.move(box.x + box.width - 8, middle);
  await untilHolds(() => shownTurn(page), (turn) => turn > 40, 'a later turn');
  await page.mouse.up();
  await goTo(page, 30);
  await page.mouse.move(box.x + box.width / 2, middle);
  await page.mouse.wheel(0, 130);
  await untilTurn(page, 32);
  await page.keyboard.press('ArrowLeft');
  await untilTurn(page, 31);
  assert.equal(await currentFrame(page), '31');
  await page.locator('#film').focus();
  await page.keyboard.press('Home');
  await untilTurn(page, 1);
  assertQuiet(page);
});

slowTest('of ten thousand turns only the frames in sight exist', async (t) => {
  const { fake, page } = await onRun(t, { turns: 10_000 });
  for (const turn of [5000, 9_999, 3, 5001]) {
    await goTo(page, turn);
    await untilIs(() => currentFrame(page), String(turn));
    const frames = await framesOf(page);
    assert.ok(frames.length < 20 && frames.includes(turn), frames.join());
  }
  await settled(page);
  const loaded = page.locator('.frame img:not([hidden])');
  await untilHolds(() => loaded.count(), (count) => count > 8, 'pictures');
  // Far fewer pictures are requested than turns are passed.
  const before = fake.asked.length;
  await page.keyboard.press('End');
  await untilTurn(page, 10_000);
  await settled(page);
  assert.ok(fake.asked.length - before < 60, `${fake.asked.length - before} requests`);
  assertQuiet(page);
});

slowTest('another turn shows the first change of its reply', async (t) => {
  const { page } = await onRun(t);
  const inSight = () =>
    page.evaluate(() => {
      const box = document.getElementById('text-response').getBoundingClientRect();
      const first = document.querySelector('#text-response .added')?.getBoundingClientRect();
      return Boolean(first) && first.top >= box.top && first.bottom <= box.bottom;
    });
  for (const turn of [30, 31, 33]) {
    await goTo(page, turn);
    await untilIs(inSight, true);
  }
  // A person who has scrolled is not moved again by the same turn.
  const top = () => page.locator('#text-response').evaluate((box) => box.scrollTop);
  await page.locator('#text-response').evaluate((box) => box.scrollTo(0, box.scrollHeight));
  const end = await top();
  await page.keyboard.press('c');
  await page.keyboard.press('c');
  await settled(page);
  assert.equal(await top(), end);
  assertQuiet(page);
});

slowTest('an address names a turn and one of its actions', async (t) => {
  const fake = await startFakeProxy({ turns: 60, kind: 'desktop', loop: 'thinking' });
  t.after(() => fake.close());
  const page = await openPage(t, browser, `${fake.url}#turn=30&action=2`);
  await untilTurn(page, 30);
  const lit = () => page.locator('.action.lit .number').textContent();
  const hash = () => page.evaluate(() => location.hash);
  await untilIs(lit, '2');
  await page.locator('.action').first().click();
  await untilIs(hash, '#turn=30&action=1');
  await page.keyboard.press('ArrowRight');
  await untilIs(hash, '#turn=31');
  await page.mouse.move(5, 5); // off the list, where it would light another action
  await page.evaluate(() => {
    location.hash = '#turn=28&action=3';
  });
  await untilTurn(page, 28);
  await untilIs(lit, '3');
  await page.keyboard.press('End');
  await untilIs(hash, '');
  assertQuiet(page);
});

const kWhy =
  'the last 8 replies led to no action ([limits] pause_after_failures). The last one: "I cannot find it"; ' +
  'the error: SyntaxError: no ```python block found in your reply.';
const kServer = 'connection refused by 127.0.0.1:1235: no server listens there; start a model server, or name another one';

for (const [width, height] of [[1440, 900], [1920, 1080], [760, 900], [390, 844]]) {
  slowTest(`the whole reason, the controls and the turn count, ${width} wide`, async (t) => {
    const { fake, page } = await onRun(t, {}, { width, height });
    await settled(page);
    await lookAt(page, `layout-${width}`);
    fake.setStatus({ loop: 'paused', why: kWhy });
    await page.locator('#link[data-link="paused"][data-tone="bad"]').waitFor();
    assert.match(await textOf(page, '#halt-title'), /\bpause_after_failures\b/);
    assert.match(await textOf(page, '#halt-text'), /no action\. The last one: .*in your reply\.$/);
    for (const part of ['#control-toggle', '[data-action="step"]', '#control-stop', '#figures div:first-child']) {
      const box = await page.locator(part).first().boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.y < 120, `${part}: ${JSON.stringify(box)}`);
    }
    assert.match(await textOf(page, '#figures div:first-child'), /60/);
    await lookAt(page, `layout-check-${width}`);

    fake.setStatus({ loop: 'waiting', why: kServer });
    await page.locator('#link[data-link="waiting"]').waitFor();
    const shown = () =>
      page.evaluate(() => {
        const isWhole = (node) => node.checkVisibility({ visibilityProperty: true }) && node.scrollWidth <= node.clientWidth;
        const whole = ['why', 'reason'].map((id) => document.getElementById(id)).filter(isWhole);
        return whole.map(({ textContent }) => textContent);
      });
    await untilIs(shown, [kServer]);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    assertQuiet(page);
  });
}
