// A page of another site in the operator's browser. Whatever it sends to the dashboard's or the
// relay's port, it reads nothing and changes nothing, and the run continues. A server without our
// defences proves the tries: there they all succeed.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after } from 'node:test';
import { inspect } from 'node:util';
import { addressIn, program, start } from '../../clients/support/programs.mjs';
import { assertQuiet, freshFolder, openBrowser, openPage, startDemoRun } from '../support/browser.mjs';
import { slowTest } from '../support/fixture.mjs';
import { startOpenDoor, tryPosting, tryReading } from '../support/hostile_page.mjs';
import { kWaitMs, untilHolds, untilIs } from '../support/shown.mjs';

const kElsewhere = 'evil.example';
// Newer browsers block other sites' pages from local addresses; we do not rely on that.
const browser = await openBrowser({ after }, [
  `--host-resolver-rules=MAP ${kElsewhere} 127.0.0.1`,
  '--disable-features=LocalNetworkAccessChecks',
]);

const kHtml = '<!doctype html><title>another site</title><body>';
const kSecret = 'the objective that nobody else may read';
const kReads = {
  paths: ['/', '/health', '/api/run', '/api/turns', '/api/turns/1', '/api/turns/1/request', '/api/log', '/api/runs', '/export.html'],
  streams: ['/events'],
  pictures: ['/turns/1.png', '/favicon.svg'],
  scripts: ['/js/main.js'],
  styles: ['/css/base.css'],
};
const kStop = { path: '/api/control', body: '{"command":"stop","a":"="}', headers: { 'X-Franz-Control': '1' } };

const kUnheard = 8; // two beacons and six forms

const portOf = (address) => new URL(address).port;
const learntBy = (tries) => Object.entries(tries).filter(([, learnt]) => learnt !== '');
// What no browser shows to another site's page, even if the server allows it.
const isBlind = (name) => name.includes('no-cors');

/** The other site's own server; its port. */
async function startSite(t) {
  const server = http.createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(kHtml));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return server.address().port;
}

/** A page of `origin`. `rebound`: its name leads to our port by now, and only the page itself came from elsewhere. */
async function openSite(t, origin, rebound = false) {
  const context = await browser.newContext();
  t.after(() => context.close());
  context.setDefaultTimeout(kWaitMs);
  const page = await context.newPage();
  page.ended = new Set();
  for (const end of ['requestfinished', 'requestfailed']) {
    page.on(end, (request) => page.ended.add(new URL(request.url()).searchParams.get('try')));
  }
  if (rebound) {
    await page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: kHtml }), { times: 1 });
  }
  await page.goto(`${origin}/`);
  return page;
}

/** tryPosting in a page, to the end of what it sent; what was learnt. */
async function post(page, target, what = kStop) {
  page.ended.clear();
  const learnt = await page.evaluate(tryPosting, { target, ...what });
  await untilIs(() => [...page.ended].filter((name) => /^(beacon|form)/.test(name)).length, kUnheard);
  return learnt;
}

/** A run that continues until it is stopped, and the dashboard's own page. */
async function startWatchedRun(t, name) {
  const runs = freshFolder(name);
  const run = await startDemoRun(t, runs, ['--delay-ms', '200'], ['--profile', 'franz', kSecret]);
  const own = await openPage(t, browser, run.url);
  const ask = (path) => own.evaluate(async (target) => (await fetch(target)).json(), path);
  return { run, own, ask, folder: run.run };
}

/** The run continues undisturbed, its own page still controls it, and its record is valid. */
async function assertUnharmed(t, { run, own, ask, folder }) {
  const { last_turn: before } = await ask('/health');
  // Whatever was sent has been read by then.
  await untilHolds(async () => (await ask('/health')).last_turn, (turn) => turn >= before + 2, `over ${before + 1}`);
  const { program: state, loop } = await ask('/api/run');
  assert.equal(state, 'running');
  assert.notEqual(loop, 'paused');
  const rows = await ask('/api/turns');
  assert.deepEqual(rows.filter(({ verdict }) => !['first', 'ok'].includes(verdict)), []);
  assert.deepEqual(rows.map(({ turn }) => turn), rows.map((_, index) => index + rows[0].turn));
  assertQuiet(own);
  const answer = await own.evaluate(async ({ path, headers }) => {
    const sent = await fetch(path, { method: 'POST', headers, body: '{"command":"stop"}' });
    return sent.text();
  }, kStop);
  assert.equal(answer, '{"ok":true}');
  await own.locator('#link[data-link="finished"]').waitFor();
  run.child.kill('SIGINT');
  assert.equal((await run.ended).code, 0);
  const verified = await start(t, program('proxy'), ['verify', folder]).ended;
  assert.equal(verified.code, 0, verified.output + verified.errors);
}

slowTest('a page of another site reads nothing of the dashboard and controls nothing', async (t) => {
  const watched = await startWatchedRun(t, 'other-site');
  const { run } = watched;
  const door = await startOpenDoor(t, run.url);
  const port = await startSite(t);
  for (const host of [kElsewhere, '127.0.0.1', 'localhost']) {
    const page = await openSite(t, `http://${host}:${port}`);
    assert.deepEqual(learntBy(await page.evaluate(tryReading, { target: run.url, ...kReads })), [], host);
    assert.deepEqual(learntBy(await post(page, run.url)), [], host);
    // The same tries where nobody defends anything.
    const read = await page.evaluate(tryReading, { target: door.url, ...kReads });
    const blind = Object.entries(read).filter(([name, learnt]) => learnt === '' && !isBlind(name));
    assert.deepEqual(blind, [], host);
    assert.match(read['fetch cors include /api/run'], new RegExp(kSecret));
    door.posted.clear();
    const posts = Object.keys(await post(page, door.url));
    assert.deepEqual(posts.filter((name) => !door.posted.has(name)), [], host);
    assert.equal([...door.posted].filter((name) => /^(beacon|form)/.test(name)).length, kUnheard);
  }
  await assertUnharmed(t, watched);
});

slowTest('a page of another site can neither frame nor open the dashboard', async (t) => {
  const watched = await startWatchedRun(t, 'other-site-frame');
  const door = await startOpenDoor(t, watched.run.url);
  const page = await openSite(t, `http://${kElsewhere}:${await startSite(t)}`);
  const frame = (target) =>
    page.evaluate((src) => {
      const node = Object.assign(document.createElement('iframe'), { src });
      window.frameLoaded = new Promise((resolve) => { node.onload = resolve; });
      document.body.replaceChildren(node);
    }, target);
  const open = async (target) => {
    const popup = page.waitForEvent('popup');
    await page.evaluate((url) => { window.open(url); }, target);
    return popup;
  };
  // A live dashboard may never be loaded to the end, with a picture a turn: it is seen.
  await frame(door.url);
  await page.frameLocator('iframe').locator('#quadrants').waitFor({ state: 'attached' });
  await (await open(door.url)).locator('#quadrants').waitFor({ state: 'attached' });

  await frame(watched.run.url);
  await page.evaluate(() => window.frameLoaded);
  assert.equal(await page.frames().at(-1).locator('#quadrants').count(), 0);
  const opened = await open(watched.run.url);
  await opened.getByText('"error"').waitFor();
  assert.equal(await opened.locator('#quadrants').count(), 0);
  await assertUnharmed(t, watched);
});

slowTest('a page whose name resolves to the dashboard’s port is not the dashboard’s', async (t) => {
  const watched = await startWatchedRun(t, 'other-site-rebound');
  const origin = `http://${kElsewhere}:${portOf(watched.run.url)}`;
  const page = await openSite(t, origin, true);
  const answers = new Map();
  page.on('response', (answer) => answers.set(answer.url(), answer.status()));
  assert.deepEqual(learntBy(await page.evaluate(tryReading, { target: origin, ...kReads })), []);
  assert.deepEqual(learntBy(await post(page, origin)), []);
  // It was asked, and refused by us: to the browser this is one origin.
  assert.ok(answers.size > Object.values(kReads).flat().length, inspect(answers));
  assert.deepEqual([...answers].filter(([, status]) => status !== 403), []);
  await assertUnharmed(t, watched);
});

slowTest('a page of another site reads nothing of the model and makes no turn', async (t) => {
  const watched = await startWatchedRun(t, 'other-site-relay');
  const { run, own, ask } = watched;
  const relay = addressIn(await run.line('relay '));
  const reads = { paths: ['/v1/models', '/'], streams: ['/events'], pictures: ['/x.png'], scripts: ['/x.js'], styles: ['/x.css'] };
  const { run: id } = await ask('/api/run');
  const chat = {
    path: '/v1/chat/completions',
    body: '{"model":"m","messages":[{"role":"user","content":"a=b"}]}',
    headers: { 'X-Franz-Turn': `${id}/1/1` },
  };
  const port = await startSite(t);
  for (const host of [kElsewhere, '127.0.0.1', 'localhost']) {
    const page = await openSite(t, `http://${host}:${port}`);
    assert.deepEqual(learntBy(await page.evaluate(tryReading, { target: relay, ...reads })), [], host);
    assert.deepEqual(learntBy(await post(page, relay, chat)), [], host);
  }
  // To the browser this is one origin: it was asked, and refused by us.
  const rebound = `http://${kElsewhere}:${portOf(relay)}`;
  const page = await openSite(t, rebound, true);
  const answers = new Map();
  page.on('response', (answer) => answers.set(answer.url(), answer.status()));
  assert.deepEqual(learntBy(await page.evaluate(tryReading, { target: rebound, ...reads })), []);
  assert.deepEqual(learntBy(await post(page, rebound, chat)), []);
  assert.ok(answers.size > Object.values(reads).flat().length, inspect(answers));
  assert.deepEqual([...answers].filter(([, status]) => status !== 403), []);
  // What pages sent has been counted, and the operator is told.
  await own.locator('#page-requests:visible').waitFor();
  await untilHolds(async () => (await ask('/api/run')).page_requests, (count) => count > 0, 'over 0');
  await assertUnharmed(t, watched);
});
