// Search, history, the request as sent, exports, the list of runs, and replay: by mouse and by key.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { recordedRun } from '../support/fixture.mjs';
import {
  goTo,
  lookAt,
  settled,
  shownTurn,
  until,
  untilHolds,
  untilIs,
  untilMatches,
  untilTurn,
} from '../support/shown.mjs';
import { makeBigRun } from '../support/make_big_run.mjs';

const kTurns = 140;
function otherRuns(folder) {
  makeBigRun(`${folder}/run_other`, { turns: 12 });
  // So many that the list has a field to filter them.
  for (let i = 1; i <= 9; i++) makeBigRun(`${folder}/run_small_${i}`, { turns: 2 });
}
const { onPage } = await recordedRun(
  'overlays',
  { turns: kTurns, exchanges: kTurns },
  { beside: otherRuns },
);
const click = (page, action) => page.locator(`[data-action="${action}"]:visible`).first().click();
const isFocused = (page, id) => untilIs(() => page.evaluate(() => document.activeElement?.id), id);
const textOf = (page, selector) => page.locator(selector).textContent();

/** Asks the run, and waits for so many turns. */
async function ask(page, question, turns) {
  await page.locator('#query').fill(question);
  await page.keyboard.press('Enter');
  await page.locator('#search-found').getByText(new RegExp(`\\b${turns} turns?\\b`)).waitFor();
}

onPage('search: in the turn, and in the run', async (page) => {
  await page.keyboard.press('/');
  const field = page.locator('#query');
  await isFocused(page, 'query');
  await ask(page, 'sst:violation', 1);
  await page.keyboard.press('ArrowDown');
  await untilTurn(page, 89);
  // Words of the texts are marked in them; Enter goes from one to the next.
  await field.fill('whiskers');
  await page.keyboard.press('Enter');
  await page.locator('#search-turn').waitFor({ state: 'visible' });
  await until(page, () => (CSS.highlights.size ?? 0) > 0);
  const hits = () => textOf(page, '#search-hits');
  const first = await untilMatches(hits, /^1 of \d+$/);
  const [isFirst, isOther] = [
    () => untilIs(hits, first),
    () => untilHolds(hits, (now) => now !== first, `another than ${first}`),
  ];
  await page.keyboard.press('Enter');
  await isOther();
  await page.keyboard.press('Shift+Enter');
  await isFirst();
  await page.locator('#search [data-hit="1"]').click();
  await isOther();
  await page.locator('#search [data-hit="-1"]').click();
  await isFirst();
  await lookAt(page, 'search');
  await field.focus();
  await page.keyboard.press('Escape');
  await page.locator('#search').waitFor({ state: 'hidden' });
  await click(page, 'search');
  await page.locator('#search').waitFor({ state: 'visible' });
  await page.getByRole('button', { name: 'Close the search' }).click();
  await page.locator('#search').waitFor({ state: 'hidden' });
});

// The proxy answers 400, and a browser tells every such answer: of these queries only.
const kWrong = [
  ['sst:nonsense', /sst:nonsense: expected ok, violation/],
  ['turn:x', /turn:x: expected turn:7/],
  ['tool:fly', /tool:fly: expected left_click/],
  ['outcome:', /outcome:: expected/],
];
onPage(
  'search: what is wrong with a query is said, and a right one helps',
  async (page) => {
    await page.keyboard.press('/');
    const invalid = () => page.locator('#query').getAttribute('aria-invalid');
    for (const [query, why] of kWrong) {
      await page.locator('#query').fill(query);
      await page.keyboard.press('Enter');
      await page.locator('#search-found').getByText(why).waitFor();
      await untilIs(invalid, 'true');
    }
    await lookAt(page, 'search-wrong');
    await ask(page, 'sst:violation', 1);
    await untilIs(invalid, 'false');
    await untilTurn(page, kTurns);
  },
  {
    allowed: new RegExp(
      `status of 400 .*/api/turns\\?from=1&to=${kTurns}&q=(${kWrong
        .map(([query]) => encodeURIComponent(query))
        .join('|')})$`,
    ),
  },
);

onPage(
  'search: an answer that does not come is said, and Enter asks again',
  async (page) => {
    const isSearch = (address) => address.searchParams.has('q');
    await page.route(isSearch, (route) => route.abort('connectionreset'));
    await page.keyboard.press('/');
    await page.locator('#query').fill('sst:violation');
    await page.keyboard.press('Enter');
    await page.locator('#search-found.tone-warn').waitFor();
    await page.unroute(isSearch);
    await page.keyboard.press('Enter');
    await page.locator('#search-found').getByText('1 turn').waitFor();
  },
  { allowed: /ERR_CONNECTION_RESET .*[?&]q=sst%3Aviolation$/ },
);

onPage('search: what was found stands out on the strip', async (page) => {
  const strip = () => page.evaluate(() => document.getElementById('timeline').toDataURL());
  await settled(page);
  const before = await strip();
  await page.keyboard.press('/');
  await ask(page, 'sst:violation', 1);
  await untilHolds(strip, (now) => now !== before, 'another picture');
  await page.keyboard.press('Escape');
  await untilHolds(strip, (now) => now === before, 'the picture of before');
});

onPage('search: the turns found, by n and N and by the buttons', async (page) => {
  await page.keyboard.press('/');
  await ask(page, 'outcome:degraded', 1);
  await page.keyboard.press('ArrowUp');
  await untilTurn(page, 130);
  await ask(page, 'error: turn:70-90', 2);
  await page.keyboard.press('ArrowUp');
  await untilTurn(page, 84);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('N');
  await untilTurn(page, 73);
  await page.keyboard.press('n');
  await untilTurn(page, 84);
  await page.locator('#search [data-match="-1"]').click();
  await untilTurn(page, 73);
  await page.locator('#search [data-match="1"]').click();
  await untilTurn(page, 84);
});

const firstCardIs = (page, turn) =>
  untilIs(
    () => page.evaluate(() => document.querySelector('#cards .card:not([hidden])')?.dataset.turn),
    String(turn),
  );
const focusedCardIs = (page, turn) =>
  untilIs(
    () => page.evaluate(() => document.activeElement?.closest('.card')?.dataset.turn),
    String(turn),
  );

onPage('history: every turn as a card; order, fold, clear; a header goes to its turn', async (page) => {
  const sheet = page.locator('#history');
  await page.keyboard.press('h');
  await sheet.waitFor({ state: 'visible' });
  await firstCardIs(page, kTurns);
  await page.locator(`#cards .card[data-turn="${kTurns}"]`).getByText('NEXT STEP').first().waitFor();
  await lookAt(page, 'history');
  await sheet.getByRole('button', { name: 'Oldest first' }).click();
  await firstCardIs(page, 1);
  await page.keyboard.press('o');
  await firstCardIs(page, kTurns);
  const tall = () => page.evaluate(() => document.getElementById('cards').scrollHeight);
  await settled(page);
  const before = await tall();
  await page.keyboard.press('e');
  await untilHolds(tall, (now) => now < before / 2, `less than half of ${before}`);
  await page.locator('#history-fold').click();
  await untilHolds(tall, (now) => now > before / 2, `more than half of ${before}`);
  await page.locator('#history-clear').click();
  await page.locator('#history-none').waitFor({ state: 'visible' });
  // The page behind it is cleared as well, until the turns are shown again.
  await page.keyboard.press('Escape');
  await page.locator('#waiting-title').getByText('cleared').waitFor();
  await page.locator('#text-sst').waitFor({ state: 'hidden' });
  await untilMatches(() => textOf(page, '#show-all'), new RegExp(`^${kTurns} turns hidden`));
  await lookAt(page, 'cleared');
  await page.keyboard.press('h');
  await page.locator('#history-none').waitFor({ state: 'visible' });
  await page.keyboard.press('c');
  await page.locator('#history-none').waitFor({ state: 'hidden' });
  await page.locator('#show-all').waitFor({ state: 'hidden' });
  await page.locator('#cards .card[data-turn="138"] .card-head').dblclick({ position: { x: 300, y: 12 } });
  await sheet.waitFor({ state: 'hidden' });
  await untilTurn(page, 138);
  await click(page, 'history');
  await sheet.waitFor({ state: 'visible' });
  await page.keyboard.press('j'); // older, as it is shown
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'hidden' });
  await untilTurn(page, 137);
  await page.keyboard.press('h');
  await focusedCardIs(page, 137);
  await page.keyboard.press('k');
  await focusedCardIs(page, 138);
  await page.locator('#cards .card[data-turn="136"] .card-go').click();
  await sheet.waitFor({ state: 'hidden' });
  await untilTurn(page, 136);
  for (const close of [
    () => page.keyboard.press('h'),
    () => page.keyboard.press('Escape'),
    () => sheet.locator('[data-close]').click(),
  ]) {
    await page.keyboard.press('h');
    await sheet.waitFor({ state: 'visible' });
    await close();
    await sheet.waitFor({ state: 'hidden' });
  }
});

onPage('history: the order by its buttons, a fold by mouse and key', async (page) => {
  await page.keyboard.press('h');
  await firstCardIs(page, kTurns);
  for (const [name, turn] of [['Oldest first', 1], ['Newest first', kTurns]]) {
    const order = page.getByRole('button', { name });
    await order.click();
    await firstCardIs(page, turn);
    await untilIs(() => order.getAttribute('aria-pressed'), 'true');
  }
  const story = page.locator(`#cards .card[data-turn="${kTurns}"] .card-fold`).first();
  await story.getByText('RULES I KNOW').waitFor({ state: 'visible' });
  await story.locator('summary').click();
  await story.getByText('RULES I KNOW').waitFor({ state: 'hidden' });
  await story.locator('summary').press('Enter');
  await story.getByText('RULES I KNOW').waitFor({ state: 'visible' });
});

onPage('history: save and print give the whole run', async (page) => {
  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  await page.keyboard.press('h');
  for (const act of [(link) => link.click(), (link) => link.press('Enter')]) {
    const [download] = await Promise.all([page.waitForEvent('download'), act(page.locator('#history-save'))]);
    assert.equal(download.suggestedFilename(), 'run_shown.html');
    assert.match(readFileSync(await download.path(), 'utf8'), /^<!doctype html>/i);
    const [paper] = await Promise.all([page.waitForEvent('popup'), act(page.locator('#history-print'))]);
    await paper.locator('[data-printed]').waitFor();
    await untilIs(() => paper.locator('article[id^="turn-"]').count(), kTurns);
    await paper.close();
  }
});

onPage(
  'history: a turn that could not be loaded says so, and is asked for again',
  async (page) => {
    const isTurn = /\/api\/turns\/135$/;
    await page.route(isTurn, (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.keyboard.press('h');
    const card = page.locator('#cards .card[data-turn="135"]');
    for (let i = 0; i < 5; i++) await page.keyboard.press('j');
    await card.getByText('the proxy answered 503').waitFor();
    await page.unroute(isTurn);
    await card.getByRole('button', { name: 'Try again' }).focus();
    await page.keyboard.press('Enter');
    await card.getByText('NEXT STEP').first().waitFor();
  },
  { allowed: /status of 503 .*\/api\/turns\/135$/ },
);

onPage('the request as sent: prompt, parameters, messages, raw bytes', async (page) => {
  const sheet = page.locator('#request');
  await goTo(page, 20);
  await page.keyboard.press('r');
  await sheet.getByText('You draw with white ink').first().waitFor();
  await sheet.getByText('max_tokens').first().waitFor();
  await lookAt(page, 'request');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#request-save').click()]);
  const bytes = readFileSync(await download.path(), 'latin1');
  assert.match(bytes, /^POST \/v1\/chat\/completions HTTP\/1\.1\r\n/);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await click(page, 'request');
  await sheet.waitFor({ state: 'visible' });
  const part = (name) => sheet.locator('details').filter({ has: page.locator('summary', { hasText: name }) });
  await part('Headers').locator('summary').click();
  await part('Headers').getByText('X-Franz-Turn').waitFor();
  await part('Whole request').locator('summary').press('Enter');
  await part('Whole request').getByText('"messages"').waitFor();
  await lookAt(page, 'request-whole');
  await part('System prompt').locator('summary').press('Enter');
  await sheet.getByText('You draw with white ink').first().waitFor({ state: 'hidden' });
  await sheet.locator('[data-close]').click();
  await sheet.waitFor({ state: 'hidden' });
  await page.keyboard.press('r');
  await sheet.waitFor({ state: 'visible' });
  await page.mouse.click(5, 450); // beside it
  await sheet.waitFor({ state: 'hidden' });
});

onPage('exports: the record, the picture, the cURL command, the run as one file', async (page) => {
  await goTo(page, 20);
  const saved = async (name) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('#exports').getByRole('menuitem', { name }).click(),
    ]);
    return readFileSync(await download.path());
  };
  await page.keyboard.press('e');
  await page.locator('#exports').waitFor({ state: 'visible' });
  await lookAt(page, 'exports');
  assert.equal(JSON.parse(await saved(/^Record/)).turn, 20);
  await click(page, 'exports');
  assert.equal((await saved(/^Picture/)).toString('latin1', 1, 4), 'PNG');
  await page.keyboard.press('e');
  assert.match((await saved(/cURL script/)).toString(), /^#!\/bin\/sh\n[^]*curl/);
  await page.keyboard.press('e');
  await page.locator('#exports').getByRole('menuitem', { name: /Copy the cURL/ }).click();
  await untilMatches(() => page.evaluate(() => navigator.clipboard.readText()), /curl/);
  await page.keyboard.press('e');
  assert.match((await saved(/One HTML file/)).toString(), /^<!doctype html>[^]*run_shown/i);
  const menu = page.locator('#exports');
  const open = async (how) => {
    await how();
    await menu.waitFor({ state: 'visible' });
  };
  for (const [name, begin] of [
    [/^Request as sent/, 'POST /v1/chat/completions HTTP/1.1\r\n'],
    [/^Reply as received/, 'HTTP/1.1 200 OK\r\n'],
    [/^Body of the request/, '{"model":"qwen3-vl-2b-instruct-1m"'],
  ]) {
    await open(() => click(page, 'exports'));
    assert.ok((await saved(name)).toString('latin1').startsWith(begin), `${name}`);
  }
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const at = (name) => untilHolds(focused, (text) => text.startsWith(name), name);
  await open(() => page.keyboard.press('e'));
  for (const [key, name] of [
    ['ArrowDown', 'Picture'],
    ['End', 'One HTML file'],
    ['ArrowDown', 'Record'],
    ['ArrowUp', 'One HTML file'],
    ['Home', 'Record'],
  ]) {
    await page.keyboard.press(key);
    await at(name);
  }
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  assert.equal(JSON.parse(readFileSync(await download.path())).turn, 20);
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('e'),
    () => page.mouse.click(700, 20),
  ]) {
    await menu.waitFor({ state: 'hidden' });
    await open(() => page.keyboard.press('e'));
    await close();
    await menu.waitFor({ state: 'hidden' });
  }
  await goTo(page, 130); // without a picture
  await open(() => page.keyboard.press('e'));
  await untilIs(() => menu.getByRole('menuitem', { name: /^Picture/ }).count(), 0);
});

onPage('runs: the list, a filter, another run and back', async (page) => {
  const sheet = page.locator('#runs');
  await page.keyboard.press('o');
  await sheet.waitFor({ state: 'visible' });
  await sheet.getByText('run_other').waitFor();
  await until(page, () => document.activeElement?.closest('#runs-list'));
  await lookAt(page, 'runs');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await click(page, 'runs');
  await sheet.getByText('run_other').click();
  await page.waitForURL(/\?run=\d+/);
  await untilTurn(page, 12);
  await untilIs(() => textOf(page, '#run-name'), 'run_other');
  await page.keyboard.press('O');
  await untilTurn(page, kTurns);
  await untilIs(() => textOf(page, '#run-name'), 'run_shown');
});

onPage('runs: found by a filter, gone to by keys', async (page) => {
  const sheet = page.locator('#runs');
  const shown = (n) => untilIs(() => page.locator('#runs-list li').count(), n);
  await page.keyboard.press('o');
  await shown(11);
  await page.keyboard.press('/');
  await isFocused(page, 'runs-filter');
  await page.keyboard.type('nothing like it');
  await sheet.getByText('No run has all of these words.').waitFor();
  await lookAt(page, 'runs-none');
  await page.locator('#runs-filter').fill('small');
  await shown(9);
  await page.keyboard.press('ArrowDown');
  await until(page, () => document.activeElement === document.querySelector('#runs-list a'));
  await page.keyboard.press('End');
  await until(page, () => document.activeElement === [...document.querySelectorAll('#runs-list a')].at(-1));
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await isFocused(page, 'runs-filter');
  await page.locator('#runs-filter').fill('other');
  await shown(1);
  await sheet.locator('[data-close]').click();
  await sheet.waitFor({ state: 'hidden' });
  await page.keyboard.press('o');
  await page.locator('#runs-filter').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?run=\d+/);
  await untilTurn(page, 12);
});

onPage('replay: from the end it begins anew; at its end it stops', async (page) => {
  await page.locator('[data-action="speed3"]').click();
  await page.locator('#play').click(); // at the last turn
  await untilHolds(() => shownTurn(page), (turn) => turn < 100, 'a turn before 100');
  await page.keyboard.press('End');
  await page.getByRole('button', { name: /^Play from here/ }).waitFor(); // a step ends it
  await goTo(page, kTurns - 2);
  await page.keyboard.press('Space');
  await untilTurn(page, kTurns);
  await page.getByRole('button', { name: /^Play from here/ }).waitFor();
  await untilIs(() => textOf(page, '#play-left'), 'at the end');
});

onPage('replay: play, pause, speed, skip idle', async (page) => {
  const untilPressed = (action) =>
    page.locator(`[data-action="${action}"][aria-pressed="true"]:visible`).waitFor();
  await goTo(page, 3);
  for (const [key, action] of [['2', 'speed2'], ['1', 'speed1'], ['3', 'speed3']]) {
    await page.keyboard.press(key);
    await untilPressed(action);
  }
  await click(page, 'speed2');
  await untilPressed('speed2');
  await click(page, 'speed3');
  await untilPressed('speed3');
  const untilSkips = (wanted) =>
    page.locator(`[data-action="skipIdle"][aria-pressed="${wanted}"]`).waitFor();
  await untilSkips(true);
  await page.keyboard.press('i');
  await untilSkips(false);
  await click(page, 'skipIdle');
  await untilSkips(true);
  await page.evaluate(() => document.activeElement.blur()); // Space on a button is the button's
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause the replay' }).waitFor();
  await untilHolds(() => shownTurn(page), (turn) => turn >= 5, '5 or more');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: /^Play from here/ }).waitFor();
  const held = await shownTurn(page);
  await page.locator('#play').click();
  await untilHolds(() => shownTurn(page), (turn) => turn > held, `more than ${held}`);
  await page.locator('#play').click();
  await page.getByRole('button', { name: /^Play from here/ }).waitFor();
  await lookAt(page, 'replay');
});
