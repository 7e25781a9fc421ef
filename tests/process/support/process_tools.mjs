// Tools for the fault tests: seeded random numbers, processes by /proc (Linux) and waiting for a
// condition.
import { spawn } from 'node:child_process';
import fs from 'node:fs';

export const PATIENCE_MS = 150_000; // for slow machines and the longest delay before a restart of the orchestrator

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** mulberry32: small, and reproducible for a seed. Numbers in [0, 1). */
export function randomBy(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns the value of `condition` once it is truthy; throws after PATIENCE_MS. */
export async function until(condition, what) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what} did not happen in ${PATIENCE_MS / 1000} s`);
    await sleep(2);
  }
}

/** All running processes: pid → { name, parent }. */
export function processes() {
  const all = new Map();
  for (const entry of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = fs.readFileSync(`/proc/${entry}/stat`, 'latin1');
      const end = stat.lastIndexOf(')');
      const [state, parent] = stat.slice(end + 2).split(' ');
      const name = stat.slice(stat.indexOf('(') + 1, end);
      if (state !== 'Z') all.set(Number(entry), { name, parent: Number(parent) });
    } catch {
      // It ended during the look-up.
    }
  }
  return all;
}

/** The pids of all descendants of `root`. */
export function below(root, all = processes()) {
  const found = new Set([root]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const [pid, about] of all) if (found.has(about.parent)) found.add(pid);
  }
  found.delete(root);
  return [...found];
}

/** The pid of a descendant of `root` with that name for which `wanted` holds; 0: none. */
export function childNamed(root, name, wanted = () => true) {
  const all = processes();
  return below(root, all).find((pid) => all.get(pid).name === name && wanted(pid)) ?? 0;
}

/** The arguments of its command line. */
export function argumentsOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return []; // it has ended
  }
}

/** Whether it is in read(2) of its standard input (proc(5), /proc/pid/syscall; 0 is x86-64's read). */
export function waitsForInput(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/syscall`, 'latin1').startsWith('0 0x0 ');
  } catch {
    return false; // it has ended, or access is denied
  }
}

/** Sends a signal; returns false if the process has ended. */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
    return false;
  }
}

/** Starts a program and collects its output in `output`; `exit` is null while it runs. */
export function start(file, args, env = process.env) {
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], env });
  const running = { child, output: '', exit: null };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => (running.output += bytes.toString('latin1')));
  child.stdin.on('error', () => {}); // it has ended; `exit` shows it
  child.on('exit', (code, name) => (running.exit = { code, signal: name }));
  return running;
}

/** Sends a signal and waits until the program and its descendants have ended. */
export async function endWithChildren(running, signalName) {
  const children = below(running.child.pid);
  running.child.kill(signalName);
  await until(() => running.exit, `the end after ${signalName}`);
  await until(() => {
    const alive = processes();
    return children.every((pid) => !alive.has(pid));
  }, `the end of the children after ${signalName}`);
}

/** A violated condition of a test. */
export class Trouble extends Error {}

export function must(holds, text) {
  if (!holds) throw new Trouble(text);
}
