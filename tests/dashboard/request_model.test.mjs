import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import {
  curlOf,
  fileName,
  foldedJson,
  messagesOf,
  messageWords,
  parametersOf,
  parseRequest,
  pictureFinder,
  pictureNote,
  shownHeaders,
} from '../../dashboard/js/request_model.js';

const bytes = (text) => new TextEncoder().encode(text);
const head = 'POST /v1/chat/completions HTTP/1.1\r\nContent-Type: application/json\r\n';

test('a request in its parts, as far as it can be read', () => {
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

test('messages of either API, and values that are none', () => {
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
          { kind: 'picture', text: '‹image/png, 3 bytes›', turn: null },
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

const clickCall = { id: 'call_1', type: 'function', function: { name: 'click', arguments: '{"x":1}' } };
const shownCall = { kind: 'call', id: 'call_1', name: 'click', fields: [['x', '1']], text: '' };
const shownAnswer = { kind: 'answer', id: 'call_1', fields: [['ok', 'true']], text: '' };
const kinds = [
  ['only calls', { role: 'assistant', content: null, tool_calls: [clickCall] }, [shownCall]],
  ['a text and calls', { role: 'assistant', content: 'I click.', tool_calls: [clickCall] }, [{ kind: 'text', text: 'I click.' }, shownCall]],
  ['an answer', { role: 'tool', tool_call_id: 'call_1', content: '{"ok":true}' }, [shownAnswer]],
  ['an answer in parts', { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: '{"ok":true}' }] }, [shownAnswer]],
  ['an answer of nothing', { role: 'tool', tool_call_id: 'call_1' }, [{ kind: 'answer', id: 'call_1', fields: null, text: '' }]],
  ['calls that are none', { role: 'assistant', content: 'x', tool_calls: { a: 1 } }, [{ kind: 'text', text: 'x' }]],
  ['a call without its parts', { role: 'assistant', content: null, tool_calls: [null] }, [{ kind: 'call', id: '', name: '', fields: null, text: '' }]],
];
for (const [name, message, parts] of kinds) {
  test(`a message with ${name}`, () =>
    assert.deepEqual(messagesOf({ messages: [message] }), [{ role: message.role, parts }]));
}

test('calls and answers of the Responses API are separate messages', () => {
  const input = [
    { type: 'function_call', call_id: 'call_1', name: 'click', arguments: '{"x":1}' },
    { type: 'function_call_output', call_id: 'call_1', output: '{"ok":true}' },
  ];
  assert.deepEqual(messagesOf({ input }), [
    { role: 'assistant', parts: [shownCall] },
    { role: 'tool', parts: [shownAnswer] },
  ]);
});

test('a message in a line', () => {
  const words = (parts) => Object.values(messageWords({ parts })).join(' | ');
  assert.equal(words([{ kind: 'text', text: ' a\n b ' }]), '6 B | a b');
  assert.equal(words([shownCall]), '1 call | click(1)');
  assert.equal(words([shownAnswer]), 'answer to call_1 | ok true');
  assert.equal(words([{ kind: 'text', text: '' }, { kind: 'picture', text: '‹p›', turn: 3 }]), '0 B · 1 picture | ‹p›');
  assert.equal(words([]), '0 B | ');
  assert.match(words([{ kind: 'text', text: 'x'.repeat(9000) }]), /^9,000 B \| x{160}…$/);
});

test('the turn of a picture', () => {
  const [first, second] = ['QUJD', 'QUJDRA=='];
  const text = `head\r\n\r\n{"a":"${first}","b":"${second}"}`;
  const cut = (data, file) => [text.indexOf(data), data.length, file];
  const find = (cuts, image = null) => {
    const turnOf = pictureFinder(bytes(text), { turn: 9, image, request: { stored: { cuts } } });
    return [first, second].map((data) => turnOf(`data:image/png;base64,${data}`));
  };
  assert.deepEqual(find([cut(first, 'turn_0003.png'), cut(second, 'turn_0012.png')]), [3, 12]);
  assert.deepEqual(find([cut(second, 'turn_0012.png')]), [null, 12]);
  assert.deepEqual(find([cut(second, 'turns/012/turn_12345.png')]), [null, 12345]);
  assert.deepEqual(find([cut(second, 'turn_0012-2.png')]), [null, 12]);
  assert.deepEqual(find([cut(second, '../turn_0012.png'), cut(second, 'x.png'), [1], null, 'x']), [null, null]);
  assert.deepEqual(find('none'), [null, null]);
  // Stored whole: only the turn's own picture is known, by its size.
  assert.deepEqual(find([], { bytes: 4 }), [null, 9]);
  assert.equal(pictureFinder(bytes(text), { turn: 9, image: { bytes: 4 } })('https://x/y.png'), null);
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

test('the target of a command', () => {
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

// A shell runs the command; curl is a function that prints its arguments and its input.
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
