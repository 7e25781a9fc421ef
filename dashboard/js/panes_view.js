// The three quadrants of text: memory, feedback, response. (picture_view.js has the fourth.)
import {
  answersText,
  callsBefore,
  callsOf,
  callsText,
  doneOf,
  exchangesOf,
  resultOf,
} from './calls_model.js';
import { callNodes, doneNodes, exchangeNodes, resultNodes, setList } from './calls_view.js';
import { byId, drawnFrom, el, icon, setBadge, setFacts, setText } from './dom.js';
import { count, number } from './format.js';
import { laidOut } from './json_layout.js';
import { memoryWords } from './memory_words.js';
import { shownTurn } from './shown_state.js';
import { countWords, firstDifference, firstDifferenceOfExcerpts } from './text_model.js';
import { drawText, rangeOf, scrollToCharacter, textOf } from './text_view.js';
import {
  budgetOf,
  detailText,
  feedbackFacts,
  feedbackNote,
  feedbackOf,
  outcomeBadge,
  reasoningOf,
  replyBadge,
  replyNote,
  otherOf,
  replyOf,
  shownParts,
  memoryFacts,
  memoryNote,
  memoryOf,
  verdictBadge,
} from './turn_parts.js';
import { changedWords } from './word_diff.js';

const kMostCompared = 1_500_000; // characters; beyond it changes are not searched
const kMostComparedLive = 30_000; // a streaming text is compared at every draw

const beside = new Map(); // the name of a pane's text → what is copied with it
const verbatim = new Map(); // the name of a pane's text → the text, where it is shown laid out

let moved = null; // the memory’s scroll position before a violation was scrolled to, and that turn

const drawMemory = drawnFrom(
  (state) => {
    const { turn, record, before } = shownParts(state);
    return [turn, record, before, state.view.changes, otherOf(state, turn), state.search.open];
  },
  (state, turn, record, before, changes, other, searching) => {
    const parts = shownParts(state);
    const text = memoryOf(parts);
    const violation = record?.sst?.verdict === 'violation';
    setBadge(byId('verdict'), ...verdictBadge(parts));
    setText(byId('note-sst'), memoryNote(parts));
    const words = memoryWords(parts);
    byId('title-sst').title = words.about;
    const calls = callsBefore(parts);
    setList(byId('calls-sst'), callNodes(calls));
    beside.set('text-sst', callsText(before?.response));
    const replied = before?.response?.text;
    const difference = violation && replied !== undefined ? firstDifference(replied, text) : null;
    const old = other === undefined ? before?.sst?.text : other?.sst?.text;
    const box = byId('text-sst');
    const seen = drawnAs(box, text, !violation); // a violation is about the text as sent
    const top = box.scrollTop;
    box.dataset.none =
      record?.sst?.verdict === 'first' || turn === 1
        ? `Nothing yet: the reply below ${words.kept(turn + 1)}.`
        : words.none;
    box.hidden = text === '' && calls.length > 0;
    const changed = changes && !violation ? changesOf(laidOut(old ?? ''), seen) : [];
    const marks = difference ? { differs: [difference.position, difference.end] } : { changed };
    drawText(box, seen, { ...marks, fold: !searching });
    drawViolation(violation, difference, record, text.length);
    if (difference) {
      moved ??= { top };
      moved.turn = turn;
      scrollToCharacter(box, difference.position);
    } else if (moved && moved.turn !== turn) {
      box.scrollTop = moved.top;
      moved = null;
      arrived.set(box, turn);
    } else if (before) {
      showFirstChange(box, turn, changed);
    }
  },
);

const drawMemoryFacts = drawnFrom(
  (state) => {
    const parts = shownParts(state);
    return [parts.record, memoryFacts(parts, state.now).flat().join('|')];
  },
  (state) => setFacts(byId('facts'), memoryFacts(shownParts(state), state.now)),
);

/**
 * The text as a pane shows it: JSON laid out for reading, which the pane says. Copy takes it verbatim.
 */
function drawnAs(box, text, isLaidOut = true) {
  const seen = isLaidOut ? laidOut(text) : text;
  verbatim.set(box.id, text);
  const title = 'JSON is formatted for reading: blanks and line ends are added. Copy (y) takes the text as written.';
  const words = seen === text ? ['plain', 'info', ''] : ['plain', 'wrap', 'formatted', title];
  setBadge(byId(`laid-out-${box.id}`), ...words);
  return seen;
}

const arrived = new Map(); // a text's box → the turn whose first change it was scrolled to

// Once for each turn, and only if the change is out of sight: reading on is not disturbed.
function showFirstChange(box, turn, changed) {
  if (arrived.get(box) === turn) return;
  arrived.set(box, turn);
  if (changed.length && !isInSight(box, changed[0][0])) scrollToCharacter(box, changed[0][0]);
}

function isInSight(box, position) {
  const place = rangeOf(box, position, position + 1)?.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  return Boolean(place) && place.top >= frame.top && place.bottom <= frame.bottom;
}

function changesOf(before, after, most = kMostCompared) {
  if (typeof before !== 'string' || before === '') return [];
  if (before.length + after.length > most) return [];
  return changedWords(before, after);
}

function drawViolation(violation, difference, record, length) {
  const box = byId('verdict-detail');
  box.hidden = !violation;
  if (!violation) return;
  const row = (name, [head, middle, tail]) => [
    el('dt', {}, name),
    el('dd', {}, head, el('mark', { class: 'differs' }, middle), tail),
  ];
  if (!difference) {
    // The texts read the same, or the reply is not available: the proxy's message.
    const detail = record.sst.detail;
    const { expected, got } = detail ?? {};
    const contexts = typeof expected === 'string' && typeof got === 'string';
    const shown = contexts ? firstDifferenceOfExcerpts(expected, got) : null;
    box.replaceChildren(
      el('h3', {}, detailText(detail) || memoryWords({ record }).differs),
      ...(shown
        ? [el('dl', {}, ...row('replied', shown.replied), ...row('sent', shown.sent))]
        : []),
    );
    return;
  }
  const { position, line, differing, replied, sent } = difference;
  box.replaceChildren(
    el(
      'h3',
      {},
      `${number(differing)} of ${count(length, 'character')} ` +
        `${differing === 1 ? 'differs' : 'differ'}, from position ${number(position)} ` +
        `(line ${number(line)})`,
    ),
    el('dl', {}, ...row('replied', replied), ...row('sent', sent)),
  );
}

const drawFeedback = drawnFrom(
  (state) => {
    const { turn, record, before } = shownParts(state);
    return [turn, record, before?.memory?.name, state.rows];
  },
  (state) => {
    const parts = shownParts(state);
    setText(byId('note-feedback'), feedbackNote(parts));
    setBadge(byId('outcome'), ...outcomeBadge(state, parts));
    const text = feedbackOf(parts);
    const done = resultOf(parts.record)?.text === doneOf(parts.record) ? '' : doneOf(parts.record);
    const rows = exchangesOf(parts.record);
    setList(byId('exchanges'), [...exchangeNodes(rows), ...doneNodes(done)]);
    beside.set('text-feedback', answersText(parts.record));
    byId('text-feedback').dataset.none = 'There is no feedback.';
    byId('text-feedback').hidden = text === '' && rows.length > 0;
    drawText(byId('text-feedback'), text);
    setFacts(byId('facts-feedback'), feedbackFacts(parts));
  },
);

let followed = null; // the turn whose reply is followed to its end

const drawReply = drawnFrom(
  (state) => {
    const { turn, record, before, live } = shownParts(state);
    return [turn, record, before, live, state.view.changes, otherOf(state, turn), state.search.open];
  },
  (state, turn, record, before, live, changes, other, searching) => {
    const parts = shownParts(state);
    const box = byId('text-response');
    const result = resultOf(record);
    const text = result ? result.text : replyOf(parts);
    const calls = callsOf(record?.response);
    box.dataset.none = result
      ? 'It has no text.'
      : record?.response
        ? 'The reply is empty.'
        : 'There is no reply.';
    drawResult(result);
    setList(byId('calls-response'), callNodes(calls));
    beside.set('text-response', callsText(record?.response));
    box.hidden = text === '' && calls.length > 0;
    setBadge(byId('finish'), ...replyBadge(parts));
    setText(byId('note-response'), replyNote(parts));
    const streams = Boolean(live && !live.over);
    const seen = drawnAs(box, text);
    const old = other === undefined ? memoryOf(parts) : other?.response?.text;
    const most = live ? kMostComparedLive : kMostCompared;
    const changed = changes && !result ? changesOf(laidOut(old ?? ''), seen, most) : [];
    drawText(box, seen, {
      changed,
      caret: streams,
      stick: streams && followed !== turn,
      fold: !searching && !streams && followed !== turn, // what is read as it comes stays
    });
    // A growing reply is followed to its end; another turn's reply is read from its top.
    if (!streams && followed !== null && followed !== turn) box.scrollTop = 0;
    followed = streams ? turn : followed === turn ? turn : null;
    if (streams) arrived.set(box, turn);
    else if (record?.response) showFirstChange(box, turn, changed);
    const budget = budgetOf(parts);
    byId('budget').value = budget ?? 0;
    const reasoning = reasoningOf(parts);
    byId('reasoning').hidden = !reasoning;
    if (reasoning) {
      setText(byId('reasoning-size'), count(countWords(reasoning), 'word'));
      drawText(byId('text-reasoning'), reasoning, { caret: streams && !text });
    }
  },
);

function drawResult(result) {
  const box = byId('result');
  box.hidden = !result;
  if (!result) return;
  box.className = `result tone-${result.tone}`;
  box.replaceChildren(...resultNodes(result));
}

/** Draws nothing until the record is there: the previous content stays, dimmed. */
export function drawPanes(state) {
  const quadrants = byId('quadrants');
  const parts = shownParts(state);
  const turn = shownTurn(state);
  quadrants.setAttribute('aria-busy', String(turn !== null && !parts));
  if (!parts) {
    if (turn !== null && state.unrecorded[turn]) drawUnrecorded(turn, state.unrecorded[turn]);
    return;
  }
  drawMemory(state);
  drawMemoryFacts(state);
  drawFeedback(state);
  drawReply(state);
}

function drawUnrecorded(turn, why) {
  setText(byId('note-sst'), `turn ${number(turn)} is not recorded: ${why}`);
}

const drawWrap = drawnFrom(
  (state) => [state.view.wrap, state.view.changes],
  (state, wrap, changes) => {
    for (const box of document.querySelectorAll('.text')) box.dataset.wrap = wrap ? 'on' : 'off';
    for (const tool of document.querySelectorAll('.pane-tools [data-action]')) {
      const on = { wrap, changes }[tool.dataset.action];
      if (on !== undefined) tool.setAttribute('aria-pressed', String(on));
    }
  },
);

export function drawTextTools(state) {
  drawWrap(state);
}

/** Adds the buttons to the heads of the panes. */
export function startPanes() {
  for (const tools of document.querySelectorAll('[data-text-tools]')) {
    const name = tools.dataset.textTools;
    const tool = (action, glyph, title, label) =>
      el(
        'button',
        {
          class: 'button tool',
          type: 'button',
          title,
          'aria-label': `${label}: ${name}`,
          'data-action': action,
        },
        icon(glyph),
      );
    if (name === 'memory') {
      tools.append(tool('request', 'request', 'Request as sent (r)', 'Request as sent'));
    }
    if (name !== 'feedback') {
      const box = tools.closest('.pane').querySelector(':scope > .text');
      tools.before(el('span', { class: 'badge', id: `laid-out-${box.id}` }));
    }
    if (name !== 'feedback') tools.append(tool('changes', 'diff', 'Changes: mark new words, fold equal lines (c)', 'Changes'));
    tools.append(
      tool('wrap', 'wrap', 'Wrap lines (z)', 'Wrap lines'),
      tool('copy', 'copy', 'Copy (y)', 'Copy'),
    );
  }
}

/** The text of the pane that a node is in, the response's by default, and the pane's name. */
export function paneText(node) {
  const pane = node?.closest?.('.pane') ?? byId('pane-response');
  const box = pane.querySelector(':scope > .text') ?? byId('text-response');
  const text = [verbatim.get(box.id) ?? textOf(box), beside.get(box.id)].filter(Boolean).join('\n\n');
  return { text, name: box.getAttribute('aria-label') };
}
