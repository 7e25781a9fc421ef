// What a model, a program or a file may say: it shows as text and runs nothing, and a text of any
// size leaves the page alive.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  assertQuiet,
  freshFolder,
  goTo,
  openBrowser,
  openPage,
  replay,
  screenshot,
  startModel,
  startRun,
  until,
} from '../support/browser.mjs';
import { itemOf } from '../support/fake_run.mjs';
import { makeBigRun } from '../support/make_big_run.mjs';

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

const url = await replay(
  { after },
  makeBigRun(`${freshFolder('hostile')}/run_hostile`, {
    turns: 30,
    exchanges: 30,
    change: hostile,
    log: [`2026-01-31T12:00:00.000Z warning: ${kMarkup} \u202Eevil`, 'no time at all'],
    settings: { 'agent.objective': kEvil, 'model.name': kEvil },
  }),
);
const browser = await openBrowser({ after });

const assertNothingRan = async (page) => {
  assert.equal(await page.evaluate(() => window.ran), undefined);
  const strange = 'main script, main iframe, main a, main style, dialog script, dialog img:not(.full-picture, [src^="/"]), img[src="x"], [onload], [onerror]';
  assert.deepEqual(await page.evaluate((which) => [...document.querySelectorAll(which)].map((node) => node.outerHTML.slice(0, 200)), strange), []);
};
const textOf = (page, id) => page.evaluate((which) => document.getElementById(which).textContent, id);

test('markup and unseen characters show as text and run nothing', { timeout: 60_000 }, async (t) => {
  const page = await openPage(browser, url);
  t.after(() => page.context().close());
  await goTo(page, 5);
  await page.locator('#text-response').getByText('the end').waitFor();
  for (const id of ['text-response', 'text-feedback', 'text-reasoning']) {
    const shown = await textOf(page, id);
    assert.ok(shown.includes(kMarkup), id);
    assert.ok(shown.includes(kShown), `${id}: ${shown}`);
  }
  assert.ok((await textOf(page, 'facts')).includes(kMarkup));
  assert.ok((await textOf(page, 'finish')).includes(kMarkupReason));
  assert.ok((await textOf(page, 'actions')).includes(kMarkup));
  await screenshot(page, 'hostile');
  await page.locator('#reasoning summary').click();
  for (const action of await page.locator('.action').all()) await action.hover();
  await page.keyboard.press('ArrowRight');
  await goTo(page, 6);
  assert.ok((await textOf(page, 'text-sst')).includes(kMarkup));
  await page.keyboard.press(',');
  await page.locator('#settings').getByText('agent').first().waitFor();
  assert.ok((await textOf(page, 'settings')).includes(kMarkup));
  await page.keyboard.press('Escape');
  await assertNothingRan(page);
  assertQuiet(page);
});

test('in history, the request, search and exports it is text, too', { timeout: 60_000 }, async (t) => {
  const page = await openPage(browser, url);
  t.after(() => page.context().close());
  await goTo(page, 5);
  await page.keyboard.press('r');
  await page.locator('#request').getByText('onerror').first().waitFor();
  await page.locator('#request summary').filter({ hasText: 'Whole request' }).click();
  assert.ok((await textOf(page, 'request-body')).includes(kMarkup));
  await assertNothingRan(page);
  await page.keyboard.press('Escape');
  await page.locator('#request').waitFor({ state: 'hidden' });
  await page.keyboard.press('h');
  const card = page.locator('#cards .card[data-turn="5"]');
  await card.getByText('onerror').first().waitFor();
  assert.ok((await card.textContent()).includes(kMarkup));
  assert.ok((await card.textContent()).includes(kShown));
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
  assertQuiet(page);
});

test('no bidi control reaches the page as it is', { timeout: 60_000 }, async (t) => {
  const page = await openPage(browser, url);
  t.after(() => page.context().close());
  await goTo(page, 5);
  await page.keyboard.press(',');
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

// Longer than anything that a person would wait for, and than a stall of a busy machine: one that
// freezes on such a text does so for minutes.
for (const [turn, text] of Object.entries(texts).slice(1)) {
  test(`a text of ${text.length} characters in turn ${turn} leaves the page alive`, { timeout: 90_000 }, async (t) => {
    const page = await openPage(browser, url);
    t.after(() => page.context().close());
    page.setDefaultTimeout(45_000);
    await goTo(page, Number(turn));
    // It is all there in the end, and not as an element for each of its parts.
    const length = text.replaceAll('\n', '').length;
    await until(
      page,
      (least) => {
        const box = document.getElementById('text-response');
        return box.textContent.replaceAll('\n', '').length >= least;
      },
      length,
    );
    const nodes = await page.evaluate(() => document.getElementById('text-response').childElementCount);
    assert.ok(nodes < 6500, `${nodes} blocks`);
    await page.keyboard.press('z'); // the dearest layout: one line, not wrapped
    await page.locator('#text-response[data-wrap="off"]').waitFor();
    await page.keyboard.press('z');
    await page.mouse.move(200, 750);
    await page.mouse.wheel(0, 5000);
    await until(page, () => document.getElementById('text-response').scrollTop > 0);
    await goTo(page, Number(turn) + 1);
    await goTo(page, 2);
    await assertNothingRan(page);
    assertQuiet(page);
  });
}

test('a turn of 60,000 actions is shown', { timeout: 90_000 }, async (t) => {
  const page = await openPage(browser, url);
  t.after(() => page.context().close());
  page.setDefaultTimeout(45_000);
  await goTo(page, 20);
  await page.locator('#action-count').getByText('30,000 executed · 1 failed').waitFor();
  assert.equal(await page.locator('#actions .action').count(), 500);
  assert.match(await textOf(page, 'actions'), /59,501 more: the record has them$/);
  await page.locator('#picture').hover();
  await goTo(page, 21);
  assertQuiet(page);
});

test('hostile replies of a live model, as they stream in', { timeout: 60_000 }, async (t) => {
  const folder = freshFolder('hostile-live');
  const script = join(folder, 'hostile.jsonl');
  const lines = [`${kMarkup}\n${kUnseen}\nthe end`, `again ${kMarkup}`].map((content) =>
    JSON.stringify({ content, reasoning: kMarkup, delay_ms: 400 }),
  );
  writeFileSync(script, `${lines.join('\n')}\n`);
  const upstream = await startModel(t, ['--script', script]);
  const run = await startRun(t, ['--runs', folder, '--upstream', upstream, '--dashboard', '127.0.0.1:0', '--turns', '4', '--stay']);
  const page = await openPage(browser, run.url);
  t.after(() => page.context().close());
  await page.locator('#link[data-link="finished"]').waitFor();
  await goTo(page, 1);
  const shown = await textOf(page, 'text-response');
  assert.ok(shown.includes(kMarkup) && shown.includes(kShown), shown);
  await goTo(page, 2);
  assert.ok((await textOf(page, 'text-sst')).includes(kShown));
  assert.equal((await textOf(page, 'verdict')).trim(), 'ok');
  await assertNothingRan(page);
  assertQuiet(page);
});
