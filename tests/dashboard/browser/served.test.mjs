// The page of a running mcp_server's run: a person watches the client's calls, stops its input and lets it
// continue.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { connect } from '../../clients/support/mcp.mjs';
import { assertQuiet, freshFolder, openBrowser, openPage, replay } from '../support/browser.mjs';
import { slowTest } from '../support/fixture.mjs';
import { click, lookAt, settled, textOf, untilIs, untilLast } from '../support/shown.mjs';

const browser = await openBrowser({ after });

slowTest('an MCP client is watched, stopped and let continue on the page', async (t) => {
  const runs = freshFolder('served');
  const server = await connect(t, ['--private', '--runs', runs, '--', 'zenity', '--entry', '--title=Ask', '--text=Name?']);
  let window;
  while (!window) [window] = (await server.call('list_windows')).windows;
  const of = { window_id: window.window_id };
  const press = () => server.call('press_key', { ...of, key: 'a' });
  const url = await replay(t, join(runs, readdirSync(runs)[0]));
  const page = await openPage(t, browser, url, { ready: '#control-panic:not([hidden])' });
  const link = () => textOf(page, '#link-name');
  assert.equal(await link(), 'LIVE');
  assert.match(await textOf(page, '#why'), /an MCP client acts/);
  for (const hidden of ['#controls', '#end-card']) assert.equal(await page.locator(hidden).isVisible(), false, hidden);
  assert.equal((await press()).outcome, 'done');
  await untilLast(page, server.calls());
  await settled(page);
  await lookAt(page, 'served-live');

  await click(page, 'panic');
  await untilIs(link, 'PANIC');
  let answer = await press();
  while (answer.outcome !== 'refused') answer = await press(); // until the server has looked
  assert.match(await textOf(page, '#halt-title'), /All input is stopped/);
  await untilLast(page, server.calls());
  await settled(page);
  await lookAt(page, 'served-stopped');
  assert.equal(await page.locator('#control-panic').isVisible(), false);

  await click(page, 'resume');
  await untilIs(link, 'LIVE');
  while (answer.outcome === 'refused') answer = await press();
  assert.equal(answer.outcome, 'done', answer.why);

  await server.client.close();
  await untilIs(link, 'REPLAY');
  assert.equal(await page.locator('#control-panic').isVisible(), false);
  assertQuiet(page);
});
