// Makes a run folder of any length in seconds, for `proxy replay` to serve: the made-up turns of
// fake_run.mjs as files, their few distinct pictures shared by hard links.
//   node make_big_run.mjs FOLDER [TURNS]
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pictureOf, recordOf, timeOf, turnFile } from './fake_run.mjs';

const kPrompt = 'You draw with white ink on a black canvas. Write down what you must remember.';
export const padded = (number, width = 4) => String(number).padStart(width, '0');

/**
 * @param {string} folder made anew
 * @param {{turns?: number, change?: (record: object) => object, exchanges?: number, log?: string[],
 *   settings?: object, make?: (turn: number) => object, messages?: (record: object) => object[],
 *   about?: object}} options `make` gives the records, and `change` may replace any. `exchanges`: so
 *   many of the last turns have their request and reply as they went over the wire. `messages`: of
 *   such a request, a picture as {picture: turn}. `about`: members of run.json.
 */
export function makeBigRun(folder, options = {}) {
  const { turns = 10_000, change = (record) => record, exchanges = 50, log = [], settings } = options;
  const { make = recordOf, messages = storyMessages, about = {} } = options;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pictures = new Map(); // bytes → the first file that holds them
  for (let turn = 1; turn <= turns; turn++) {
    const record = change(make(turn));
    if (turn % 1000 === 0) mkdirSync(dirname(join(folder, turnFile(turn, ''))), { recursive: true });
    if (turn > turns - exchanges && record.request) writeExchange(folder, record, messages(record));
    if (record.image) shareFile(folder, record.image.file, pictureOf(turn), pictures);
    writeFileSync(join(folder, turnFile(turn, '.json')), JSON.stringify(record));
  }
  const lines = log.length ? log : [`${timeOf(turns)} info: finished: ${turns} turns are made`];
  writeFileSync(join(folder, 'orchestrator.log'), `${lines.join('\n')}\n`);
  const finished = { reason: 'turns', code: 0, text: `${turns} turns are made` };
  const all = { ...aboutRun(basename(folder), settings), told_from: 1, finished, ...about };
  writeFileSync(join(folder, 'run.json'), JSON.stringify(all));
  return folder;
}

function aboutRun(name, settings) {
  return {
    protocol: 'franz.run.v2',
    run: createHash('sha256').update(name).digest('hex').slice(0, 16),
    name,
    started: timeOf(0),
    version: '0.1.0',
    profile: 'franz',
    upstream: 'http://127.0.0.1:1235',
    relay: '127.0.0.1:1234',
    dashboard: '127.0.0.1:8080',
    restarts: 0,
    settings: settings ?? {
      'model.name': 'qwen3-vl-2b-instruct-1m',
      'model.temperature': 0.7,
      'agent.profile': 'franz',
      'surface.picture': '512x288',
    },
    changes: [{ time: timeOf(1), text: 'config.ini:14: [model] temperature: 0.5 -> 0.7' }],
    origin: null,
  };
}

function shareFile(folder, name, bytes, files) {
  const path = join(folder, name);
  const first = files.get(bytes);
  try {
    if (!first) throw new Error('the first of its kind');
    linkSync(first, path);
  } catch {
    // A file has only so many links, and some file systems know none.
    writeFileSync(path, bytes);
    files.set(bytes, path);
  }
}

/** The messages of a memory that is the last reply alone. */
function storyMessages({ turn, sst, feedback, image }) {
  return [
    { role: 'system', content: kPrompt },
    { role: 'user', content: sst.text },
    { role: 'user', content: [{ type: 'text', text: feedback }, ...(image ? [{ picture: turn }] : [])] },
  ];
}

// A request without the base64 of its pictures, and the list of what was cut from it.
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
  const list = { protocol: 'franz.cuts.v2', bytes: Buffer.byteLength(whole), cuts };
  return { stored: stored + whole.slice(at), list };
}

function writeExchange(folder, record, messages) {
  const where = join(folder, 'exchange', padded(Math.floor(record.turn / 1000), 3));
  mkdirSync(where, { recursive: true });
  const name = join(where, `${padded(record.turn)}-${record.attempt}`);
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
  record.request.sha256 = createHash('sha256').update(body).digest('hex');
  const whole =
    `POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:1234\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
    `X-Franz-Turn: 0123456789abcdef/${record.turn}/${record.attempt}\r\n\r\n${body}`;
  const { stored, list } = cutRequest(whole, pictures);
  if (pictures.length) writeFileSync(`${name}.cuts`, JSON.stringify(list));
  writeFileSync(`${name}.request`, stored);
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
  writeFileSync(
    `${name}.response`,
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(reply)}\r\n\r\n${reply}`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, turns = '10000'] = process.argv.slice(2);
  if (!folder) throw new Error('usage: node make_big_run.mjs FOLDER [TURNS]');
  makeBigRun(folder, { turns: Number(turns) });
}
