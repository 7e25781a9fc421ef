// Hostile texts of a model, a program or a file: they are shown as text and run nothing, and a text
// of any size leaves the page responsive.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { program } from '../../clients/support/programs.mjs';
import { assertQuiet, freshFolder, openPage, startDemoRun } from '../support/browser.mjs';
import { itemOf } from '../support/fake_run.mjs';
import { recordedRun, slowTest } from '../support/fixture.mjs';
import { goTo, screenshot, settled, untilHolds, untilIs, untilMatches } from '../support/shown.mjs';

const kMarkup =
  '<script>window.ran = 1</script><img src=x onerror="window.ran = 2"><svg/onload="window.ran=3">' +
  '</div><style>*{display:none}</style><iframe srcdoc="<script>parent.ran=4</script>"></iframe>' +
  '<a href="javascript:window.ran=5">press</a> &lt;b&gt; {{7*7}} ${7*7} "\'`';
const kUnseen = 'NUL \0 bell \x07 bidi \u202Eevil\u202C isolate \u2066x\u2069 zero\u200Bwidth bom \uFEFF lone \uD83D end tag \u{E0041}';
const kShown = 'NUL \\u0000 bell \\u0007 bidi \\u202eevil\\u202c isolate \\u2066x\\u2069 zero\\u200bwidth bom \\ufeff lone \\ud83d end tag \\U000e0041';
const kEvil = `${kMarkup} \u202Eevil\u2066 \0`; // where a text has one line
const kMarkupReason = '<script>window.ran = 6</script><img src=x onerror="window.ran = 7">';
const kEvilReason = `${kMarkupReason} \u202Eevil\u2066 \0`; // a record with more than 256 bytes of it is refused
const kFive = 5 * 2 ** 20;

const texts = {
  5: `${kMarkup}\n${kUnseen}\n👩‍👩‍👧 日本語 é\r\nthe end`,
  8: 'x y '.repeat(kFive / 4), // five megabytes on one line
  11: `${'\n'.repeat(2_000_000)}the end`,
  14: '\u202E\0<b>'.repeat(30_000), // every third character is an escape
  17: `${'a\u0301\u0302\u0303'.repeat(20_000)} the end`,
};

const kManyActions = 30_000; // of each kind; a block may hold 20,000

function hostile(record) {
  if (record.turn === 20) {
    const { out } = record.executor;
    out.items = [
      ...Array(kManyActions).fill(itemOf('left_click(500, 500)')),
      ...Array(kManyActions).fill(itemOf('screenshot()', 1, 'noted')),
      { ...itemOf('x', 1, 'malformed'), call: null, why: 'y' },
    ];
  }
  const text = texts[record.turn];
  if (texts[record.turn - 1]) record.sst.text = texts[record.turn - 1];
  if (text === undefined) return record;
  record.response.text = text;
  if (record.turn !== 5) return record;
  record.response.reasoning = `${kMarkup}\n${kUnseen}`;
  record.response.finish_reason = kEvilReason;
  record.feedback = `${kMarkup}\n${kUnseen}`;
  record.note = kEvil;
  record.request.model = kEvil;
  record.degraded = [];
  const { out } = record.executor;
  const evil = itemOf(`type("${kEvil.replaceAll('"', '\\"')}")`, 1);
  out.items = [
    { ...evil, written: kEvil, note: kEvil, from: [kEvil, kEvil], to: kEvil },
    { ...evil, outcome: kEvil, why: kEvil, from: [1e308, -1e308], to: [-5, 1e300] },
    { ...evil, call: null, written: kEvil, outcome: 'malformed', why: kEvil },
    { ...evil, call: kEvil, outcome: 'noted' },
    null,
    kEvil,
  ];
  return record;
}

const { browser, folder, onPage } = await recordedRun('hostile', {
  turns: 30,
  exchanges: 30,
  change: hostile,
  log: [`2026-01-31T12:00:00.000Z warning: ${kMarkup} \u202Eevil`, 'no time at all'],
  settings: { 'agent.objective': kEvil, 'model.name': kEvil },
});

const assertNothingRan = async (page) => {
  assert.equal(await page.evaluate(() => window.ran), undefined);
  const strange = 'main script, main iframe, main a, main style, dialog script, dialog img:not(.full-picture, .ask-picture, [src^="/"]), img[src="x"], [onload], [onerror]';
  assert.deepEqual(await page.evaluate((which) => [...document.querySelectorAll(which)].map((node) => node.outerHTML.slice(0, 200)), strange), []);
};
const saysIn = (page, id, ...parts) =>
  untilHolds(
    () => textOf(page, id),
    (text) => parts.every((part) => text.includes(part)),
    `${parts} in ${id}`,
  );
const textOf = (page, id) => page.evaluate((which) => document.getElementById(which).textContent, id);

onPage('markup and invisible characters are shown as text and run nothing', async (page) => {
  await goTo(page, 5);
  await page.locator('#text-response').getByText('the end').waitFor();
  for (const id of ['text-response', 'text-feedback', 'text-reasoning']) {
    await saysIn(page, id, kMarkup, kShown);
  }
  await saysIn(page, 'facts', kMarkup);
  await saysIn(page, 'finish', kMarkupReason);
  await page.keyboard.press('b'); // the actions that led to this turn
  await saysIn(page, 'actions', kMarkup);
  await screenshot(page, 'hostile');
  await page.locator('#reasoning summary').click();
  for (const action of await page.locator('.action').all()) await action.hover();
  await page.keyboard.press('b');
  await page.keyboard.press('ArrowRight');
  await goTo(page, 6);
  await saysIn(page, 'text-sst', kMarkup);
  await page.keyboard.press(',');
  await page.locator('#settings').getByText('agent').first().waitFor();
  await saysIn(page, 'settings', kMarkup);
  await page.keyboard.press('Escape');
  await assertNothingRan(page);
});

onPage('in history, the request, search and exports it is text, too', async (page) => {
  await goTo(page, 5);
  await page.keyboard.press('r');
  await page.locator('#request').getByText('onerror').first().waitFor();
  await page.locator('#request summary').filter({ hasText: 'Whole request' }).click();
  await saysIn(page, 'request-body', kMarkup);
  await assertNothingRan(page);
  await page.keyboard.press('Escape');
  await page.locator('#request').waitFor({ state: 'hidden' });
  await page.keyboard.press('h');
  const card = page.locator('#cards .card[data-turn="5"]');
  await card.getByText('onerror').first().waitFor();
  await untilHolds(
    () => card.textContent(),
    (text) => text.includes(kMarkup) && text.includes(kShown),
    'the markup as text',
  );
  await screenshot(page, 'hostile-history');
  await assertNothingRan(page);
  await page.keyboard.press('Escape');
  await page.locator('#history').waitFor({ state: 'hidden' });
  await page.keyboard.press('/');
  await page.locator('#query').fill('onerror');
  await page.keyboard.press('Enter');
  await page.locator('#search-hits').getByText(/^\d+ of \d+$/).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('#query').waitFor({ state: 'hidden' });
  await page.keyboard.press('e');
  await page.locator('#exports').waitFor({ state: 'visible' });
  await assertNothingRan(page);
});

slowTest('in an export it is text, too', async (t) => {
  const file = `${folder}.html`;
  execFileSync(program('proxy'), ['export', folder, file], { stdio: 'ignore' });
  const page = await openPage(t, browser, pathToFileURL(file).href);
  await goTo(page, 6);
  await saysIn(page, 'text-sst', kMarkup);
  await goTo(page, 5);
  await page.keyboard.press(',');
  await saysIn(page, 'settings', kMarkup);
  await assertNothingRan(page);
  assertQuiet(page);
});

onPage('no bidi control reaches the page unescaped', async (page) => {
  await goTo(page, 5);
  await page.keyboard.press(',');
  await page.locator('#settings').getByText('agent').first().waitFor();
  await settled(page);
  const found = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const bad = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (/[\u202a-\u202e\u2066-\u2069\0]/.test(node.data)) {
        bad.push(`${node.parentElement.closest('[id]')?.id}: ${node.data.slice(0, 80)}`);
      }
    }
    for (const node of document.querySelectorAll('[title]')) {
      if (/[\u202a-\u202e\u2066-\u2069\0]/.test(node.title)) bad.push(`title of ${node.className}`);
    }
    return bad;
  });
  assert.deepEqual(found, []);
});

// Longer than any acceptable wait and than a stall of a busy machine; a page that freezes on such a
// text does so for minutes.
for (const [turn, text] of Object.entries(texts).slice(1)) {
  onPage(`a text of ${text.length} characters in turn ${turn} leaves the page alive`, async (page) => {
    await goTo(page, Number(turn));
    // It is all there in the end, and not as an element for each of its parts.
    const length = text.replaceAll('\n', '').length;
    const box = page.locator('#text-response');
    await untilHolds(
      () => box.evaluate((node) => node.textContent.replaceAll('\n', '').length),
      (shown) => shown >= length,
      `${length} characters or more`,
    );
    const nodes = await box.evaluate((node) => node.childElementCount);
    assert.ok(nodes < 6500, `${nodes} blocks`);
    await page.keyboard.press('z'); // the dearest layout: one line, not wrapped
    await page.locator('#text-response[data-wrap="off"]').waitFor();
    await page.keyboard.press('z');
    await page.locator('#text-response[data-wrap="on"]').waitFor();
    await settled(page);
    await page.mouse.move(200, 750);
    await page.mouse.wheel(0, 5000);
    await untilHolds(() => box.evaluate((node) => node.scrollTop), (top) => top > 0, 'over 0');
    await goTo(page, Number(turn) + 1);
    await goTo(page, 2);
    await assertNothingRan(page);
  });
}

onPage('a turn of 60,000 actions is shown', async (page) => {
  await goTo(page, 19);
  await page.locator('#action-count').getByText('30,000 executed · 1 failed').waitFor();
  await untilIs(() => page.locator('#actions .action').count(), 500);
  await untilMatches(() => textOf(page, 'actions'), /59,501 more in the record$/);
  await page.locator('#picture').hover();
  await goTo(page, 20);
});

slowTest('hostile replies of a live model, as they stream in', async (t) => {
  const folder = freshFolder('hostile-live');
  const script = join(folder, 'hostile.jsonl');
  const lines = [`${kMarkup}\n${kUnseen}\nthe end`, `again ${kMarkup}`].map((content) =>
    JSON.stringify({ content, reasoning: kMarkup, delay_ms: 400 }),
  );
  writeFileSync(script, `${lines.join('\n')}\n`);
  const run = await startDemoRun(t, folder, ['--script', script], ['--turns', '4', '--stay']);
  const page = await openPage(t, browser, run.url);
  await page.locator('#link[data-link="finished"]').waitFor();
  await goTo(page, 1);
  await saysIn(page, 'text-response', kMarkup, kShown);
  await goTo(page, 2);
  await saysIn(page, 'text-sst', kShown);
  await untilIs(async () => (await textOf(page, 'verdict')).trim(), 'ok');
  await assertNothingRan(page);
  assertQuiet(page);
});
