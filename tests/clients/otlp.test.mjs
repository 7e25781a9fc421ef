// What `proxy export --format otlp` writes and what a run sends to [telemetry] otlp, read by the OpenTelemetry
// SDK's definitions of the protocol.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { attributesOf, eventsOf, proto, readRequest, spansOf } from './support/otlp.mjs';
import { freshFolder, program, requirePackage, start } from './support/programs.mjs';

/** A value that may appear nowhere but in the requests' headers. */
const secret = 'collector-secret-4711';
// x-form holds no key, so its value is not masked in the records.
process.env.OTEL_EXPORTER_OTLP_HEADERS = `Authorization=Bearer%20${secret},x-form=application%2Fjson`;

const run = fileURLToPath(new URL('../golden/runs/form', import.meta.url));

/** The requests in a file. @param {string} file @param {any} type */
const requestsIn = (file, type) =>
  readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => readRequest(type, line));

test('an exported run read back by the OpenTelemetry SDK', async (t) => {
  const folder = join(freshFolder('otlp'), 'out');
  const { code, errors } =
      await start(t, program('proxy'), ['export', run, folder, '--format', 'otlp', '--content']).ended;
  assert.equal(code, 0, errors);
  const { collector } = proto();
  const traces = requestsIn(join(folder, 'traces.jsonl'), collector.trace.v1.ExportTraceServiceRequest);
  const logs = requestsIn(join(folder, 'logs.jsonl'), collector.logs.v1.ExportLogsServiceRequest);

  const spans = traces.flatMap(spansOf);
  const root = spans.find((span) => !span.parentSpanId);
  assert.equal(root.name, 'invoke_agent pilot');
  for (const span of spans.filter((each) => each !== root)) {
    assert.equal(span.traceId, root.traceId);
    assert.equal(span.parentSpanId, root.spanId);
    assert.ok(BigInt(span.startTimeUnixNano) >= BigInt(root.startTimeUnixNano));
    assert.ok(BigInt(span.endTimeUnixNano) <= BigInt(root.endTimeUnixNano));
  }
  assert.equal(new Set(spans.map((span) => span.spanId)).size, spans.length);

  const chats = spans.filter((span) => span.kind === 3);
  assert.equal(chats.length, 6);
  for (const chat of chats) {
    const attributes = attributesOf(chat);
    assert.equal(chat.name, `chat ${attributes['gen_ai.request.model']}`);
    assert.equal(attributes['gen_ai.operation.name'], 'chat');
    assert.ok(attributes['gen_ai.provider.name']);
    const [system, user] = JSON.parse(attributes['gen_ai.input.messages']);
    assert.equal(system.role, 'system');
    assert.equal(user.parts.at(-1).type, 'image');
    assert.equal(JSON.parse(attributes['gen_ai.output.messages'])[0].parts[0].type, 'text');
  }
  const events = logs.flatMap(eventsOf);
  assert.deepEqual(events.map((event) => event.spanId), chats.map((chat) => chat.spanId));
  for (const event of events) assert.equal(event.eventName, 'gen_ai.evaluation.result');
  for (const { schemaUrl, scopeSpans } of traces.flatMap((request) => request.resourceSpans))
    assert.equal(schemaUrl, scopeSpans[0].schemaUrl);
});

test('attributes are those of the conventions', () => {
  const known = new Set(Object.values(requirePackage('@opentelemetry/semantic-conventions', 'incubating')));
  for (const file of ['traces.jsonl', 'logs.jsonl']) {
    const text = readFileSync(new URL(`../golden/otlp_content/${file}`, import.meta.url), 'utf8');
    for (const [, key] of text.matchAll(/"key":"([^"]+)"/g))
      if (!key.startsWith('franz.')) assert.ok(known.has(key), key);
  }
});

/**
 * A collector on a free port. `answer`: nothing: it never answers.
 * @param {import('node:test').TestContext} t
 * @param {((response: import('node:http').ServerResponse, path: string) => void) | null} answer
 */
async function startCollector(t, answer) {
  /** @type {{path: string, headers: import('node:http').IncomingHttpHeaders, body: string}[]} */
  const requests = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    requests.push({ path: request.url ?? '', headers: request.headers, body });
    answer?.(response, request.url ?? '');
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(undefined)); });
  t.after(() => { server.close(); server.closeAllConnections(); });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, requests, server };
}

/**
 * A run of the demo model with three turns: its folder and what the proxy printed.
 * @param {import('node:test').TestContext} t @param {string} name @param {string[]} args
 */
async function runWith(t, name, args) {
  const runs = freshFolder(name);
  const { code, output, errors } = await start(t, program('proxy'),
      ['--upstream', 'demo', '--turns', '3', '--listen', '127.0.0.1:0', '--dashboard', '127.0.0.1:0',
        '--runs', runs, '--set', 'marks.badge=off', ...args]).ended;
  assert.equal(code, 0, output + errors);
  const folder = join(runs, readdirSync(runs)[0]);
  assert.ok(!output.includes(secret) && !errors.includes(secret));
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      assert.ok(!readFileSync(join(file.parentPath ?? file.path, file.name), 'latin1').includes(secret), file.name);
  return { folder, output };
}

/** What a run's records say, without times and random ids; pictures without the badge have no time. @param {string} folder */
const recordsIn = (folder) => [1, 2, 3].map((turn) => {
  const { sst, feedback, response, image, executor } =
      JSON.parse(readFileSync(join(folder, `turn_000${turn}.json`), 'utf8'));
  return { sst, feedback, response, image, items: executor.out.items };
});

test('a run sends what its export has', { timeout: 60000 }, async (t) => {
  const collector = await startCollector(t, (response) => response.end('{}'));
  const { folder, output } = await runWith(t, 'otlp-live',
      ['--set', `telemetry.otlp=${collector.url}`, '--set', 'telemetry.content=on']);
  assert.ok(!output.includes('not delivered'), output);
  assert.match(readFileSync(join(folder, 'exchange/000/0001-1.request'), 'latin1'), /Content-Type: application\/json/);
  const { collector: services } = proto();
  const sent = { '/v1/traces': [], '/v1/logs': [] };
  for (const { path, headers, body } of collector.requests) {
    assert.equal(headers.authorization, `Bearer ${secret}`);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['x-form'], 'application/json');
    assert.ok(!body.includes(secret));
    sent[path].push(body);
  }
  const spans = sent['/v1/traces'].flatMap(
      (body) => spansOf(readRequest(services.trace.v1.ExportTraceServiceRequest, body)));
  const events = sent['/v1/logs'].flatMap(
      (body) => eventsOf(readRequest(services.logs.v1.ExportLogsServiceRequest, body)));

  const out = join(freshFolder('otlp-live-export'), 'out');
  const exported =
      await start(t, program('proxy'), ['export', folder, out, '--format', 'otlp', '--content']).ended;
  assert.equal(exported.code, 0, exported.errors);
  assert.deepEqual(spans, requestsIn(join(out, 'traces.jsonl'),
      services.trace.v1.ExportTraceServiceRequest).flatMap(spansOf));
  assert.deepEqual(events, requestsIn(join(out, 'logs.jsonl'),
      services.logs.v1.ExportLogsServiceRequest).flatMap(eventsOf));
  assert.equal(spans.filter((span) => span.kind === 3).length, 3);
  assert.equal(events.length, 3);
});

test('a collector that is down, refuses or never answers changes nothing in a run', { timeout: 120000 }, async (t) => {
  const plain = await runWith(t, 'otlp-none', []);
  assert.ok(!plain.output.includes('telemetry'), plain.output);
  const refusing = await startCollector(t, (response) => { response.statusCode = 401; response.end(); });
  const silent = await startCollector(t, null);
  const down = await startCollector(t, null);
  await new Promise((resolve) => { down.server.close(resolve); });
  const spansOnly = await startCollector(t, (response, path) => {
    response.statusCode = path === '/v1/traces' ? 204 : 404;
    response.end();
  });
  const { output } = await runWith(t, 'otlp-spans-only', ['--set', `telemetry.otlp=${spansOnly.url}`]);
  assert.equal(output.split('/v1/logs answered 404; events are not sent').length, 2, output);
  assert.ok(!output.includes('not delivered'), output);
  for (const [name, url, why] of [
    ['otlp-refused', refusing.url, 'which answered 401'],
    ['otlp-silent', silent.url, 'which did not answer before the end of the run'],
    ['otlp-down', down.url, 'which refused the connection'],
  ]) {
    const { folder, output } = await runWith(t, name, ['--set', `telemetry.otlp=${url}`]);
    assert.match(output, /^telemetry {2}\d+ spans or events were not delivered to /m);
    assert.ok(output.includes(why), output);
    assert.deepEqual(recordsIn(folder), recordsIn(plain.folder), name);
    const verified = await start(t, program('proxy'), ['verify', folder]).ended;
    assert.equal(verified.code, 0, verified.output + verified.errors);
  }
});

test('a wrong setting of telemetry is refused before the run', async (t) => {
  const runs = freshFolder('otlp-wrong');
  const startWith = (/** @type {string} */ url) => start(t, program('proxy'),
      ['--upstream', 'demo', '--turns', '1', '--listen', '127.0.0.1:0', '--dashboard', '127.0.0.1:0', '--runs', runs,
        '--set', `telemetry.otlp=${url}`]).ended;
  const user = await startWith('http://me:word@127.0.0.1:4318');
  assert.equal(user.code, 2);
  assert.ok(!user.errors.includes('word@'), user.errors);
  const signal = await startWith('http://127.0.0.1:4318/v1/traces');
  assert.equal(signal.code, 2, signal.errors);
  assert.match(signal.errors, /is the URL of one signal; leave out \/v1\/traces/);
  process.env.OTEL_EXPORTER_OTLP_CERTIFICATE = '/no/such/file.pem';
  const certificate = await startWith('https://127.0.0.1:4318');
  assert.equal(certificate.code, 2, certificate.errors);
  assert.match(certificate.errors,
      /\[telemetry\] otlp: (OTEL_EXPORTER_OTLP_CERTIFICATE \/no\/such\/file\.pem: |this build has no TLS)/);
  process.env.OTEL_EXPORTER_OTLP_HEADERS = `a=b,${secret}`;
  const headers = await startWith('http://127.0.0.1:4318');
  assert.equal(headers.code, 2, headers.errors);
  assert.match(headers.errors, /OTEL_EXPORTER_OTLP_HEADERS: entry 2 is not NAME=VALUE/);
  assert.ok(!headers.errors.includes(secret));
});
