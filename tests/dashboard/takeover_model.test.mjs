import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buttonEvents,
  ctrlAltDel,
  isLeaveChord,
  isPaste,
  keyEvent,
  kMostText,
  nextEvents,
  pixelAt,
  takeoverOf,
  textEvents,
  wheelEvents,
  withEvent,
} from '../../dashboard/js/takeover_model.js';

const size = { width: 1920, height: 1080 };
const at = { x: 1, y: 2 };

test('a place on the page is a pixel of the screen', () => {
  const box = { left: 100, top: 50, width: 960, height: 540 };
  const rows = [
    [{ clientX: 100, clientY: 50 }, { x: 0, y: 0 }],
    [{ clientX: 580, clientY: 320 }, { x: 960, y: 540 }],
    [{ clientX: 1059.9, clientY: 589.9 }, { x: 1919, y: 1079 }],
    [{ clientX: 0, clientY: 9999 }, { x: 0, y: 1079 }], // dragged out of it
  ];
  for (const [event, pixel] of rows) assert.deepEqual(pixelAt(event, box, size), pixel);
  assert.equal(pixelAt({ clientX: 1, clientY: 1 }, { ...box, width: 0 }, size), null);
  assert.equal(pixelAt({ clientX: 1, clientY: 1 }, box, { width: 0, height: 0 }), null);
});

test('buttons are identified by what changed', () => {
  const events = (before, now) => buttonEvents(before, now, at).map(({ button, down }) => `${button} ${down}`);
  assert.deepEqual(events(0, 1), ['left true']);
  assert.deepEqual(events(1, 1), []);
  assert.deepEqual(events(1, 2), ['left false', 'right true']);
  assert.deepEqual(events(7, 0), ['left false', 'middle false', 'right false']);
  assert.deepEqual(events(0, 8), []); // a button for "back"
});

test('a wheel turns whole notches and keeps the rest', () => {
  const turned = (deltaY, rest, more = {}) => {
    const { events, rest: left } = wheelEvents({ deltaX: 0, deltaY, deltaMode: 0, ...more }, { x: 0, y: rest }, at);
    return [events.map(({ direction, notches }) => `${direction} ${notches}`).join(), left.y];
  };
  const rows = [
    [100, 0, {}, 'down 1', 0],
    [60, 0, {}, '', 60],
    [60, 60, {}, 'down 1', 20],
    [-60, 60, {}, '', -60], // the other direction
    [-250, 0, {}, 'up 2', -50],
    [3, 0, { deltaMode: 1 }, 'down 1', 20], // lines
    [99_999, 0, {}, 'down 20', 99],
  ];
  for (const [delta, rest, more, events, left] of rows) assert.deepEqual(turned(delta, rest, more), [events, left]);
  const { events } = wheelEvents({ deltaX: 120, deltaY: 0, deltaMode: 0 }, { x: 0, y: 0 }, at);
  assert.deepEqual(events, [{ type: 'wheel', direction: 'right', notches: 1, ...at }]);
});

test('keys that the browser does not name are not sent', () => {
  const down = { type: 'keydown', key: 'a', code: 'KeyA' };
  assert.deepEqual(keyEvent(down), { type: 'key', key: 'a', code: 'KeyA', down: true });
  assert.deepEqual(keyEvent({ ...down, type: 'keyup' }).down, false);
  assert.equal(keyEvent({ ...down, key: 'Unidentified' }), null);
  assert.equal(keyEvent({ ...down, code: '' }), null);
});

test('Ctrl, Alt and Shift together leave the screen, and Ctrl+V pastes', () => {
  const all = { type: 'keydown', ctrlKey: true, altKey: true, shiftKey: true };
  assert.equal(isLeaveChord({ ...all, key: 'Shift' }), true);
  assert.equal(isLeaveChord({ ...all, key: 'Control' }), true);
  assert.equal(isLeaveChord({ ...all, key: 'T' }), false);
  assert.equal(isLeaveChord({ ...all, key: 'Shift', type: 'keyup' }), false);
  assert.equal(isLeaveChord({ ...all, key: 'Alt', shiftKey: false }), false);
  assert.equal(isPaste({ key: 'v', ctrlKey: true }), true);
  assert.equal(isPaste({ key: 'V', metaKey: true }), true);
  assert.equal(isPaste({ key: 'V', ctrlKey: true, shiftKey: true }), false);
  assert.equal(isPaste({ key: 'v' }), false);
  assert.deepEqual(
    ctrlAltDel().map(({ key, down }) => `${key} ${down}`),
    ['Control true', 'Alt true', 'Delete true', 'Delete false', 'Alt false', 'Control false'],
  );
});

test('movements that were not sent yet become one', () => {
  const move = (x) => ({ type: 'move', x, y: 0 });
  let queue = [];
  for (const event of [move(1), move(2), { type: 'release' }, move(3), move(4)]) queue = withEvent(queue, event);
  assert.deepEqual(queue, [move(2), { type: 'release' }, move(4)]);
});

test('a request has a limited number of events, and a text is alone in it', () => {
  const events = Array.from({ length: 450 }, () => ({ type: 'release' }));
  const [first, rest] = nextEvents(events);
  assert.deepEqual([first.length, rest.length], [200, 250]);
  const mixed = [{ type: 'release' }, { type: 'text', text: 'a' }, { type: 'text', text: 'b' }];
  assert.deepEqual(nextEvents(mixed)[0], [mixed[0]]);
  assert.deepEqual(nextEvents(mixed.slice(1)), [[mixed[1]], [mixed[2]]]);
});

test('a long text is sent in pieces of whole characters', () => {
  assert.deepEqual(textEvents('ab'), [{ type: 'text', text: 'ab' }]);
  const pieces = textEvents('😀'.repeat(7000));
  assert.deepEqual(pieces.map(({ text }) => [...text].length), [3000, 3000, 1000]);
  assert.ok(new TextEncoder().encode(pieces[0].text).length <= 16_384);
  assert.equal(textEvents('x'.repeat(kMostText + 5)).map(({ text }) => text).join('').length, kMostText);
});

test('a screen can be taken over only while the run and its display are there', () => {
  const state = { takeover: { held: false, refused: null }, program: 'running', stream: 'open' };
  assert.deepEqual(takeoverOf(state), { possible: true, why: '' });
  assert.deepEqual(takeoverOf({ ...state, takeover: { held: true, refused: null } }), {
    possible: false,
    why: 'another page has the screen',
  });
  assert.equal(takeoverOf({ ...state, takeover: { held: false, refused: 'no' } }).why, 'no');
  assert.equal(takeoverOf({ ...state, takeover: null }), null);
  assert.equal(takeoverOf({ ...state, program: 'finished' }), null);
  assert.equal(takeoverOf({ ...state, stream: 'lost' }), null);
});
