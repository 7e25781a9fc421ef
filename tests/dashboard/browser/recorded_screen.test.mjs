// A run on a real screen as a person looks at it afterwards: the layout with the picture first, in
// three sizes and both schemes, and by keys alone. The run is tests/golden/runs/form: the demo model
// filled in a form. It was recorded by an earlier build, so this also shows that such runs stay
// readable:
//   proxy --upstream demo --profile pilot --runs /tmp/franz "Fill in the form: Name = Grace Hopper; \
//     Town = Paris; Street = Rue Cujas" -- zenity --forms --title=Order --text="A form" \
//     --add-entry=Name --add-entry=Town --add-entry=Street
import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { program, start } from '../../clients/support/programs.mjs';
import { assertQuiet, freshFolder, openBrowser, openPage, replay } from '../support/browser.mjs';
import { onPageOf, slowTest } from '../support/fixture.mjs';
import { isFocused, screenshot, seriousFindings, settled, untilIs } from '../support/shown.mjs';

const kRecorded = fileURLToPath(new URL('../../golden/runs/form', import.meta.url));
const kTurns = readFileSync(`${kRecorded}/run.jsonl`, 'utf8').match(/"kind":"attempt"/g).length;

const run = `${freshFolder('recorded_screen')}/run_form`;
cpSync(kRecorded, run, { recursive: true });
const url = await replay({ after }, run);
const browser = await openBrowser({ after });
const onPage = onPageOf(browser, url, { ready: '#picture .picture-after' });

slowTest('the run is still verified', async (t) => {
  const verified = await start(t, program('proxy'), ['verify', kRecorded]).ended;
  assert.equal(verified.code, 0, verified.output + verified.errors);
});

/** Waits until the page shows a turn with its picture. */
const untilShown = (page, turn) =>
  untilIs(
    () =>
      page.evaluate(() => ({
        title: document.title.split(' · ').find((part) => /^turn \d/.test(part)),
        busy: document.getElementById('quadrants').ariaBusy,
        frame: document.querySelector('.frame[aria-current]')?.dataset.turn,
        width: document.querySelector('#picture .picture-after')?.naturalWidth,
      })),
    { title: `turn ${turn}`, busy: 'false', frame: String(turn), width: 1280 },
  );

for (const [width, height] of [[1440, 900], [1920, 1080], [390, 844]]) {
  for (const scheme of ['dark', 'light']) {
    onPage(`${width}x${height}, ${scheme}`, async (page) => {
      await page.locator('#quadrants[data-layout="picture"]').waitFor();
      for (const turn of [2, kTurns]) {
        await page.keyboard.press('g');
        await page.keyboard.type(String(turn));
        await page.keyboard.press('Enter');
        await untilShown(page, turn);
        await settled(page);
        await screenshot(page, `recorded-screen-${width}-turn${turn}-${scheme}`);
        assert.deepEqual(await seriousFindings(page), [], `turn ${turn}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${wide} wide in a window of ${width}`);
      }
    }, { width, height, scheme });
  }
}

onPage('by keys alone', async (page) => {
  await page.keyboard.press('Home');
  await untilShown(page, 1);
  for (let turn = 2; turn <= kTurns; turn += 1) {
    await page.keyboard.press('ArrowRight');
    await untilShown(page, turn);
  }
  await page.keyboard.press('Home'); // the turn that closes a run has no request
  await untilShown(page, 1);

  // Tab goes through visible parts of the page and around it.
  const focused = () =>
    page.evaluate(() => {
      const node = document.activeElement;
      const { width, height } = node.getBoundingClientRect();
      const name = node.id || node.title || node.textContent;
      return { name, seen: node === document.body || (width > 0 && height > 0 && node.checkVisibility()) };
    });
  const passed = [];
  while (passed.length < 200 && !passed.some(({ name }, at) => at > 0 && name === passed[0].name)) {
    await page.keyboard.press('Tab');
    passed.push(await focused());
  }
  assert.deepEqual(passed.filter(({ seen }) => !seen), []);
  const names = passed.map(({ name }) => name);
  for (const part of ['film', 'picture', 'text-response', 'timeline', 'play']) assert.ok(names.includes(part), `${part}: ${names}`);

  for (const [key, sheet] of [['f', 'full'], ['r', 'request'], ['h', 'history'], [',', 'settings']]) {
    await page.keyboard.press(key);
    await page.locator(`#${sheet}`).waitFor({ state: 'visible' });
    await settled(page);
    assert.deepEqual(await seriousFindings(page), [], sheet);
    await page.keyboard.press('Escape');
    await page.locator(`#${sheet}`).waitFor({ state: 'hidden' });
  }
  await page.locator('#picture').focus();
  await page.keyboard.press('Enter');
  await page.locator('#full').waitFor({ state: 'visible' });
  await page.keyboard.press('Escape');
  await isFocused(page, 'picture');
  await page.keyboard.press('L');
  await page.locator('#quadrants[data-layout="quadrants"]').waitFor();
  await settled(page);
  assert.deepEqual(await seriousFindings(page), [], 'quadrants');
});

slowTest('an imported trajectory is shown like a run, and says that it was imported', async (t) => {
  const folder = freshFolder('imported');
  const trajectory = `${folder}/out/trajectory.json`;
  for (const args of [
    ['export', run, `${folder}/out`, '--format', 'atif'],
    ['import', trajectory, '--runs', folder, '--name', 'imported'],
  ]) {
    const ended = await start(t, program('proxy'), args).ended;
    assert.equal(ended.code, 0, ended.output + ended.errors);
  }
  const page = await openPage(t, browser, await replay(t, `${folder}/imported`), { ready: '#picture .picture-after' });
  await page.locator('#imported').waitFor({ state: 'visible' });
  assert.match(await page.locator('#imported').getAttribute('title'), /^Imported from trajectory\.json, written by franz /);
  assert.equal(await page.locator('#verdict').textContent(), 'unwitnessed');
  assert.equal(await page.locator('#ask-open').isVisible(), false);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await untilIs(() => page.locator('#picture .picture-after').evaluate(({ naturalWidth }) => naturalWidth), 1280);
  await untilIs(() => page.locator('#objective').textContent(), 'Fill in the form: Name = Grace Hopper; Town = Paris; Street = Rue Cujas');
  await page.keyboard.press('r');
  await page.locator('#request-body').getByText('The run was imported').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('o');
  await page.locator('.run-mark[data-mark="imported"]').waitFor();
  await settled(page);
  await screenshot(page, 'imported');
  assert.deepEqual(await seriousFindings(page), []);
  assertQuiet(page, /404/); // an imported turn has no stored request
});
