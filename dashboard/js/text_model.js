// A text of a model or a program as blocks to draw. The blocks contain the whole text. Pure, so that
// tests can use hostile texts: NULs, bidi controls, lone surrogates, one line of five megabytes, a
// million empty lines.

// A longer line is drawn in parts: a browser lays out a block as a whole, and only blocks in sight.
export const kPiece = 4000; // characters
// A text of more lines is drawn in blocks of many lines, each one element.
const kFineLines = 6000;
export const kRow = 70; // characters in a row, estimated

/**
 * One drawn block: the characters [start, end) of the text.
 * @typedef {{start: number, end: number, line: number, kind: string, more: boolean}} Block
 * `line`: the number of its first line, from 1. `kind`: '', title, fence, code, error, good.
 * `more`: continues the line of the previous block. `fold`: only of a folded stretch: at its first
 * block the number of its lines, 0 at the others.
 */

/** @returns {Block[]} in order; line ends lie between the blocks, or inside blocks of many lines */
export function blocksOf(text) {
  const lines = countLines(text);
  return lines > kFineLines ? coarseBlocks(text, Math.ceil(lines / 3000)) : fineBlocks(text);
}

const kFewestRows = 6; // estimated rows of a stretch that is worth folding
const kContext = 1; // equal blocks that stay on each side of a change

/**
 * Folds long stretches of blocks without a change, if there is a change at all.
 * @param {Block[]} blocks of a text @param {[number, number][]} changed ranges, ascending
 */
export function foldEqual(blocks, changed) {
  if (!changed.length || blocks.at(-1).line > kFineLines) return;
  let [next, from] = [0, 0];
  const foldTo = (to) => {
    const first = from === 0 ? 0 : from + kContext;
    const last = (to === blocks.length ? to : to - kContext) - 1;
    let rows = 0;
    for (let i = first; i <= last; i++) rows += Math.ceil((blocks[i].end - blocks[i].start + 1) / kRow);
    if (last <= first || rows < kFewestRows) return;
    for (let i = first; i <= last; i++) blocks[i].fold = 0;
    blocks[first].fold = blocks[last].line - blocks[first].line + 1;
  };
  blocks.forEach(({ start, end }, i) => {
    while (next < changed.length && changed[next][1] <= start) next++;
    if (next >= changed.length || changed[next][0] >= Math.max(end, start + 1)) return;
    foldTo(i);
    from = i + 1;
  });
  foldTo(blocks.length);
}

function countLines(text) {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function fineBlocks(text) {
  const blocks = [];
  let line = 1;
  let fence = null;
  for (let start = 0; start <= text.length; line++) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const head = text.slice(start, Math.min(end, start + 200));
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(head)?.[1];
    let kind = fence ? 'code' : kindOf(head);
    if (mark && (!fence || mark.startsWith(fence))) {
      kind = 'fence';
      fence = fence ? null : mark;
    }
    addPieces(blocks, text, start, end, line, kind);
    start = end + 1;
  }
  return blocks;
}

function coarseBlocks(text, linesEach) {
  const blocks = [];
  let line = 1;
  for (let start = 0; start <= text.length;) {
    let end = start - 1;
    let taken = 0;
    // A long block ends early, because a few of these lines may have megabytes.
    while (taken < linesEach && end < text.length && end - start < 4 * kPiece) {
      const newline = text.indexOf('\n', end + 1);
      end = newline < 0 ? text.length : newline;
      taken++;
    }
    addPieces(blocks, text, start, end, line, '');
    line += taken;
    start = end + 1;
  }
  return blocks;
}

function addPieces(blocks, text, start, end, line, kind) {
  let from = start;
  do {
    let to = Math.min(end, from + kPiece);
    if (end - to < kPiece / 4) to = end; // no tiny rest
    // A surrogate pair is not split.
    if (to < end && (text.charCodeAt(to) & 0xfc00) === 0xdc00) to++;
    blocks.push({ start: from, end: to, line, kind, more: from > start });
    from = to;
  } while (from < end);
}

function kindOf(head) {
  if (/^(?:[A-Za-z]*(?:Error|Exception|Interrupt)|ERROR|WARNING): |^ {2}Line \d+: /.test(head)) {
    return 'error';
  }
  if (/^OK: /.test(head)) return 'good';
  return /^[A-Z][A-Z' -]{4,60}:?$/.test(head) ? 'title' : '';
}

// Characters that are invisible, or that would reorder or hide their neighbours: controls,
// bidi controls, invisible formatting, tags, lone surrogates. Joiners stay: scripts need them.
const kUnseen = new RegExp(
  '[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f' +
    '\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]|\\p{Cs}',
  'gu',
);

/**
 * Splits a text into parts that are shown unchanged and parts that are shown as escapes.
 * @returns {{text: string, escape: boolean}[]} the escapes written as JSON or Python would: \u0000
 */
export function escapesOf(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(kUnseen)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), escape: false });
    parts.push({ text: escaped(match[0]), escape: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), escape: false });
  return parts;
}

const named = { '\r': '\\r', '\b': '\\b', '\f': '\\f' };

function escaped(character) {
  const code = character.codePointAt(0);
  if (named[character]) return named[character];
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** escapesOf as one string. */
export function visible(text) {
  if (text.search(kUnseen) < 0) return text;
  return escapesOf(text)
    .map((part) => part.text)
    .join('');
}

/** The same with line ends and tabs shown too: for a context on one line. */
export function oneLine(text) {
  return visible(text).replaceAll('\n', '⏎').replaceAll('\t', '⇥');
}

/** How many words a text has; words are separated by blanks. */
export function countWords(text) {
  let words = 0;
  const word = /\S+/g;
  while (word.test(text)) words++;
  return words;
}

/**
 * Where two texts first and last differ: the pair that a violation shows.
 * @returns {null|{position: number, line: number, replied: string[], sent: string[]}} null: equal.
 * `replied` and `sent` are [before, differing, after] on one line each, the differing part at most
 * 60 characters of it.
 */
export function firstDifference(replied, sent) {
  if (replied === sent) return null;
  const shorter = Math.min(replied.length, sent.length);
  let position = 0;
  while (position < shorter && replied[position] === sent[position]) position++;
  let tail = 0;
  while (tail < shorter - position && replied.at(-1 - tail) === sent.at(-1 - tail)) tail++;
  return differenceAt(replied, sent, position, replied.length - tail, sent.length - tail);
}

/**
 * The same of two excerpts that begin at the same place and end after a number of characters: after
 * an inserted character their ends are different characters of equal texts. So the shortest
 * difference is searched after which they agree as far as both go.
 */
export function firstDifferenceOfExcerpts(replied, sent) {
  if (replied === sent) return null;
  let position = 0;
  while (position < replied.length && replied[position] === sent[position]) position++;
  const agree = (a, b) => {
    const common = Math.min(a.length, b.length);
    return common > 0 ? a.slice(0, common) === b.slice(0, common) : a.length === b.length;
  };
  const [longA, longB] = [replied.length - position, sent.length - position];
  for (let edits = 1; edits < longA + longB; edits++) {
    for (let i = Math.max(0, edits - longB); i <= Math.min(edits, longA); i++) {
      const [endA, endB] = [position + i, position + edits - i];
      if (agree(replied.slice(endA), sent.slice(endB))) {
        return differenceAt(replied, sent, position, endA, endB);
      }
    }
  }
  return differenceAt(replied, sent, position, replied.length, sent.length);
}

function differenceAt(replied, sent, position, endReplied, endSent) {
  const context = (text, end) => [
    (position > 24 ? '… ' : '') + oneLine(text.slice(Math.max(0, position - 24), position)),
    clipped(oneLine(text.slice(position, end))),
    oneLine(text.slice(end, end + 24)) + (text.length - end > 24 ? ' …' : ''),
  ];
  return {
    position,
    line: countLines(sent.slice(0, position)),
    differing: Math.max(endReplied, endSent) - position,
    end: endSent,
    replied: context(replied, endReplied),
    sent: context(sent, endSent),
  };
}

function clipped(text) {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
