// Kills FRANZ's programs at random moments of one run and checks that nothing was lost.
//   node kill_storm.mjs BIN_FOLDER OUT_FOLDER [--profile franz] [--kills 50] [--turns 70] [--seed N]
// Every turn whose reply was whole must be there and verify. A kill of the proxy may cost the
// record of the one turn in flight; `proxy verify` then names it. Linux only: it reads /proc.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { childNamed, endWithChildren, randomBy, signal, sleep, start, until as untilIt, waitsForInput } from "./support/process_tools.mjs";

const [bin, out, ...flags] = process.argv.slice(2);
if (!bin || !out) {
  console.error("usage: node kill_storm.mjs BIN_FOLDER OUT_FOLDER [--profile franz] [--kills 50] [--turns 70] [--seed N]");
  process.exit(2);
}
const flag = (name, fallback) => {
  const at = flags.indexOf(name);
  return at < 0 ? fallback : flags[at + 1];
};
const profile = flag("--profile", "franz");
const kills = Number(flag("--kills", process.env.FRANZ_KILLS || 12));
// The storm is over by then: a model that finishes its drawing ends the run by itself.
const turns = Number(flag("--turns", Infinity));
const seed = Number(flag("--seed", Date.now() % 1_000_000));

const random = randomBy(seed);
const until = (condition, what) => untilIt(condition, what).catch((error) => fail(error.message));

let proxy = null;
function fail(text) {
  console.error(`kill storm, seed ${seed}: ${text}`);
  if (proxy) console.error(proxy.output.slice(-4000));
  if (proxy && proxy.child.exitCode === null) proxy.child.kill("SIGKILL");
  process.exit(1);
}

// ---- the run

fs.rmSync(out, { recursive: true, force: true });
fs.mkdirSync(out, { recursive: true });
const config = path.join(out, "config.ini");
// Without limits of the profile's own; where a profile has no objective, too.
const configure = (limit) =>
  fs.writeFileSync(
    config,
    `[proxy]\nrestart_delay_s = 0.05\n[agent]\nobjective = draw a cat\nmax_steps = ${limit}\n` +
      "malformed_retries = -1\nmax_noops = 0\n[limits]\nmax_minutes = 0\n",
  );
configure(0);

const start_proxy = (more) =>
  start(path.join(bin, "proxy"),
    ["--config", config, "--upstream", "demo", "--listen", "127.0.0.1:0"].concat(
      ["--dashboard", "127.0.0.1:0", "--runs", out], more));

const turns_told = (running) => [...running.output.matchAll(/^turn +(\d+) /gm)].length;
const last_turn = (running) =>
  Math.max(0, ...[...running.output.matchAll(/^turn +(\d+) /gm)].map((found) => Number(found[1])));
const run_name = () => fs.readdirSync(out).find((name) => name.startsWith("run_"));
async function runs(running, what) {
  await until(() => turns_told(running) > 0 || running.exit, what);
  if (running.exit) fail(`${what}: the proxy ended: ${JSON.stringify(running.exit)}`);
}

proxy = start_proxy(["--profile", profile]);
await runs(proxy, "the first turn");

const victims = ["proxy", "orchestrator", "executor", "capturer", "demo_vlm"];
const killed = Object.fromEntries(victims.map((name) => [name, 0]));
let made = 0;
for (; made < kills && last_turn(proxy) < turns; made++) {
  const victim = victims[Math.floor(random() * victims.length)];
  await sleep(20 + random() * 600);
  if (victim === "proxy") {
    await endWithChildren(proxy, "SIGKILL").catch((error) => fail(error.message));
    proxy = start_proxy(["--resume", run_name()]);
    await runs(proxy, "a turn after the proxy was killed");
  } else {
    // Executor and capturer work for milliseconds, and wait for their turn before: one in two is
    // killed at work, the next one that is seen.
    const at_work = random() < 0.5;
    const pid = await until(
      () => childNamed(proxy.child.pid, victim, (each) => !at_work || !waitsForInput(each)),
      `a running ${victim}`,
    );
    if (!signal(pid, "SIGKILL")) {
      made -= 1; // it had just ended
      continue;
    }
  }
  killed[victim] += 1;
}

// It must go on after all that, and end as ever.
const before_end = turns_told(proxy);
await until(() => turns_told(proxy) >= before_end + 3 || proxy.exit, "three turns after the storm");

// A limit ends it with a turn that sends nothing. Who makes that turn is killed in it, if the kill
// is in time, and it is made once all the same.
const limit = last_turn(proxy) + 3;
configure(limit);
await until(() => last_turn(proxy) >= limit, "the last turn that is asked for");
for (const victim of ["executor", "orchestrator"]) {
  const pid = childNamed(proxy.child.pid, victim);
  if (pid && last_turn(proxy) === limit) signal(pid, "SIGKILL");
}
await until(() => last_turn(proxy) > limit, "the closing turn");
await until(() => /^(finished|ended)/m.test(proxy.output), "the end of the run");
await sleep(200); // whoever would go on wrongly does so now
if (last_turn(proxy) !== limit + 1) fail(`turn ${last_turn(proxy)} behind the closing one`);
proxy.child.kill("SIGINT");
await until(() => proxy.exit, "the end after Ctrl-C");
if (proxy.exit.code !== 10) fail(`it ended with ${JSON.stringify(proxy.exit)} after the limit`);
const seal = /^seal +([0-9a-f]{64})/m.exec(proxy.output)?.[1];
if (!seal) fail("no seal was printed");

// ---- what is left

const folder = path.join(out, run_name());
const strays = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".tmp"));
if (strays.length) fail(`left behind: ${strays}`);
const verified = spawnSync(path.join(bin, "proxy"), ["verify", folder, "--seal", seal], {
  encoding: "latin1",
});
console.log(verified.stdout);
if (verified.status !== 0) fail(`verify: exit ${verified.status}: ${verified.stderr}`);
const lost = [...verified.stdout.matchAll(/turn \d+: not recorded/g)].length;
if (lost > killed.proxy)
  fail(`${lost} turns are not recorded, after ${killed.proxy} kills of the proxy`);
const recorded = fs.readdirSync(folder).filter((name) => /^turn_\d+\.json$/.test(name)).length;
console.log(
  `kill storm, seed ${seed}: ${made} kills ${JSON.stringify(killed)}, ${recorded} turns recorded, ` +
    `${lost} not; sealed and verified`,
);
