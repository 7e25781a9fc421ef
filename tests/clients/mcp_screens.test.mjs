// mcp_server on screens that do not report where their windows are: a VNC server's, and a Wayland session.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect, sizeOfPng } from './support/mcp.mjs';
import { freshFolder, program, start } from './support/programs.mjs';
import { pixelOfPng, vncScreen, waylandSession } from './support/screens.mjs';

const options = { timeout: 120000 };
const whole = { window_id: 1, pid: 0, title: 'the whole screen', bounds: { x: 0, y: 0, width: 800, height: 600 } };
const screen = { window_id: 1 };

/** Ends the client, and verifies the run. @param {import('node:test').TestContext} t */
async function verify(t, /** @type {Awaited<ReturnType<typeof connect>>} */ server, /** @type {string} */ runs) {
  await server.client.close();
  await server.said('seal ');
  const folder = join(runs, readdirSync(runs)[0]);
  const verified = await start(t, program('proxy'), ['verify', folder]).ended;
  assert.equal(verified.code, 0, verified.output + verified.errors);
  return readFileSync(join(folder, 'run.jsonl'), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
}

test('the whole screen of a VNC server is seen and operated', options, async (t) => {
  const vnc = await vncScreen(t);
  vnc.ask('xsetroot', ['-solid', '#204060']);
  const entry = vnc.show('zenity', ['--entry', '--title=Ask', '--text=Name?']);
  const id = vnc.ask('xdotool', ['search', '--sync', '--onlyvisible', '--name', 'Ask']).trim().split('\n')[0];
  const runs = freshFolder('vnc');
  const server = await connect(t, ['--screen', vnc.screen, '--runs', runs]);
  await server.said('clients get the whole screen');
  const { windows, notes } = await server.call('list_windows');
  assert.deepEqual(windows, [{ ...whole, owner_name: 'franz test' }]);
  assert.match(notes[0], /does not report where its windows are.*window_id 1/);
  const { tools } = await server.client.listTools();
  assert.equal(tools.some((/** @type {any} */ each) => each.name === 'focus_window'), false);

  const blind = await server.call('click', { ...screen, x: 1, y: 1 });
  assert.match(blind.why, /take_window_screenshot/);
  const seen = await server.call('take_window_screenshot', screen);
  assert.equal(seen.failed, false, seen.why);
  assert.deepEqual([seen.bounds, seen.scale], [whole.bounds, 1]);
  const { width, height } = sizeOfPng(seen.picture.data);
  assert.deepEqual([width, height], [800, 600]);
  assert.equal(pixelOfPng(seen.picture.data, 790, 10), '204060');

  // The entry is in the middle of the dialog.
  const place = Object.fromEntries(vnc.ask('xdotool', ['getwindowgeometry', '--shell', id]).trim().split('\n')
    .map((line) => line.split('=')));
  const x = Number(place.X) + Math.round(Number(place.WIDTH) / 2), y = Number(place.Y) + Math.round(Number(place.HEIGHT) / 2);
  const clicked = await server.call('click', { ...screen, x, y });
  assert.equal(clicked.outcome, 'done', clicked.why);
  assert.deepEqual(clicked.point, { x, y });
  assert.match(vnc.ask('xdotool', ['getmouselocation']), new RegExp(`x:${x} y:${y} `));
  const typed = await server.call('type_text', { ...screen, text: 'Zürich', verify: true });
  assert.equal(typed.outcome, 'done', typed.why);
  assert.equal(typed.changed, true);

  const waiting = server.call('wait_for_change', { ...screen, timeout_s: 60 }, {
    onprogress: () => { vnc.ask('xsetroot', ['-solid', '#602040']); } });
  assert.equal((await waiting).changed, true);
  const after = await server.call('take_window_screenshot', screen);
  assert.equal(pixelOfPng(after.picture.data, 790, 10), '602040');
  assert.equal((await server.call('press_key', { ...screen, key: 'Return' })).outcome, 'done');
  assert.equal(await entry.ended, 'Zürich\n');

  vnc.ask('xrandr', ['-s', '640x480']);
  let listed = await server.call('list_windows');
  while (listed.windows[0].bounds.width !== 640) listed = await server.call('list_windows');
  const moved = await server.call('click', { ...screen, x: 10, y: 10 });
  assert.equal(moved.outcome, 'refused');
  assert.match(moved.why, /the screen changed size since your picture/);
  const log = await verify(t, server, runs);
  assert.equal(log[0].display, vnc.screen);
});

test('consent is asked for input to a VNC server’s screen', options, async (t) => {
  const vnc = await vncScreen(t);
  const runs = freshFolder('vnc-consent');
  /** @type {string[]} */
  const asked = [];
  let action = 'decline';
  const server = await connect(t, ['--screen', vnc.screen, '--approve', 'always', '--runs', runs], {
    capabilities: { elicitation: {} },
    answer: (request) => { asked.push(request.params.message); return { action }; },
  });
  await server.call('take_window_screenshot', screen);
  const before = vnc.ask('xdotool', ['getmouselocation']);
  const refused = await server.call('click', { ...screen, x: 30, y: 40 });
  assert.equal(refused.outcome, 'refused');
  assert.match(asked[0], /"the whole screen" \(franz test\)/);
  assert.equal(vnc.ask('xdotool', ['getmouselocation']), before);
  action = 'accept';
  const done = await server.call('click', { ...screen, x: 30, y: 40 });
  assert.equal(done.outcome, 'done', done.why);
  assert.match(vnc.ask('xdotool', ['getmouselocation']), /x:30 y:40 /);
  assert.equal(asked.length, 2);
  await verify(t, server, runs);
});

test('a limit to windows is refused where windows are not known', options, async (t) => {
  for (const name of ['vnc://127.0.0.1:1', 'wayland-1']) {
    const { code, errors } = await start(t, program('mcp_server'), ['--screen', name, '--allow-window', 'Ask']).ended;
    assert.equal(code, 2, errors);
    assert.match(errors, /--allow-window: on .* FRANZ does not see where windows are/);
  }
});

test('a Wayland session is one window, and its titles are for focus_window', options, async (t) => {
  const session = await waylandSession(t);
  const first = session.show('zenity', ['--entry', '--title=First']);
  const runs = freshFolder('wayland-screen');
  const server = await connect(t, ['--screen', 'own', '--runs', runs], { env: session.env });
  /** @param {string} title @returns {Promise<any>} */
  const titled = async (title) => {
    for (;;) {
      const { windows, notes } = await server.call('list_windows');
      assert.deepEqual(windows[0], { ...whole, owner_name: 'Wayland session wayland-1' });
      assert.match(notes[0], /does not report where its windows are.*window_id 1/);
      const found = windows.find((/** @type {any} */ each) => each.title === title);
      if (found) return found;
    }
  };
  const { window_id, ...rest } = await titled('First');
  assert.deepEqual(rest, { owner_name: 'zenity', pid: 0, title: 'First' });
  session.show('zenity', ['--entry', '--title=Second']);
  await titled('Second');

  const seen = await server.call('take_window_screenshot', screen);
  assert.deepEqual([seen.image_width, seen.image_height], [800, 600]);
  const other = await server.call('take_window_screenshot', { window_id });
  assert.match(other.why, /does not report where this window is: use window_id 1/);
  const needless = await server.call('focus_window', screen);
  assert.match(needless.why, /needs no focus/);
  const focused = await server.call('focus_window', { window_id });
  assert.equal(focused.outcome, 'done', focused.why);
  const typed = await server.call('type_text', { ...screen, text: 'Grace 東京' });
  assert.equal(typed.outcome, 'done', typed.why);
  assert.equal((await server.call('press_key', { ...screen, key: 'Return' })).outcome, 'done');
  assert.equal(await first.ended, 'Grace 東京\n');
  const gone = await server.call('focus_window', { window_id });
  assert.equal(gone.outcome, 'refused');
  await verify(t, server, runs);
});
