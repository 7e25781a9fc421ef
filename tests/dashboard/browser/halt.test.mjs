// The page's controls for the person at the screen of a run: the countdown, a takeover, a panic.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { assertQuiet, openBrowser, openPage } from '../support/browser.mjs';
import { startFakeProxy } from '../support/fake_proxy.mjs';
import { slowTest } from '../support/fixture.mjs';
import { lookAt, textOf, untilHolds, untilIs } from '../support/shown.mjs';

const browser = await openBrowser({ after });

async function onScreen(t, options = {}, shown = {}) {
  const fake = await startFakeProxy({ turns: 12, kind: 'desktop', loop: 'thinking', ...options });
  t.after(() => fake.close());
  const page = await openPage(t, browser, fake.url, shown);
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

slowTest('the bar says that no person is noticed on the screen', async (t) => {
  const { fake, page } = await onScreen(t);
  assert.equal(await page.locator('#unseen').isVisible(), false);
  const unseen = 'on the screen of a VNC server FRANZ does not see windows or a person';
  fake.setStatus({ loop: 'thinking', unseen });
  await page.locator('#unseen').waitFor();
  assert.equal(await page.locator('#unseen').getAttribute('title'), unseen);
  assert.equal((await textOf(page, '#unseen')).trim(), 'your input is not noticed');
  await lookAt(page, 'unseen');
  assertQuiet(page);
});

slowTest('a countdown can be held and begun', async (t) => {
  const { fake, page } = await onScreen(t);
  const announce = () =>
    fake.setStatus({
      loop: 'paused',
      cause: 'countdown',
      why: 'the run begins on your screen :0 in 5 s',
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

slowTest('a takeover is reported, and the page resumes the run', async (t) => {
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

slowTest('a run on the canvas has no panic button', async (t) => {
  const { fake, page } = await onScreen(t, { kind: 'sandbox' });
  assert.equal(await page.locator('#control-panic').isVisible(), false);
  await page.keyboard.press('Pause');
  await page.keyboard.press('!');
  await page.keyboard.press('p');
  await isLink(page, 'paused');
  assert.deepEqual(fake.commands, ['pause']);
  assertQuiet(page);
});

const kUnknownModel = {
  code: 'model_not_found',
  what: 'The model server at 127.0.0.1:1234 has no model qwen3-vl-2b-instruct-1m.',
  advice: 'Choose one of its models here, or load the model there and try again.',
  models: ['qwen/qwen3-vl-8b', '<img src=x>\u202egpj.exe'],
};

slowTest('a server without the model: the failure, the reason, and buttons that help', async (t) => {
  const { fake, page } = await onScreen(t, { kind: 'sandbox' });
  const refuse = () => fake.setStatus({ loop: 'paused', why: 'refused (status 404)', problem: kUnknownModel, turn: 13 });
  refuse();
  await isLink(page, 'paused');
  assert.equal(await page.locator('#link').getAttribute('data-tone'), 'bad');
  assert.equal(await textOf(page, '#halt-title'), kUnknownModel.what);
  assert.equal(await textOf(page, '#halt-text'), kUnknownModel.advice);
  assert.equal(await textOf(page, '#halt-resume'), 'Try again');
  assert.deepEqual(await page.locator('.halt-model').allTextContents(), [
    'Use qwen/qwen3-vl-8b',
    'Use <img src=x>\\u202egpj.exe',
  ]);
  await lookAt(page, 'problem');
  await page.keyboard.press('h');
  await page.locator('#history[open]').waitFor();
  assert.equal(await textOf(page, '#history-problem-turn'), 'Turn 13 has no reply');
  assert.equal(await textOf(page, '#history-problem-text'), kUnknownModel.what);
  await page.keyboard.press('Escape');
  await page.locator('.halt-model').first().click();
  await isLink(page, 'live');
  assert.deepEqual(fake.chosen, ['qwen/qwen3-vl-8b']);
  assert.equal(await page.locator('#halt').isVisible(), false);
  assert.equal(await page.locator('#history-problem').isVisible(), false);
  refuse();
  await isLink(page, 'paused');
  await page.locator('#halt-resume').click();
  await isLink(page, 'live');
  assert.deepEqual(fake.commands, ['model', 'resume']);
  assertQuiet(page);
});

slowTest('before the first turn only the model check is red', async (t) => {
  const { fake, page } = await onScreen(t, { kind: 'sandbox', turns: 0 }, { ready: '#checks li' });
  const checks = () => page.locator('#checks .tone-bad').allTextContents();
  assert.deepEqual(await checks(), []);
  fake.setStatus({ loop: 'paused', why: 'refused (status 404)', problem: kUnknownModel, turn: 1 });
  await isLink(page, 'paused');
  await untilIs(checks, [`model: ${kUnknownModel.what}127.0.0.1:1235`]);
  await lookAt(page, 'problem-at-the-start');
  assertQuiet(page);
});
