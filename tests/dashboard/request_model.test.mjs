import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import {
  curlOf,
  fileName,
  foldedJson,
  messagesOf,
  parametersOf,
  parseRequest,
  pictureNote,
  shownHeaders,
} from '../../dashboard/js/request_model.js';

const bytes = (text) => new TextEncoder().encode(text);
const head = 'POST /v1/chat/completions HTTP/1.1\r\nContent-Type: application/json\r\n';

test('a request in its parts, whatever of it can be read', () => {
  for (const [text, expected] of [
    [`${head}\r\n{"model":"m"}`, { method: 'POST', json: { model: 'm' }, why: '' }],
    [`${head}\r\n{}`, { headers: [['Content-Type', 'application/json']] }],
    ['POST /x HTTP/1.1\n\n{"a":1}', { target: '/x', json: { a: 1 } }],
    [`${head}\r\n`, { json: null, why: 'it has no body' }],
    [head, { method: 'POST', json: null, why: 'it has no body' }],
    [`${head}\r\n[`, { json: null, text: '[' }],
    [`${head}\r\n7`, { json: null, why: 'its body is no JSON object' }],
    ['', { method: '', target: '', json: null }],
    ['\0\u202e', { json: null }],
    [
      `${head}Transfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n3;x=y\r\n:1}\r\n0\r\n\r\n`,
      { json: { a: 1 } },
    ],
    [`${head}Transfer-Encoding: chunked\r\n\r\nff\r\n{"a":1}`, { json: { a: 1 } }],
  ]) {
    const request = parseRequest(bytes(text));
    for (const [key, value] of Object.entries(expected)) {
      assert.deepEqual(request[key], value, `${JSON.stringify(text)}: ${key}`);
    }
  }
  const wrong = parseRequest(new Uint8Array([...bytes(`${head}\r\n{"a":"`), 0xff, 0x22, 0x7d]));
  assert.equal(wrong.json.a, '\ufffd');
});

test('pictures fold, texts stay', () => {
  assert.equal(pictureNote('data:image/png;base64,QUJD'), '‹image/png, 3 bytes›');
  assert.equal(pictureNote('data:image/png;base64,QUI='), '‹image/png, 2 bytes›');
  assert.equal(pictureNote('the data:image/png;base64,QUJD'), null);
  const url = `data:image/png;base64,${'A'.repeat(4000)}`;
  const text = foldedJson({ a: [{ image_url: { url } }], b: 'x'.repeat(4000) });
  assert.match(text, /‹image\/png, 3,000 bytes›/);
  assert.match(text, /x{4000}/);
  assert.doesNotMatch(text, /A{100}/);
});

test('messages of either interface, and what is none', () => {
  const url = 'data:image/png;base64,QUJD';
  assert.deepEqual(
    messagesOf({
      messages: [
        { role: 'system', content: 'be kind' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'look' },
            { type: 'image_url', image_url: { url } },
            { type: 'audio' },
          ],
        },
      ],
    }),
    [
      { role: 'system', parts: [{ kind: 'text', text: 'be kind' }] },
      {
        role: 'user',
        parts: [
          { kind: 'text', text: 'look' },
          { kind: 'picture', text: '‹image/png, 3 bytes›' },
          { kind: 'other', text: '{\n  "type": "audio"\n}' },
        ],
      },
    ],
  );
  assert.deepEqual(messagesOf({ instructions: 'a', input: 'b' }), [
    { role: 'instructions', parts: [{ kind: 'text', text: 'a' }] },
    { role: 'input', parts: [{ kind: 'text', text: 'b' }] },
  ]);
  assert.deepEqual(messagesOf({ messages: [null, 7] }).length, 2);
  assert.deepEqual(messagesOf({ messages: 3 }), []);
  assert.deepEqual(parametersOf({ model: 'm', top_p: 0.9, messages: [] }), [
    ['model', 'm'],
    ['top_p', '0.9'],
  ]);
});

test('a secret is neither shown nor in a command', () => {
  const headers = [
    ['Authorization', 'Bearer s3cret'],
    ['X-Api-Key', 's3cret'],
    ['Cookie', 's3cret'],
    ['Accept', '*/*'],
  ];
  assert.doesNotMatch(JSON.stringify(shownHeaders(headers)), /s3cret/);
  const request = { method: 'POST', target: '/v1', headers, body: bytes('{}'), text: '{}' };
  const command = curlOf(request, { upstream: 'http://u', keyName: 'MY_KEY', file: 'b.json' });
  assert.doesNotMatch(command, /s3cret/);
  assert.match(command, /-H "Authorization: Bearer \$MY_KEY"/);
  assert.match(command, /-H "X-Api-Key: \$MY_KEY"/);
  const none = { ...request, headers: [] };
  const curl = (options) => curlOf(none, { upstream: 'http://u', keyName: '', file: '', ...options });
  assert.match(curl({}), /Bearer \$API_KEY/);
  assert.match(curl({ keyName: '$(x)' }), /Bearer \$API_KEY/);
  assert.doesNotMatch(curl({ upstream: 'http://127.0.0.1:1234' }), /Bearer/);
});

test('where a command goes to', () => {
  for (const [upstream, target, url] of [
    ['http://h:1', '/v1/chat', 'http://h:1/v1/chat'],
    ['http://h:1/', '/v1/chat', 'http://h:1/v1/chat'],
    ['https://h/api', '/v1/chat', 'https://h/api/v1/chat'],
    ['https://h/v1', '/v1/chat', 'https://h/v1/chat'],
  ]) {
    const request = { method: 'POST', target, headers: [], body: bytes(''), text: '' };
    assert.ok(curlOf(request, { upstream, keyName: '', file: '' }).includes(`'${url}'`), url);
  }
});

// What a shell makes of it is the test: curl is a function that tells its arguments and its input.
test('nothing in a request breaks out of the command', { skip: process.platform === 'win32' }, () => {
  const text = `{"a":"'; touch /tmp/no; $(x) \`y\` \\\\ \nBODY\nBODY_\n"}`;
  const request = {
    method: 'POST',
    target: `/v1/'"$(x)`,
    headers: [
      ['Accept', `it's "$HOME"`],
      ['Bad Name$(x)', 'v'],
      ['Host', 'elsewhere'],
    ],
    body: bytes(text),
    text,
  };
  const command = curlOf(request, { upstream: 'http://127.0.0.1:1', keyName: '', file: '' });
  const script = `curl() { printf '%s\\n' "$@"; echo ---; cat; }\n${command}`;
  const [told, input] = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('---\n');
  assert.deepEqual(told.trimEnd().split('\n'), [
    '-sS',
    '-N',
    '-X',
    'POST',
    `http://127.0.0.1:1/v1/'"$(x)`,
    '-H',
    `Accept: it's "$HOME"`,
    '--data-binary',
    '@-',
  ]);
  assert.equal(input, `${text}\n`);
});

test('names of files', () => {
  assert.equal(fileName(7, '.png'), 'turn_0007.png');
  assert.equal(fileName(12345, '_body.json'), 'turn_12345_body.json');
});
