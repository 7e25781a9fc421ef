// The question to the operator: which of a turn's actions may be done. The proxy sends it with
// the state (docs/approval.md). The ticks belong to the page and are reset with each plan.

export const kReadMs = 800; // a new plan takes no decision: the press may be meant for another

export const initialApproval = Object.freeze({
  asked: null, // {turn, items, picture_sha256, plan_sha256, until}
  at: 0, // when this page first saw it
  off: Object.freeze([]), // the indices of the items that are not ticked
  sent: false, // a decision is being sent, or was accepted
});

/** @param {object} state @param {object|null} asked as the proxy sends it */
export function withAsked(state, asked) {
  if (asked?.plan_sha256 === state.approval.asked?.plan_sha256) return state;
  return { ...state, approval: { ...initialApproval, asked, at: state.now } };
}

/** The person ticks or unticks an item. */
export function withTick(state, { index, on }) {
  const others = state.approval.off.filter((each) => each !== index);
  const off = on ? others : [...others, index];
  return off.length === state.approval.off.length && on ? state : withChange(state, { off });
}

/** All of them, or none. */
export function withTicks(state, { on }) {
  return withChange(state, { off: on ? [] : consentItems(state).map(({ index }) => index) });
}

export const withDecision = (state) => withChange(state, { sent: true });

/** A decision that was not accepted can be made again, if the question is still open. */
export function withDecisionAnswer(state, { plan, ok }) {
  if (ok || state.approval.asked?.plan_sha256 !== plan) return state;
  return withChange(state, { sent: false });
}

const withChange = (state, change) => ({ ...state, approval: { ...state.approval, ...change } });

/** The items that need consent. */
export function consentItems({ approval }) {
  return (approval.asked?.items ?? []).filter(({ risk }) => risk !== null && risk !== undefined);
}

/** The indices of those that are ticked, ascending. */
export function tickedItems(state) {
  return consentItems(state)
    .map(({ index }) => index)
    .filter((index) => !state.approval.off.includes(index));
}

/** Milliseconds left to answer, or null: unknown. */
export function timeLeft(state) {
  const until = Date.parse(state.approval.asked?.until ?? '');
  return Number.isNaN(until) ? null : Math.max(0, until - state.now);
}

/**
 * Whether a decision can be sent now.
 * @returns {{approve: boolean, refuse: boolean, word: string}} `word`: on the button that approves
 */
export function decisions(state) {
  const { asked, sent, at } = state.approval;
  const all = consentItems(state).length;
  const some = tickedItems(state).length;
  const open = Boolean(asked) && !sent && state.stream === 'open' && state.now - at >= kReadMs;
  const word = some === all ? (all === 1 ? 'Approve' : `Approve all ${all}`) : `Approve ${some} of ${all}`;
  return { approve: open && some > 0, refuse: open, word };
}

/** A decision in the proxy's form: [command, its members]. */
export function decisionOf(state, approve, note) {
  const { turn, plan_sha256 } = state.approval.asked;
  const more = { turn, plan_sha256, note: note.trim() || null };
  return approve ? ['approve', { ...more, items: tickedItems(state) }] : ['refuse', more];
}

// Nothing is hidden from a person who decides by it: in addition to text_model.js, characters without
// width and blanks beyond ASCII are escaped. The same list as in common/base/printable.h.
const kHidden = new RegExp(
  '[\\0-\\x1f\\x7f-\\xa0\\xad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f' +
    '\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0' +
    '\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]|\\p{Cs}',
  'gu',
);

/**
 * Splits a text into parts that are shown unchanged and parts that are shown as escapes.
 * @returns {{text: string, escape: boolean}[]}
 */
export function revealed(text) {
  const parts = [];
  let from = 0;
  for (const match of String(text).matchAll(kHidden)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), escape: false });
    const code = match[0].codePointAt(0);
    const digits = code.toString(16);
    parts.push({ text: code > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`, escape: true });
    from = match.index + match[0].length;
  }
  if (from < String(text).length) parts.push({ text: String(text).slice(from), escape: false });
  return parts;
}

/** The result of a turn's approval, in words; '': nobody was asked. */
export function approvalWords(approval) {
  if (!approval) return '';
  const asked = (approval.plan?.items ?? []).filter(({ risk }) => risk).length;
  if (approval.decision === 'expired') return 'nobody answered in time';
  if (approval.decision === 'refused') return asked === 1 ? 'refused' : `refused all ${asked}`;
  const some = approval.items?.length ?? 0;
  return some === asked ? (asked === 1 ? 'approved' : `approved all ${asked}`) : `approved ${some} of ${asked}`;
}
