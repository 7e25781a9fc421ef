// Reads OTLP/JSON by the protocol's own message definitions, as the OpenTelemetry SDK for node has them.
import assert from 'node:assert/strict';
import { requirePackage } from './programs.mjs';

/** The definitions of opentelemetry.proto. */
export const proto = () =>
  requirePackage('@opentelemetry/otlp-transformer', 'build/src/generated/root.js').opentelemetry.proto;

const kIds = { traceId: 32, spanId: 16, parentSpanId: 16 };

/**
 * A copy in which ids are base64, as protobufjs reads bytes. OTLP/JSON has them as hexadecimal digits.
 * @param {any} value
 * @returns {any}
 */
function withBase64Ids(value) {
  if (Array.isArray(value)) return value.map(withBase64Ids);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => {
    if (!(key in kIds)) return [key, withBase64Ids(member)];
    assert.match(member, new RegExp(`^[0-9a-f]{${kIds[key]}}$`), key);
    assert.doesNotMatch(member, /^0+$/, key);
    return [key, Buffer.from(member, 'hex').toString('base64')];
  }));
}

/**
 * One request of a type of `proto()`, read strictly: what the definitions do not have, or have in another
 * form, fails. 64-bit integers are texts in it, and ids are base64.
 * @param {any} type @param {string} json
 */
export function readRequest(type, json) {
  const written = withBase64Ids(JSON.parse(json));
  const message = type.fromObject(written);
  assert.equal(type.verify(message), null);
  const bytes = type.encode(message).finish();
  const read = type.toObject(type.decode(bytes), { longs: String, bytes: String });
  assert.deepEqual(JSON.parse(JSON.stringify(read)), written);
  return read;
}

/** @param {any} request */
export const spansOf = (request) =>
  request.resourceSpans.flatMap((resource) => resource.scopeSpans.flatMap((scope) => scope.spans));

/** @param {any} request */
export const eventsOf = (request) =>
  request.resourceLogs.flatMap((resource) => resource.scopeLogs.flatMap((scope) => scope.logRecords));

/** The attributes as an object; integers are texts. @param {{attributes: any[]}} item */
export const attributesOf = (item) =>
  Object.fromEntries(item.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
