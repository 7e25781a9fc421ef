// The helpers with which the views make elements. Text enters as text nodes only; characters that are
// invisible, or would reorder others, enter as escapes.
import { visible } from './text_model.js';

const svgSpace = 'http://www.w3.org/2000/svg';

export const byId = (id) => document.getElementById(id);

/** An element with attributes (null: left out) and children (nodes or text). */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(svgSpace, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(name, shown(value));
  }
  node.append(...children.map(shown));
  return node;
}

const shown = (value) => (typeof value === 'string' ? visible(value) : value);

/** An icon of the page's sprite. */
export function icon(name) {
  return svg('svg', { class: 'icon', 'aria-hidden': 'true' }, svg('use', { href: `#i-${name}` }));
}

/** Sets a badge; without a text it disappears. Tones: good, warn, bad, plain. */
export function setBadge(node, tone, glyph, text, title = '') {
  const seen = shown(title).slice(0, 500);
  if (node.title !== seen) node.title = seen;
  if (node.dataset.shown === `${tone} ${glyph} ${text}`) return;
  node.dataset.shown = `${tone} ${glyph} ${text}`;
  node.className = `badge tone-${tone}`;
  node.replaceChildren(...(text ? [icon(glyph), shown(text)] : []));
}

/** Replaces the children of a node. Spread as arguments, a list of a hundred thousand
 *  would overflow the stack. */
export function fillWith(node, children) {
  const all = document.createDocumentFragment();
  for (const child of children) all.append(child);
  node.replaceChildren(all);
}

/** Fills a row of facts: [name, value, class name or nothing]. */
export function setFacts(box, rows) {
  box.replaceChildren(
    ...rows.map(([name, value, size]) =>
      el('div', { class: size ?? null }, el('dt', {}, name), el('dd', { title: value }, value)),
    ),
  );
}

export function setText(node, text) {
  const seen = shown(text);
  if (node.textContent !== seen) node.textContent = seen;
}

/**
 * Makes a drawing function that runs only when what it draws has changed.
 * @param {(state: object) => unknown[]} inputs
 * @param {(state: object, ...inputs: unknown[]) => void} draw
 */
export function drawnFrom(inputs, draw) {
  let before = null;
  return (state) => {
    const now = inputs(state);
    if (before && now.every((value, index) => Object.is(value, before[index]))) return;
    before = now;
    draw(state, ...now);
  };
}
