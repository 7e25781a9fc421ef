// The line that says why a run does not continue, or that one on a person's screen is about to begin,
// with the possible actions.
import { byId, drawnFrom, el, setText } from './dom.js';
import { number } from './format.js';
import { haltOf } from './select.js';

const kMostModels = 12; // as buttons; a server may list hundreds

let control = async () => false;

function modelButton(name) {
  const title = `Continue with the model ${name}`;
  const button = el('button', { class: 'button halt-model', type: 'button', title }, 'Use ', el('span', { class: 'mono' }, name));
  button.addEventListener('click', async () => {
    button.disabled = true;
    await control('model', { name });
    button.disabled = false;
  });
  return button;
}

export const drawHalt = drawnFrom(
  (state) => Object.values(haltOf(state) ?? { cause: null }).map(String),
  (state) => {
    const halt = haltOf(state);
    const line = byId('halt');
    line.hidden = !halt;
    if (!halt) return;
    const { cause, title, text, tone, hold, models } = halt;
    line.className = `halt tone-${tone}`;
    line.dataset.cause = cause;
    setText(byId('halt-title'), title);
    setText(byId('halt-text'), text);
    const more = models.length - kMostModels;
    byId('halt-models').replaceChildren(
      ...models.slice(0, kMostModels).map(modelButton),
      ...(more > 0 ? [el('span', { class: 'dim' }, `and ${number(more)} more`)] : []),
    );
    setText(byId('halt-resume'), cause === 'problem' ? 'Try again' : hold ? 'Begin now' : 'Resume');
    byId('halt-resume').hidden = ['disk', 'page', 'screen'].includes(cause);
    byId('halt-hold').hidden = !hold;
  },
);

/** @param {{control: (command: string, more?: object) => Promise<boolean>}} page */
export function startHalt(page) {
  ({ control } = page);
}
