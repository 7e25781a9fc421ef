// The openai package for node as the client of a proxy without an orchestrator, with the demo
// model as upstream.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDeflate, createGzip, deflateSync, crc32 as zlibCrc32 } from 'node:zlib';
import { freshFolder, program, requirePackage, start, startModel, startProxy, startUpstream }
  from './support/programs.mjs';

/** @param {Buffer} bytes */
function crc32(bytes) {
  if (zlibCrc32) return zlibCrc32(bytes);
  let crc = ~0;  // Node 18 and 20 have none
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A PNG of one grey. @param {number} width @param {number} height @param {number} grey */
function png(width, height, grey) {
  const chunk = (/** @type {string} */ type, /** @type {Buffer} */ data) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const rows = Buffer.alloc((width + 1) * height, grey);
  for (let y = 0; y < height; y += 1) rows[y * (width + 1)] = 0;
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** The three messages of a turn. @param {string} memory @param {string} feedback @param {Buffer} picture */
function messages(memory, feedback, picture) {
  return [
    { role: 'system', content: 'You draw.' },
    { role: 'user', content: memory },
    { role: 'user', content: [
      { type: 'text', text: feedback },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${picture.toString('base64')}` } },
    ] },
  ];
}

/** The record of a turn, once all its files exist. @param {string} run @param {number} turn */
async function recordOf(run, turn) {
  const file = join(run, `turn_${String(turn).padStart(4, '0')}.json`);
  const listed = () => readFileSync(join(run, 'run.jsonl'), 'utf8').includes(`"kind":"attempt","turn":${turn},`);
  while (!existsSync(file) || !listed()) await new Promise((resolve) => { setTimeout(resolve, 10); });
  return JSON.parse(readFileSync(file, 'utf8'));
}

test('the openai client through the proxy', { timeout: 60000 }, async (t) => {
  const { OpenAI } = requirePackage('openai');
  const proxy = await startProxy(t, await startModel(t, ['--delay-ms', '300']), freshFolder('openai'));
  const client = new OpenAI({ baseURL: `${proxy.relay}/v1`, apiKey: 'sk-not-to-be-recorded', maxRetries: 0 });
  const model = 'demo-vlm';
  const picture = png(512, 288, 0);

  // Turn 1: a single body, which this client requests compressed. The relay does not unpack it; its reader does.
  const first = await client.chat.completions.create({ model, messages: messages('', 'Begin.', picture) });
  const story1 = first.choices[0].message.content;
  assert.equal((await recordOf(proxy.run, 1)).sst.verdict, 'first');
  assert.match(readFileSync(join(proxy.run, 'exchange/000/0001-1.response'), 'latin1'), /^Content-Encoding: gzip\r$/m);

  // Turn 2: a stream with characters beyond ASCII.
  const feedback = 'OK: 1 action executed. 東京 🐱';
  let story2 = '', pieces = 0;
  for await (const event of await client.chat.completions.create(
      { model, stream: true, messages: messages(story1, feedback, picture) })) {
    const text = event.choices[0]?.delta.content ?? '';
    story2 += text;
    if (text) pieces += 1;
  }
  assert.ok(pieces > 3);
  const second = await recordOf(proxy.run, 2);
  assert.equal(second.sst.verdict, 'ok', JSON.stringify(second.sst));
  assert.equal(second.sst.text, story1);
  assert.equal(second.response.text, story2);
  assert.equal(second.feedback, feedback);
  assert.deepEqual(readFileSync(join(proxy.run, second.image.file)), picture);

  // Turn 3: aborted in the middle.
  const stream = await client.chat.completions.create(
      { model, stream: true, messages: messages(story2, feedback, picture) });
  let half = '';
  await assert.rejects(async () => {
    for await (const event of stream) {
      half += event.choices[0]?.delta.content ?? '';
      if (half.length > 10) {
        stream.controller.abort();
        throw new Error('aborted');
      }
    }
  });

  // It asks again, which is a turn of its own without an id; it has reply 2, which it had received completely.
  const third = await client.chat.completions.create({ model, messages: messages(story2, feedback, picture) },
      { headers: { 'Accept-Encoding': 'identity' } });
  const record4 = await recordOf(proxy.run, 4);
  assert.equal(record4.attempt, 1);
  assert.equal(record4.sst.verdict, 'ok', JSON.stringify(record4.sst));
  const aborted = readFileSync(join(proxy.run, 'exchange/000/0003-1.response'), 'latin1');
  assert.ok(!aborted.includes('[DONE]'), 'the aborted reply was recorded as far as it came');

  // Turn 5: a memory that is not the last reply is of unknown origin.
  const edited = third.choices[0].message.content.replace('RULES', 'RULEZ');
  await client.chat.completions.create({ model, messages: messages(edited, feedback, picture) });
  assert.equal((await recordOf(proxy.run, 5)).sst.verdict, 'unverifiable');

  const request = readFileSync(join(proxy.run, 'exchange/000/0002-1.request'), 'latin1');
  assert.match(request, /authorization: \*\*\*\*\r\n/i);
  assert.ok(!request.includes('sk-not-to-be-recorded'));
});

test('compressed replies are verified like others', { timeout: 60000 }, async (t) => {
  const { OpenAI } = requirePackage('openai');
  const model = 'test';
  const reply = (/** @type {number} */ turn) => `Reply ${turn}: 東京 🐱 ${'and more '.repeat(2000)}`;
  const codings = ['gzip', 'gzip', 'deflate', 'deflate', 'gzip'];
  let turn = 0;
  /** @type {Buffer[][]} */
  const sent = [];
  const upstream = await startUpstream(t, async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { stream } = JSON.parse(body);
    const coding = codings[turn];
    turn += 1;
    const text = reply(turn);
    const zip = coding === 'gzip' ? createGzip() : createDeflate();
    response.writeHead(200, { 'Content-Encoding': coding,
      'Content-Type': stream ? 'text/event-stream' : 'application/json' });
    /** @type {Buffer[]} */
    const pieces = [];
    sent.push(pieces);
    zip.on('data', (piece) => { pieces.push(piece); response.write(piece); });
    zip.on('end', () => response.end());
    if (!stream) return zip.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }] }));
    const event = (/** @type {object} */ choice) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
    for (let at = 0; at < text.length; at += 1000) {
      zip.write(event({ delta: { content: text.slice(at, at + 1000) } }));
      await new Promise((resolve) => { zip.flush(() => resolve(undefined)); });
    }
    return zip.end(`${event({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`);
  });
  const proxy = await startProxy(t, upstream.url, freshFolder('openai-compressed'));
  const client = new OpenAI({ baseURL: `${proxy.relay}/v1`, apiKey: 'none', maxRetries: 0 });

  let story = '';
  for (let asked = 1; asked <= codings.length; asked += 1) {
    const body = { model, messages: messages(story, 'OK: 1 action executed.', png(512, 288, 0)) };
    if (asked % 2 === 0) {
      story = '';
      for await (const event of await client.chat.completions.create({ ...body, stream: true }))
        story += event.choices[0]?.delta.content ?? '';
    } else {
      story = (await client.chat.completions.create(body)).choices[0].message.content;
    }
    assert.equal(story, reply(asked));
    const record = await recordOf(proxy.run, asked);
    assert.equal(record.sst.verdict, asked === 1 ? 'first' : 'ok', JSON.stringify(record.sst));
    assert.equal(record.response.text, story);
    // The relay forwarded and stored the compressed bytes.
    const stored = readFileSync(join(proxy.run, `exchange/000/000${asked}-1.response`));
    for (const piece of sent[asked - 1]) assert.ok(stored.includes(piece), `a piece of reply ${asked}`);
  }

  proxy.child.kill('SIGINT');
  await proxy.ended;
  const verified = await start(t, program('proxy'), ['verify', proxy.run]).ended;
  assert.equal(verified.code, 0, verified.output + verified.errors);
  assert.match(verified.output, /: 5 turns verified: 4 stories, 5 requests/);
});

test('the openai client with the Responses API', { timeout: 60000 }, async (t) => {
  const { OpenAI } = requirePackage('openai');
  const proxy = await startProxy(t, await startModel(t, ['--delay-ms', '100']), freshFolder('openai-responses'));
  const client = new OpenAI({ baseURL: `${proxy.relay}/v1`, apiKey: 'none', maxRetries: 0,
    defaultHeaders: { 'Accept-Encoding': 'identity' } });
  const model = 'demo-vlm';
  const url = `data:image/png;base64,${png(512, 288, 0).toString('base64')}`;
  const input = (/** @type {string} */ story, /** @type {string} */ feedback) => [
    { role: 'system', content: [{ type: 'input_text', text: 'You draw.' }] },
    { role: 'user', content: [{ type: 'input_text', text: story }] },
    { role: 'user', content: [{ type: 'input_text', text: feedback },
      { type: 'input_image', image_url: url, detail: 'auto' }] },
  ];

  const first = await client.responses.create({ model, input: input('', 'Begin.') });
  assert.equal(first.status, 'completed');
  assert.match(first.output_text, /\S/);
  assert.ok(first.usage.output_tokens > 3);
  assert.equal((await recordOf(proxy.run, 1)).sst.verdict, 'first');

  let story = '';
  let last = null;
  for await (const event of await client.responses.create(
      { model, stream: true, input: input(first.output_text, 'OK: 1 action executed. 東京 🐱') })) {
    if (event.type === 'response.output_text.delta') story += event.delta;
    last = event;
  }
  assert.equal(last.type, 'response.completed');
  assert.equal(last.response.output[0].content[0].text, story);
  const second = await recordOf(proxy.run, 2);
  assert.equal(second.sst.verdict, 'ok', JSON.stringify(second.sst));
  assert.equal(second.response.text, story);
  assert.equal(second.response.finish_reason, 'stop');

  const short = await client.responses.create(
      { model, max_output_tokens: 5, input: input(story, 'OK: 1 action executed.') });
  assert.equal(short.status, 'incomplete');
  assert.equal(short.incomplete_details.reason, 'max_output_tokens');
  assert.equal((await recordOf(proxy.run, 3)).response.finish_reason, 'length');

  await client.responses.create({ model, input: input('edited', 'OK: 1 action executed.') });
  assert.equal((await recordOf(proxy.run, 4)).sst.verdict, 'unverifiable');
  await assert.rejects(client.responses.create({ model, input: [] }), { status: 400 });
});

test('the openai client makes a call with the Responses API and answers it', { timeout: 60000 }, async (t) => {
  const { OpenAI } = requirePackage('openai');
  const client = new OpenAI({ baseURL: `${await startModel(t, ['--delay-ms', '0'])}/v1`, apiKey: 'none', maxRetries: 0 });
  const parameters = { type: 'object', properties: {}, required: [] };
  const tools = ['observe_screen', 'drag', 'click_element'].map((name) => (
    { type: 'function', name, description: name, parameters, strict: false }));
  const ask = [{ role: 'user', content: [{ type: 'input_text', text: 'draw a star' }] }];
  const first = await client.responses.create({ model: 'demo-vlm', tools, input: ask });
  const call = first.output.find(({ type }) => type === 'function_call');
  assert.ok(tools.some(({ name }) => name === call.name), JSON.stringify(first.output));

  const stream = client.responses.stream({ model: 'demo-vlm', tools, input: [...ask, ...first.output,
    { type: 'function_call_output', call_id: call.call_id, output: '{"ok":true}' }] });
  let pieces = '';
  stream.on('response.function_call_arguments.delta', (event) => { pieces += event.delta; });
  const second = (await stream.finalResponse()).output.find(({ type }) => type === 'function_call');
  assert.notEqual(second.call_id, call.call_id);
  assert.equal(second.arguments, pieces);
});
