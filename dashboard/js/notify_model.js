// What a person who looks elsewhere should know now. Pure; no text of the model goes into it.
import { consentItems } from './approval_model.js';
import { outcomeOf } from './end_card_model.js';
import { hasEnded } from './end_facts.js';
import { count, number } from './format.js';
import { isReplay } from './select.js';

/** @returns {{key: string, title: string, text: string}|null} `key`: the same news has the same one */
export function noticeOf(state) {
  if (state.stream !== 'open' || isReplay(state)) return null;
  const { asked } = state.approval;
  if (asked) {
    const text = `${count(consentItems(state).length, 'action')} planned in turn ${number(asked.turn)}`;
    return { key: `approval ${asked.plan_sha256}`, title: 'FRANZ waits for your consent', text };
  }
  if (state.loop === 'paused' && state.cause === 'panic') {
    return { key: 'panic', title: 'FRANZ: panic', text: 'All input is stopped until you resume the run.' };
  }
  if (!hasEnded(state)) return null;
  return { key: 'end', title: 'FRANZ: the run has ended', text: outcomeOf(state).title };
}
