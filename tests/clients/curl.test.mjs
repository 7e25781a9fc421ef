// curl through the proxy, to an upstream that checks what it receives.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { curl, freshFolder, sha256, start, startProxy, startUpstream } from './support/programs.mjs';

const options = { timeout: 60000 };

test('a stream reaches curl part by part', options, async (t) => {
  /** @type {import('node:http').ServerResponse} */
  let reply;
  const { promise: asked, resolve } = withResolvers();
  const upstream = await startUpstream(t, (request, response) => {
    reply = response;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: 1\n\n');
    resolve();
  });
  const proxy = await startProxy(t, upstream.url, freshFolder('stream'));
  const client = start(t, 'curl', ['--silent', '--no-buffer', '--noproxy', '*', `${proxy.relay}/v1/stream`]);
  await asked;
  for (let i = 2; i < 6; i += 1) {  // each part is sent when the previous one has been printed
    await client.line(`data: ${i - 1}`);
    reply.write(`data: ${i}\n\n`);
  }
  await client.line('data: 5');
  reply.end('data: [DONE]\n\n');
  const { code, output } = await client.ended;
  assert.equal(code, 0);
  assert.equal(output, 'data: 1\n\ndata: 2\n\ndata: 3\n\ndata: 4\n\ndata: 5\n\ndata: [DONE]\n\n');
});

test('two requests keep one connection', options, async (t) => {
  const upstream = await startUpstream(t, (request, response) => response.end(`${request.url}\n`));
  const proxy = await startProxy(t, upstream.url, freshFolder('keep-alive'));
  const { code, output } = await curl(t, [`${proxy.relay}/one`, `${proxy.relay}/two`]);
  assert.equal(code, 0);
  assert.equal(output, '/one\n/two\n');
  assert.equal(upstream.connections(), 1);
});

test('an upload of 100 MB arrives unchanged, and comes back', options, async (t) => {
  const block = randomBytes(1 << 20);
  const folder = freshFolder('upload');
  const file = join(folder, 'body');
  const whole = Buffer.concat(Array.from({ length: 100 }, (_, i) => {
    block.writeUInt32LE(i, 0);
    return Buffer.from(block);
  }));
  writeFileSync(file, whole);
  const upstream = await startUpstream(t, (request, response) => { request.pipe(response); });
  const proxy = await startProxy(t, upstream.url, folder);
  const client = start(t, 'curl', ['--silent', '--noproxy', '*', '--upload-file', file, '--output', `${file}.back`,
    '--dump-header', '-', `${proxy.relay}/echo`]);
  const { code } = await client.ended;
  assert.equal(code, 0);
  assert.equal(await sha256(createReadStream(`${file}.back`)), await sha256([whole]));
});

test('a body waits for 100 Continue, and a refusal saves it', options, async (t) => {
  const upstream = await startUpstream(t, () => assert.fail('the body was not held back'));
  let bytes = 0;
  upstream.server.on('checkContinue', async (request, response) => {
    if (request.url === '/refused') {
      response.writeHead(413, { Connection: 'close' });
      response.end('too large');
      request.on('data', (piece) => { bytes += piece.length; });
      return;
    }
    response.writeContinue();
    response.end(await sha256(request));
  });
  const folder = freshFolder('expect');
  const body = randomBytes(300000);
  writeFileSync(join(folder, 'body'), body);
  const proxy = await startProxy(t, upstream.url, folder);
  // Without an answer curl would send the body after this long, and this test would time out.
  const args = ['--header', 'Expect: 100-continue', '--expect100-timeout', '3600', '--data-binary',
    `@${join(folder, 'body')}`];
  const { code, output } = await curl(t, [...args, `${proxy.relay}/taken`]);
  assert.equal(code, 0);
  assert.equal(output, await sha256([body]));
  const refused = await curl(t, [...args, '--write-out', ' %{http_code}', `${proxy.relay}/refused`]);
  assert.equal(refused.output, 'too large 413');
  assert.equal(bytes, 0);
});

test('HEAD, HTTP/1.0 and an empty answer work as without the proxy', options, async (t) => {
  const upstream = await startUpstream(t, (request, response) => {
    response.sendDate = false;
    if (request.url === '/empty') response.writeHead(204);
    else response.writeHead(200, { 'Content-Length': 5 });
    response.end(request.url === '/empty' || request.method === 'HEAD' ? '' : 'hello');
  });
  const proxy = await startProxy(t, upstream.url, freshFolder('plain'));
  for (const args of [['--head', '/head'], ['--http1.0', '--include', '/old'], ['--include', '/empty']]) {
    const [path] = args.splice(-1);
    const through = await curl(t, [...args, `${proxy.relay}${path}`]);
    const direct = await curl(t, [...args, `${upstream.url}${path}`]);
    assert.equal(through.code, 0);
    assert.equal(through.output, direct.output);
    assert.notEqual(through.output, '');
  }
});

test('killing curl in the middle ends the upstream\'s work', options, async (t) => {
  const { promise: closed, resolve } = withResolvers();
  const upstream = await startUpstream(t, (request, response) => {
    response.write('data: 1\n\n');
    const timer = setInterval(() => response.write('data: more\n\n'), 5);
    response.on('close', () => { clearInterval(timer); resolve(); });
  });
  const proxy = await startProxy(t, upstream.url, freshFolder('abort'));
  const client = start(t, 'curl', ['--silent', '--no-buffer', '--noproxy', '*', `${proxy.relay}/v1/stream`]);
  await client.line('data: 1');
  client.child.kill('SIGINT');
  await closed;
});

test('without an upstream the answer is the proxy\'s own', options, async (t) => {
  const upstream = await startUpstream(t, () => {});
  upstream.server.close();
  await once(upstream.server, 'close');
  const proxy = await startProxy(t, upstream.url, freshFolder('refused'));
  const { code, output } = await curl(t, ['--include', '--data', '{}', `${proxy.relay}/v1/chat/completions`]);
  assert.equal(code, 0);
  assert.match(output, /^HTTP\/1\.1 502 Bad Gateway\r\n/);
  assert.match(output, /X-Franz-Proxy: 1\r\n/);
  assert.equal(JSON.parse(output.split('\r\n\r\n')[1]).error.code, 'upstream_refused');
});

/** A promise and its resolve function. @returns {{promise: Promise<void>, resolve: () => void}} */
function withResolvers() {
  let resolve = () => {};
  const promise = new Promise((done) => { resolve = () => done(undefined); });
  return { promise, resolve };
}
