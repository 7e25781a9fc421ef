// `./test --bench`: every benchmark in one table. Each row is a ratio of two things measured side by
// side in one run: the median, the first and last decile of the rounds, and both values in their
// unit; under 1, ours takes less.
//   node tests/bench/run.mjs BUILD_FOLDER [--quick] [PART…]
// Parts: turn relay replies pictures screens run. --quick: few rounds, to check that everything works.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadavg, cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [build, ...rest] = process.argv.slice(2);
const quick = rest.includes('--quick');
const chosen = rest.filter((each) => each !== '--quick');
const bench = (name) => join(build ?? '', 'bench', name);
const script = (name) => new URL(name, import.meta.url).pathname;
const bin = join(build ?? '', 'bin');

const parts = {
  turn: [bench('turn_bench'), ...(quick ? ['--rounds', '1', '--turns', '10'] : [])],
  relay: [bench('relay_bench'), ...(quick ? ['--rounds', '1', '--quick'] : [])],
  replies: [bench('dialect_bench'), ...(quick ? ['--rounds', '1'] : [])],
  pictures: [bench('png_bench'), ...(quick ? ['--rounds', '1'] : [])],
  screens: [process.execPath, script('capture_bench.mjs'), bin, ...(quick ? ['3'] : [])],
  run: [process.execPath, script('runs_bench.mjs'), bin, ...(quick ? ['200', '1'] : [])],
};
if (!build || chosen.some((each) => !(each in parts))) {
  console.error(`usage: node tests/bench/run.mjs BUILD_FOLDER [--quick] [${Object.keys(parts).join(' ')}]`);
  process.exit(2);
}

const load = () => loadavg().slice(0, 1).map((each) => each.toFixed(1)).join(' ');
const number = (value) => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2).padStart(6);

function print(row) {
  const spread = `${number(row.low).trim()} – ${number(row.high).trim()}`;
  console.log(`${number(row.ratio)}  ${spread.padEnd(13)}  ${row.name.padEnd(52)}  ${row.against.padEnd(26)}  ${row.detail}`);
}

// Prints the rows as they come; returns the exit code.
async function run(part) {
  const [program, ...args] = parts[part];
  if (!existsSync(program)) {
    console.error(`${program} is not there: build with -DFRANZ_BENCH=ON`);
    return 1;
  }
  const before = load();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) print(JSON.parse(line));
  const code = child.exitCode ?? await new Promise((resolve) => child.once('exit', (status) => resolve(status ?? 1)));
  console.log(`        (${part}: load ${before} before, ${load()} behind it, ${cpus().length} processors)\n`);
  return code;
}

console.log(` ratio  10 % – 90 %    ${'what'.padEnd(52)}  ${'against'.padEnd(26)}  both`);
let failed = 0;
for (const part of chosen.length ? chosen : Object.keys(parts)) if (await run(part)) failed += 1;
process.exit(failed ? 1 : 0);
