// Whether the loop repeats itself: the same reply, or the same picture, several turns in a row.
// It keeps digests instead of records, because far records are dropped and a streak may be long.

export const kLoopTurns = 5; // from here on it counts as a loop; the orchestrator warns then, too
const kLookBack = 12; // turns whose records are requested to find the length of a streak
const kKept = 2000;

/** @typedef {{reply: string|null, picture: string|null}} Digest */

/** A digest that distinguishes the replies of a run: length and 53 bits. */
export function digestOfText(text) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  return `${text.length} ${a >>> 0} ${b >>> 0}`;
}

/** Adds a complete record's digest to those of the turns around it. */
export function withDigest(digests, record) {
  const text = record.response?.text;
  const digest = {
    reply: text ? digestOfText(text) : null,
    picture: record.executor?.out?.plain_sha256 || null,
  };
  const known = digests[record.turn];
  if (known?.reply === digest.reply && known?.picture === digest.picture) return digests;
  const next = { ...digests, [record.turn]: digest };
  const turns = Object.keys(next); // ascending, as whole numbers are
  if (turns.length <= kKept) return next;
  // The list is halved, so this happens once in a thousand turns.
  return Object.fromEntries(Object.entries(next).slice(kKept / 2));
}

/**
 * How many turns up to `last` are equal.
 * @returns {{count: number, what: string, more: boolean, ask: number|null}} `more`: the streak may
 *   have begun earlier; `ask`: the turn whose record is needed
 */
export function streakAt(digests, rows, last) {
  let index = rows.length - 1;
  while (index >= 0 && rows[index].turn > last) index--;
  const streak = (key) => {
    const value = digests[rows[index]?.turn]?.[key];
    if (!value) return { count: 0, ask: null };
    let at = index;
    while (at >= 0 && digests[rows[at].turn]?.[key] === value) at--;
    const unknown = at >= 0 && !digests[rows[at].turn];
    return { count: index - at, ask: unknown ? rows[at].turn : null };
  };
  const [reply, picture] = [streak('reply'), streak('picture')];
  const longest = picture.count > reply.count ? picture : reply;
  const what = longest === picture ? 'an unchanged picture' : 'the same reply';
  const asks = longest.count > 1 && longest.count < kLookBack;
  return {
    count: longest.count,
    what,
    more: longest.ask !== null,
    ask: asks ? longest.ask : null,
  };
}

/** The bar's text; null: none. @returns {{text: string, why: string}|null} */
export function repeating({ count, what, more }) {
  if (count < kLoopTurns) return null;
  const times = `${count}${more ? '+' : ''}`;
  return { text: `REPEATING ${times}×`, why: `${what}, ${times} turns in a row` };
}
