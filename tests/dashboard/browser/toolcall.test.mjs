// A run whose model makes tool calls and is sent the conversation: calls with their answers, requests
// of any length, and the run's result.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { freshFolder, replay } from '../support/browser.mjs';
import { itemOf } from '../support/fake_run.mjs';
import { kReplies, kTurns, messagesAt, toolcallRecord } from '../support/fake_toolcall.mjs';
import { onPageOf, recordedRun } from '../support/fixture.mjs';
import { makeBigRun } from '../support/make_big_run.mjs';
import { lookAt, settled, until, untilHolds, untilIs, untilMatches } from '../support/shown.mjs';

const kResult = kReplies.at(-1)[0];
const kReady = { ready: '#quadrants[aria-busy="false"] #note-response:not(:empty)' };
const kDead = 'capturer: no answer in 15 s';
const options = {
  turns: kTurns,
  make: toolcallRecord,
  change: (record) => (record.turn === 8 ? { ...record, degraded: [kDead] } : record),
  messages: ({ turn }) => messagesAt(turn),
  profile: 'made-up',
  finished: { reason: 'done', code: 0, text: kResult },
};
const { browser, onPage } = await recordedRun('toolcall', options, kReady);

// Everything is ready before the first test, which node starts as soon as it can.
const kMarkup = '<img src=x onerror="window.ran=1"><script>window.ran=2</script>\u202Eevil';
const kMessages = 1500;

function evilRecord(turn) {
  const record = toolcallRecord(1);
  const calls = Array.from({ length: 500 }, (_, i) => ({ id: kMarkup + i, name: kMarkup, arguments: { [kMarkup]: kMarkup } }));
  const item = { ...itemOf('move(1, 2)'), id: kMarkup, note: kMarkup, why: kMarkup };
  const answers = [{ id: kMarkup, text: `{"${kMarkup.replaceAll('"', '\\"')}":1}` }, { id: 5, text: kMarkup }, null];
  return {
    ...record,
    turn,
    image: { ...record.image, file: `turn_000${turn}.png` },
    memory: { ...record.memory, name: '<img src=x onerror="window.ran=3">' },
    executor: { ...record.executor, out: { ...record.executor.out, items: [item, item], answers, done: kMarkup } },
    response: { ...record.response, text: '', calls },
  };
}

const evil = await replay(
  { after },
  makeBigRun(`${freshFolder('toolcall-evil')}/run_evil`, {
    turns: 2,
    make: evilRecord,
    messages: () => [
      ...Array.from({ length: kMessages - 1 }, (_, i) => ({ role: i % 2 ? 'assistant' : kMarkup, content: `${i} ${kMarkup}` })),
      { role: 'tool', tool_call_id: kMarkup, content: kMarkup },
    ],
  }),
);
const onEvil = onPageOf(browser, evil, kReady);

async function goTo(page, turn) {
  await page.keyboard.press('g');
  await page.keyboard.type(String(turn));
  await page.keyboard.press('Enter');
  await until(page, (name) => document.title.includes(`turn ${name} `) && document.getElementById('quadrants').ariaBusy === 'false', turn);
}

const textsOf = (page, selector) => page.locator(selector).evaluateAll((nodes) => nodes.map((node) => node.innerText.replace(/\s+/g, ' ').trim()));

onPage('calls replace the text, with their answers', async (page) => {
  await goTo(page, 5);
  await untilIs(() => page.locator('#title-sst').textContent(), 'Memory');
  await untilIs(() => textsOf(page, '#calls-sst .call-item'), [
    '1 click_element call_4_1 label Text box [300, 400]',
    '2 type_text call_4_2 text milk',
    '3 press_key call_4_3 key enter',
  ]);
  assert.equal(await page.locator('#text-sst').isVisible(), false);
  await untilIs(() => textsOf(page, '#calls-response .call-item'), ['1 type_text call_5_1 text milk bread 2 lemons']);
  assert.equal(await page.locator('#text-response').isVisible(), true);
  const [clicked, ...extra] = await textsOf(page, '#exchanges .call-item');
  assert.equal(clicked, '1 left_click(300, 400) call_4_1 it opens the text ok true clicked Text click_position [300, 400]');
  assert.equal(extra.length, 2);
  for (const each of extra) assert.match(each, /^– .* one call a step ok false error.type too_many_tool_calls/);
  assert.equal(await page.locator('#text-feedback').isVisible(), false);
  await settled(page);
  await lookAt(page, 'toolcall');
});

onPage('a call that could not be read or done says so, and an answer names its picture', async (page) => {
  await goTo(page, 6);
  await untilIs(() => textsOf(page, '#calls-response .call-text'), ['{"key":"ctrl+shift+s"']);
  await goTo(page, 7);
  await untilMatches(() => page.locator('#exchanges .failed .call-why').textContent(), /^invalid_json/);
  await goTo(page, 9);
  await untilIs(() => textsOf(page, '#calls-sst .call-item'), ['1 scroll_at_position call_8_1 no arguments']);
  await goTo(page, 10);
  await untilMatches(() => page.locator('#exchanges .noted').textContent(), /answered with the picture of this turn/);
});

onPage('copying a pane copies what it shows', async (page) => {
  await goTo(page, 5);
  await page.locator('#pane-response [data-action="copy"]').click();
  await untilIs(
    () => page.evaluate(() => navigator.clipboard.readText()),
    'One call a step, then. I write the list.\n\ntype_text {"text":"milk\\nbread\\n2 lemons"}',
  );
});

onPage('a turn without a new picture shows the last one sent', async (page) => {
  const frame = page.locator('#picture');
  const words = 'turn 4’s picture, the last one sent; this turn sent no new one';
  const imagesOf = () =>
    frame.locator('img').evaluateAll((nodes) => nodes.map((node) => [node.className, new URL(node.src).pathname, node.naturalWidth > 0]));
  await goTo(page, 4);
  await untilMatches(async () => JSON.stringify(await imagesOf()), /"picture-after","\/turns\/4.png",true/);
  // The same file, and still not this turn's picture.
  await goTo(page, 5);
  await untilIs(() => frame.innerText(), words);
  assert.deepEqual(await imagesOf(), [['picture-earlier', '/turns/4.png', true]]);
  await untilIs(() => page.locator('#note-picture').textContent(), 'what it saw in turn 4; no new picture this turn');
  await untilIs(() => page.locator('#picture-size').textContent(), '512×288 · ~144 tokens');
  // There is nothing of this turn to compare.
  for (const mode of ['before', 'swipe', 'difference', 'after']) {
    await page.locator(`#compare [data-mode="${mode}"]`).click();
    await untilIs(() => frame.getAttribute('data-compare'), mode);
    assert.equal(await frame.locator('.picture-earlier').isVisible(), true, mode);
    assert.equal(await frame.locator('canvas, input, .picture-before').count(), 0, mode);
  }
  await page.locator('#actions .action').first().hover();
  await settled(page);
  await lookAt(page, 'toolcall-earlier-picture');
  await page.keyboard.press('f');
  await page.getByAltText('Picture of turn 4 at full size').waitFor();
  await page.keyboard.press('Escape');
  await goTo(page, 7);
  await untilIs(() => frame.innerText(), words);
  // What failed in a turn is not covered by a picture that did not.
  await goTo(page, 8);
  await untilMatches(() => frame.innerText(), new RegExp(`No picture this turn\\s*${kDead}`));
  assert.equal(await frame.locator('img').count(), 0);
  await goTo(page, 10);
  await untilMatches(async () => JSON.stringify(await imagesOf()), /"picture-after","\/turns\/10.png",true/);
  assert.equal(await frame.locator('.earlier-words').count(), 0);
});

onPage('the result is in its turn and above every other', async (page) => {
  await goTo(page, 2);
  await page.locator('#end-card').getByText('The list is written and saved').waitFor();
  await page.locator('#end-turn').click();
  await page.locator('#result').getByText('Finished: done').waitFor();
  await untilMatches(() => page.locator('#text-response').textContent(), /saved as shopping\.txt/);
  await untilIs(() => page.locator('#note-picture').textContent(), 'after the last actions; not sent to a model');
  await settled(page);
  await lookAt(page, 'toolcall-result');
  await page.keyboard.press('h');
  await page.locator('#cards .card[data-turn="11"] .result').waitFor();
  await page.locator('#cards .card[data-turn="9"] .calls').first().waitFor();
  await settled(page);
  await lookAt(page, 'toolcall-history');
});

onPage('a request shows its messages: new ones open, the others as a line each', async (page) => {
  await goTo(page, 10);
  await page.keyboard.press('r');
  await untilIs(() => page.locator('#request .request-message').count(), messagesAt(10).length);
  await untilIs(() => textsOf(page, '#request .request-message[open] .request-role'), ['messages[23] · tool', 'messages[24] · user']);
  await untilIs(() => page.locator('#request .request-message:not([open]) .request-parts > *').count(), 0);
  const thumb = page.locator('#request .request-thumb');
  await untilIs(() => thumb.evaluateAll((nodes) => nodes.map((node) => [new URL(node.src).pathname, node.naturalWidth > 0])), [['/turns/10.png', true]]);
  assert.doesNotMatch(await page.locator('#request').innerHTML(), /base64/);
  await settled(page);
  await lookAt(page, 'toolcall-request');
  await page.locator('#request .request-message').nth(1).locator('summary').click();
  await untilIs(() => thumb.first().getAttribute('alt'), 'Picture of turn 1');
  await page.locator('#request .request-message').nth(9).locator('summary').click();
  await page.getByAltText('Picture of turn 4').click();
  await page.locator('#request').waitFor({ state: 'hidden' });
  await until(page, () => document.title.includes('turn 4 '));
});

onPage('on a phone', async (page) => {
  await goTo(page, 5);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} wide`);
  for (const id of ['#calls-sst', '#exchanges', '#calls-response']) {
    assert.ok((await page.locator(id).boundingBox()).height > 40, id);
  }
  await settled(page);
  await lookAt(page, 'toolcall-phone');
}, { width: 390, height: 844 });

// --- a long request, and a hostile one --------------------------------------------------------------

onEvil('hostile calls and answers are text, and as many as fit', async (page) => {
  await goTo(page, 2);
  await untilMatches(() => page.locator('#calls-response').textContent(), /300 more in the record$/);
  await untilMatches(() => page.locator('#exchanges').textContent(), /<img src=x onerror="window.ran=1">.*The model says that it is done/s);
  assert.doesNotMatch(await page.locator('#exchanges').textContent(), /\u202E/);
  // A list scrolls by its own keys, and the turn stays.
  await page.locator('#calls-response').focus();
  await page.keyboard.press('End');
  await untilHolds(() => page.locator('#calls-response').evaluate((node) => node.scrollTop), (top) => top > 0, 'over 0');
  assert.match(await page.title(), /turn 2 /);
  await page.keyboard.press('r');
  await page.locator('#request .request-why').getByText(/^1,100 messages between/).waitFor();
  await untilIs(() => page.locator('#request .request-message').count(), 400);
  for (const fold of (await page.locator('#request .request-message summary').all()).slice(-3)) await fold.click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await page.locator('#cards .card[data-turn="2"] .calls').first().waitFor();
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.equal(await page.locator('main script, main img[src="x"], dialog script, dialog img[src="x"]').count(), 0);
});
