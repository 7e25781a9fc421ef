// Asks the proxy which turns match a search: one part after the other.
import { answerTo, failureOf } from './source.js';

const kGapMs = 300; // between the parts of a long search

/**
 * @param {{question: () => {text: string, from: number, to: number}|null,
 *   tell: (event: object) => void}} asker `question`: the next question; `tell` gets an event
 *   for reduceSearch()
 * @returns {() => void} to be called whenever there may be a question
 */
export function makeAsker({ question, tell }) {
  let busy = false;

  async function ask({ text, from, to }) {
    busy = true;
    try {
      const query = `from=${from}&to=${to}&q=${encodeURIComponent(text)}`;
      const answer = await answerTo(`/api/turns?${query}`);
      const body = await answer.json().catch(() => null);
      if (answer.status === 400) {
        const why = String(body?.error ?? 'this cannot be searched for').replace(/^q: /, '');
        tell({ change: 'wrong', text, why });
      } else if (!answer.ok || !Array.isArray(body)) {
        throw new Error(failureOf(answer));
      } else {
        const cut = Number(answer.headers.get('X-Franz-Cut')) || null;
        tell({ change: 'answer', text, from, to, turns: body.map(({ turn }) => turn), cut });
      }
    } catch (error) {
      tell({ change: 'lost', text, why: error.message });
    } finally {
      setTimeout(() => {
        busy = false;
        pump();
      }, kGapMs);
    }
  }

  function pump() {
    const next = busy ? null : question();
    if (next) ask(next);
  }

  return pump;
}
