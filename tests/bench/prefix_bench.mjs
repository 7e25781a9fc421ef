// The share of a request's prompt that equals the beginning of the previous request, by profile: the
// saving of a server's prompt cache. The demo model draws the cat for some turns; the requests are
// read from the record, which has each picture as the name of its file. Four bytes of text count as a
// token, a picture as many as models need to find places. The tools are at the beginning, where chat
// templates put them.
//   node tests/bench/prefix_bench.mjs build/release/bin [turns, 40]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [bin, turnsText = '40'] = process.argv.slice(2);
const turns = Number(turnsText);
const kPictureTokens = 1032; // of 1376x768 on a grid of 32
if (!bin || !(turns >= 10)) {
  console.error('usage: node tests/bench/prefix_bench.mjs BIN_FOLDER [TURNS of at least 10]');
  process.exit(2);
}
const profiles = ['franz', 'narrative', 'pilot', 'toolcall', 'anthropic', 'openai', 'qwen', 'uimate', 'uitars',
  'pyautogui', 'holo', 'glm'];
const folder = mkdtempSync(join(tmpdir(), 'franz_bench_'));

async function startDemo() {
  const demo = spawn(join(bin, 'demo_vlm'), ['--listen', '127.0.0.1:0', '--delay-ms', '0'],
    { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: demo.stdout })) {
    const found = /listening on (\S+)/.exec(line);
    if (found) return { demo, url: found[1] };
  }
  throw new Error('demo_vlm did not start');
}

// The run's folder.
async function record(url, profile) {
  const runs = join(folder, profile);
  const child = spawn(join(bin, 'proxy'), ['--upstream', url, '--listen', '127.0.0.1:0', '--dashboard', '127.0.0.1:0',
    '--runs', runs, '--profile', profile, '--turns', String(turns), '--objective', 'Draw a cat'],
  { stdio: 'ignore', env: { ...process.env, FRANZ_AGENT_LOOP_DELAY_MS: '0', OPENAI_API_KEY: 'none' } });
  const [code] = await once(child, 'exit');
  if (!existsSync(runs)) throw new Error(`${profile}: exit code ${code}`);
  const name = readdirSync(runs).find((each) => each.startsWith('run_'));
  return join(runs, name);
}

// The bodies of the first attempts, by turn. A cut picture is replaced by the name of its file.
function requests(run) {
  const found = [];
  const look = (path) => {
    for (const each of readdirSync(path, { withFileTypes: true })) {
      if (each.isDirectory()) look(join(path, each.name));
      const turn = /^(\d+)-1\.request$/.exec(each.name)?.[1];
      if (!turn) continue;
      const file = join(path, each.name);
      const list = file.replace(/request$/, 'cuts');
      const names = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')).cuts.map(([, , name]) => name) : [];
      const body = readFileSync(file, 'utf8').split('\r\n\r\n').slice(1).join('\r\n\r\n');
      found[Number(turn)] = JSON.parse(body.replaceAll('base64,"', () => `base64,${names.shift()}"`));
    }
  };
  look(join(run, 'exchange'));
  return found.filter(Boolean);
}

// A prompt as a list of { text, tokens }, cut so that equal beginnings are found byte by byte.
function prompt(body) {
  const parts = [];
  const text = (value) => parts.push({ text: value });
  const take = (value) => {
    if (Array.isArray(value)) return value.forEach(take);
    if (value === null || typeof value !== 'object') return text(String(value));
    const uri = value.image_url?.url ?? value.image_url;
    if (typeof uri === 'string' && uri.startsWith('data:')) return parts.push({ text: uri, tokens: kPictureTokens });
    for (const [key, each] of Object.entries(value)) {
      text(`<${key}>`);
      take(each);
    }
  };
  if (body.tools) text(JSON.stringify(body.tools));
  if (body.instructions) text(body.instructions);
  take(body.messages ?? body.input);
  return parts;
}

const tokensOf = ({ text, tokens }) => tokens ?? Buffer.byteLength(text) / 4;

function equalTokens(before, now) {
  let sum = 0;
  for (let i = 0; i < now.length; ++i) {
    if (before[i]?.text === now[i].text) {
      sum += tokensOf(now[i]);
      continue;
    }
    if (before[i] && !now[i].tokens && !before[i].tokens) {
      let equal = 0;
      while (equal < now[i].text.length && now[i].text[equal] === before[i].text[equal]) ++equal;
      sum += Buffer.byteLength(now[i].text.slice(0, equal)) / 4;
    }
    return sum;
  }
  return sum;
}

const { demo, url } = await startDemo();
try {
  console.log('profile    share of the prompt that the server has already   tokens of a prompt, mean   pictures, most');
  for (const profile of profiles) {
    const prompts = requests(await record(url, profile)).map(prompt);
    let equal = 0, all = 0;
    // The later half, because most of a run is like it.
    const from = Math.floor(prompts.length / 2);
    for (let i = from; i < prompts.length; ++i) {
      equal += equalTokens(prompts[i - 1], prompts[i]);
      all += prompts[i].reduce((sum, part) => sum + tokensOf(part), 0);
    }
    const pictures = Math.max(...prompts.map((parts) => parts.filter(({ tokens }) => tokens).length));
    console.log(`${profile.padEnd(10)} ${(equal / all).toFixed(2)}   ${Math.round(all / (prompts.length - from))}   ${pictures}`);
  }
} finally {
  demo.kill();
  rmSync(folder, { recursive: true, force: true });
}
