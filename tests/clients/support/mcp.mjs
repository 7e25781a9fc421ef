// The client of the official SDK for the Model Context Protocol, with its own mcp_server.
import { program, requirePackage } from './programs.mjs';

const part = (/** @type {string} */ name) => requirePackage('@modelcontextprotocol/sdk', name);

/**
 * @param {import('node:test').TestContext} t
 * @param {string[]} args of mcp_server
 * @param {{capabilities?: object, answer?: (request: any) => any, env?: any, cwd?: string}} options
 *   `answer`: to elicitation; `cwd`: the folder that the server is started in
 */
export async function connect(t, args, { capabilities = {}, answer, env, cwd } = {}) {
  const { Client } = part('client/index.js');
  const { StdioClientTransport } = part('client/stdio.js');
  const { ElicitRequestSchema } = part('types.js');
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (answer) client.setRequestHandler(ElicitRequestSchema, answer);
  const transport = new StdioClientTransport({
    command: program('mcp_server'), args, stderr: 'pipe', env: env ?? { ...process.env }, cwd,
  });
  let errors = '';
  /** @type {(() => void)[]} */
  let waiting = [];
  transport.stderr.on('data', (/** @type {Buffer} */ bytes) => {
    errors += bytes.toString('utf8');
    waiting.forEach((again) => again());
  });
  const closed = new Promise((resolve) => { transport.stderr.on('close', resolve); });
  await client.connect(transport);
  t.after(() => client.close());
  let calls = 0;
  /** @param {string} name @param {object} args @param {object} options of the SDK */
  const call = async (name, args = {}, options = {}) => {
    calls += 1;
    const result = await client.callTool({ name, arguments: args }, undefined, options);
    const text = result.content.find((/** @type {any} */ each) => each.type === 'text').text;
    const picture = result.content.find((/** @type {any} */ each) => each.type === 'image');
    return { ...JSON.parse(text), failed: result.isError === true, picture, result };
  };
  /** A line of standard error. @param {string} wanted @returns {Promise<string>} */
  const said = (wanted) => new Promise((resolve, reject) => {
    const again = () => {
      const found = errors.split('\n').find((line) => line.includes(wanted));
      if (found === undefined) return;
      waiting = waiting.filter((other) => other !== again);
      resolve(found);
    };
    waiting.push(again);
    again();
    closed.then(() => reject(new Error(`no line with ${wanted}: ${errors}`)));
  });
  return { client, call, calls: () => calls, said, closed, pid: transport.pid, errors: () => errors };
}

/** A PNG's size. @param {string} base64 */
export function sizeOfPng(base64) {
  const bytes = Buffer.from(base64, 'base64');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytes: bytes.length };
}

