// A proxy in front of a model's server that injects faults on command. It keeps the order of the
// requests and each reply that it sent completely.
import http from 'node:http';
import { once } from 'node:events';
import { sleep } from './process_tools.mjs';

export const UPSTREAM_FAULTS = ['reset', 'half', 'short', 'error_500', 'busy_503', 'nonsense', 'stall', 'dribble', 'refuse'];

export class FaultyServer {
  /** @param {string} upstream the URL of the server behind it */
  constructor(upstream) {
    this.upstream = new URL(upstream);
    this.asked = []; // { run, turn, request, after } from X-Franz-Turn
    this.delivered = []; // the same, with `body`
    this.armed = null; // the fault of the next request for a reply
    this.agent = new http.Agent({ keepAlive: true });
    this.server = http.createServer((request, response) => {
      this.answer(request, response).catch((error) => response.destroy(error));
    });
    this.server.keepAliveTimeout = 60_000;
  }

  async start() {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = this.server.address().port;
    this.url = `http://127.0.0.1:${this.port}`;
    return this;
  }

  stop() {
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Applies the fault to the next request for a reply; "refuse" applies now, for `ms`. */
  async arm(fault, ms) {
    if (fault !== 'refuse') {
      this.armed = { fault, ms };
      return;
    }
    this.server.closeAllConnections();
    this.server.close();
    await sleep(ms);
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async answer(request, response) {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const asked = request.method === 'POST' && request.headers['x-franz-turn'];
    const { fault, ms } = (asked && this.armed) || { fault: null, ms: 0 };
    if (fault) this.armed = null;
    const about = asked && turnOf(request.headers['x-franz-turn']);
    if (about) this.asked.push(about);
    if (fault === 'reset') return request.socket.resetAndDestroy();
    if (fault === 'error_500') return respond(response, 500, {}, '{"error":{"message":"out of memory"}}');
    if (fault === 'busy_503') return respond(response, 503, { 'retry-after': '0' }, '{"error":{"message":"busy"}}');
    if (fault === 'nonsense') return respond(response, 200, { 'content-type': 'application/json' }, '{"choices":');
    const { status, headers, body } = await this.ask(request, Buffer.concat(pieces));
    if (fault === 'stall') await sleep(ms);
    const half = body.subarray(0, body.length / 2);
    if (fault === 'half' || fault === 'short') {
      response.writeHead(status, { ...headers, 'content-length': body.length });
      response.write(half, () => (fault === 'half' ? request.socket.resetAndDestroy() : request.socket.destroy()));
      return undefined;
    }
    response.writeHead(status, { ...headers, 'content-length': body.length });
    if (fault === 'dribble') {
      const size = Math.ceil(body.length / 8);
      for (let at = 0; at < body.length; at += size) {
        response.write(body.subarray(at, at + size));
        await sleep(ms / 16);
      }
      response.end();
    } else {
      response.end(body);
    }
    await Promise.race([once(response, 'finish'), once(response, 'close')]);
    if (about && status === 200 && response.writableFinished) this.delivered.push({ ...about, body });
    return undefined;
  }

  /** The complete answer of the server behind it. */
  async ask(request, body) {
    const headers = { ...request.headers, host: this.upstream.host };
    const ahead = http.request({ host: this.upstream.hostname, port: this.upstream.port, path: request.url,
      method: request.method, headers, agent: this.agent });
    ahead.end(body);
    const [answer] = await once(ahead, 'response');
    const pieces = [];
    for await (const piece of answer) pieces.push(piece);
    const kept = Object.fromEntries(Object.entries(answer.headers).filter(([name]) =>
      !['transfer-encoding', 'connection', 'keep-alive', 'content-length'].includes(name)));
    return { status: answer.statusCode, headers: kept, body: Buffer.concat(pieces) };
  }
}

// RUN/TURN/REQUEST/AFTER
function turnOf(header) {
  const [run, turn, request, after] = header.split('/');
  return { run, turn: Number(turn), request, after };
}

function respond(response, status, headers, body) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}
