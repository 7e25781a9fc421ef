// Finds references that lead nowhere: links between documents, and the documents and files that
// documents and sources name. A comment that points to a paper which its reader does not have is
// worse than none.
import fs from 'node:fs';
import path from 'node:path';

/** Folders that hold no text of ours. */
const SKIPPED = new Set(['.git', 'build', 'dist', 'node_modules', 'panel_log', 'golden']);
const TEXTS = new Set(['.md', '.h', '.cpp', '.def', '.cmake', '.txt', '.js', '.mjs', '.css', '.html',
  '.sh', '.cmd', '.ini', '.in', '.jsonl', '']);

/** Files whose words name others from the top folder on, and which kinds they name. */
const NAMES_FILES = new Set(['.md', '.h', '.cpp', '.def', '.js', '.mjs']);
const FILES = new Set(['.h', '.cpp', '.def', '.js', '.mjs', '.cmake', '.txt', '.ini', '.sh',
  '.jsonl']);

/** All text files below `root`, as paths from it with / between their parts. */
function textFiles(root, below = '') {
  const found = [];
  for (const entry of fs.readdirSync(path.join(root, below), { withFileTypes: true })) {
    const name = path.posix.join(below, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) found.push(...textFiles(root, name));
    if (entry.isFile() && TEXTS.has(path.extname(entry.name))) found.push(name);
  }
  return found;
}

/** The lines of a document that are no code block; the others are empty, so that lines count on. */
function proseLines(text) {
  let fence = '';
  return text.split('\n').map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '' && mark !== '') {
      fence = mark;
      return '';
    }
    if (fence === '') return line;
    if (mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark) fence = '';
    return '';
  });
}

/** The anchors that a document's headings make on GitHub. */
function anchorsOf(text) {
  const anchors = new Set();
  for (const line of proseLines(text)) {
    const heading = /^#{1,6}\s+(.*?)\s*#*\s*$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const shown = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
    const anchor = shown.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); ++count) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Why `target`, as a document or source in the folder `from` names it, leads nowhere; or ''. */
function wrongTarget(root, from, target) {
  const [file, anchor] = target.split('#');
  const absolute = path.join(root, from, file);
  if (!fs.existsSync(absolute)) return `there is no ${file}`;
  if (anchor === undefined) return '';
  if (!file.endsWith('.md')) return `${file} has no anchors`;
  const anchors = anchorsOf(fs.readFileSync(absolute, 'utf8'));
  return anchors.has(anchor) ? '' : `${file} has no heading #${anchor}`;
}

/** Links, and paths in code spans that begin with a top folder of ours. */
function problemsInDocument(root, name, text, topFolders) {
  const problems = [];
  const own = path.posix.basename(name);
  proseLines(text).forEach((line, index) => {
    const tell = (why) => problems.push(`${name}:${index + 1}: ${why}`);
    const links = line.replace(/(`+).*?\1(?!\()/g, (span) => (span.includes('](') ? '' : span));
    for (const [, target] of links.matchAll(/\]\(([^()\s]+)(?:\s+"[^"]*")?\)/g)) {
      if (/^[a-z]+:/i.test(target)) continue;
      const whole = target.startsWith('#') ? own + target : target;
      const why = wrongTarget(root, path.posix.dirname(name), whole);
      if (why !== '') tell(why);
    }
    for (const [, span] of line.matchAll(/`([\w./-]+)`/g))
      if (topFolders.has(span.split('/')[0]) && span.includes('/') &&
          !fs.existsSync(path.join(root, span)))
        tell(`there is no ${span}`);
  });
  return problems;
}

/** Documents and files that a text names, and sections of papers that are none of ours. */
function problemsInText(root, name, text, topFolders) {
  const problems = [];
  const folder = path.posix.dirname(name);
  text.split('\n').forEach((line, index) => {
    const tell = (why) => problems.push(`${name}:${index + 1}: ${why}`);
    for (const [mention] of line.matchAll(/[\w./:-]*\w\.md\b(?:#[\w-]+)?/g)) {
      if (mention.includes('://')) continue;
      const whys = ['.', folder].map((from) => wrongTarget(root, from, mention));
      if (!whys.includes('')) tell(whys[0]);
    }
    if (NAMES_FILES.has(path.extname(name)))
      for (const [mention] of line.matchAll(/(?<![\w./-])[a-z]+\/[a-z0-9_./-]+\.[a-z]+\b/g))
        if (topFolders.has(mention.split('/')[0]) && FILES.has(path.extname(mention)) &&
            !fs.existsSync(path.join(root, mention)))
          tell(`there is no ${mention}`);
    // A standard is named with its number: RFC 9112. What stands bare before the sign is a paper.
    const paper = /\b([A-Z]{3,})(?:\.md)?,? §/.exec(line)?.[1];
    if (paper !== undefined) tell(`a section of ${paper}, which is no document here`);
  });
  return problems;
}

/**
 * What leads nowhere in the repository at `root`, a line each: "docs/design.md:7: there is no x.h".
 * @param {string} root
 * @returns {string[]}
 */
export function findBrokenReferences(root) {
  const entries = fs.readdirSync(root, { withFileTypes: true });
  const topFolders = new Set(entries.filter((entry) => entry.isDirectory() &&
    !SKIPPED.has(entry.name)).map((entry) => entry.name));
  return textFiles(root).flatMap((name) => {
    const text = fs.readFileSync(path.join(root, name), 'utf8');
    const problems = name.endsWith('.md')
      ? problemsInDocument(root, name, text, topFolders) : [];
    return [...new Set([...problems, ...problemsInText(root, name, text, topFolders)])];
  });
}
