// The grid of a score, as `proxy replay BUNDLE` shows it: in both schemes and on a phone, sorted,
// filtered, by keyboard, and with the runs behind its marks.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { freshFolder, openBrowser, replay } from '../support/browser.mjs';
import { onPageOf } from '../support/fixture.mjs';
import { makeBigRun } from '../support/make_big_run.mjs';
import { screenshot, seriousFindings, untilIs } from '../support/shown.mjs';

const kTasks = ['form-town', 'canvas-line', 'sheet-sum', 'menu-open', 'date-pick', 'slider', 'editor-replace', 'file-rename', 'long-name-of-a-task-that-does-not-end-soon'];
const kDigest = 'a'.repeat(64);

/** A ledger with two arms, three repeats, and every outcome; `end`: whether it has ended. */
function writeLedger(folder) {
  const lines = [];
  let previous = '0'.repeat(64);
  const add = (members) => {
    const line = JSON.stringify({ seq: lines.length + 1, time: '2026-11-29T12:00:00.000Z', ...members, previous });
    previous = createHash('sha256').update(line).digest('hex');
    lines.push(line);
  };
  add({
    kind: 'plan',
    plan: {
      protocol: 'franz.score.v1',
      version: '0.1.0',
      tasks: kTasks.map((id) => ({ id, file: `tasks/${id}/${id}.json`, sha256: kDigest })),
      axes: [{ key: 'overlays.grid', values: ['on', 'off'] }],
      fixed: { 'proxy.upstream': 'demo' },
      agent: '',
      repeat: 3,
      prices: { input: 0, output: 0 },
    },
  });
  const end = (trial, members) => {
    add({ kind: 'started', trial, try: 1 });
    add({
      kind: 'ended', trial, try: 1, outcome: 'measured', person: false, why: '', success: true, partial: 1,
      failure: 'none', turns: 4, input_tokens: 2000, output_tokens: 310, seconds: 8.1, run_seal: '',
      upstream: '', requests: 4, waited: 0.2, ...members,
    });
  };
  const wrong = { success: false, partial: 0.5, failure: 'wrong_result', why: '<img src=x onerror=alert(1)>' };
  for (const repeat of [1, 2, 3])
    kTasks.forEach((task, index) => {
      if (task === 'sheet-sum') end(`${task}.1.${repeat}`, { outcome: 'skipped', success: false, partial: 0, why: 'needs gnumeric' });
      else end(`${task}.1.${repeat}`, index % 3 === repeat - 1 ? wrong : {});
      if (task !== 'slider') end(`${task}.2.${repeat}`, (index + repeat) % 2 ? wrong : {});
    });
  end('slider.2.1', { outcome: 'infrastructure', success: false, partial: 0, why: 'the display ended' });
  end('slider.2.2', { person: true });
  add({ kind: 'started', trial: 'slider.2.3', try: 1 });
  writeFileSync(join(folder, 'ledger.jsonl'), `${lines.join('\n')}\n`);
}

const bundle = join(freshFolder('score'), 'score_shown');
mkdirSync(join(bundle, 'runs'), { recursive: true });
writeLedger(bundle);
makeBigRun(join(bundle, 'runs', 'form-town.1.1'), { turns: 3 });
const url = await replay({ after }, bundle);
const browser = await openBrowser({ after });
const onPage = onPageOf(browser, url, { ready: '#score-grid tbody tr' });

const tasksOf = (page) => page.locator('#score-grid tbody th').allTextContents();

for (const [name, width, height] of [['wide', 1440, 900], ['phone', 390, 844]])
  for (const scheme of ['dark', 'light'])
    onPage(`${name}, ${scheme}`, async (page) => {
      await page.locator('#score-grid a.trial').first().waitFor();
      await screenshot(page, `score-${name}-${scheme}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} wide in a window of ${width}`);
      assert.deepEqual(await seriousFindings(page), []);
    }, { width, height, scheme });

onPage('shows each outcome, and texts as texts', async (page) => {
  assert.match(await page.locator('#score-state').textContent(), /^53 of 54 trials have a result, 1 running$/);
  assert.match(await page.locator('#score-legend').textContent(), /3 skipped.*1 touched by a person/);
  const row = page.locator('#score-grid tbody tr', { hasText: 'slider' });
  assert.deepEqual(
    await row.locator('.trial').evaluateAll((nodes) => nodes.map((node) => node.className.replace('trial trial-', ''))),
    ['success', 'success', 'failed', 'unmeasured', 'touched', 'running'],
  );
  assert.equal(await page.locator('#score-grid img').count(), 0);
});

onPage('sorts and filters, by keyboard', async (page) => {
  assert.deepEqual(await tasksOf(page), kTasks);
  await page.locator('#score-grid thead button').first().focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await tasksOf(page), kTasks.toSorted());
  assert.equal(await page.evaluate(() => document.activeElement.dataset.by), 'task');
  await page.locator('#score-grid thead button').nth(1).click();
  assert.equal((await tasksOf(page)).at(-1), 'sheet-sum'); // without a measured trial
  await page.locator('#score-filter').fill('slid');
  assert.deepEqual(await tasksOf(page), ['slider']);
  await page.locator('#score-filter').fill('none of them');
  await page.locator('#score-none').waitFor();
});

onPage('opens the run of a trial', async (page) => {
  const link = page.locator('#score-grid a.trial').first();
  await link.waitFor();
  assert.match(await link.getAttribute('aria-label'), /form-town\.1\.1/);
  await link.click();
  await page.locator('#quadrants').waitFor();
  await untilIs(() => page.locator('#text-response .text-line').count().then((count) => count > 0), true);
  await page.goBack();
  await page.locator('#score-grid tbody tr').first().waitFor();
});
