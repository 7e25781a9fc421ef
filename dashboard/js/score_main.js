// The page of a score: asks for /api/score every two seconds while the score runs.
import { byId, el, setText } from './dom.js';
import { countsOf, hrefOfRun, kOutcomes, percentOf, rateText, rowsOf, stateOf, trialWords } from './score_model.js';
import { startTheme, toggleTheme } from './theme.js';

const kPollMs = 2000;
const kRows = [
  ['Success', ({ success, success_interval }) => percentOf(success, success_interval)],
  ['Partial', ({ partial, partial_interval }) => percentOf(partial, partial_interval)],
  ['Spread within a task', ({ spread }) => percentOf(spread)],
  ['If all unmeasured trials had failed', ({ success_at_least }) => percentOf(success_at_least)],
  ['Trials measured', ({ measured, planned }) => `${measured} of ${planned}`],
  ['Turns', ({ turns }) => turns.toFixed(1)],
  ['Tokens', ({ tokens }) => Math.round(tokens).toLocaleString('en')],
  ['Seconds', ({ seconds }) => seconds.toFixed(1)],
  ['Cost', ({ cost }) => (cost === null ? '–' : cost.toFixed(4))],
  ['Failed by', ({ failures }) => failuresText(failures)],
];

let score = null;
let runs = new Map(); // by the name of the folder
const order = { by: null, down: false };

function failuresText(failures) {
  const named = Object.entries(failures).map(([name, count]) => `${name.replaceAll('_', ' ')} ${count}`);
  return named.join(', ') || 'none';
}

function drawArms() {
  const head = el('tr', {}, el('td'), ...score.arms.map(({ text }) => el('th', { scope: 'col' }, text)));
  const priced = score.arms.some(({ table }) => table.cost !== null);
  const rows = kRows.filter(([name]) => priced || name !== 'Cost').map(([name, value]) =>
    el('tr', {}, el('th', { scope: 'row' }, name), ...score.arms.map(({ table }) => el('td', {}, value(table)))),
  );
  byId('score-arms').replaceChildren(el('thead', {}, head), el('tbody', {}, ...rows));
}

function drawLegend() {
  const parts = countsOf(score.cells).map(([letter, count]) => {
    const [name, words] = kOutcomes[letter];
    return el('span', {}, el('i', { class: `trial trial-${name}`, 'aria-hidden': 'true' }), `${count} ${words}`);
  });
  byId('score-legend').replaceChildren(...parts);
}

/** The head of a column, which sorts the grid by it. */
function headOf(text, by) {
  const sorted = order.by === by ? (order.down ? 'descending' : 'ascending') : null;
  const mark = sorted === null ? '' : order.down ? ' ↓' : ' ↑';
  const button = el('button', { type: 'button', class: 'sort', 'data-by': String(by) }, text + mark);
  button.addEventListener('click', () => {
    order.down = order.by === by ? !order.down : by !== 'task';
    order.by = by;
    drawGrid();
  });
  return el('th', { scope: 'col', 'aria-sort': sorted }, button);
}

function trialOf(cell, repeat) {
  const [name] = kOutcomes[cell.outcomes[repeat]] ?? ['planned'];
  const words = trialWords(cell, repeat);
  const href = hrefOfRun(runs, cell.folders[repeat]);
  const attributes = { class: `trial trial-${name}`, title: words };
  if (href === null) return el('span', { ...attributes, role: 'img', 'aria-label': words });
  return el('a', { ...attributes, href, 'aria-label': words });
}

function cellOf(cell) {
  const trials = [...cell.outcomes].map((_, repeat) => trialOf(cell, repeat));
  return el('td', {}, el('span', { class: 'rate' }, rateText(cell)), el('span', { class: 'trials' }, ...trials));
}

function drawGrid() {
  const rows = rowsOf(score, { filter: byId('score-filter').value, ...order });
  const focused = focusedKey();
  const head = el('tr', {}, headOf('Task', 'task'), ...score.arms.map(({ text }, index) => headOf(text, index)));
  const body = rows.map(({ task, cells }) =>
    el('tr', {}, el('th', { scope: 'row' }, task), ...cells.map(cellOf)),
  );
  byId('score-grid').replaceChildren(el('thead', {}, head), el('tbody', {}, ...body));
  byId('score-none').hidden = rows.length > 0;
  if (focused) byId('score-grid').querySelector(focused)?.focus();
}

/** A selector of the focused element in the grid, so that it is focused again after drawing. */
function focusedKey() {
  const node = document.activeElement;
  if (!byId('score-grid').contains(node)) return null;
  if (node.dataset.by !== undefined) return `[data-by="${node.dataset.by}"]`;
  return node.href ? `a[href="${CSS.escape(node.getAttribute('href'))}"]` : null;
}

function draw() {
  setText(byId('score-state'), stateOf(score) + (score.agent ? ` (agent: ${score.agent})` : ''));
  drawArms();
  drawLegend();
  drawGrid();
}

async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

let shown = '';
async function refresh() {
  try {
    const text = await get('/api/score');
    const listed = JSON.parse(await get('/api/runs'));
    runs = new Map(listed.map(({ name, id }) => [name, id]));
    const state = text + JSON.stringify([...runs]);
    setProblem('');
    if (state !== shown) {
      shown = state;
      score = JSON.parse(text);
      draw();
    }
  } catch (error) {
    setProblem(`The score cannot be read (${error.message}). The page asks again.`);
  }
  if (!score?.ended || runs.size === 0) setTimeout(refresh, kPollMs);
}

function setProblem(text) {
  setText(byId('score-problem'), text);
  byId('score-problem').hidden = text === '';
}

startTheme(() => {});
byId('score-theme').addEventListener('click', toggleTheme);
byId('score-filter').addEventListener('input', () => score && drawGrid());
refresh();
