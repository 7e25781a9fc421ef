// A run of 10,000 turns beside one of 100, on the same machine at the same time. Times say little if
// other programs run, so the tests compare the costs of the long and the short run, in work of the
// page's thread and in elements.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { assertQuiet, freshFolder, openBrowser, openPage, replay } from '../support/browser.mjs';
import { startFakeProxy } from '../support/fake_proxy.mjs';
import { onPageOf, slowTest } from '../support/fixture.mjs';
import { makeBigRun } from '../support/make_big_run.mjs';
import {
  counted,
  goTo,
  screenshot,
  settled,
  settledBox,
  shownTurn,
  startWeighing,
  untilHolds,
  untilIs,
  untilMatches,
  untilTurn,
} from '../support/shown.mjs';

const folder = freshFolder('big_run');
const kMany = 10_000;
const few = { turns: 100, url: await replay({ after }, makeBigRun(`${folder}/run_few`, { turns: 100 })) };
const many = { turns: kMany, url: await replay({ after }, makeBigRun(`${folder}/run_many`, { turns: kMany })) };
const browser = await openBrowser({ after });
const onPage = onPageOf(browser, many.url);

/** Processor time that the page's own thread has used, in ms: other programs do not count. */
async function meter(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
}

/** How many elements there are once the page is at rest. */
async function elements(page) {
  await settled(page);
  return page.evaluate(() => document.getElementsByTagName('*').length);
}

/** Counts the elements that are put into the page from now on. */
async function startCounting(page) {
  await page.evaluate(() => {
    window.put = 0;
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node.nodeType === Node.ELEMENT_NODE) window.put += 1 + node.getElementsByTagName('*').length;
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => window.put);
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Does the same in pages of both runs, in turns; the medians of what it costs. */
async function compared(t, body, rounds = 3) {
  const costs = { few: [], many: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries({ few, many })) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      });
      costs[name].push(await body(context, run));
      await context.close();
    }
  }
  const result = { few: median(costs.few), many: median(costs.many) };
  t.diagnostic(`${JSON.stringify(result)}, ratio ${(result.many / result.few).toFixed(2)}`);
  return result;
}

slowTest('a hundred times as many turns open with little more work, and no more elements', async (t) => {
  const nodes = [];
  const cost = await compared(t, async (context, { turns, url }) => {
    let read = null;
    const before = async (page) => {
      read = await meter(page);
    };
    const page = await openPage(t, browser, url, { context, before });
    await untilTurn(page, turns);
    const work = await read();
    nodes.push(await elements(page));
    await untilIs(async () => (await counted(page)).sum, turns);
    assertQuiet(page);
    return work;
  });
  assert.ok(cost.many < 4 * cost.few, JSON.stringify(cost));
  const [least, most] = [Math.min(...nodes), Math.max(...nodes)];
  assert.ok(most < 1.5 * least, `elements: ${least} to ${most}`);
});

slowTest('a step costs no more at turn 5,000 of 10,000 than in a run of 100', async (t) => {
  const kSteps = 30;
  const cost = await compared(t, async (context, { turns, url }) => {
    const page = await openPage(t, browser, url, { context });
    await goTo(page, turns / 2);
    const nodes = await elements(page);
    const read = await meter(page);
    const before = await read();
    for (let step = 1; step <= kSteps; step++) {
      await page.keyboard.press('j');
      await untilTurn(page, turns / 2 + step);
    }
    const work = (await read()) - before;
    const now = await elements(page);
    assert.ok(now < 1.3 * nodes, `elements grow: ${nodes} → ${now}`);
    return work;
  });
  assert.ok(cost.many < 3 * cost.few, JSON.stringify(cost));
});

slowTest('the pointer along the strip of 10,000 turns', async (t) => {
  const cost = await compared(t, async (context, { url }) => {
    const page = await openPage(t, browser, url, { context });
    const box = await settledBox(page, '#timeline');
    const read = await meter(page);
    const before = await read();
    for (let x = 4; x < box.width; x += 40) await page.mouse.move(box.x + x, box.y + 32);
    await page.locator('#peek').waitFor();
    return (await read()) - before;
  }, 1);
  assert.ok(cost.many < 4 * cost.few, JSON.stringify(cost));
});

slowTest('history over 10,000 turns: a bounded page, and scrolling that costs no more', async (t) => {
  const counts = [];
  const steps = { few: [], many: [] };
  let card = 0; // elements of the largest that is filled
  const cost = await compared(t, async (context, { turns, url }) => {
    const page = await openPage(t, browser, url, { context });
    await page.keyboard.press('h');
    const cards = page.locator('#cards .card');
    await cards.first().getByText('NEXT STEP').first().waitFor();
    await settled(page);
    const put = await startCounting(page);
    const read = await meter(page);
    let work = 0; // without that of our own looks
    const top = () => page.evaluate(() => document.getElementById('cards').scrollTop);
    await page.mouse.move(700, 500);
    for (let i = 0; i < 20; i++) {
      const [was, done, before] = [await top(), await put(), await read()];
      await page.mouse.wheel(0, 400);
      await untilHolds(top, (now) => now > was, `more than ${was}`);
      work += (await read()) - before;
      await settled(page);
      steps[turns === kMany ? 'many' : 'few'].push((await put()) - done);
    }
    counts.push(await elements(page));
    card = Math.max(card, await page.evaluate(() =>
      Math.max(...[...document.querySelectorAll('#cards .card')].map((each) => each.querySelectorAll('*').length))));
    assertQuiet(page);
    return work;
  }, 2);
  // Of a long run what comes near is made; a step that made many cards would freeze the page. A
  // short one is filled to its end before.
  const most = { few: Math.max(...steps.few), many: Math.max(...steps.many) };
  t.diagnostic(`elements put into the page by the dearest step: ${JSON.stringify(most)}`);
  assert.ok(most.many > 0 && most.many < 1.5 * card, `${JSON.stringify(steps)}, ${card} of a card`);
  t.diagnostic(`elements: ${counts}`);
  assert.ok(cost.many < 4 * cost.few, JSON.stringify(cost));
  assert.ok(Math.max(...counts) < 60_000, `${counts} elements`);
});

/** Which rows the page asks for from now on: [["outline", 1], ["turns", 9500, 9999], …] */
function startNoting(page) {
  const asked = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const what = { '/api/outline': 'outline', '/api/turns': 'turns' }[pathname];
    if (what) asked.push([what, ...['from', 'to'].flatMap((key) => Number(searchParams.get(key)) || [])]);
  });
  return asked;
}

slowTest('a long run requests only the rows of turns in sight', async (t) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  t.after(() => context.close());
  let asked = null;
  const before = async (page) => {
    asked = startNoting(page);
  };
  const page = await openPage(t, browser, many.url, { context, before });
  await untilIs(async () => (await counted(page)).sum, kMany);
  await untilIs(() => asked, [['outline', 1], ['turns', 9500, 9999], ['turns', 10_000, 10_499]]);
  // A turn that only the outline told of is told whole under the pointer, and when it is gone to.
  const box = await settledBox(page, '#timeline');
  await page.mouse.move(box.x + box.width * 0.3, box.y + 32);
  await untilMatches(() => page.locator('#peek').innerText(), /^Turn 3,0\d\d\s.* · 14\.6 s$/s);
  await goTo(page, 5_200);
  await untilHolds(
    () => asked.slice(3).map((each) => each.join(' ')),
    (now) => now.includes('turns 5000 5499') && now.length < 6,
    'the slices around both turns',
  );
  assertQuiet(page);
});

slowTest('a long run that continues is followed', async (t) => {
  const kTurns = 5_000;
  const fake = await startFakeProxy({ turns: kTurns, loop: 'thinking' });
  t.after(() => fake.close());
  const page = await openPage(t, browser, fake.url);
  await untilIs(() => counted(page), { sum: kTurns, first: 1, last: kTurns });
  fake.finish(kTurns + 1);
  await untilTurn(page, kTurns + 1);
  await untilIs(() => counted(page), { sum: kTurns + 1, first: 1, last: kTurns + 1 });
  // So it is after a connection that was lost for many turns.
  fake.last = 9_000;
  fake.dropStreams();
  await untilTurn(page, 9_000);
  await untilIs(() => counted(page), { sum: 9_000, first: 1, last: 9_000 });
  assert.deepEqual(
    fake.asked.filter((each) => each.includes('/api/outline')),
    ['GET /api/outline?from=1', `GET /api/outline?from=${kTurns + 2}`],
  );
  assertQuiet(page, /ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_(RESET|CLOSED)|ERR_EMPTY_RESPONSE/);
});

onPage('history over 10,000 turns: a range is picked by mouse and by key', async (page, t) => {
  await page.keyboard.press('h');
  const first = (turn) =>
    untilIs(
      () => page.evaluate(() => document.querySelector('#cards .card')?.dataset.turn),
      String(turn),
    );
  await first(kMany);
  const picker = page.locator('#history-range');
  await untilIs(() => picker.locator('option').count(), 10);
  await picker.selectOption({ label: '3,001 – 4,000' });
  await first(4_000);
  await page.locator('#cards .card[data-turn="4000"]').getByText('NEXT STEP').first().waitFor();
  const head = page.locator('#cards .card[data-turn="4000"] .card-head');
  await untilMatches(() => head.innerText(), /Turn 4,000\s+\d\d:\d\d:\d\d\s+ok.*tokens · 14\.6 s/s);
  await screenshot(page, 'history-range');
  await picker.focus();
  await page.keyboard.press('ArrowDown'); // older
  await first(3_000);
  await page.locator('#cards .card[data-turn="2999"] .card-head').dblclick({ position: { x: 300, y: 12 } });
  await untilTurn(page, 2_999);
});

onPage('far turns are dropped: the memory of the page stays flat', async (page, t) => {
  const read = await startWeighing(page);
  const held = async () => {
    await settled(page);
    return (await read()).bytes;
  };
  const walk = async (turns) => {
    for (const turn of turns) await goTo(page, turn);
  };
  const stops = Array.from({ length: 26 }, (_, i) => 100 + i * 317);
  await walk(stops);
  const first = await held();
  await walk(stops.map((turn) => turn + 111));
  const second = await held();
  t.diagnostic(`${first} → ${second} bytes`);
  // 26 more turns, each with its neighbours: kept, their records alone would be several times this.
  assert.ok(second < first + 0.15 * first, `${first} → ${second} bytes`);
});

onPage('far turns, both ends and the middle of 10,000', async (page, t) => {
  await untilTurn(page, kMany);
  await screenshot(page, 'big-run');
  for (const turn of [1, 5_000, 9_999]) await goTo(page, turn);
  await page.keyboard.press('Home');
  await untilTurn(page, 1);
  const box = await settledBox(page, '#timeline');
  await page.mouse.click(box.x + box.width * 0.75, box.y + 32);
  await untilHolds(
    () => shownTurn(page),
    (turn) => turn > 7_400 && turn < 7_600,
    'about 7,500',
  );
  await untilIs(() => counted(page), { sum: kMany, first: 1, last: kMany });
});
