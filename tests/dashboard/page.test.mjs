// The page's own guarantees, checked in its files and against the fake proxy.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { actionOfKey, keyTable } from '../../dashboard/js/keys.js';
import { startFakeProxy } from './support/fake_proxy.mjs';

const root = new URL('../../dashboard/', import.meta.url);
const read = (name) => readFile(new URL(name, root), 'utf8');
const pages = [await read('index.html'), await read('score.html')];
const page = pages.join('');
const modules = (await readdir(new URL('js/', root))).filter((name) => name.endsWith('.js'));
const sources = Object.fromEntries(
  await Promise.all(modules.map(async (name) => [name, await read(`js/${name}`)])),
);
const all = Object.values(sources).join('\n');

test('no inline style or script, and a policy that would refuse them', () => {
  for (const each of pages) {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(each)[1];
    assert.equal(
      policy,
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'",
    );
  }
  assert.doesNotMatch(page, /\sstyle=|\son\w+=|<style|javascript:/);
  assert.equal(page.match(/<script[^>]*>(?!<\/script>)/g), null);
});

test('model text enters only as text nodes', () => {
  assert.doesNotMatch(
    all,
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|srcdoc/,
  );
  assert.doesNotMatch(all, /\bstyle:|setAttribute\('style'/);
});

test('nothing is loaded from other hosts', () => {
  assert.doesNotMatch(page + all, /https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
});

test('every module and stylesheet is part of the page', async () => {
  const imported = new Set([...all.matchAll(/from '\.\/([\w]+\.js)'/g)].map((match) => match[1]));
  for (const name of modules) assert.ok(imported.has(name) || page.includes(`src="/js/${name}"`), name);
  const sheets = (await readdir(new URL('css/', root))).filter((name) => name.endsWith('.css'));
  for (const name of sheets) assert.ok(page.includes(`href="/css/${name}"`), name);
});

test('every id that a module uses exists', () => {
  const asked = new Set([...all.matchAll(/byId\('([\w-]+)'\)/g)].map((match) => match[1]));
  for (const id of asked) assert.ok(page.includes(`id="${id}"`) || all.includes(`id: '${id}'`), id);
});

test('every icon is in the sprite', () => {
  const used = new Set(
    [...(page + all).matchAll(/#i-([a-z]+)"|icon\('([a-z]+)'\)/g)].map((m) => m[1] ?? m[2]),
  );
  for (const name of used) assert.ok(page.includes(`id="i-${name}"`), name);
});

test('every button and key has an action, and no key has two', () => {
  const actions = /const actions = \{([^]*?)\n\};/.exec(sources['main.js'])[1];
  const known = new Set([...actions.matchAll(/^ {2}(\w+)[:,(]/gm)].map((match) => match[1]));
  const asked = [...page.matchAll(/data-action="(\w+)"/g)].map((match) => match[1]);
  for (const name of [...asked, ...keyTable.map(({ action }) => action).filter(Boolean)]) {
    assert.ok(known.has(name), name);
  }
  const keys = keyTable.flatMap((row) => row.keys);
  assert.equal(new Set(keys).size, keys.length);
});

test('keys with Ctrl, Alt or Meta are the browser’s', () => {
  assert.equal(actionOfKey({ key: 'j' }), 'next');
  assert.equal(actionOfKey({ key: 'j', ctrlKey: true }), null);
  assert.equal(actionOfKey({ key: 'ArrowLeft', altKey: true }), null);
  assert.equal(actionOfKey({ key: 'q' }), null);
});

test('modules import only modules that are there, flat in js/', () => {
  for (const [name, source] of Object.entries(sources)) {
    for (const [, path] of source.matchAll(/from '([^']+)'/g)) {
      assert.match(path, /^\.\/\w+\.js$/, name);
      assert.ok(modules.includes(path.slice(2)), `${name}: ${path}`);
    }
  }
});

// The modules that decide must not know the page: these tests depend on it.
test('the pure modules touch no document, clock or network', () => {
  for (const name of [
    'state',
    'rows_state',
    'live_state',
    'record_state',
    'shown_state',
    'notice_state',
    'select',
    'turn_parts',
    'calls_model',
    'memory_words',
    'text_model',
    'word_diff',
    'strip_model',
    'format',
    'keys',
    'layout_model',
    'filmstrip_model',
    'picture_difference',
    'runs_model',
    'replay_model',
    'replay_state',
    'note_model',
    'repeat_model',
    'end_card_model',
    'end_facts',
    'history_model',
    'history_state',
    'search_model',
    'search_state',
    'request_model',
    'zoom_model',
  ]) {
    assert.doesNotMatch(
      sources[`${name}.js`],
      /\bdocument\b|(?<!\.)\bwindow\s*[.[]|Date\.now|\bfetch\(|setTimeout|localStorage/,
      name,
    );
  }
});

test('the fake proxy serves the page, a record, a row, a picture and the stream', async (t) => {
  const fake = await startFakeProxy({ turns: 3 });
  t.after(() => fake.close());
  const get = (path) => fetch(new URL(path, fake.url));
  assert.match(await (await get('/')).text(), /<title>FRANZ/);
  for (const name of modules)
    assert.equal(
      (await get(`/js/${name}`)).headers.get('content-type'),
      'text/javascript; charset=utf-8',
    );
  assert.deepEqual(
    (await (await get('/api/turns?from=2')).json()).map(({ turn }) => turn),
    [2, 3],
  );
  assert.equal((await (await get('/api/turns/3')).json()).turn, 3);
  assert.equal((await get('/api/turns/4')).status, 404);
  assert.deepEqual(
    [...new Uint8Array(await (await get('/turns/3.png')).arrayBuffer())].slice(1, 4),
    [80, 78, 71],
  );
  const stream = (await get('/events')).body.getReader();
  const first = JSON.parse(
    new TextDecoder().decode((await stream.read()).value).slice('data: '.length),
  );
  assert.deepEqual([first.type, first.last_turn, first.program], ['connected', 3, 'running']);
  await stream.cancel();
});
