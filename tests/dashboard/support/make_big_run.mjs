// Makes a run folder of any length in seconds, for `proxy replay` to serve: the made-up turns of
// fake_run.mjs as files and as lines of run.jsonl, their few distinct pictures shared by hard links.
//   node make_big_run.mjs FOLDER [TURNS]
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pictureOf, recordOf, timeOf, turnFile } from './fake_run.mjs';

const kPrompt = 'You draw with white ink on a black canvas. Write down what you must remember.';
export const padded = (number, width = 4) => String(number).padStart(width, '0');

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const digests = new Map(); // of the few pictures
const listed = (name, bytes) => {
  if (typeof bytes === 'string') bytes = Buffer.from(bytes);
  if (!digests.has(bytes)) digests.set(bytes, sha256(bytes));
  const file = { name, bytes: bytes.length, sha256: digests.get(bytes) };
  if (!name.endsWith('.png')) digests.delete(bytes);
  return file;
};

/** The lines of a run.jsonl: `add(kind, time, members)` appends one to the chain. */
export function runLog() {
  const lines = [];
  let previous = '0'.repeat(64);
  return {
    lines,
    add(kind, time, members) {
      const head = { seq: lines.length + 1, time: new Date(time).toISOString(), kind };
      const line = JSON.stringify({ ...head, ...members, previous });
      lines.push(line);
      previous = sha256(line);
    },
  };
}

/** A copy for display: valid UTF-8 of at most this number of bytes. */
function displayed(text, most = 300) {
  const bytes = Buffer.from(String(text).toWellFormed());
  if (bytes.length <= most) return bytes.toString();
  let end = most - 3;
  while ((bytes[end] & 0xc0) === 0x80) end--;
  return `${bytes.subarray(0, end)}…`;
}

/** The row of a record, as in lines of run.jsonl. */
function rowOfRecord({ time, sst, executor, degraded, response, latency_ms: latency, image, finished }) {
  const out = executor?.out;
  const outcomes = (out?.items ?? []).map((item) => item?.outcome);
  const actions = outcomes.filter((each) => each === 'done' || each === 'noted').length;
  const failed = out?.error || outcomes.includes('malformed');
  const outcome =
    sst.verdict === 'violation' ? 'violation' : degraded?.length ? 'degraded' : failed ? 'error' : actions ? 'actions' : 'none';
  return {
    time,
    outcome,
    actions,
    verdict: sst.verdict,
    tokens: response?.usage?.completion_tokens ?? 0,
    latency_ms: latency?.model ?? 0,
    finish_reason: displayed(response?.finish_reason ?? '', 256),
    picture: Boolean(image),
    ...(finished ? { finished: displayed(finished.text) } : {}),
  };
}

const idOf = (turn) => turn.toString(16).padStart(16, '0');

/**
 * @param {string} folder made anew
 * @param {{turns?: number, change?: (record: object) => object, exchanges?: number, log?: string[],
 *   settings?: object, make?: (turn: number) => object, messages?: (record: object) => object[],
 *   profile?: string, finished?: object}} options `make` gives the records, and `change` may replace
 *   any. `exchanges`: the number of last turns with request and reply as transferred.
 *   `messages`: of such a request, a picture as {picture: turn}. `finished`: the run's result.
 */
export function makeBigRun(folder, options = {}) {
  const { turns = 10_000, change = (record) => record, exchanges = 50, log = [], settings = kSettings } = options;
  const { make = recordOf, messages = storyMessages, profile = 'franz' } = options;
  const { finished = { reason: 'turns', code: 0, text: `${turns} turns are made` } } = options;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pictures = new Map(); // bytes → the first file with them
  const lines = runLog();
  const sources = {};
  lines.add('begin', timeOf(0), aboutRun(basename(folder), profile, settings, sources));
  const changed = { what: 'settings', turn: 1, text: 'config.ini:14: [model] temperature: 0.5 -> 0.7', settings, sources };
  lines.add('change', timeOf(1), changed);
  const sums = [];
  let after = null;
  for (let turn = 1; turn <= turns; turn++) {
    const record = change(make(turn));
    const request = record.request ? idOf(turn) : null;
    Object.assign(record, { request_id: request, after });
    if (turn % 1000 === 0) mkdirSync(dirname(join(folder, turnFile(turn, ''))), { recursive: true });
    const exchange = turn > turns - exchanges && record.request ? writeExchange(folder, record, messages(record)) : [];
    const text = JSON.stringify(record);
    writeFileSync(join(folder, turnFile(turn, '.json')), text);
    const files = [listed(turnFile(turn, '.json'), text)];
    if (record.image) {
      shareFile(folder, turnFile(turn, '.png'), pictureOf(turn), pictures);
      files.push(listed(turnFile(turn, '.png'), pictureOf(turn)));
    }
    files.push(...exchange);
    lines.add('attempt', timeOf(turn), {
      turn,
      attempt: record.attempt,
      request,
      after,
      witness: 'relay',
      delivered: Boolean(record.response),
      usable: Boolean(record.response),
      row: rowOfRecord(record),
      files,
    });
    sums.push(...files.map((file) => `${file.sha256}  ${file.name}\n`));
    if (request) after = request;
  }
  const told = log.length ? log : [`${timeOf(turns)} info: finished: ${turns} turns are made`];
  const orchestratorLog = `${told.join('\n')}\n`;
  writeFileSync(join(folder, 'orchestrator.log'), orchestratorLog);
  const working = listed('orchestrator.log', orchestratorLog);
  const allSums = `${sums.join('')}${working.sha256}  ${working.name}\n`;
  writeFileSync(join(folder, 'SHA256SUMS'), allSums);
  const { reason, code, text } = finished;
  lines.add('end', timeOf(turns), { reason, code, text: displayed(text), files: [listed('SHA256SUMS', allSums), working] });
  writeFileSync(join(folder, 'run.jsonl'), `${lines.lines.join('\n')}\n`);
  return folder;
}

const kSettings = {
  'model.name': 'qwen3-vl-2b-instruct-1m',
  'model.temperature': 0.7,
  'agent.profile': 'franz',
  'surface.picture': '512x288',
};

function aboutRun(name, profile, settings, sources) {
  return {
    protocol: 'franz.run.v3',
    run: sha256(name).slice(0, 16),
    name,
    version: '0.1.0',
    profile,
    upstream: 'http://127.0.0.1:1235',
    relay: '127.0.0.1:1234',
    dashboard: '127.0.0.1:8080',
    settings,
    sources,
  };
}

function shareFile(folder, name, bytes, files) {
  const path = join(folder, name);
  const first = files.get(bytes);
  try {
    if (!first) throw new Error('the first of its kind');
    linkSync(first, path);
  } catch {
    // The number of links to a file is limited, and some file systems have none.
    writeFileSync(path, bytes);
    files.set(bytes, path);
  }
}

/** The messages of a memory that is only the last reply. */
function storyMessages({ turn, sst, feedback, image }) {
  return [
    { role: 'system', content: kPrompt },
    { role: 'user', content: sst.text },
    { role: 'user', content: [{ type: 'text', text: feedback }, ...(image ? [{ picture: turn }] : [])] },
  ];
}

// A request without the base64 of its pictures, and the cuts.
function cutRequest(whole, pictures) {
  let [stored, at] = ['', 0];
  const cuts = [];
  for (const turn of pictures) {
    const data = pictureOf(turn).toString('base64');
    const from = whole.indexOf(data, at);
    cuts.push([Buffer.byteLength(whole.slice(0, from)), data.length, turnFile(turn, '.png')]);
    stored += whole.slice(at, from);
    at = from + data.length;
  }
  return { stored: stored + whole.slice(at), cuts };
}

// The files, for the line of the attempt; the record's request lists the cuts.
function writeExchange(folder, record, messages) {
  const name = `exchange/${padded(Math.floor(record.turn / 1000), 3)}/${padded(record.turn)}-${record.attempt}`;
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  const { model, temperature, top_p, max_tokens } = record.request;
  const pictures = [];
  const withPictures = (_, value) => {
    if (value?.picture === undefined) return value;
    pictures.push(value.picture);
    const url = `data:image/png;base64,${pictureOf(value.picture).toString('base64')}`;
    return { type: 'image_url', image_url: { url } };
  };
  const body = JSON.stringify({ model, temperature, top_p, max_tokens, stream: false, messages }, withPictures);
  record.request.bytes = Buffer.byteLength(body);
  record.request.sha256 = sha256(body);
  const whole =
    `POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:1234\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
    `X-Franz-Turn: 0123456789abcdef/${record.turn}/${record.request_id}/${record.after ?? '-'}\r\n\r\n${body}`;
  const { stored, cuts } = cutRequest(whole, pictures);
  record.request.stored = { bytes: Buffer.byteLength(whole), cuts };
  const reply = JSON.stringify({
    id: `chatcmpl-${record.turn}`,
    object: 'chat.completion',
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: record.response.text },
        finish_reason: record.response.finish_reason,
      },
    ],
    usage: record.response.usage,
  });
  const response =
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${Buffer.byteLength(reply)}\r\n\r\n${reply}`;
  writeFileSync(join(folder, `${name}.request`), stored);
  writeFileSync(join(folder, `${name}.response`), response);
  return [listed(`${name}.request`, stored), listed(`${name}.response`, response)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, turns = '10000'] = process.argv.slice(2);
  if (!folder) throw new Error('usage: node make_big_run.mjs FOLDER [TURNS]');
  makeBigRun(folder, { turns: Number(turns) });
}
