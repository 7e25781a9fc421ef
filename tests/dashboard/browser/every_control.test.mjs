// Every action of the page, once by each of its keys and once by the mouse, in two window sizes. The
// table of keys and the page list the actions: a new one without an entry here fails. Actions of
// more than one step have their own tests beside this file.
import assert from 'node:assert/strict';
import { keyTable } from '../../../dashboard/js/keys.js';
import {
  assertQuiet,
  freshFolder,
  openPage,
  patientStop,
  startDemoRun,
} from '../support/browser.mjs';
import { recordedRun, slowTest } from '../support/fixture.mjs';
import { makeBigRun } from '../support/make_big_run.mjs';
import {
  counted,
  goTo,
  settled,
  untilHolds,
  untilIs,
  untilLast,
  untilMatches,
  untilTurn,
} from '../support/shown.mjs';

const kTurns = 60;
const kSizes = [
  [1440, 900, 'dark'],
  [1024, 768, 'light'],
];
const { url, browser, onPage } = await recordedRun(
  'every_control',
  { turns: kTurns, exchanges: kTurns },
  { beside: (folder) => makeBigRun(`${folder}/run_other`, { turns: 8, exchanges: 8 }) },
);

// --- the visible effect of an action ------------------------------------------------------------------

const pressed = (page, selector) =>
  page.locator(selector).first().getAttribute('aria-pressed');
const untilPressed = (page, selector, wanted) =>
  page.locator(`${selector}[aria-pressed="${wanted}"]`).first().waitFor();
const visible = (page, selector) => page.locator(selector).waitFor({ state: 'visible' });
const hidden = (page, selector) => page.locator(selector).waitFor({ state: 'hidden' });
const focused = (page, id) => untilIs(() => page.evaluate(() => document.activeElement?.id), id);
const scaleOf = () =>
  Number(getComputedStyle(document.getElementById('picture')).getPropertyValue('--zoom') || 1);
const untilScale = (page, test, expected) =>
  untilHolds(() => page.evaluate(scaleOf), test, `a scale ${expected}`);
const untilWhole = (page) => untilScale(page, (scale) => scale === 1, 'of 1');
const wheel = async (page, by) => {
  await settled(page);
  await page.locator('#picture').hover();
  await page.mouse.wheel(0, by);
};
// Without a focus on a control, which might handle the key itself.
const blur = (page) => page.evaluate(() => document.activeElement?.blur());
const press = (page, key) => page.keyboard.press(key === ' ' ? 'Space' : key);
const escape = (page) => page.keyboard.press('Escape');

/** Goes to a turn: `from` before the action, `to` after it. */
const turnRow = (from, to) => ({
  before: (page) => goTo(page, from),
  seen: (page) => untilTurn(page, to),
});
/** Opens something that Escape closes. */
const sheetRow = (selector) => ({
  seen: (page) => visible(page, selector),
  undo: async (page) => {
    await escape(page);
    await hidden(page, selector);
  },
});
const modeRow = (mode) => ({
  mouse: `[data-mode="${mode}"]`,
  seen: (page) => page.locator(`#picture[data-compare="${mode}"]`).waitFor(),
  undo: async (page) => {
    await page.locator('[data-mode="after"]').click();
    await page.locator('#picture[data-compare="after"]').waitFor();
  },
});
/** A switch that is to be the other way round. */
const switchRow = (selector) => {
  let was = null;
  return {
    mouse: selector,
    before: async (page) => {
      was = await pressed(page, selector);
    },
    seen: (page) => untilPressed(page, selector, was !== 'true'),
  };
};
const speedRow = (index) => ({
  before: async (page) => {
    const other = `[data-action="speed${(index % 3) + 1}"]`;
    await page.locator(other).click();
    await untilPressed(page, other, true);
  },
  seen: (page) => untilPressed(page, `[data-action="speed${index}"]`, true),
});
const matchRow = (by, from, to) => ({
  mouse: `[data-match="${by}"]`,
  before: async (page) => {
    await goTo(page, from);
    await press(page, '/');
    await page.locator('#query').fill('outcome:error turn:2-60');
    await page.keyboard.press('Enter');
    await page.locator('#search-found').getByText(/\b7 turns\b/).waitFor();
  },
  seen: (page) => untilTurn(page, to),
  undo: async (page) => {
    await page.locator('#query').focus();
    await escape(page);
    await hidden(page, '#search');
  },
});

/**
 * Action → {before, mouse, seen, undo}: `mouse` is what is clicked, the button with the action's
 * name if nothing is said, or a function.
 */
const recorded = {
  previous: turnRow(30, 29),
  next: turnRow(30, 31),
  first: turnRow(30, 1),
  last: turnRow(30, kTurns),
  nextFailure: {
    ...turnRow(20, 29),
    mouse: '.legend-entry[data-outcome="error"]',
  },
  previousFailure: {
    ...turnRow(20, 18),
    mouse: (page) =>
      page.locator('.legend-entry[data-outcome="error"]').click({ modifiers: ['Shift'] }),
  },
  field: { mouse: '#turn', seen: (page) => focused(page, 'turn'), undo: escape },
  follow: {
    before: (page) => goTo(page, 30),
    seen: async (page) => {
      await untilTurn(page, kTurns);
      await untilPressed(page, '#follow', true);
    },
  },
  play: {
    before: (page) => goTo(page, 30),
    seen: (page) => page.getByRole('button', { name: 'Pause the replay' }).waitFor(),
    undo: async (page) => {
      await page.locator('#play').click();
      await page.getByRole('button', { name: /^Play from here/ }).waitFor();
    },
  },
  speed1: speedRow(1),
  speed2: speedRow(2),
  speed3: speedRow(3),
  skipIdle: switchRow('[data-action="skipIdle"]'),
  before: modeRow('before'),
  swipe: modeRow('swipe'),
  difference: modeRow('difference'),
  marks: switchRow('#marks-toggle'),
  full: sheetRow('#full'),
  zoomIn: {
    mouse: (page) => wheel(page, -200),
    seen: (page) => untilScale(page, (scale) => scale > 1.1, 'over 1.1'),
    undo: async (page) => {
      await press(page, '0');
      await untilWhole(page);
    },
  },
  zoomOut: {
    before: async (page) => {
      await press(page, '+');
      await press(page, '+');
      await untilScale(page, (scale) => scale > 2.2, 'over 2.2');
    },
    mouse: (page) => wheel(page, 60),
    seen: (page) => untilScale(page, (scale) => scale < 2.2, 'below 2.2'),
    undo: async (page) => {
      await press(page, '0');
      await untilWhole(page);
    },
  },
  zoomWhole: {
    before: async (page) => {
      await press(page, '+');
      await untilScale(page, (scale) => scale > 1.1, 'over 1.1');
    },
    seen: (page) => untilWhole(page),
  },
  search: {
    seen: async (page) => {
      await visible(page, '#search');
      await focused(page, 'query');
    },
    undo: async (page) => {
      await escape(page);
      await hidden(page, '#search');
    },
  },
  nextMatch: matchRow(1, 20, 29),
  previousMatch: matchRow(-1, 20, 18),
  changes: switchRow('#pane-response [data-action="changes"]'),
  wrap: switchRow('#pane-response [data-action="wrap"]'),
  copy: {
    before: (page) => page.evaluate(() => navigator.clipboard.writeText('')),
    mouse: '#pane-response [data-action="copy"]',
    seen: (page) => untilMatches(() => page.evaluate(() => navigator.clipboard.readText()), /NEXT STEP/),
  },
  request: sheetRow('#request'),
  ask: { before: (page) => visible(page, '#ask-open'), ...sheetRow('#ask') },
  exports: sheetRow('#exports'),
  history: sheetRow('#history'),
  clear: {
    mouse: async (page) => {
      await press(page, 'h');
      await page.locator('#history-clear').click();
      await escape(page);
    },
    seen: async (page) => {
      await hidden(page, '#history');
      await page.locator('#waiting-title').getByText('cleared').waitFor();
    },
    undo: async (page) => {
      await page.locator('#waiting-show').click();
      await untilTurn(page, kTurns);
    },
  },
  runs: sheetRow('#runs'),
  layout: switchRow('#control-layout'),
  settings: sheetRow('#settings'),
  help: sheetRow('#help'),
  theme: (() => {
    const ground = () => getComputedStyle(document.body).backgroundColor;
    let was = null;
    return {
      before: async (page) => {
        was = await page.evaluate(ground);
      },
      seen: (page) =>
        untilHolds(() => page.evaluate(ground), (now) => now !== was, `another than ${was}`),
    };
  })(),
  ownRun: {
    mouse: '#own-run',
    before: async (page) => {
      await press(page, 'o');
      await page.locator('#runs').getByText('run_other').click();
      await page.waitForURL(/\?run=\d+/);
      await untilTurn(page, 8);
    },
    seen: async (page) => {
      await page.waitForURL(url.replace(/\/?$/, '/'));
      await untilTurn(page, kTurns);
    },
  },
};

const isLink = (page, link) => page.locator(`#link[data-link="${link}"]`).waitFor();
let lastTurn = 0;
const live = {
  toggle: {
    before: (page) => isLink(page, 'live'),
    seen: (page) => isLink(page, 'paused'),
    undo: async (page) => {
      await press(page, 'p');
      await isLink(page, 'live');
    },
  },
  step: {
    before: async (page) => {
      if ((await page.locator('#link').getAttribute('data-link')) === 'live') await press(page, 'p');
      await isLink(page, 'paused');
      lastTurn = (await counted(page)).last;
    },
    seen: async (page) => {
      await untilLast(page, lastTurn + 1);
      await isLink(page, 'paused');
    },
  },
  note: { mouse: '#note-text', seen: (page) => focused(page, 'note-text'), undo: escape },
};

async function trial(page, action, row, how, act) {
  try {
    await row.before?.(page);
    await blur(page);
    await act();
    await row.seen(page);
    await row.undo?.(page);
    await blur(page);
  } catch (error) {
    error.message = `${action} by ${how}: ${error.message}`;
    throw error;
  }
}

async function byKeysAndMouse(page, action, row) {
  for (const key of keyTable.filter((each) => each.action === action).flatMap(({ keys }) => keys)) {
    await trial(page, action, row, `the key ${key}`, () => press(page, key));
  }
  const { mouse = `[data-action="${action}"]` } = row;
  const click = () => page.locator(mouse).and(page.locator(':visible')).first().click();
  await trial(page, action, row, 'mouse', () => (typeof mouse === 'string' ? click() : mouse(page)));
}

for (const [width, height, scheme] of kSizes) {
  onPage(`a recorded run, ${width} × ${height}`, async (page) => {
    for (const [action, row] of Object.entries(recorded)) await byKeysAndMouse(page, action, row);
  }, { width, height, scheme, ready: '#picture .picture-after' });
}

slowTest('a live run', async (t) => {
  for (const [how, act] of [
    ['key', (page) => press(page, 'x')],
    ['mouse', (page) => page.locator('#control-stop').click()],
  ]) {
    const run = await startDemoRun(t, freshFolder(`every_control_${how}`), ['--delay-ms', '60']);
    const page = await openPage(t, browser, run.url, { width: 1024, height: 768, init: patientStop });
    if (how === 'key') {
      for (const [action, row] of Object.entries(live)) await byKeysAndMouse(page, action, row);
    }
    // The first press asks, the second stops.
    await act(page);
    await page.locator('#control-stop.armed').waitFor();
    assert.notEqual(await page.locator('#link').getAttribute('data-link'), 'finished');
    await act(page);
    await isLink(page, 'finished');
    assertQuiet(page);
  }
});

// --- completeness -------------------------------------------------------------------------------

onPage('every action of the keys and of the page has been tried', async (page) => {
  // A real screen is watched in screen.test.mjs, used in takeover.test.mjs, panicked about in halt.test.mjs, and consent given
  // in approval.test.mjs.
  const tried = [...Object.keys(recorded), ...Object.keys(live), 'stop', 'watch', 'takeOver', 'panic', 'approve', 'refuse'].sort();
  const named = new Set(keyTable.map(({ action }) => action).filter(Boolean));
  assert.deepEqual([...named].sort(), tried);
  const actions = await page.evaluate(() =>
    [...document.querySelectorAll('[data-action]')].map(({ dataset }) => dataset.action),
  );
  // A notice is dismissed by its button: controls.test.mjs does it. The line of a pause at a person's
  // screen has each half of what `p` does in turn: halt.test.mjs.
  const buttons = ['dismiss', 'pause', 'resume'];
  const others = actions.filter((action) => !named.has(action) && !buttons.includes(action));
  assert.deepEqual(others, [], 'on the page, but without a key');
});

// Controls without an action, and the files that test them. A control that is missing here is new.
const elsewhere = {
  'controls.test.mjs': ['#turn', '#timeline', '.separator', '.text', '.facts', '#reasoning > summary', '.drawer-body', '.keys'],
  'toolcall.test.mjs': ['.calls'],
  'pictures.test.mjs': ['#picture', '#picture .swipe', '#compare [role="radio"]', '.action', '#full-frame'],
  'search.test.mjs': ['#query', '[data-hit]', '[data-match]', '#search [aria-label="Close the search"]'],
  'history.test.mjs': [
    '#history-query',
    '#history-range',
    '[data-order]',
    '#history-fold',
    '#history-clear',
    '#history-save',
    '#history-print',
    '#cards',
  ],
  'overlays.test.mjs': ['#request-save', '#request-body', '#runs-filter', '.run-edit', '.run-form *', '[data-close]'],
  'ask.test.mjs': ['#ask-body', '.ask-field > *', '.ask-buttons > button', '#ask-copy', '#ask-copy-fork'],
  'live.test.mjs': ['#note-text', '#note-send'],
  'end_card.test.mjs': ['#end-turn', '#end-fold', '#end-objective', '.end-link'],
  'approval.test.mjs': ['#approval-items', '#approval-note', '#approval-all', '#approval-none'],
  'notify.test.mjs': ['#notify'],
  'diff.test.mjs': ['#diff-first', '#diff-previous', '#diff-next', '#diff-end', '.run-compare'],
  'reading.test.mjs': ['.fold-equal'],
  'layout.test.mjs': ['#film', '.frame', '.fold'],
  'takeover.test.mjs': ['.takeover-form *', '#takeover-delete', '#takeover-fit', '#takeover-back', '#takeover-screen'],
  'this file': ['#own-run', '.legend-entry'],
};

onPage('every control of the page is known to the tests', async (page) => {
  const strange = await page.evaluate((known) => {
    const all = 'button, a[href], input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';
    return [...document.querySelectorAll(all)]
      .filter((node) => !node.matches(known))
      .map((node) => node.outerHTML.slice(0, 160));
  }, ['[data-action]', ...Object.values(elsewhere).flat()].join());
  assert.deepEqual(strange, []);
}, { ready: '#picture .picture-after' });
