// A turn that is asked again: the form's values from its recorded request, what is sent to the proxy, and
// the answer. Pure.
import { duration, number } from './format.js';

const kFigures = 12; // digits of a temperature

/**
 * @typedef {{model: string, temperature: string, system: string|null}} Asked the fields of the form;
 *   `system` null: the request has no system message that is one text
 */

/**
 * The fields for a recorded turn.
 * @param {object|null} json the body of its request
 * @param {{role: string, parts: {kind: string, text: string}[]}[]} messages messagesOf(json)
 * @returns {Asked}
 */
export function askedOf(json, messages) {
  const { model, temperature } = json ?? {};
  const system = messages.find(({ role }) => role === 'system');
  const [first, ...more] = system?.parts ?? [];
  return {
    model: typeof model === 'string' ? model : '',
    temperature: typeof temperature === 'number' ? String(Number(temperature.toPrecision(kFigures))) : '',
    system: first?.kind === 'text' && !more.length ? first.text : null,
  };
}

/**
 * The body of the question: what differs from the recorded request, so that all else is sent byte for byte.
 * @param {number} turn @param {Asked} recorded @param {Asked} wanted
 */
export function questionOf(turn, recorded, wanted) {
  const question = { turn };
  const model = wanted.model.trim();
  if (model !== '' && model !== recorded.model) question.model = model;
  const temperature = wanted.temperature.trim();
  if (temperature !== '' && Number(temperature) !== Number(recorded.temperature || NaN)) {
    question.temperature = Number(temperature);
  }
  if (recorded.system !== null && wanted.system !== recorded.system) question.system = wanted.system;
  return question;
}

/** "the same request", "another model, temperature 0.2 and another system prompt" */
export function changesText({ model, temperature, system }) {
  const parts = [
    ...(model === undefined ? [] : [`model ${model}`]),
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(system === undefined ? [] : ['another system prompt']),
  ];
  if (!parts.length) return 'the same request';
  return parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** A line about a reply: model, temperature, tokens, seconds, how it ended. */
export function replyFacts({ request, response, latency_ms: latency } = {}) {
  const { model, temperature } = request ?? {};
  const tokens = response?.usage?.completion_tokens;
  return [
    ...(model ? [String(model)] : []),
    ...(typeof temperature === 'number' ? [`temperature ${temperature}`] : []),
    ...(typeof tokens === 'number' ? [`${number(tokens)} tokens`] : []),
    ...(typeof latency?.model === 'number' ? [duration(latency.model)] : []),
    ...(response?.finish_reason ? [String(response.finish_reason)] : []),
  ].join(' · ');
}

const isPlain = /^[\w@%+=:,./-]+$/;
/** A word of a shell's command line. */
export const quoted = (text) => (isPlain.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/**
 * The command that begins a run which goes on from the turn before, so that this one is asked again and
 * performed; null: there is no turn before.
 */
export function forkCommand(folder, turn) {
  return turn > 1 && folder ? `proxy fork ${quoted(folder)} --at ${turn - 1}` : null;
}
