// Clients of the Model Context Protocol with a real mcp_server, on a display of its own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { connect, sizeOfPng } from './support/mcp.mjs';
import { freshFolder, packageFolder, program, start } from './support/programs.mjs';

const options = { timeout: 120000 };

/** The arguments of a server with a dialog on its display. @param {string} name */
function withDialog(name, more = []) {
  const runs = freshFolder(name);
  return { runs,
    args: ['--private', '--runs', runs, ...more, '--', 'zenity', '--entry', '--title=Ask', '--text=Name?'] };
}

/** The answer of list_windows without a window. */
const noWindow = { windows: [], notes: ['no window is open'] };

/** The window of the dialog. @param {Awaited<ReturnType<typeof connect>>} server */
async function dialog(server, title = 'Ask') {
  let window;
  // list_windows waits some seconds for the first window; a busy machine may take longer.
  for (const until = Date.now() + 60_000; !window && Date.now() < until;) {
    const { windows } = await server.call('list_windows');
    window = windows.find((/** @type {any} */ each) => each.title === title);
    if (!window) await new Promise((again) => { setTimeout(again, 100); });
  }
  assert.ok(window, 'the dialog is not listed');
  assert.ok(window.pid > 0);
  return window;
}

/** @param {string} runs */
const runIn = (runs) => join(runs, readdirSync(runs)[0]);

/** Runs one of our programs to its end. @param {import('node:test').TestContext} t */
const run = (t, /** @type {string} */ name, /** @type {string[]} */ args) => start(t, program(name), args).ended;

/** A server that is used line by line. @param {import('node:test').TestContext} t @param {string[]} args */
function raw(t, args) {
  const child = spawn(program('mcp_server'), args, { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stderr.resume();
  t.after(() => { child.kill('SIGKILL'); });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    write: (/** @type {string} */ line) => { child.stdin.write(`${line}\n`); },
    next: async () => JSON.parse((await lines.next()).value),
  };
}

const initialize = (/** @type {string} */ protocolVersion) => JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } } });

test('the SDK’s client drives a dialog to its end', options, async (t) => {
  const { runs, args } = withDialog('dialog');
  const server = await connect(t, args);
  assert.equal(server.client.getServerVersion().name, 'franz');
  const window = await dialog(server);
  const of = { window_id: window.window_id };

  const blind = await server.call('click', { ...of, x: 1, y: 1 });
  assert.equal(blind.outcome, 'refused');
  assert.match(blind.why, /take_window_screenshot/);

  const focused = await server.call('focus_window', of);
  assert.equal(focused.outcome, 'done', focused.why);
  const seen = await server.call('take_window_screenshot', of);
  assert.equal(seen.failed, false, seen.why);
  // The window manager may have moved it since it was first listed.
  assert.deepEqual(seen.bounds, (await dialog(server)).bounds);
  // A small dialog is enlarged by a whole number, and is completely painted.
  const factor = seen.scale;
  assert.ok(Number.isInteger(factor) && factor > 1, String(factor));
  assert.equal(seen.image_width, seen.bounds.width * factor);
  assert.ok(Buffer.from(seen.picture.data, 'base64').length > 1000);
  const jpeg = await server.call('take_window_screenshot', { ...of, format: 'jpeg' });
  assert.equal(jpeg.picture.mimeType, 'image/jpeg');
  assert.equal(Buffer.from(jpeg.picture.data, 'base64').subarray(0, 3).toString('hex'), 'ffd8ff');
  const size = sizeOfPng(seen.picture.data);
  assert.deepEqual([size.width, size.height], [seen.image_width, seen.image_height]);
  assert.equal(seen.picture.mimeType, 'image/png');

  // The entry is in the middle; the result has the place in pixels of the screen.
  const x = factor * Math.round(seen.bounds.width / 2), y = factor * Math.round(seen.bounds.height / 2);
  const clicked = await server.call('click', { ...of, x, y, strict: true });
  assert.equal(clicked.outcome, 'done', clicked.why);
  assert.ok(Math.abs(clicked.point.x - seen.bounds.x - x / factor) <= 1, JSON.stringify(clicked));
  assert.ok(Math.abs(clicked.point.y - seen.bounds.y - y / factor) <= 1, JSON.stringify(clicked));
  const typed = await server.call('type_text', { ...of, text: 'Grace Hopper 東京', verify: true });
  assert.equal(typed.outcome, 'done', typed.why);
  assert.equal(typed.changed, true);
  const pressed = await server.call('press_key', { ...of, key: 'Return' });
  assert.equal(pressed.outcome, 'done', pressed.why);
  await server.said('Grace Hopper 東京');

  let { windows } = await server.call('list_windows');
  while (windows.length > 0) ({ windows } = await server.call('list_windows'));  // it closes
  await server.said('the program zenity');  // and ends
  const { notes } = await server.call('list_windows');
  assert.match(notes.join('; '), /^no window is open; the program zenity/);
  const gone = await server.call('press_key', { ...of, key: 'a' });
  assert.equal(gone.outcome, 'refused');
  await server.client.close();
  await server.said('seal ');
  const verified = await run(t, 'proxy', ['verify', runIn(runs)]);
  assert.equal(verified.code, 0, verified.output + verified.errors);
});

test('places outside the picture are moved into it', options, async (t) => {
  const { args } = withDialog('places');
  const server = await connect(t, args);
  const of = { window_id: (await dialog(server)).window_id };
  const seen = await server.call('take_window_screenshot', of);
  const far = await server.call('click', { ...of, x: 100000, y: -5 });
  assert.match(far.notes.join(' '), /outside the picture/);
  assert.deepEqual(far.point, { x: seen.bounds.x + seen.bounds.width - 1, y: seen.bounds.y });
});

test('a moved window is clicked at its new position, or not at all', options, async (t) => {
  const runs = freshFolder('moves');
  // The program on the display moves its window when a file says so. It has its own home and /tmp;
  // below the hidden ones it sees only the folder that the server was started in.
  const moves = `zenity --entry --title=Ask --text=Name? & until [ -e move ]; do sleep 0.05; done
    xdotool search --name Ask windowmove --sync 300 200; echo it has moved; wait`;
  const args = ['--private', '--runs', runs, '--', 'sh', '-c', moves];
  const server = await connect(t, args, { cwd: runs });
  const of = { window_id: (await dialog(server)).window_id };
  const { scale } = await server.call('take_window_screenshot', of);
  writeFileSync(join(runs, 'move'), '');
  await server.said('it has moved');
  const place = { ...of, x: 5 * scale, y: 7 * scale };
  const strict = await server.call('click', { ...place, strict: true });
  assert.equal(strict.outcome, 'refused');
  assert.match(strict.why, /the window was moved since your picture/);
  const clicked = await server.call('click', place);
  assert.equal(clicked.outcome, 'done', clicked.why);
  assert.match(clicked.notes.join(' '), /the window was moved since your picture/);
  const { bounds } = await dialog(server);
  assert.ok(Math.abs(clicked.point.x - bounds.x - 5) <= 1 && Math.abs(clicked.point.y - bounds.y - 7) <= 1,
      JSON.stringify(clicked));
});

test('consent is asked of the person at the client', options, async (t) => {
  const { runs, args } = withDialog('consent', ['--approve', 'always']);
  /** @type {string[]} */
  const asked = [];
  let action = 'decline';
  const server = await connect(t, args, {
    capabilities: { elicitation: {} },
    answer: (request) => { asked.push(request.params.message); return { action }; },
  });
  const of = { window_id: (await dialog(server)).window_id };
  const refused = await server.call('type_text', { ...of, text: 'Ada' });
  assert.equal(refused.outcome, 'refused');
  assert.match(asked[0], /May this be done in the window "Ask"/);
  assert.match(asked[0], /type\("Ada"\)/);
  action = 'accept';
  const done = await server.call('type_text', { ...of, text: 'Ada', verify: true });
  assert.equal(done.outcome, 'done', done.why);
  assert.equal(asked.length, 2);
  await server.client.close();
  await server.said('seal ');
  const verified = await run(t, 'proxy', ['verify', runIn(runs)]);
  assert.equal(verified.code, 0, verified.output + verified.errors);
  // The number of earlier window lookups is unknown; the last call is the allowed one.
  const last = readdirSync(runIn(runs)).filter((name) => /^turn_\d{4}\.json$/.test(name)).sort().pop() ?? '';
  const record = JSON.parse(readFileSync(join(runIn(runs), last), 'utf8'));
  assert.equal(record.approval.decision, 'approved');
});

test('a client that cannot ask its person gets instructions for allowing it', options, async (t) => {
  const { args } = withDialog('no-consent', ['--approve', 'always']);
  const server = await connect(t, args);
  const of = { window_id: (await dialog(server)).window_id };
  const refused = await server.call('type_text', { ...of, text: 'Ada' });
  assert.equal(refused.outcome, 'refused');
  assert.match(refused.why, /--approve never/);
});

test('a wait reports its progress and ends when it is cancelled', options, async (t) => {
  const { args } = withDialog('wait', ['--read-only']);
  const server = await connect(t, args);
  const { tools } = await server.client.listTools();
  assert.deepEqual(tools.map((/** @type {any} */ each) => each.name),
      ['list_windows', 'take_window_screenshot', 'wait_for_change']);
  assert.ok(tools.every((/** @type {any} */ each) => each.annotations.readOnlyHint));
  const of = { window_id: (await dialog(server)).window_id };
  const stop = new AbortController();
  await assert.rejects(server.call('wait_for_change', { ...of, timeout_s: 60 }, {
    signal: stop.signal,
    onprogress: () => stop.abort('enough'),
  }), /enough/);
  assert.equal((await server.call('list_windows')).failed, false);
});

test('only windows with an allowed title are listed', options, async (t) => {
  const { args } = withDialog('allowed', ['--allow-window', 'calculator']);
  const server = await connect(t, args);
  let listed = await server.call('list_windows');
  while (/no window is open/.test(listed.notes[0])) listed = await server.call('list_windows');
  const { windows, notes } = listed;
  assert.deepEqual(windows, []);
  assert.match(notes[0], /no title has "calculator" in it; 1 window with another title/);
  assert.doesNotMatch(JSON.stringify(notes), /Ask/);
});

test('a dialog of the window is named, and its program may be given in one argument', options, async (t) => {
  const script = `zenity --entry --title=Below & until below=$(xdotool search --name Below); do sleep 0.05; done
    zenity --info --title=Above --attach=$(echo $below | cut -d" " -f1) --modal; wait`;
  const server = await connect(t, ['--private', '--runs', freshFolder('modal'), '--program', `sh -c '${script}'`]);
  /** @param {string} title */
  const titled = async (title) => {
    for (;;) {
      const { windows } = await server.call('list_windows');
      const found = windows.find((/** @type {any} */ each) => each.title === title);
      if (found) return found.window_id;
    }
  };
  const above = await titled('Above');
  const seen = await server.call('take_window_screenshot', { window_id: await titled('Below') });
  assert.match(seen.notes.join('; '), new RegExp(`the dialog "Above".*window_id ${above}, belongs to this window`));
});

test('a client’s configuration is printed and starts the server', options, async (t) => {
  const runs = freshFolder('config');
  const { code, output, errors } = await run(t, 'mcp_server', ['--print-config', 'cursor', '--private', '--read-only',
    '--runs', runs, '--program', 'zenity --entry "--title=Ask me"']);
  assert.equal(code, 0, errors);
  assert.match(errors, /mcp\.json/);
  const { command, args } = JSON.parse(output).mcpServers.franz;
  assert.equal(command, program('mcp_server'));
  assert.deepEqual(args,
      ['--read-only', '--screen', 'private', '--runs', runs, '--program', "zenity --entry '--title=Ask me'"]);
  assert.deepEqual(readdirSync(runs), []);
  const server = await connect(t, args);
  assert.ok(await dialog(server, 'Ask me'));
  const unknown = await run(t, 'mcp_server', ['--print-config', 'emacs']);
  assert.equal(unknown.code, 2);
  assert.match(unknown.errors, /claude-desktop, .*got emacs/);
});

test('each version of the protocol works', options, async (t) => {
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const server = raw(t, ['--private', '--runs', freshFolder('versions')]);
    server.write(initialize(version));
    assert.equal((await server.next()).result.protocolVersion, version);
    server.write('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    server.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_windows"}}');
    const { result } = await server.next();
    assert.deepEqual(JSON.parse(result.content[0].text), noWindow);
    assert.equal('structuredContent' in result, version >= '2025-06-18');
    server.child.stdin.end();
    const [code] = await once(server.child, 'close');
    assert.equal(code, 0);
  }
});

test('a client that does not initialize discovers, lists, calls and is asked', options, async (t) => {
  const { runs, args } = withDialog('stateless', ['--approve', 'always']);
  const server = raw(t, args);
  let id = 0;
  const ask = async (/** @type {string} */ method, params = {}, version = '2026-07-28') => {
    id += 1;
    server.write(JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } } } }));
    const answer = await server.next();
    assert.equal(answer.id, id);
    return answer;
  };
  const { error } = await ask('server/discover', {}, '2099-01-01');
  assert.equal(error.code, -32022);
  const discovered = (await ask('server/discover')).result;
  assert.deepEqual(discovered.supportedVersions, error.data.supported);
  assert.equal(discovered._meta['io.modelcontextprotocol/serverInfo'].name, 'franz');
  assert.equal((await ask('tools/list')).result.tools.length, 9);
  const call = async (/** @type {string} */ name, given = {}, more = {}) =>
    (await ask('tools/call', { name, arguments: given, ...more })).result;
  /** @type {any} */
  let of;
  while (!of) {
    const { windows } = (await call('list_windows')).structuredContent;
    of = windows.find((/** @type {any} */ each) => each.title === 'Ask');
  }
  of = { window_id: of.window_id };
  for (const [action, outcome] of [['decline', 'refused'], ['accept', 'done']]) {
    const typed = { ...of, text: 'Ada' };
    const asked = await call('type_text', typed);
    assert.equal(asked.resultType, 'input_required');
    assert.match(asked.inputRequests.consent.params.message, /type\("Ada"\)/);
    const answered = await call('type_text', typed,
        { requestState: asked.requestState, inputResponses: { consent: { action } } });
    assert.equal(answered.resultType, 'complete');
    assert.equal(answered.structuredContent.outcome, outcome, answered.structuredContent.why);
  }
  server.child.stdin.end();
  assert.equal((await once(server.child, 'close'))[0], 0);
  const verified = await run(t, 'proxy', ['verify', runIn(runs)]);
  assert.equal(verified.code, 0, verified.output + verified.errors);
});

test('the inspector’s command line gets lists and results', options, async (t) => {
  const cli = join(packageFolder('@modelcontextprotocol/inspector'), 'cli', 'build', 'cli.js');
  const runs = freshFolder('inspector');
  const inspect = async (/** @type {string[]} */ args) => {
    const { code, output, errors } = await start(t, process.execPath, [cli, '--cli', ...args]).ended;
    assert.equal(code, 0, output + errors);
    return JSON.parse(output);
  };
  const config = join(runs, 'config.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { franz: {
    command: program('mcp_server'), args: ['--private', '--runs', join(runs, 'runs')] } } }));
  const { tools } = await inspect(['--config', config, '--server', 'franz', '--method', 'tools/list']);
  assert.equal(tools.length, 9);
  const { content, structuredContent } = await inspect(['--config', config, '--server', 'franz',
    '--method', 'tools/call', '--tool-name', 'list_windows']);
  assert.deepEqual(JSON.parse(content[0].text), noWindow);
  assert.deepEqual(structuredContent, noWindow);
});

/** Reproducible pseudo-random numbers. @param {number} seed */
function generator(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('each of ten thousand malformed messages gets an error if one is due', options, async (t) => {
  const child = spawn(program('mcp_server'), ['--private', '--runs', freshFolder('malformed')],
      { stdio: ['pipe', 'pipe', 'pipe'] });
  t.after(() => { child.kill('SIGKILL'); });
  let output = Buffer.alloc(0);
  const pieces = /** @type {Buffer[]} */ ([]);
  child.stdout.on('data', (bytes) => pieces.push(bytes));
  child.stderr.resume();
  const below = generator(17);
  const sound = '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":[1,"b",null]}}';
  const bytes = [Buffer.from([0xff]), Buffer.from('"'), Buffer.from('}'), Buffer.from('['), Buffer.from([0]),
    Buffer.from('🐱'), Buffer.from('\\ud800'), Buffer.from('null'), Buffer.from('\r')];
  let due = 0;
  const written = [Buffer.from(`${initialize('2025-11-25')}\n`)];
  for (let i = 0; i < 10000; i += 1) {
    let line = Buffer.from(sound);
    for (let edits = 1 + below(3); edits > 0; edits -= 1) {
      const at = below(line.length + 1);
      line = below(2) === 0
        ? Buffer.concat([line.subarray(0, at), bytes[below(bytes.length)], line.subarray(at)])
        : Buffer.concat([line.subarray(0, at), line.subarray(Math.min(line.length, at + 1 + below(5)))]);
    }
    if (line.length === 0) continue;
    written.push(line, Buffer.from('\n'));
    // A valid request gets its answer, invalid JSON an error; a notification gets neither.
    const text = line.toString('utf8');
    try {
      const message = JSON.parse(text);
      if ('id' in message || !('method' in message)) due += 1;
    } catch { due += 1; }
  }
  written.push(Buffer.from('{"jsonrpc":"2.0","id":"last","method":"ping"}\n'));
  for (const each of written) if (!child.stdin.write(each)) await once(child.stdin, 'drain');
  const last = '{"jsonrpc":"2.0","id":"last","result":{}}\n';
  while (!(output = Buffer.concat(pieces)).toString('utf8').endsWith(last)) await once(child.stdout, 'data');
  child.stdin.end();
  const [code, signal] = await once(child, 'close');
  assert.deepEqual([code, signal], [0, null]);
  const lines = Buffer.concat(pieces).toString('utf8').split('\n');
  assert.equal(lines.pop(), '');
  for (const line of lines) {
    const message = JSON.parse(line);
    assert.equal(message.jsonrpc, '2.0');
    assert.ok(('error' in message) !== ('result' in message));
  }
  // JSON.parse and our parser differ in a few cases only: members given twice.
  assert.ok(Math.abs(lines.length - 2 - due) < 50, `${lines.length} lines, ${due} due`);
  assert.ok(due > 8000);
});

test('Ctrl-C ends it immediately, and a run without a call leaves no folder', options, async (t) => {
  const runs = freshFolder('stopped');
  const server = raw(t, ['--private', '--runs', runs]);
  server.write(initialize('2025-11-25'));
  await server.next();
  assert.equal(readdirSync(runs).length, 1);
  server.child.kill('SIGINT');
  const [code] = await once(server.child, 'close');
  assert.equal(code, 0);
  assert.deepEqual(readdirSync(runs), []);
});

test('an answered call is recorded, even if the server is killed', options, async (t) => {
  for (let calls = 1; calls <= 8; calls += 1) {
    const runs = freshFolder('killed');
    const server = raw(t, ['--private', '--runs', runs]);
    server.write(initialize('2025-11-25'));
    await server.next();
    for (let id = 1; id <= calls; id += 1) {
      server.write(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'list_windows', arguments: {} } }));
      assert.equal((await server.next()).id, id);
    }
    server.child.kill('SIGKILL');
    await once(server.child, 'close');
    const turns = readdirSync(runIn(runs)).filter((name) => /^turn_\d+\.json$/.test(name));
    assert.equal(turns.length, calls);
  }
});

/** A screen with a dialog, like a person's. @param {import('node:test').TestContext} t */
async function personsScreen(t) {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '800x600x24', '-nolisten', 'tcp'],
      { stdio: ['ignore', 'pipe', 'ignore'] });
  t.after(() => { server.kill('SIGKILL'); });
  const [number] = await once(server.stdout, 'data');
  const env = { ...process.env, DISPLAY: `:${String(number).trim()}` };
  delete env.WAYLAND_DISPLAY;
  delete env.XDG_SESSION_TYPE;
  for (const [command, ...args] of [['openbox'], ['zenity', '--entry', '--title=Ask', '--text=Name?']]) {
    const child = spawn(command, args, { env, stdio: 'ignore' });
    t.after(() => { child.kill('SIGKILL'); });
  }
  const press = async (/** @type {string} */ keys) => {
    const child = spawn('xdotool', ['key', keys], { env, stdio: 'ignore' });
    assert.deepEqual(await once(child, 'close'), [0, null]);
  };
  return { env, press };
}

test('the person at the screen stops it with a key, and resumes it', options, async (t) => {
  const { env, press } = await personsScreen(t);
  const server = await connect(t, ['--runs', freshFolder('person')], { env });
  let windows = [];
  while (windows.length === 0) ({ windows } = await server.call('list_windows'));
  const of = { window_id: windows[0].window_id };
  const act = () => server.call('press_key', { ...of, key: 'a' });
  assert.equal((await act()).outcome, 'done');
  await press('ctrl+alt+Pause');
  let told = await act();
  while (told.outcome === 'done') told = await act();  // until the key has arrived
  assert.equal(told.outcome, 'refused');
  assert.match(told.why, /stopped all input.*Ctrl\+Alt\+Shift\+Pause/);
  assert.equal((await server.call('take_window_screenshot', of)).failed, false);
  await press('ctrl+alt+shift+Pause');
  while (told.outcome === 'refused') told = await act();
  assert.equal(told.outcome, 'done', told.why);
});

test('a person watches it and stops it on the page of its run', options, async (t) => {
  const { runs, args } = withDialog('page');
  const server = await connect(t, args);
  const of = { window_id: (await dialog(server)).window_id };
  const act = () => server.call('press_key', { ...of, key: 'a' });
  assert.equal((await act()).outcome, 'done');
  const page = start(t, program('proxy'), ['replay', runIn(runs), '--dashboard', '127.0.0.1:0']);
  const address = (await page.line('dashboard')).replace(/.*http/, 'http');
  assert.match(await page.line(' turn'), /another program writes it/);
  const state = async () => (await fetch(`${address}/api/run`)).json();
  assert.deepEqual([(await state()).program, (await state()).made_by], ['running', 'mcp_server']);
  const command = async (/** @type {string} */ name) => (await fetch(`${address}/api/control`, { method: 'POST',
    headers: { 'X-Franz-Control': '1' }, body: JSON.stringify({ command: name }) })).status;
  assert.equal(await command('pause'), 409);

  assert.equal(await command('panic'), 200);
  let answer = await act();
  // Until the server has looked, which may cut a call.
  while (['done', 'partial'].includes(answer.outcome)) answer = await act();
  assert.equal(answer.outcome, 'refused');
  assert.match(answer.why, /stopped all input on the page.*Resume/);
  assert.equal((await server.call('take_window_screenshot', of)).failed, false);
  assert.equal(await command('resume'), 200);
  while (answer.outcome === 'refused') answer = await act();
  assert.equal(answer.outcome, 'done', answer.why);

  await server.client.close();
  await server.said('seal ');
  assert.equal(existsSync(join(runIn(runs), 'input_stopped')), false);
  assert.equal(await command('panic'), 409);
  const verified = await run(t, 'proxy', ['verify', runIn(runs)]);
  assert.equal(verified.code, 0, verified.output + verified.errors);
});

test('without a screen the calls report what to enable', options, async (t) => {
  const env = { ...process.env };
  for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'XDG_SESSION_TYPE']) delete env[name];
  const none = await connect(t, ['--runs', freshFolder('no-screen')], { env });
  assert.match((await none.call('list_windows')).why, /DISPLAY is not set.*--private/);
  const wayland = await connect(t, ['--runs', freshFolder('wayland')],
      { env: { ...env, XDG_SESSION_TYPE: 'wayland' } });
  assert.match((await wayland.call('list_windows')).why, /Wayland.*--private/);
});

test('wrong arguments are named', options, async (t) => {
  for (const [args, said] of /** @type {[string[], RegExp][]} */ ([
    [['--rate=-1'], /--rate: expected/], [['--size', 'x'], /--size/], [['--approve', 'maybe'], /--approve/],
    [['--', 'xterm'], /--private/], [['xterm'], /unknown argument/], [['--allow-window', ''], /--allow-window/],
    [['--program', 'xterm'], /--private/], [['--private', '--program', "a 'b"], /a quote is not closed/],
    [['--private', '--program', 'a', '--', 'b'], /already given/], [['--nope'], /nope/]])) {
    const { code, errors, output } = await run(t, 'mcp_server', args);
    assert.equal(code, 2, String(args));
    assert.match(errors + output, said);
  }
  const { code, output } = await run(t, 'mcp_server', ['--version']);
  assert.equal(code, 0);
  assert.match(output, /^mcp_server [0-9]/);
  const unwritable = await run(t, 'mcp_server', ['--runs', '/proc/franz']);
  assert.equal(unwritable.code, 3);
});

test('a run can be replayed, exported and verified, but not resumed or forked', options, async (t) => {
  const { runs, args } = withDialog('record');
  const server = await connect(t, args);
  const of = { window_id: (await dialog(server)).window_id };
  await server.call('take_window_screenshot', of);
  await server.call('click', { ...of, x: 5, y: 5 });
  await server.client.close();
  const seal = (await server.said('seal ')).replace(/.*seal /, '');
  const folder = runIn(runs);
  const lines = readFileSync(join(folder, 'run.jsonl'), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.equal(lines[0].made_by, 'mcp_server');
  assert.equal(lines[0].display, 'private');
  const attempts = lines.filter(({ kind }) => kind === 'attempt');
  assert.ok(attempts.every(({ turn, witness }, i) => turn === i + 1 && witness === 'client'));
  const last = attempts.length;
  assert.equal(last, server.calls());
  const file = `turn_${String(last).padStart(4, '0')}`;
  const record = JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8'));
  assert.equal(record.request, null);
  assert.equal(record.sst.verdict, 'unwitnessed');
  assert.equal(record.response.calls[0].name, 'click');
  assert.equal(JSON.parse(record.feedback).window_id, of.window_id);
  assert.ok(existsSync(join(folder, `${file}.png`)));
  const verified = await run(t, 'proxy', ['verify', folder, '--seal', seal]);
  assert.equal(verified.code, 0, verified.output + verified.errors);
  const html = join(runs, 'run.html');
  const exported = await run(t, 'proxy', ['export', folder, html]);
  assert.equal(exported.code, 0, exported.errors);
  assert.match(readFileSync(html, 'utf8'), /mcp_server/);
  const replay = start(t, program('proxy'), ['replay', folder, '--dashboard', '127.0.0.1:0']);
  const address = /http:\/\/[0-9.:]+/.exec(await replay.line('http://'))[0];
  const turns = await (await fetch(`${address}/api/turns`)).json();
  assert.equal(turns.length, last);
  assert.equal((await (await fetch(`${address}/api/turns/${last}`)).json()).request, null);
  for (const args of [['fork', folder, '--at', '2', '--runs', runs], ['--resume', folder, '--upstream', 'demo']]) {
    const refused = await run(t, 'proxy', args);
    assert.notEqual(refused.code, 0);
    assert.match(refused.errors + refused.output, /mcp_server/);
  }
});
