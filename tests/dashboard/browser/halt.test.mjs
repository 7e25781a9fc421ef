// What a person at the screen that a run acts on sees of it on the page, and can do there: the
// countdown, a takeover, a panic.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { assertQuiet, openBrowser, openPage } from '../support/browser.mjs';
import { startFakeProxy } from '../support/fake_proxy.mjs';
import { slowTest } from '../support/fixture.mjs';
import { lookAt, textOf, untilHolds, untilIs } from '../support/shown.mjs';

const browser = await openBrowser({ after });

async function onScreen(t, options = {}) {
  const fake = await startFakeProxy({ turns: 12, kind: 'desktop', loop: 'thinking', ...options });
  t.after(() => fake.close());
  const page = await openPage(t, browser, fake.url);
  await page.locator('#link[data-link="live"]').waitFor();
  return { fake, page };
}
const isLink = (page, link) => page.locator(`#link[data-link="${link}"]`).waitFor();

slowTest('a panic by the button, by ! and by the Pause key, wherever the person is', async (t) => {
  const { fake, page } = await onScreen(t);
  const ways = [
    () => page.locator('#control-panic').click(),
    () => page.keyboard.press('!'),
    () => page.keyboard.press('Pause'),
    async () => {
      await page.keyboard.press('?');
      await page.locator('#help[open]').waitFor();
      await page.keyboard.press('Pause');
    },
    async () => {
      await page.locator('#turn').focus();
      await page.keyboard.press('Pause');
    },
  ];
  for (const [at, panic] of ways.entries()) {
    await panic();
    await isLink(page, 'panic');
    assert.equal(fake.commands.at(-1), 'panic', `way ${at}`);
    assert.equal(await textOf(page, '#link-name'), 'PANIC');
    assert.equal(await textOf(page, '#halt-title'), 'All input is stopped');
    assert.equal(await textOf(page, '#halt-text'), 'panic: the button');
    assert.equal(await page.locator('#halt-hold').isVisible(), false);
    if (at === 0) await lookAt(page, 'panic');
    await page.keyboard.press('Escape');
    await page.locator('#halt-resume').click();
    await isLink(page, 'live');
    assert.equal(fake.commands.at(-1), 'resume');
    assert.equal(await page.locator('#halt').isVisible(), false);
  }
  // A text takes the sign.
  await page.locator('#note-text').focus();
  const many = fake.commands.length;
  await page.keyboard.press('!');
  await untilIs(() => page.locator('#note-text').inputValue(), '!');
  assert.equal(fake.commands.length, many);
  assertQuiet(page);
});

slowTest('a countdown can be held and begun', async (t) => {
  const { fake, page } = await onScreen(t);
  const announce = () =>
    fake.setStatus({
      loop: 'paused',
      cause: 'countdown',
      why: 'the run begins on your screen :0 in 5 s: resume begins at once, pause holds it',
      until: new Date(Date.now() + 60_000).toISOString(),
    });
  announce();
  await isLink(page, 'countdown');
  await untilHolds(
    () => textOf(page, '#link-name'),
    (name) => /^BEGINS IN (1 min|\d+ s|1 min 0 s)/.test(name),
    'the time that is left',
  );
  assert.equal(await textOf(page, '#halt-resume'), 'Begin now');
  await lookAt(page, 'countdown');
  // The key that pauses holds it: it does not begin what was to be stopped.
  await page.keyboard.press('p');
  await isLink(page, 'paused');
  assert.equal(fake.commands.at(-1), 'pause');
  assert.equal(await page.locator('#halt').isVisible(), false);
  announce();
  await isLink(page, 'countdown');
  await page.locator('#halt-hold').click();
  await isLink(page, 'paused');
  announce();
  await isLink(page, 'countdown');
  await page.locator('#halt-resume').click();
  await isLink(page, 'live');
  assert.deepEqual(fake.commands, ['pause', 'pause', 'resume']);
  assertQuiet(page);
});

slowTest('a takeover is told, and the page has the run go on', async (t) => {
  const { fake, page } = await onScreen(t);
  fake.setStatus({
    loop: 'paused',
    cause: 'takeover',
    why: 'the person at the screen took over; what was still to be done was not. Resume when the run may go on',
  });
  await isLink(page, 'takeover');
  assert.equal(await textOf(page, '#link-name'), 'TAKEN OVER');
  await lookAt(page, 'takeover');
  await page.keyboard.press('p');
  await isLink(page, 'live');
  assert.deepEqual(fake.commands, ['resume']);
  fake.setStatus({ program: 'finished', loop: null });
  await isLink(page, 'finished');
  assert.equal(await page.locator('#control-panic').isVisible(), false);
  assertQuiet(page);
});

slowTest('a drawing has nothing to panic about', async (t) => {
  const { fake, page } = await onScreen(t, { kind: 'sandbox' });
  assert.equal(await page.locator('#control-panic').isVisible(), false);
  await page.keyboard.press('Pause');
  await page.keyboard.press('!');
  await page.keyboard.press('p');
  await isLink(page, 'paused');
  assert.deepEqual(fake.commands, ['pause']);
  assertQuiet(page);
});
