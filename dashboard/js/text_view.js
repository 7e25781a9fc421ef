// Draws a text of any size into a box, as blocks (text_model.js). A box remembers its content, so a
// growing reply redraws only its last lines. Parts far below are added in slices, so the page stays
// responsive.
import { el } from './dom.js';
import { count } from './format.js';
import { blocksOf, escapesOf, foldEqual, kRow } from './text_model.js';

const kFirstBlocks = 400; // drawn at once: more than any window shows
const kSliceMs = 8;
const kFarBlocks = 150; // from here on, a browser may skip the layout of blocks out of sight

const shown = new WeakMap(); // box → {text, blocks, marks, slice}

/**
 * @param {HTMLElement} box
 * @param {string} text
 * @param {{changed?: [number, number][], differs?: [number, number]|null, caret?: boolean,
 *   stick?: boolean, fold?: boolean}} options `changed`: ranges of new words, ascending. `differs`: the range that
 *   breaks the memory. `caret`: the text grows; a box at its end stays there. `stick`: go
 *   to the end in any case. `fold`: long stretches without a change are folded.
 */
export function drawText(box, text, options = {}) {
  const { changed = [], differs = null, caret = false, stick = false, fold = false } = options;
  const before = shown.get(box);
  const marks = [
    ...changed.map(([start, end]) => [start, end, 'added']),
    ...(differs && differs[1] > differs[0] ? [[...differs, 'differs']] : []),
  ].sort((a, b) => a[0] - b[0]);
  const signature = `${fold} ${marks.join(';')}`;
  if (before?.text === text && before.signature === signature) {
    setCaret(box, caret);
    return;
  }
  const blocks = blocksOf(text);
  if (fold) foldEqual(blocks, changed);
  const kept = before ? reusable(before, { text, blocks, marks }) : 0;
  const pinned = stick || box.scrollHeight - box.scrollTop - box.clientHeight < 24;
  cancelSlice(before);
  box.querySelector(':scope > .caret')?.remove();
  while (box.children.length > kept) box.lastChild.remove();
  const now = { text, blocks, marks, signature, slice: null };
  shown.set(box, now);
  const atOnce = Math.max(kept, kFirstBlocks);
  append(box, now, kept, Math.min(blocks.length, atOnce));
  if (blocks.length > atOnce) appendLater(box, now, atOnce);
  setCaret(box, caret);
  if (caret && pinned) box.scrollTop = box.scrollHeight;
}

/** The whole text of a box. */
export function textOf(box) {
  return shown.get(box)?.text ?? '';
}

/** Scrolls the block with a character to the middle. */
export function scrollToCharacter(box, position) {
  const state = shown.get(box);
  const index = state?.blocks.findIndex(({ end }) => end >= position) ?? -1;
  const node = box.children[index];
  if (node) box.scrollTop = node.offsetTop - box.clientHeight / 2;
}

/** The characters [start, end) as a range of the page; null while they are not drawn yet. */
export function rangeOf(box, start, end) {
  const state = shown.get(box);
  const from = state && pointAt(box, state.blocks, start);
  const to = from && pointAt(box, state.blocks, end);
  if (!to) return null;
  const range = document.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  return range;
}

function pointAt(box, blocks, position) {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (blocks[middle].start <= position) low = middle;
    else high = middle - 1;
  }
  const line = box.children[low];
  if (!line?.matches('.text-line')) return null;
  let left = position - blocks[low].start;
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let last = null;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const escape = node.parentNode.matches('.escape');
    // An escape stands for one character, or for the two halves of one.
    const stands = escape ? (node.data.startsWith('\\U') ? 2 : 1) : node.data.length;
    if (left <= stands) return [node, escape ? (left ? node.data.length : 0) : left];
    left -= stands;
    last = node;
  }
  return last ? [last, last.data.length] : [line, 0];
}

// How many leading blocks are the same in both, marks included.
function reusable(before, now) {
  const same = commonPrefix(before.text, now.text);
  const marksIn = ({ marks }, block) =>
    marks.filter(([start, end]) => start < block.end && end > block.start).join(';');
  const simple = !before.marks.length && !now.marks.length;
  let kept = 0;
  for (; kept < before.blocks.length && kept < now.blocks.length; kept++) {
    const [a, b] = [before.blocks[kept], now.blocks[kept]];
    if (a.start !== b.start || a.end !== b.end || a.kind !== b.kind || a.fold !== b.fold || a.end > same) break;
    if (!simple && marksIn(before, a) !== marksIn(now, b)) break;
  }
  return kept;
}

function commonPrefix(a, b) {
  if (b.startsWith(a)) return a.length;
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

function append(box, state, from, to) {
  const nodes = document.createDocumentFragment();
  for (let i = from; i < to; i++) nodes.append(nodeOf(state, state.blocks[i], i));
  box.append(nodes);
}

function appendLater(box, state, from) {
  let next = from;
  const slice = () => {
    const started = performance.now();
    while (next < state.blocks.length && performance.now() - started < kSliceMs) {
      append(box, state, next, Math.min(state.blocks.length, next + 20));
      next += 20;
    }
    state.slice = next < state.blocks.length ? requestAnimationFrame(slice) : null;
    if (state.slice === null) box.append(...box.querySelectorAll(':scope > .caret'));
  };
  state.slice = requestAnimationFrame(slice);
}

function cancelSlice(state) {
  if (state?.slice) cancelAnimationFrame(state.slice);
}

function nodeOf({ text, marks }, block, index) {
  const far = index >= kFarBlocks || block.end - block.start > 2000;
  const node = el('span', {
    class: `text-line${block.kind ? ` line-${block.kind}` : ''}${far ? ' text-far' : ''}`,
    'data-line': block.more ? '⋯' : block.line,
  });
  if (far) node.style.setProperty('--height', `${1.25 * linesOf(text, block)}rem`);
  let at = block.start;
  for (const [start, end, kind] of marks) {
    if (end <= block.start || start >= block.end) continue;
    const [from, to] = [Math.max(start, block.start), Math.min(end, block.end)];
    addText(node, text.slice(at, from));
    const run = el(kind === 'differs' ? 'mark' : 'span', { class: kind });
    addText(run, text.slice(from, to));
    node.append(run);
    at = to;
  }
  addText(node, text.slice(at, block.end));
  if (block.fold !== undefined) foldNode(node, block.fold, index);
  return node;
}

// The folded lines stay in the box, so that it has the whole text. The button has no text of its own:
// that would be taken for the line's.
function foldNode(node, lines, index) {
  node.classList.add('is-folded');
  if (!lines) return;
  const words = count(lines, 'equal line');
  const button = el('button', { class: 'fold-equal', type: 'button', 'data-words': words, 'aria-label': `Show ${words}` });
  const hidden = el('span', { class: 'folded-text' });
  hidden.append(...node.childNodes);
  node.append(button, hidden);
  button.addEventListener('click', () => unfold(node, index));
}

function unfold(first, index) {
  const box = first.parentElement;
  const { blocks } = shown.get(box);
  first.querySelector('.fold-equal').remove();
  let i = index;
  do {
    box.children[i]?.classList.remove('is-folded');
    delete blocks[i++].fold;
  } while (blocks[i]?.fold === 0);
  box.focus({ preventScroll: true });
}

// The approximate number of lines of a block, for the scroll bar.
function linesOf(text, { start, end }) {
  let lines = 1;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    lines++;
  }
  return Math.max(lines, Math.ceil((end - start) / kRow));
}

function addText(node, text) {
  for (const part of escapesOf(text)) {
    node.append(part.escape ? el('span', { class: 'escape' }, part.text) : part.text);
  }
}

function setCaret(box, wanted) {
  const present = box.querySelector('.caret');
  if (!wanted) {
    present?.remove();
    return;
  }
  const last = box.lastElementChild;
  const caret = present ?? el('span', { class: 'caret' });
  if (last && last !== caret && last.lastChild !== caret) last.append(caret);
  else if (!last) box.append(caret);
}
