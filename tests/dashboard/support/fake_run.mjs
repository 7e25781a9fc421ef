// A recorded run made up from its turn numbers: records, rows and pictures as in docs/run-format.md.
// Every eleventh turn has a mistake; a few turns have rare values. The same number gives the same
// turn, so a run of ten thousand needs no memory.
import { createHash } from 'node:crypto';
import { marksOf } from '../../../dashboard/js/action_marks.js';
import { drawPng } from './fake_png.mjs';

export const kWidth = 512;
export const kHeight = 288;

const parts = [
  // a cat on a rail, in calls
  ['rail', ['drag(35, 870, 965, 870)', 'drag(100, 870, 100, 940)', 'drag(870, 870, 870, 940)']],
  [
    'head',
    [
      'drag(297, 445, 340, 320)',
      'drag(340, 320, 403, 290)',
      'drag(403, 290, 466, 320)',
      'drag(466, 320, 509, 445)',
      'drag(509, 445, 470, 560)',
      'drag(470, 560, 403, 600)',
      'drag(403, 600, 336, 560)',
      'drag(336, 560, 297, 445)',
    ],
  ],
  [
    'ears',
    [
      'drag(306, 390, 309, 200)',
      'drag(309, 200, 370, 300)',
      'drag(436, 300, 497, 200)',
      'drag(497, 200, 500, 390)',
    ],
  ],
  [
    'body',
    [
      'drag(333, 568, 300, 700)',
      'drag(300, 700, 293, 870)',
      'drag(473, 568, 510, 700)',
      'drag(510, 700, 517, 870)',
    ],
  ],
  [
    'tail',
    [
      'drag(517, 840, 560, 840)',
      'drag(560, 840, 630, 767)',
      'drag(630, 767, 648, 641)',
      'drag(648, 641, 636, 533)',
      'drag(636, 533, 654, 495)',
      'drag(654, 495, 687, 537)',
    ],
  ],
  [
    'paws',
    [
      'drag(380, 870, 375, 720)',
      'drag(375, 720, 403, 676)',
      'drag(403, 676, 431, 720)',
      'drag(431, 720, 427, 870)',
    ],
  ],
  ['nose', ['drag(390, 480, 418, 480)', 'drag(418, 480, 405, 508)', 'drag(405, 508, 390, 480)']],
  [
    'whiskers',
    [
      'left_click(360, 425)',
      'left_click(446, 425)',
      'drag(239, 456, 348, 495)',
      'drag(231, 519, 348, 512)',
      'drag(241, 582, 350, 530)',
      'drag(571, 456, 462, 495)',
      'drag(579, 519, 462, 512)',
      'drag(569, 582, 460, 530)',
    ],
  ],
  [
    'stars',
    [
      'left_click(677, 125)',
      'left_click(728, 362)',
      'left_click(932, 425)',
      'right_click(180, 181)',
      'left_click(102, 376)',
      'left_click(258, 84)',
    ],
  ],
];
const scenes = [
  'An empty black canvas.',
  'A rail with two posts.',
  'A round head above the rail.',
  'A head with two pointed ears.',
  'A cat shape sits on the rail.',
  'A tail curls up to the right.',
  'Two front legs. The face is empty.',
  'A nose. The eyes and whiskers are missing.',
  'Both eyes have pupils and six whiskers spread from the muzzle, three to each side.',
];

const stepOf = (turn) => (turn - 1) % parts.length;
export const outcomeOf = (turn) =>
  turn === 89
    ? 'violation'
    : turn % 131 === 130
      ? 'degraded'
      : turn % 11 === 7
        ? 'error'
        : turn % 29 === 15
          ? 'none'
          : 'actions';

/** The reply of a turn: the next turn's memory. */
export function replyOf(turn) {
  const step = stepOf(turn);
  const progress = parts.map(([name], i) => `[${i < step ? 'x' : ' '}] ${name}`).join('  ');
  const calls =
    outcomeOf(turn + 1) === 'none'
      ? 'I look at the picture once more.'
      : `\`\`\`python\n${[
          ...parts[step][1],
          ...(outcomeOf(turn + 1) === 'error' ? ['drag(350, 290, 410)'] : []),
        ].join('\n')}\nscreenshot()\n\`\`\``;
  return `RULES I KNOW
- Coordinates run 0-1000, (0, 0) is the top left.
- drag(x1, y1, x2, y2) draws a line: all four numbers.
- left_click leaves a dot; type() needs one before it.
- Red numbers are my last actions, not the drawing.

WHAT I SEE
${scenes[step]}

MY DRAWING PROGRESS
${progress}

NEXT STEP
I draw the ${parts[step][0]} with ${parts[step][1].length} marks.

${calls}`;
}

const kHelp = `
Available tools:
  double_left_click(x, y) -- white dot at position
  drag(x1, y1, x2, y2) -- straight white line from (x1,y1) to (x2,y2)
  left_click(x, y) -- white dot at position
  right_click(x, y) -- small white square at position
  screenshot() -- request a fresh screenshot
  type(text) -- type text at last click position`;

const began = Date.parse('2026-01-31T12:00:00Z');
export const timeOf = (turn) => new Date(began + turn * 15_600).toISOString().replace('.000', '');

const kScreen = { origin_x: 0, origin_y: 0, width: 1920, height: 1080 };

/** A call as the executor reports it. */
export function itemOf(call, line = 1, outcome = 'done') {
  const numbers = [...call.matchAll(/-?\d+(?=[,)])/g)].map(([digits]) => Number(digits));
  const place = (x, y) =>
    y === undefined ? null : [Math.round((x / 1000) * 1919), Math.round((y / 1000) * 1079)];
  return {
    call,
    written: call,
    line,
    id: null,
    note: null,
    outcome,
    why: '',
    from: place(numbers[0], numbers[1]),
    to: place(numbers[2], numbers[3]),
  };
}

function itemsOf(calls, error) {
  const items = calls.map((call, index) => itemOf(call, index + 1));
  if (!calls.length) return items;
  const line = calls.length + 1;
  if (!error) return [...items, itemOf('screenshot()', line, 'noted')];
  const malformed = { ...itemOf('drag(350, 290, 410)', line, 'malformed'), call: null, from: null };
  return [...items, { ...malformed, to: null, why: error.text }];
}

/** The record of a turn; with `open`, its state while the model thinks. */
export function recordOf(turn, { attempt = 1, open = false } = {}) {
  const outcome = outcomeOf(turn);
  const said = turn > 1 ? replyOf(turn - 1) : '';
  const violation = outcome === 'violation';
  const story = violation ? said.replace(/\d(\d)(, \d+\)\nscreenshot)/, '7$1$2') : said;
  const calls =
    turn > 1 && outcome !== 'none' && outcome !== 'degraded' ? parts[stepOf(turn - 1)][1] : [];
  const count = `${calls.length} action${calls.length === 1 ? '' : 's'} executed`;
  const error =
    outcome === 'error'
      ? {
          class: 'TypeError',
          line: calls.length + 1,
          text: "TypeError: drag() missing 1 required positional argument: 'y2'",
        }
      : outcome === 'none' || turn === 1
        ? {
            class: 'SyntaxError',
            line: 0,
            text: 'SyntaxError: no ```python block found in your reply.',
          }
        : null;
  const feedback =
    outcome === 'degraded'
      ? 'ERROR: the capturer did not answer in 15 s; there is no picture this turn.'
      : outcome === 'error'
        ? `  Line ${error.line}: drag(350, 290, 410)\n${error.text}\n${count} before error.\n${kHelp}`
        : error
          ? `${error.text}\n${kHelp}`
          : `OK: ${count}.`;
  const text = replyOf(turn);
  const picture = pictureOf(turn);
  return {
    protocol: 'franz.turn.v3',
    turn,
    attempt,
    request_id: turn.toString(16).padStart(16, '0'),
    after: turn > 1 ? (turn - 1).toString(16).padStart(16, '0') : null,
    status: open ? 0 : 200,
    time: timeOf(turn),
    sst: {
      text: story,
      verdict: turn === 1 ? 'first' : violation ? 'violation' : 'ok',
      detail: violation ? { text: 'the story differs from the reply' } : null,
    },
    feedback,
    note: null,
    executor: {
      in: {
        turn,
        dialect: 'python',
        surface: 'sandbox',
        width: kWidth,
        height: kHeight,
        coordinates: { kind: 'relative', divisor: 1000 },
        seen: turn > 1 ? { screen: kScreen, image: { width: kWidth, height: kHeight } } : null,
      },
      out: {
        feedback,
        answers: [],
        items: itemsOf(calls, error),
        blocks: outcome === 'none' ? 0 : 1,
        error,
        done: null,
        screen: kScreen,
        timings_ms: { parse: 0.1, input: 0, capture: outcome === 'degraded' ? 15000 : 3.9 },
      },
    },
    degraded: outcome === 'degraded' ? ['capturer: no answer in 15 s'] : [],
    response: open
      ? null
      : {
          text,
          reasoning:
            'The feedback says what was executed and the picture shows it. ' +
            'What is left is the next part of the cat, every drag with four numbers.',
          finish_reason: 'stop',
          usage: {
            prompt_tokens: 1318,
            completion_tokens: 288 + (turn % 40),
            total_tokens: 1606 + (turn % 40),
          },
        },
    request: {
      model: 'qwen3-vl-2b-instruct-1m',
      temperature: 0.7,
      top_p: 0.9,
      max_tokens: 900,
      messages: 3,
      bytes: 8214,
      sha256: createHash('sha256').update(`${turn}`).digest('hex'),
    },
    latency_ms: open
      ? { executor: 5.2 }
      : { executor: 5.2, first_byte: 840, model: 14600, turn: 14620 },
    image:
      outcome === 'degraded'
        ? null
        : {
            file: turnFile(turn, '.png'),
            bytes: picture.length,
            sha256: '0'.repeat(64),
            width: kWidth,
            height: kHeight,
          },
    renderer: 1,
  };
}

/** A turn's file in the run folder: turn_0007.png, turns/012/turn_12345.json. */
export function turnFile(turn, ending) {
  const padded = (number, width) => String(number).padStart(width, '0');
  const folder = turn < 1000 ? '' : `turns/${padded(Math.floor(turn / 1000), 3)}/`;
  return `${folder}turn_${padded(turn, 4)}${ending}`;
}

export function rowOf(turn, attempt = 1) {
  const { outcome, actions } = summaryOf(turn);
  return {
    turn,
    attempt,
    time: timeOf(turn),
    outcome,
    actions,
    verdict: turn === 1 ? 'first' : outcome === 'violation' ? 'violation' : 'ok',
    tokens: 1606 + (turn % 40),
    latency_ms: 14620,
    finish_reason: 'stop',
    picture: outcome !== 'degraded',
  };
}

// A row without its texts and its picture, because ten thousand are made together.
function summaryOf(turn) {
  const outcome = turn === 1 ? 'error' : outcomeOf(turn);
  const actions =
    turn > 1 && ['actions', 'error', 'violation'].includes(outcome)
      ? parts[stepOf(turn - 1)][1].length
      : 0;
  return { outcome, actions };
}

const pictures = new Map();

export function pictureOf(turn) {
  const step = turn > 1 ? stepOf(turn - 1) : -1;
  const key = step;
  if (!pictures.has(key)) pictures.set(key, render(step));
  return pictures.get(key);
}

const placesOf = (calls) =>
  marksOf(
    calls.map((call) => itemOf(call)),
    { width: kWidth, height: kHeight },
    kScreen,
  );

function render(step) {
  const white = (calls) =>
    placesOf(calls).map(({ points: [a, b = a] }) => ({
      from: a,
      to: b,
      color: [255, 255, 255],
      radius: a === b ? 2.8 : 1.2,
    }));
  const done = parts.slice(0, step + 1).flatMap(([, calls]) => calls);
  const marks = step < 0 ? [] : placesOf(parts[step][1]);
  const red = marks.flatMap(({ points: [a, b = a] }) => [
    ...(a === b ? [] : [{ from: a, to: b, color: [255, 59, 48], radius: 0.6 }]),
    { from: a, to: a, color: [179, 19, 11], radius: 4.5 },
    { from: a, to: a, color: [255, 255, 255], radius: 1 },
  ]);
  const badge = [{ from: [180, 278], to: [332, 278], color: [70, 70, 70], radius: 6 }];
  return drawPng(kWidth, kHeight, [...white(done), ...red, ...badge]);
}
