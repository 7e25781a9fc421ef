// A turn that is asked again: the form, the answer beside the recorded one, errors, cancelling, and where
// there is no model.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { assertQuiet, freshFolder, openPage, replay, startDemoRun } from '../support/browser.mjs';
import { quoted } from '../../../dashboard/js/ask_model.js';
import { recordedRun, slowTest } from '../support/fixture.mjs';
import { isFocused, goTo, lookAt, textOf, until, untilIs, untilMatches, untilTurn } from '../support/shown.mjs';

// A model that answers with its name; "wrong" is refused, "slow" never answers.
const asked = [];
const gone = [];
const model = createServer((request, response) => {
  const send = (status, body) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (request.method === 'GET') return send(200, { object: 'list', data: [{ id: 'other-model' }, { id: 'slow' }] });
  let text = '';
  request.on('data', (data) => (text += data));
  request.on('end', () => {
    const body = JSON.parse(text);
    asked.push(body);
    if (body.model === 'slow') return response.on('close', () => gone.push(body.model));
    if (body.model === 'wrong') return send(404, { error: { message: 'there is no model <b>wrong</b>' } });
    const content = `I am ${body.model}.\n<img src=x onerror=alert(1)>`;
    send(200, {
      model: body.model,
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
      usage: { prompt_tokens: 9, completion_tokens: 7, total_tokens: 16 },
    });
  });
});
await new Promise((ready) => model.listen(0, '127.0.0.1', ready));
after(() => {
  model.closeAllConnections();
  model.close();
});
const modelUrl = `http://127.0.0.1:${model.address().port}`;
const { browser, folder, onPage } = await recordedRun(
  'ask',
  { turns: 12, exchanges: 11 },
  { args: ['--upstream', modelUrl] },
);

const status = (page) => textOf(page, '#ask-status');
// The button appears with the turn's record; before, the key has no effect.
async function openSheet(page, turn) {
  await goTo(page, turn);
  await page.locator('#ask-open').waitFor();
  await page.keyboard.press('A');
  await page.locator('#ask').waitFor();
}
async function openForm(page, turn) {
  await openSheet(page, turn);
  await until(page, () => !document.querySelector('#ask-send').disabled);
}

onPage('another model, temperature and prompt; the answer beside the recorded one', async (page) => {
  await openForm(page, 7);
  assert.equal(await page.locator('#ask-model').inputValue(), 'qwen3-vl-2b-instruct-1m');
  assert.equal(await page.locator('#ask-temperature').inputValue(), '0.7');
  assert.match(await page.locator('#ask-system').inputValue(), /^You draw with white ink/);
  assert.equal(await textOf(page, '#ask-line'), 'turn 7');
  assert.match(await textOf(page, '#ask-server'), /^at http:\/\/127\.0\.0\.1:\d+$/);
  assert.deepEqual(
    await page.locator('#ask-models option').evaluateAll((all) => all.map(({ value }) => value)),
    ['other-model', 'slow'],
  );
  assert.match(await textOf(page, '#ask-text-old'), /NEXT STEP/);
  assert.match(await page.locator('#ask-picture').getAttribute('src'), /\/turns\/7\.png/);
  await untilIs(() => textOf(page, '#ask-command'), `proxy fork ${quoted(folder)} --at 6`);
  await lookAt(page, 'ask_form');

  await page.locator('#ask-model').fill('other-model');
  await page.locator('#ask-temperature').fill('0.25');
  await page.locator('#ask-system').fill('Be brief.\nNo excuses.');
  await page.locator('#ask-send').click();
  await untilMatches(() => status(page), /^The answer to model other-model, temperature 0\.25 and another system prompt/);
  const body = asked.at(-1);
  assert.equal(body.model, 'other-model');
  assert.equal(body.temperature, 0.25);
  assert.equal(body.messages[0].content, 'Be brief.\nNo excuses.');
  assert.match(JSON.stringify(body.messages.at(-1)), /data:image\/png;base64,/);
  // Model text is text.
  await untilMatches(() => textOf(page, '#ask-text-new'), /I am other-model\.\s*<img src=x onerror=alert\(1\)>/);
  assert.equal(await page.locator('#ask-text-new img').count(), 0);
  assert.ok((await page.locator('#ask-text-new .added').count()) > 0);
  assert.match(await textOf(page, '#ask-facts-new'), /^other-model · temperature 0\.25 · 7 tokens · .* · stop$/);
  await lookAt(page, 'ask_answer');
  await page.locator('#ask-copy').click();
  await untilMatches(() => page.evaluate(() => navigator.clipboard.readText()), /^I am other-model\./);
  await page.locator('#ask-copy-fork').click();
  await untilIs(() => page.evaluate(() => navigator.clipboard.readText()), `proxy fork ${quoted(folder)} --at 6`);

  // Reset gives the recorded values back; then the request is sent as it was.
  await page.locator('#ask-reset').click();
  await page.locator('#ask-system').press('Control+Enter');
  await untilMatches(() => status(page), /^The answer to the same request/);
  assert.equal(asked.at(-1).model, 'qwen3-vl-2b-instruct-1m');
  assert.match(asked.at(-1).messages[0].content, /^You draw with white ink/);
  await page.keyboard.press('Escape');
  await page.locator('#ask').waitFor({ state: 'hidden' });
  await until(page, () => !document.activeElement?.closest('#ask')); // else the key is text
  await page.keyboard.press('k');
  await untilTurn(page, 6);
});

onPage('the server’s message, and a question that is cancelled', async (page) => {
  await openForm(page, 8);
  await page.locator('#ask-model').fill('wrong');
  await page.locator('#ask-model').press('Enter');
  await untilIs(
    () => status(page),
    'There is no answer: the model server answered 404: there is no model <b>wrong</b>',
  );
  await page.locator('#ask-model').fill('slow');
  await page.locator('#ask-send').click();
  await untilMatches(() => status(page), /^The model is asked: model slow … \d+ s$/);
  assert.ok(await page.locator('#ask-send').isDisabled());
  await page.locator('#ask-cancel').click();
  await untilIs(() => status(page), 'The question was cancelled.');
  await untilIs(() => gone.length, 1);
  // Closing the sheet cancels, too.
  await page.locator('#ask-send').click();
  await untilMatches(() => status(page), /^The model is asked/);
  await untilIs(() => asked.filter((body) => body.model === 'slow').length, 2);
  await page.keyboard.press('Escape');
  await untilIs(() => gone.length, 2);
}, { allowed: /502/ });

for (const [width, height, scheme] of [[390, 844, 'light'], [1024, 768, 'light']]) {
  onPage(`the sheet fits a window of ${width} × ${height}`, async (page) => {
    await openForm(page, 9);
    await page.locator('#ask-model').fill('other-model');
    await page.locator('#ask-send').click();
    await untilMatches(() => status(page), /^The answer to model other-model/);
    const wide = await page.evaluate(() => document.querySelector('#ask-body').scrollWidth - document.querySelector('#ask-body').clientWidth);
    assert.equal(wide, 0);
    await page.locator('#ask-command').scrollIntoViewIfNeeded();
    await lookAt(page, `ask_${width}`);
  }, { width, height, scheme });
}

onPage('a turn whose request was not kept says so', async (page) => {
  await openSheet(page, 1);
  await untilIs(() => status(page), 'The request could not be loaded: its bytes were not kept.');
  assert.ok(await page.locator('#ask-send').isDisabled());
  assert.ok(await page.locator('#ask-fork').isHidden());
}, { allowed: /404/ });

slowTest('without a model the sheet names the option', async (t) => {
  const page = await openPage(t, browser, await replay(t, folder));
  await goTo(page, 7);
  await page.locator('#ask-open').click();
  await untilIs(
    () => status(page),
    'there is no model to ask: start the page with proxy replay RUN --upstream URL.',
  );
  assert.ok(await page.locator('#ask-send').isDisabled());
  await isFocused(page, 'ask-model');
  assertQuiet(page);
});

slowTest('a live run asks its own server', async (t) => {
  const run = await startDemoRun(t, freshFolder('ask_live'), ['--delay-ms', '60']);
  const page = await openPage(t, browser, run.url);
  await until(page, () => document.querySelectorAll('#timeline').length > 0);
  await page.keyboard.press('p');
  await page.locator('#link[data-link="paused"]').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await untilTurn(page, 1);
  await page.locator('#ask-open').click();
  await until(page, () => !document.querySelector('#ask-send').disabled);
  await page.locator('#ask-send').click();
  // The demo model is deterministic.
  await untilIs(() => status(page), 'The answer to the same request is the same.');
  assert.ok(await page.locator('#ask-fork').isHidden());
  assertQuiet(page);
});
