// An independent reader of the log of a run folder.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { must } from './process_tools.mjs';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Reads run.jsonl and checks its chain; null: the folder has none. */
export function readLog(folder) {
  const file = path.join(folder, 'run.jsonl');
  if (!fs.existsSync(file)) return null;
  const bytes = fs.readFileSync(file);
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
  const lines = [];
  let previous = '0'.repeat(64);
  for (let at = 0; at < whole.length; ) {
    const end = whole.indexOf('\n', at);
    const text = whole.subarray(at, end);
    const line = JSON.parse(text.toString('utf8'));
    const place = `run.jsonl: line ${lines.length + 1}`;
    must(end + 1 - at <= 65536, `${place} has ${end + 1 - at} bytes`);
    must(line.seq === lines.length + 1, `${place} has the seq ${line.seq}`);
    must(line.previous === previous, `${place} does not follow`);
    previous = sha256(text);
    lines.push(line);
    at = end + 1;
  }
  const listed = lines.flatMap(({ files, file: one, settings_file: settings }) => [...(files ?? []), one, settings]).filter(Boolean);
  return {
    lines,
    listed,
    torn: bytes.length - whole.length,
    seal: lines.at(-1)?.kind === 'end' ? previous : null,
    attempts: lines.filter(({ kind }) => kind === 'attempt'),
    lost: lines.filter(({ kind }) => kind === 'lost'),
    run: lines.find(({ kind }) => kind === 'begin')?.run ?? null,
  };
}

// Files that are derived from others and may change until the run ends.
const isDerived = (name) => /^SHA256SUMS$|^(turns\/\d+\/)?turns_\d+_\d+\.json$/.test(name);
const isEvidence = (name) =>
  !isDerived(name) && /^(turns\/\d+\/)?(turn|lost|keyframe|settings)_|^exchange\//.test(name);

const filesBelow = (folder) => fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'));

/** Checks that all listed files match their lines, and that no unlisted evidence is in its place. */
export function checkFiles(folder, log, isOver) {
  // Files other than evidence may have changed after an earlier end listed them.
  const last = new Map(log.listed.map((file) => [file.name, file]));
  for (const { name, bytes, sha256: digest } of log.listed) {
    if (!isEvidence(name) && (!isOver || last.get(name).sha256 !== digest)) continue;
    const stored = fs.readFileSync(path.join(folder, name));
    must(stored.length === bytes && sha256(stored) === digest, `${name} is not what run.jsonl lists`);
  }
  if (!isOver) return;
  const names = filesBelow(folder);
  const strays = names.filter((name) => name.endsWith('.tmp') || name === 'proxy.lock'); // a killed orchestrator leaves its own lock
  must(!strays.length, `left behind: ${strays}`);
  const unlisted = names.filter((name) => isEvidence(name) && !last.has(name));
  must(!unlisted.length, `no line lists ${unlisted}`);
}

/** The body of the stored reply of an attempt; null: none is stored. */
export function storedReply(folder, attempt) {
  const file = attempt.files.find(({ name }) => name.endsWith('.response'));
  if (!file) return null;
  const bytes = fs.readFileSync(path.join(folder, file.name));
  return bytes.subarray(bytes.indexOf('\r\n\r\n') + 4);
}

/** The feedback to the model, or to the client, in the attempt's record. */
export function feedbackOf(folder, attempt) {
  const { name } = attempt.files.find(({ name: each }) => /turn_[\d-]+\.json$/.test(each));
  return JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')).feedback;
}
