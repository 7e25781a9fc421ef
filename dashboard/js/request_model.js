// A request as sent, from its stored bytes, and the command that repeats it. Pure. The bytes may be
// anything, such as a head without an end or a body that is not JSON; the readable parts are read.
import { readable } from './calls_model.js';
import { bytes as bytesText, count, number, utf8Length } from './format.js';

/**
 * @param {Uint8Array} bytes
 * @returns {{method: string, target: string, headers: [string, string][], body: Uint8Array,
 *   text: string, json: object|null, why: string}} `why`: why there is no JSON
 */
export function parseRequest(bytes) {
  const end = headEnd(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, end.head)).trimEnd();
  const [line = '', ...lines] = head.split(/\r?\n/);
  const [method = '', target = ''] = line.split(' ');
  const headers = lines
    .map((text) => /^([^:]*):\s*(.*)$/.exec(text))
    .filter(Boolean)
    .map(([, name, value]) => [name, value]);
  const header = (name) => headers.find(([known]) => known.toLowerCase() === name)?.[1] ?? '';
  const stored = bytes.subarray(end.body);
  const body = /chunked/i.test(header('transfer-encoding')) ? joined(stored) : stored;
  const text = new TextDecoder().decode(body);
  const parts = { method, target, headers, body, text, json: null, why: '' };
  if (!body.length) return { ...parts, why: 'it has no body' };
  try {
    const json = JSON.parse(text);
    return json && typeof json === 'object'
      ? { ...parts, json }
      : { ...parts, why: 'its body is no JSON object' };
  } catch (error) {
    return { ...parts, why: `its body is no JSON: ${error.message}` };
  }
}

function headEnd(bytes) {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 10) continue;
    if (bytes[at + 1] === 10) return { head: at, body: at + 2 };
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return { head: at, body: at + 3 };
  }
  return { head: bytes.length, body: bytes.length };
}

// Source: RFC 9112 §7.1. The existing part of a cut chunk counts.
function joined(bytes) {
  const pieces = [];
  let total = 0;
  for (let at = 0; at < bytes.length;) {
    const line = bytes.indexOf(10, at);
    if (line < 0) break;
    const size = parseInt(new TextDecoder('latin1').decode(bytes.subarray(at, line)), 16);
    if (!(size > 0)) break;
    const piece = bytes.subarray(line + 1, line + 1 + size);
    pieces.push(piece);
    total += piece.length;
    at = line + 1 + size + 2;
  }
  const whole = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const kPicture = /^data:([\w.+-]+\/[\w.+-]+)?[^,]{0,100},/;

function pictureIn(text) {
  const type = kPicture.exec(text.slice(0, 300));
  if (!type) return null;
  const data = text.length - type[0].length;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const size = /;base64,$/.test(type[0]) ? Math.floor((data * 3) / 4) - padding : data;
  return { type: type[1] ?? 'data', head: type[0].length, size: Math.max(0, size) };
}

/** The text in place of a picture: "‹image/png, 4,034 bytes›"; null: not a picture. */
export function pictureNote(text) {
  const picture = pictureIn(text);
  return picture && `‹${picture.type}, ${number(picture.size)} bytes›`;
}

/**
 * Finds the turn of a picture in a request, or null: by the cuts of the stored bytes; in a request
 * that is stored whole, by the size of the turn's own picture.
 * @param {Uint8Array} bytes of the whole request
 * @param {{turn: number, image?: {bytes: number}|null, request?: {stored?: {cuts: unknown}}|null}}
 *   record of the turn; `cuts`: [offset, length, file] each
 * @returns {(url: string) => number|null}
 */
export function pictureFinder(bytes, { turn, image = null, request = null }) {
  const cuts = request?.stored?.cuts;
  const turns = new Map(); // base64 → turn
  for (const cut of Array.isArray(cuts) ? cuts : []) {
    const [offset, length, file] = Array.isArray(cut) ? cut : [];
    const name = /^(?:turns\/\d{3,6}\/)?turn_(\d{4,9})(?:-\d{1,6})?\.png$/.exec(file);
    if (!name || !(offset >= 0) || !(length > 0)) continue;
    const data = new TextDecoder('latin1').decode(bytes.subarray(offset, offset + length));
    turns.set(data, Number(name[1]));
  }
  return (url) => {
    const picture = pictureIn(url);
    if (!picture) return null;
    if (turns.size) return turns.get(url.slice(picture.head)) ?? null;
    return image && image.bytes === picture.size ? turn : null;
  };
}

/** The request as JSON to read, each picture folded to its note. */
export function foldedJson(json) {
  return JSON.stringify(
    json,
    (_, value) => (typeof value === 'string' ? (pictureNote(value) ?? value) : value),
    2,
  );
}

/**
 * A part of a message. `fields`, `text`: from readable(). `turn`: the picture's turn, null:
 * it is in no file. @typedef {{kind: 'text'|'picture'|'call'|'answer'|'other', text: string,
 *   turn?: number|null, id?: string, name?: string, fields?: [string, string][]|null}} MessagePart
 */

const kText = (text) => ({ kind: 'text', text });
const nameOf = (value) => (typeof value === 'string' ? value : '');
const callPart = (id, { name, arguments: given }) => ({
  kind: 'call',
  id: nameOf(id),
  name: nameOf(name),
  ...readable(given ?? ''),
});
const answerPart = (id, content) => {
  const parts = Array.isArray(content) ? content.map((part) => part?.text) : [content];
  const text = parts.every((part) => typeof part === 'string') ? parts.join('\n') : null;
  return { kind: 'answer', id: nameOf(id), ...readable(text ?? content ?? '') };
};

/**
 * The messages of a request: chat completions, or responses (`input`, `instructions`).
 * @param {(url: string) => number|null} turnOf the turn of a picture
 * @returns {{role: string, parts: MessagePart[]}[]}
 */
export function messagesOf(json, turnOf = () => null) {
  const messages = [];
  if (typeof json.instructions === 'string') {
    messages.push({ role: 'instructions', parts: [kText(json.instructions)] });
  }
  const list = json.messages ?? json.input;
  if (typeof list === 'string') {
    messages.push({ role: 'input', parts: [kText(list)] });
  }
  for (const message of Array.isArray(list) ? list : []) messages.push(messageOf(message ?? {}, turnOf));
  return messages;
}

function messageOf(message, turnOf) {
  const { role, content, type } = message;
  if (type === 'function_call') {
    return { role: 'assistant', parts: [callPart(message.call_id, message)] };
  }
  if (type === 'function_call_output') {
    return { role: 'tool', parts: [answerPart(message.call_id, message.output)] };
  }
  const name = typeof role === 'string' ? role : '?';
  if (typeof message.tool_call_id === 'string') {
    return { role: name, parts: [answerPart(message.tool_call_id, content)] };
  }
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const parts = Array.isArray(content) ? content : content === null && calls.length ? [] : [content];
  return {
    role: name,
    parts: [
      ...parts.map((part) => partOf(part, turnOf)),
      ...calls.map((call) => callPart(call?.id, call?.function ?? {})),
    ],
  };
}

function partOf(part, turnOf) {
  if (typeof part === 'string') return kText(part);
  if (typeof part?.text === 'string') return kText(part.text);
  const url = part?.image_url?.url ?? part?.image_url;
  const note = typeof url === 'string' ? pictureNote(url) : null;
  if (note) return { kind: 'picture', text: note, turn: turnOf(url) };
  return { kind: 'other', text: foldedJson(part ?? null) ?? 'null' };
}

const kPreview = 160; // characters

/**
 * A summary of a message's content, and its beginning.
 * @returns {{counts: string, preview: string}}
 */
export function messageWords({ parts }) {
  const of = (wanted) => parts.filter(({ kind }) => kind === wanted);
  const texts = of('text').map(({ text }) => text);
  const [pictures, calls, answers] = [of('picture'), of('call'), of('answer')];
  const counts = [
    ...(texts.length || !parts.length ? [bytesText(utf8Length(texts.join('')))] : []),
    ...(pictures.length ? [count(pictures.length, 'picture')] : []),
    ...(calls.length ? [count(calls.length, 'call')] : []),
    ...answers.map(({ id }) => (id ? `answer to ${id}` : 'answer')),
  ].join(' · ');
  const given = ({ fields, text }) => fields?.map(([, value]) => value).join(', ') ?? text;
  const told = ({ fields, text }) => fields?.map((field) => field.join(' ')).join(', ') ?? text;
  const begins = [
    ...texts,
    ...calls.map((call) => `${call.name}(${given(call)})`),
    ...answers.map(told),
    ...pictures.map(({ text }) => text),
  ].find((text) => text.trim() !== '');
  const preview = (begins ?? '').slice(0, 2 * kPreview).replace(/\s+/g, ' ').trim();
  return { counts, preview: preview.length > kPreview ? `${preview.slice(0, kPreview)}…` : preview };
}

/** Everything in a request except messages: [name, value as text]. */
export function parametersOf(json) {
  return Object.entries(json)
    .filter(([name]) => !['messages', 'input', 'instructions'].includes(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value : (foldedJson(value) ?? '–')]);
}

const kSecret = /authorization|cookie|(^|[-_])(key|token|secret|password)$/i;

/** The headers to show, without secrets. */
export function shownHeaders(headers) {
  return headers.map(([name, value]) => [name, kSecret.test(name) ? '(not shown)' : value]);
}

/** A file name such as turn_0007_request.http. */
export function fileName(turn, ending) {
  return `turn_${String(turn).padStart(4, '0')}${ending}`;
}

// Headers that a client makes by itself, and those that only the proxy understands.
const kOwn =
  /^(host|content-length|connection|keep-alive|user-agent|accept-encoding|transfer-encoding|expect|x-franz-.*)$/i;
// The other controls would end or break the command.
const kControls = /[\0-\x1f\x7f]/g;

const quoted = (text) => `'${text.replace(kControls, '').replaceAll("'", "'\\''")}'`;

/**
 * The shell command that repeats the request. It has no secret: an environment variable
 * replaces it.
 * @param {{upstream: string, keyName: string, file: string}} options `file`: the body's, or '' for
 *   a command that contains it
 */
export function curlOf(request, { upstream, keyName, file }) {
  const key = /^[A-Za-z_]\w*$/.test(keyName) ? keyName : '';
  const secrets = request.headers.filter(([name]) => kSecret.test(name));
  const local = /^https?:\/\/(127\.|localhost|\[::1\])/.test(upstream);
  const lines = [
    `curl -sS -N -X ${quoted(request.method || 'POST')} ${quoted(urlOf(upstream, request.target))}`,
  ];
  for (const [name, value] of request.headers) {
    if (kOwn.test(name) || kSecret.test(name) || !/^[\w-]+$/.test(name)) continue;
    lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  }
  for (const [name] of secrets) {
    if (!/^[\w-]+$/.test(name) || /cookie/i.test(name)) continue;
    const bearer = /^authorization$/i.test(name) ? 'Bearer ' : '';
    lines.push(`-H "${name}: ${bearer}$${key || 'API_KEY'}"`);
  }
  if (!secrets.length && (key || !local)) {
    lines.push(`-H "Authorization: Bearer $${key || 'API_KEY'}"`);
  }
  if (!request.body.length) return `${lines.join(' \\\n  ')}\n`;
  if (file) return `${[...lines, `--data-binary @${quoted(file)}`].join(' \\\n  ')}\n`;
  let mark = 'BODY';
  while (request.text.includes(mark)) mark += '_';
  const command = [...lines, `--data-binary @- <<'${mark}'`].join(' \\\n  ');
  return `${command}\n${request.text}\n${mark}\n`;
}

function urlOf(upstream, target) {
  const base = upstream.replace(/\/+$/, '');
  const path = /^https?:\/\/[^/]+(\/.*)?$/.exec(base)?.[1] ?? '';
  // The target may already contain the upstream's base path.
  return path && target.startsWith(`${path}/`)
    ? base.slice(0, -path.length) + target
    : base + target;
}
