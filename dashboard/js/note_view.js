// The field for a note to the model, and the notes that have not arrived yet.
import { byId, drawnFrom, el, icon, setText } from './dom.js';
import { judgeNote, noteField } from './note_model.js';

let lastId = 0;
let redraw = () => {};

const drawField = drawnFrom(
  (state) => [noteField(state), byId('note-text').value],
  (state, field, text) => {
    byId('note-form').hidden = field === 'none';
    const { bad, text: words } = judgeNote(text);
    const long = bad && Boolean(words);
    byId('note-send').disabled = bad || field !== 'open';
    byId('note-text').setAttribute('aria-invalid', String(long));
    setText(byId('note-limit'), words);
    byId('note-limit').className = long ? 'note-limit tone-bad' : 'note-limit';
  },
);

const drawWaiting = drawnFrom(
  (state) => [state.notes, noteField(state) === 'none'],
  (state, notes, over) => {
    byId('notes').hidden = !notes.length;
    byId('notes').replaceChildren(
      ...notes.map(({ text, sent }) =>
        el(
          'li',
          {},
          icon('note'),
          el('span', { class: 'note-words', title: text }, text),
          el(
            'span',
            { class: 'dim' },
            over ? 'never sent: the run is over' : sent ? 'waits for the next turn' : 'is sent …',
          ),
        ),
      ),
    );
  },
);

export function drawNotes(state) {
  drawField(state);
  drawWaiting(state);
}

/** Focuses the field, if there is one. */
export function focusNote() {
  if (!byId('note-form').hidden) byId('note-text').focus();
}

/** @param {{dispatch: Function, redraw: Function, state: Function, control: Function}} page */
export function startNotes({ dispatch, redraw: drawAgain, state, control }) {
  redraw = drawAgain;
  const field = byId('note-text');
  const send = async () => {
    const text = field.value.trim();
    if (judgeNote(text).bad || noteField(state()) !== 'open') return;
    const id = ++lastId;
    dispatch({ type: 'note', id, text });
    field.value = '';
    redraw();
    const ok = await control('note', { text });
    dispatch({ type: 'note_answer', id, ok });
    if (ok) return;
    // A refused note is put back, before text typed since.
    field.value = [text, field.value].filter(Boolean).join('\n');
    redraw();
  };
  byId('note-form').addEventListener('submit', (event) => {
    event.preventDefault();
    send();
  });
  field.addEventListener('input', redraw);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') field.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send();
  });
}
