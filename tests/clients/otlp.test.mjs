// What `proxy export --format otlp` writes, read by the OpenTelemetry SDK's definitions of the protocol.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { attributesOf, eventsOf, proto, readRequest, spansOf } from './support/otlp.mjs';
import { freshFolder, program, requirePackage, start } from './support/programs.mjs';

const run = new URL('../golden/runs/form', import.meta.url).pathname;

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
