// The page in every state of a run; a picture of each is kept below build/screenshots.
import { after } from 'node:test';
import { assertQuiet, openBrowser, openPage } from '../support/browser.mjs';
import { startFakeProxy } from '../support/fake_proxy.mjs';
import { recordOf } from '../support/fake_run.mjs';
import { slowTest } from '../support/fixture.mjs';
import { lookAt, untilIs } from '../support/shown.mjs';

const browser = await openBrowser({ after });

const soon = () => new Date(Date.now() + 8_000).toISOString();
const kStates = [
  { name: 'acting', status: { loop: 'acting' }, link: 'live' },
  { name: 'thinking', status: { loop: 'thinking' }, link: 'live' },
  {
    name: 'backing-off',
    status: { loop: 'backing_off', why: 'HTTP 503: Loading model', until: soon },
    link: 'live',
  },
  { name: 'loop-waits', status: { loop: 'waiting', why: 'connection refused' }, link: 'waiting' },
  { name: 'paused', status: { loop: 'paused', why: '8 turns in a row failed' }, link: 'paused' },
  {
    name: 'restarting',
    status: { program: 'restarting', loop: null, why: 'the orchestrator ended with 1', until: soon },
    link: 'restarting',
  },
  { name: 'finished', status: { program: 'finished', loop: null, why: 'turn 30' }, link: 'finished' },
  {
    name: 'failed',
    status: { program: 'failed', loop: null, why: 'the orchestrator ended three times in a minute' },
    link: 'failed',
  },
  {
    name: 'not-recorded',
    status: { loop: 'thinking', not_recorded: 'No space left on device' },
    link: 'live',
    shows: '#not-recorded',
  },
  {
    name: 'disk-pause',
    status: { loop: 'paused', cause: 'disk', why: 'turn 30 is not recorded yet', not_recorded: 'turn_0030.json: No space left on device; turn 30 is not recorded yet' },
    link: 'disk',
    shows: '#halt',
  },
  { name: 'page-requests', status: { page_requests: 3 }, link: 'live', shows: '#page-requests' },
];

slowTest('every state of a run, with texts and pictures', async (t) => {
  const fake = await startFakeProxy({ turns: 30, loop: 'thinking' });
  t.after(() => fake.close());
  const page = await openPage(t, browser, fake.url);
  const calm = { program: 'running', loop: 'thinking', not_recorded: null, page_requests: 0 };
  for (const { name, status, link, shows } of kStates) {
    const until = status.until?.() ?? null;
    fake.setStatus({ ...calm, ...status, until });
    await page.locator(`#link[data-link="${link}"]`).waitFor();
    if (shows) await page.locator(shows).waitFor({ state: 'visible' });
    await lookAt(page, `state-${name}`);
  }
  // Warnings and errors of the log come as notices, and stay until they are dismissed by key.
  fake.setStatus(calm);
  fake.log('warning', 'config.ini:14: [model] temperature: expected 0 to 2');
  fake.log('error', 'turn 31: the capturer did not answer in 15 s');
  await page.locator('.toast.tone-bad').waitFor();
  await lookAt(page, 'notices');
  await page.locator('.toast.tone-bad button').focus();
  await page.keyboard.press('Enter');
  await page.locator('.toast.tone-bad').waitFor({ state: 'detached' });
  assertQuiet(page);
});

slowTest('nothing to show yet, and nothing at all', async (t) => {
  for (const [name, options, link] of [
    ['first-turn', { program: 'running', loop: 'acting' }, 'live'],
    ['first-turn-on-a-screen', { program: 'running', loop: 'acting', kind: 'desktop' }, 'live'],
    ['failed-at-once', { program: 'failed', why: 'the executor is not there' }, 'failed'],
    ['empty', { program: 'finished' }, 'finished'],
  ]) {
    const fake = await startFakeProxy({ turns: 0, ...options });
    t.after(() => fake.close());
    const page = await openPage(t, browser, fake.url, { width: 1024, height: 768, ready: '#waiting' });
    await page.locator(`#link[data-link="${link}"]`).waitFor();
    await page.locator('#waiting').waitFor({ state: 'visible' });
    await untilIs(() => page.locator('.pane:visible, .film:visible').count(), 0);
    await lookAt(page, `nothing-${name}`);
  }
});

slowTest('without an orchestrator the page names the address for clients', async (t) => {
  const fake = await startFakeProxy({ turns: 0, loop: null });
  t.after(() => fake.close());
  fake.status.launch = false;
  const page = await openPage(t, browser, fake.url, { ready: '#waiting' });
  await page.locator('#waiting-title').getByText('127.0.0.1:1234').waitFor();
  for (const id of ['control-toggle', 'control-panic', 'note-form']) {
    await untilIs(() => page.locator(`#${id}`).isVisible(), false, id);
  }
  await page.locator('#control-stop').waitFor({ state: 'visible' });
  await lookAt(page, 'no-orchestrator');
  fake.finish(1);
  await page.locator('#why').getByText('clients use 127.0.0.1:1234').waitFor();
  await page.keyboard.press('s');
  await page.keyboard.press('p');
  assertQuiet(page);
  await untilIs(() => fake.commands, []);
});

slowTest('a loop that repeats itself is called one', async (t) => {
  const records = {};
  for (let turn = 10; turn <= 20; turn++) {
    records[turn] = { ...recordOf(turn), response: recordOf(10).response };
  }
  const fake = await startFakeProxy({ turns: 20, loop: 'thinking', records });
  t.after(() => fake.close());
  const page = await openPage(t, browser, fake.url);
  await page.locator('#repeating').getByText(/REPEATING 1\d/).waitFor();
  await lookAt(page, 'repeating');
  assertQuiet(page);
});
