// Where the page's data comes from: the proxy that serves the page, or, in an exported page, the
// blocks inside it. A block is a <script> that no browser executes, in a <template>, so that it costs
// no layout; its data-path is the address that the proxy would be asked for, and its text is the answer.
import { pageRun, withRun } from './address.js';
import { searchRows } from './embedded_search.js';

const kHeartbeatMs = 15_000; // as the proxy's stream

const blocks = new Map(); // path → its block
const answers = globalThis.document?.querySelector('template.answers') ?? null;
for (const block of answers?.content.querySelectorAll('script') ?? []) blocks.set(block.dataset.path, block);
const urls = new Map(); // block → its URL; a large export has its pictures beside it
let rows = null; // those of /api/turns, once they were asked for

/** Whether this page is an export: a file without a proxy. */
export const isExport = answers !== null;

const blockOf = (path) => blocks.get(path.split('?')[0]);

/** Whether an exported page lacks this picture. */
export const isLeftOut = (path) => isExport && !blockOf(path);

/**
 * The answer to a request of the page.
 * @param {string} path as in docs/http-api.md
 * @param {{run?: number|null}} options with those of fetch(); `run`: as in address.js
 * @returns {Promise<Response>}
 */
export function answerTo(path, { run = pageRun, ...options } = {}) {
  if (isExport) return Promise.resolve(embedded(path));
  return fetch(withRun(path, run), { cache: 'no-store', ...options });
}

/**
 * Posts JSON to the proxy. The header proves that the request is the page's own: another site's page
 * cannot send it.
 * @returns {Promise<Response>}
 */
export function postTo(path, body, options = {}) {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Franz-Control': '1' },
    body: JSON.stringify(body),
    ...options,
  });
}

function embedded(path) {
  const block = blockOf(path);
  const asked = new URLSearchParams(path.split('?')[1] ?? '');
  if (!block) return new Response('{"error":"it is not in this export"}', { status: 404 });
  if (block.dataset.path !== '/api/turns') return new Response(block.textContent);
  rows ??= JSON.parse(block.textContent);
  const [from, to] = ['from', 'to'].map((name) => Number(asked.get(name)));
  const some = rows.filter(({ turn }) => turn >= from && (!to || turn <= to));
  if (!asked.has('q')) return new Response(JSON.stringify(some));
  const { found, cut } = searchRows(asked.get('q'), some, recordOf);
  return new Response(JSON.stringify(found), { headers: cut ? { 'X-Franz-Cut': cut } : {} });
}

function recordOf(turn) {
  const block = blocks.get(`/api/turns/${turn}`);
  return block ? JSON.parse(block.textContent) : {};
}

/** Why a request failed. */
export const failureOf = ({ status }) => (isExport ? 'it is not in this export' : `the proxy answered ${status}`);

/** The URL of a picture or file, for an element. */
export function urlOf(path, run = pageRun) {
  if (!isExport) return withRun(path, run);
  const block = blockOf(path);
  if (!block) return 'data:,';
  if (!urls.has(block)) urls.set(block, block.dataset.file ?? URL.createObjectURL(blobOf(block)));
  return urls.get(block);
}

// JSON as it is, a picture from its base64.
function blobOf({ type, textContent: text }) {
  if (type === 'application/json') return new Blob([text], { type });
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return new Blob([bytes], { type: 'image/png' });
}

/** The stream of events. An export's says what the run was, and then only that it is alive. */
export function openEvents() {
  if (!isExport) return new EventSource(withRun('/events', pageRun));
  const source = { onmessage: () => {}, onerror: () => {}, close: () => clearInterval(timer) };
  const timer = setInterval(() => source.onmessage({ data: '{"type":"heartbeat"}' }), kHeartbeatMs);
  queueMicrotask(() => source.onmessage({ data: blocks.get('/events').textContent }));
  return source;
}
