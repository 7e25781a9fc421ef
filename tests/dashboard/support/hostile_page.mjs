// What a page of another site can do to an address without permission, as functions that run in that
// page, and a fake dashboard without any defence.
import http from 'node:http';

/**
 * Runs in a page: tries to read `target`. The result by the name of each try: a text, the
 * size of a picture, that something loaded; '': nothing. Our own refusal counts as nothing.
 * @param {{target: string, paths: string[], streams: string[], pictures: string[],
 *   scripts: string[], styles: string[]}} what
 */
export async function tryReading({ target, paths, streams, pictures, scripts, styles }) {
  const learnt = {};
  const refused = (status, text) => status >= 400 && /^\{"error":("[^"]*"|\{.*"code":"other_site"\})\}$/.test(text);
  const attempt = async (name, read) => {
    try {
      learnt[name] = await read();
    } catch {
      learnt[name] = ''; // the browser gave the page nothing
    }
  };
  // A stream has no end; its first part is enough.
  const firstPiece = async (answer) => {
    const reader = answer.body?.getReader();
    const piece = await reader?.read();
    await reader?.cancel();
    return piece?.value ? new TextDecoder().decode(piece.value) : '';
  };
  const element = (tag, members) =>
    new Promise((resolve) => {
      const node = Object.assign(document.createElement(tag), members);
      node.onload = () => resolve(tag === 'img' ? `${node.naturalWidth}x${node.naturalHeight}` : 'loaded');
      node.onerror = () => resolve('');
      document.body.append(node);
    });
  for (const path of [...paths, ...streams]) {
    for (const mode of ['cors', 'no-cors']) {
      for (const credentials of ['omit', 'include']) {
        await attempt(`fetch ${mode} ${credentials} ${path}`, async () => {
          const cut = new AbortController(); // an opaque stream cannot be cancelled and keeps a connection
          const answer = await fetch(target + path, { mode, credentials, signal: cut.signal });
          const text = await firstPiece(answer);
          cut.abort();
          return refused(answer.status, text) ? '' : text || (answer.status ? `${answer.status}` : '');
        });
      }
    }
  }
  for (const path of paths) {
    await attempt(`XMLHttpRequest ${path}`, () =>
      new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.onloadend = () =>
          resolve(refused(request.status, request.responseText) ? '' : request.responseText);
        request.open('GET', target + path);
        request.send();
      }));
  }
  for (const path of streams) {
    await attempt(`EventSource ${path}`, () =>
      new Promise((resolve) => {
        const stream = new EventSource(target + path, { withCredentials: true });
        const end = (text) => {
          stream.close();
          resolve(text);
        };
        stream.onmessage = ({ data }) => end(data);
        stream.onerror = () => end('');
      }));
    await attempt(`WebSocket ${path}`, () =>
      new Promise((resolve) => {
        const socket = new WebSocket(target.replace('http', 'ws') + path);
        socket.onopen = () => {
          socket.close();
          resolve('open');
        };
        socket.onerror = () => resolve('');
      }));
  }
  for (const path of pictures) await attempt(`img ${path}`, () => element('img', { src: target + path }));
  for (const path of scripts) await attempt(`script ${path}`, () => element('script', { src: target + path }));
  for (const path of styles) {
    await attempt(`stylesheet ${path}`, () => element('link', { rel: 'stylesheet', href: target + path }));
  }
  return learnt;
}

/**
 * Runs in a page: posts `body` to `path` of `target` in every way without a preflight, and in
 * some with one. Each try has its name as the parameter `try`. The result: as for tryReading.
 * Beacons and forms have none: they may still be in progress when it returns.
 * @param {{target: string, path: string, body: string, headers: Record<string, string>}} what
 */
export async function tryPosting({ target, path, body, headers }) {
  const learnt = {};
  const url = (name) => `${target}${path}?try=${encodeURIComponent(name)}`;
  const send = async (name, init) => {
    try {
      const answer = await fetch(url(name), { method: 'POST', body, ...init });
      const text = await answer.text();
      learnt[name] = answer.ok ? text || `${answer.status}` : '';
    } catch {
      learnt[name] = '';
    }
  };
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
  for (const mode of ['cors', 'no-cors']) {
    for (const type of [...types, 'application/json', 'text/plain; application/json']) {
      await send(`${mode} ${type}`, { mode, headers: { 'Content-Type': type } });
    }
    const [[name, value]] = Object.entries(headers);
    await send(`${mode} ${name}`, { mode, headers: { [name]: value } });
    await send(`${mode} without a type`, { mode, body: new Blob([body]) });
    await send(`${mode} keepalive`, { mode, keepalive: true, credentials: 'include' });
    await send(`${mode} no referrer`, { mode, referrerPolicy: 'no-referrer' });
    const data = new FormData();
    data.append('x', body);
    await send(`${mode} FormData`, { mode, body: data });
    await send(`${mode} URLSearchParams`, { mode, body: new URLSearchParams(body) });
  }
  navigator.sendBeacon(url('beacon text'), body);
  navigator.sendBeacon(url('beacon json'), new Blob([body], { type: 'application/json' }));
  // As text/plain, name=value is the body: split at an = of its own, it is the command unchanged.
  const [field, ...rest] = body.split('=');
  for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    for (const sandbox of [null, 'allow-forms allow-scripts']) { // the second has the Origin null
      const form = document.createElement('form');
      const action = url(`form ${enctype}${sandbox ? ' in a sandbox' : ''}`);
      Object.assign(form, { method: 'post', enctype, action });
      const input = Object.assign(document.createElement('input'), { name: field });
      input.setAttribute('value', rest.join('='));
      form.append(input);
      const frame = document.createElement('iframe');
      if (sandbox) frame.sandbox = sandbox;
      frame.srcdoc = `${form.outerHTML}<script>document.forms[0].submit()</script>`;
      document.body.append(frame);
    }
  }
  return learnt;
}

/**
 * The dashboard without its defences: {url, posted}. It forwards requests to the dashboard like a page
 * of its own, and lets any page read and frame the answers; `posted` has the names of the tries that
 * posted. It accepts the beginning of WebSockets.
 */
export async function startOpenDoor(t, dashboard) {
  const posted = new Set();
  const open = (origin) => ({
    'Access-Control-Allow-Origin': origin ?? '*',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Headers': '*, content-type, x-franz-control, x-franz-turn',
  });
  const server = http.createServer((request, response) => {
    const headers = open(request.headers.origin);
    if (request.method === 'OPTIONS') {
      response.writeHead(204, headers).end();
      return;
    }
    if (request.method === 'POST') {
      posted.add(new URL(request.url, dashboard).searchParams.get('try'));
      request.resume();
      response.writeHead(200, headers).end('{"ok":true}');
      return;
    }
    const ahead = http.get(new URL(request.url, dashboard), (answer) => {
      response.writeHead(answer.statusCode, { 'Content-Type': answer.headers['content-type'], ...headers });
      answer.pipe(response);
    });
    ahead.on('error', () => response.destroy());
    response.on('close', () => ahead.destroy());
  });
  server.on('upgrade', async (request, socket) => {
    const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'; // RFC 6455 §1.3
    const { createHash } = await import('node:crypto');
    const accept = createHash('sha1').update(request.headers['sec-websocket-key'] + guid).digest('base64');
    socket.on('error', () => {});
    socket.end(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, posted };
}
