// The dashboard's side of the proxy (docs/http-api.md) with a made-up run, for tests and
// for work on the page:  node tests/dashboard/support/fake_proxy.mjs [--port 8089] [--turns 214]
//   [--think 4000] [--waiting] [--paused] [--hostile FILE.json]
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pictureOf, recordOf, replyOf, rowOf } from './fake_run.mjs';

const root = fileURLToPath(new URL('../../../dashboard/', import.meta.url));
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'";

/** As many runs as the list's filter needs; the proxy's own is the newest. */
function madeUpRuns(fake) {
  const verdicts = ['ok', 'violation', 'superseded', 'unverifiable', 'not_applicable'];
  const endings = [
    { reason: 'done', code: 0, text: 'the form is filled in' },
    { reason: 'turns', code: 0, text: 'turn limit reached' },
    { reason: 'no_change', code: 14, text: 'five actions changed nothing' },
  ];
  const day = 86_400_000;
  return Array.from({ length: 12 }, (_, i) => {
    const current = i === 11;
    const turns = current ? fake.last : (i * 997) % 10_000;
    const started = Date.parse('2026-01-31T12:00:00Z') - (11 - i) * day;
    const iso = (time) => new Date(time).toISOString();
    return {
      id: i + 1,
      name: `run_${iso(started).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_')}`,
      title: i === 10 ? 'The form, with two towns' : null,
      tags: i === 10 ? ['form', 'slow'] : [],
      current,
      run: `${i}f01d359df07a03e`,
      profile: i % 4 === 2 ? 'window' : 'franz',
      turns,
      last_turn: turns,
      started: iso(started),
      last: turns ? iso(started + turns * 15_600) : null,
      objective: i % 3 === 1 ? null : 'Fill in the form: Name = Grace Hopper; Town = Paris, and submit it once',
      model: i % 4 === 2 ? 'qwen3-vl-2b-instruct-1m' : 'demo',
      finished: current || i % 5 === 3 ? null : endings[i % endings.length],
      verdict: turns ? verdicts[i % 5] : null,
      thumbnail: turns || null,
      bytes: turns * 251_300,
      complete: true,
      writing: current || i === 9,
      ...(i === 6 ? { problem: 'turn_0007.json: /executor: expected an object' } : {}),
    };
  });
}

function outlineOf(from, to) {
  const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => rowOf(from + i));
  const letterOf = ({ outcome, picture }) => (picture ? outcome[0].toUpperCase() : outcome[0]);
  return {
    turns: rows.length ? [[from, to]] : [],
    outcomes: rows.map(letterOf).join(''),
    tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0),
    latency_ms: rows.reduce((sum, { latency_ms: ms }) => sum + ms, 0),
    timed: rows.length,
    first_time: rows[0]?.time ?? '',
    last_time: rows.at(-1)?.time ?? '',
  };
}

/**
 * @param {{port?: number, turns?: number, kind?: string, program?: string, loop?: string|null, why?: string,
 *   records?: Record<number, object>, run?: string, objective?: string, finished?: object,
 *   replay?: boolean}} options `port` 0: any free one. `records`: replace made-up ones.
 *   `finished`: how the run ended
 */
export async function startFakeProxy(options = {}) {
  const { port = 0, records = {}, run = 'b6f0c1' } = options;
  const streams = new Set();
  const lines = [
    { level: 'info', source: 'proxy', text: 'relay 127.0.0.1:1234 → 127.0.0.1:1235' },
    { level: 'info', source: 'orchestrator', text: 'turn 1: 0 executed, no block' },
    {
      level: 'error',
      source: 'orchestrator',
      text: 'turn 7: TypeError: drag() missing 1 required …',
    },
  ].map((line, i) => ({
    id: i + 1,
    time: new Date(Date.now() - 60_000 + i * 1000).toISOString(),
    ...line,
  }));
  const fake = {
    last: options.turns ?? 0,
    opened: null,
    commands: [],
    chosen: [], // names of models
    decisions: [], // approve and refuse, as received
    refuses: null, // the error for the next of them
    asked: [],
    status: {
      program: options.program ?? 'running',
      loop: options.loop ?? null,
      why: options.why ?? '',
      since: new Date().toISOString(),
      until: null,
      cause: null,
      problem: null,
      turn: options.turns ?? 0,
    },
    send(event) {
      for (const stream of streams) stream.write(`data: ${JSON.stringify(event)}\n\n`);
    },
    setStatus(change) {
      Object.assign(fake.status, { why: '', until: null, cause: null, problem: null, since: new Date().toISOString() }, change);
      fake.send({ type: 'state', ...fake.status });
    },
    log(level, text) {
      const line = {
        id: lines.length + 1,
        time: new Date().toISOString(),
        level,
        source: 'proxy',
        text,
      };
      lines.push(line);
      fake.send({ type: 'log', ...line });
    },
    /** Asks the operator; null: the question is over. */
    ask(approval) {
      fake.setStatus(approval ? { loop: 'asking', approval, until: approval.until } : { loop: 'acting', approval });
    },
    /** The request was sent: its record exists, without a reply. */
    open(turn) {
      fake.opened = turn;
      fake.send({ type: 'request', turn, attempt: 1 });
    },
    finish(turn) {
      fake.last = turn;
      fake.opened = null;
      fake.send({ type: 'turn', ...rowOf(turn) });
    },
    dropStreams() {
      for (const stream of streams) stream.destroy();
      streams.clear();
    },
    streams,
  };

  const settings = {
    'model.name': 'qwen3-vl-2b-instruct-1m',
    'model.temperature': 0.7,
    'model.top_p': 0.9,
    'model.max_tokens': 900,
    'model.stream': true,
    'agent.profile': 'franz',
    'agent.loop_delay_ms': 0,
    ...(options.objective === undefined ? {} : { 'agent.objective': options.objective }),
    'surface.kind': options.kind ?? 'sandbox',
    'surface.canvas': '1920x1080',
    'surface.picture': '512x288',
    'marks.classic': true,
    'marks.cursor': false,
    'limits.executor_s': 20,
    'limits.capturer_s': 15,
    'limits.pause_after_failures': 8,
  };

  const json = (response, body, status = 200) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://x');
    const path = url.pathname;
    fake.asked.push(`${request.method} ${path}${url.search}`);
    if (path === '/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      streams.add(response);
      request.on('close', () => streams.delete(response));
      const connected = { type: 'connected', run, last_turn: fake.last, replay: options.replay ?? false, ...fake.status };
      response.write(`data: ${JSON.stringify(connected)}\n\n`);
      if (fake.opened) {
        response.write(
          `data: ${JSON.stringify({ type: 'request', turn: fake.opened, attempt: 1 })}\n\n`,
        );
      }
      return;
    }
    if (path === '/api/run') {
      json(response, {
        protocol: 'franz.run.v3',
        run,
        name: 'run_20260131_120000',
        started: '2026-01-31T12:00:00Z',
        version: '0.1.0',
        profile: 'franz',
        upstream: '127.0.0.1:1235',
        relay: '127.0.0.1:1234',
        dashboard: request.headers.host,
        folder: 'panel_log/run_20260131_120000',
        last_turn: fake.last,
        ...fake.status,
        settings,
        changes: [
          {
            time: new Date().toISOString(),
            text: 'config.ini:14: [model] temperature: 0.9 -> 0.7',
          },
        ],
        restarts: 0,
        finished: options.finished ?? null,
        replay: options.replay ?? false,
      });
    } else if (path === '/api/runs') {
      json(response, options.runs ?? madeUpRuns(fake));
    } else if (path === '/api/turns') {
      const from = Number(url.searchParams.get('from') ?? 1);
      const to = Math.min(fake.last, Number(url.searchParams.get('to') ?? fake.last));
      json(
        response,
        Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => rowOf(from + i)),
      );
    } else if (path === '/api/outline') {
      json(response, outlineOf(Number(url.searchParams.get('from') ?? 1), fake.last));
    } else if (/^\/api\/turns\/\d+$/.test(path)) {
      const turn = Number(path.slice(11));
      if (turn > fake.last && turn !== fake.opened) json(response, { error: 'no such turn' }, 404);
      else json(response, records[turn] ?? recordOf(turn, { open: turn > fake.last }));
    } else if (/^\/turns\/\d+\.png$/.test(path)) {
      response.writeHead(200, { 'Content-Type': 'image/png' });
      response.end(pictureOf(Number(path.slice(7, -4))));
    } else if (/^\/turns\/\d+\/plan\.png$/.test(path)) {
      response.writeHead(200, { 'Content-Type': 'image/png' });
      response.end(pictureOf(Number(path.slice(7, -9))));
    } else if (path === '/api/log') {
      const after = Number(url.searchParams.get('after') ?? 0);
      json(response, { lines: lines.filter(({ id }) => id > after) });
    } else if (path === '/api/control' && request.method === 'POST') {
      let body = '';
      for await (const piece of request) body += piece;
      if (request.headers['x-franz-control'] !== '1') {
        json(response, { error: 'X-Franz-Control is missing' }, 403);
        return;
      }
      const { command, ...more } = JSON.parse(body);
      if (command === 'approve' || command === 'refuse') {
        fake.decisions.push({ command, ...more });
        if (fake.refuses) json(response, { error: fake.refuses }, 409);
        else json(response, { ok: true });
        if (!fake.refuses) fake.ask(null);
        return;
      }
      fake.commands.push(command);
      json(response, {});
      if (command === 'model') {
        fake.chosen.push(more.name);
        fake.setStatus({ loop: 'thinking' });
      }
      if (command === 'pause') fake.setStatus({ loop: 'paused', why: 'paused at the dashboard' });
      if (command === 'panic') {
        fake.setStatus({ loop: 'paused', why: 'panic: the button', cause: 'panic' });
      }
      if (command === 'resume') fake.setStatus({ loop: 'thinking' });
      if (command === 'stop') fake.setStatus({ program: 'finished', loop: null, why: 'stopped' });
    } else {
      await serveFile(path, response);
    }
  });

  async function serveFile(path, response) {
    const name = path === '/' ? 'index.html' : normalize(path).slice(1);
    try {
      const body = await readFile(join(root, name));
      response.writeHead(200, {
        'Content-Type': types[extname(name)] ?? 'application/octet-stream',
        'Content-Security-Policy': policy,
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(body);
    } catch {
      response.writeHead(404);
      response.end();
    }
  }

  await new Promise((ready) => {
    server.listen(port, '127.0.0.1', ready);
  });
  fake.port = server.address().port;
  fake.url = `http://127.0.0.1:${fake.port}/`;
  fake.close = () =>
    new Promise((done) => {
      fake.dropStreams();
      server.close(done);
      server.closeAllConnections();
    });
  return fake;
}

/** Plays the turns like a run, for work on the page; `think` is the model's time in ms. */
export async function play(fake, think) {
  const wait = (ms) =>
    new Promise((go) => {
      setTimeout(go, ms);
    });
  setInterval(() => fake.send({ type: 'heartbeat' }), 15_000).unref();
  for (;;) {
    const turn = fake.last + 1;
    if (fake.status.program !== 'running') return;
    if (fake.status.loop === 'paused') {
      await wait(200);
      continue;
    }
    fake.setStatus({ loop: 'acting', turn });
    await wait(think / 40);
    fake.setStatus({ loop: 'thinking', turn });
    fake.open(turn);
    await wait(think / 4);
    const text = replyOf(turn);
    const pieces = text.match(/[^]{1,6}/g);
    let offset = 0;
    for (const piece of pieces) {
      fake.send({ type: 'delta', turn, attempt: 1, text: piece, reasoning: '', offset });
      offset += piece.length;
      await wait((think * 0.7) / pieces.length);
    }
    fake.finish(turn);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name, value) => {
    const at = process.argv.indexOf(`--${name}`);
    return at < 0 ? value : process.argv[at + 1];
  };
  const has = (name) => process.argv.includes(`--${name}`);
  const waits = has('waiting');
  const hostile = option('hostile', null);
  const fake = await startFakeProxy({
    port: Number(option('port', 8089)),
    turns: waits ? 0 : Number(option('turns', 214)),
    program: waits ? 'waiting_for_upstream' : 'running',
    loop: waits ? null : has('paused') ? 'paused' : 'thinking',
    why: waits ? 'connection refused' : '',
    records: hostile ? JSON.parse(await readFile(hostile, 'utf8')) : {},
  });
  console.log(fake.url);
  if (!waits && !has('paused')) await play(fake, Number(option('think', 4000)));
}
