// The picture: comparison, marks, coordinates, full size, zoom.
import assert from 'node:assert/strict';
import { recordedRun } from '../support/fixture.mjs';
import {
  goTo,
  lookAt,
  pointAt,
  settled,
  settledBox,
  until,
  untilHolds,
  untilIs,
  untilMatches,
  untilTurn,
} from '../support/shown.mjs';

const { onPage } = await recordedRun('pictures', { turns: 40 }, { ready: '#picture .picture-after' });

// The reply of turn 36 asks for `left_click(677, 125)` first, then for 36 whiskers.
const kFirst = [677, 125];
const isNear = (value, wanted, by) => Math.abs(value - wanted) < by;

/** The pointer to a place of the picture, in shares of its frame. */
const point = (page, share, selector = '#picture') => pointAt(page, selector, share);
onPage('the picture’s size includes its visual tokens', async (page) => {
  await untilMatches(() => page.locator('#picture-size').textContent(), /^512×288 · ~144 tokens · /);
});

const placeText = (page) => page.locator('#picture-place').textContent();
const swipeAt = (page) =>
  page.evaluate(() => document.getElementById('picture').style.getPropertyValue('--swipe'));
const zoomOf = (page, selector = '#picture') =>
  page.evaluate((which) => {
    const style = getComputedStyle(document.querySelector(which));
    return {
      scale: Number(style.getPropertyValue('--zoom')),
      x: parseFloat(style.getPropertyValue('--pan-x')),
      y: parseFloat(style.getPropertyValue('--pan-y')),
    };
  }, selector);
const untilScale = (page, test, expected, selector) =>
  untilHolds(() => zoomOf(page, selector), ({ scale }) => test(scale), expected);
const untilZoomed = (page, selector) =>
  untilScale(page, (scale) => scale > 1.2, 'a scale over 1.2', selector);
const untilWhole = (page, selector) => untilScale(page, (scale) => scale === 1, 'scale 1', selector);
/** The middle of the mark that is lit, in shares of the picture's frame. */
const lampAt = (page) =>
  page.evaluate(() => {
    const middleOf = (box) => [box.x + box.width / 2, box.y + box.height / 2];
    const lamp = document.querySelector('#marks .lamp')?.getBoundingClientRect();
    const box = document.getElementById('picture').getBoundingClientRect();
    if (!lamp) return null;
    const [x, y] = middleOf(lamp);
    return [(x - box.x) / box.width, (y - box.y) / box.height];
  });

onPage('compare: by key, by mouse and by the arrows of the group', async (page) => {
  const mode = (wanted) => page.locator(`#picture[data-compare="${wanted}"]`).waitFor();
  for (const [key, wanted] of [
    ['b', 'before'],
    ['b', 'after'],
    ['w', 'swipe'],
    ['d', 'difference'],
    ['d', 'after'],
  ]) {
    await page.keyboard.press(key);
    await mode(wanted);
  }
  for (const wanted of ['Before', 'Swipe', 'Difference', 'After']) {
    const choice = page.locator('#compare').getByRole('radio', { name: wanted });
    await choice.click();
    await mode(wanted.toLowerCase());
    await untilIs(() => choice.getAttribute('aria-checked'), 'true');
  }
  await page.keyboard.press('ArrowRight');
  await mode('swipe');
  await page.keyboard.press('ArrowLeft');
  await mode('after');
});

onPage('compare: each way shows another picture', async (page) => {
  await goTo(page, 30); // the head, after the rail
  const looks = {};
  for (const mode of ['after', 'before', 'swipe', 'difference']) {
    await page.locator(`[data-mode="${mode}"]`).click();
    await page.locator(`#picture[data-compare="${mode}"]`).waitFor();
    if (mode === 'difference') {
      await until(page, () => {
        const canvas = document.querySelector('#picture canvas');
        // Read from a copy: Chromium warns of a canvas that is read again and again.
        const copy = new OffscreenCanvas(canvas.width || 1, canvas.height || 1);
        const draw = copy.getContext('2d', { willReadFrequently: true });
        if (canvas.width && canvas.height) draw.drawImage(canvas, 0, 0);
        const { data } = draw.getImageData(0, 0, copy.width, copy.height);
        return data.some((value, at) => at % 4 === 1 && value > 0);
      });
    }
    await settled(page);
    looks[mode] = (await page.locator('#picture').screenshot()).toString('base64');
  }
  assert.equal(new Set(Object.values(looks)).size, 4);
});

onPage('swipe: the slider moves by key and by mouse', async (page) => {
  await page.keyboard.press('w');
  const slider = page.locator('#picture .swipe');
  await slider.waitFor({ state: 'visible' }); // what is not shown takes no focus
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await untilIs(() => swipeAt(page), '51%');
  await page.keyboard.press('Home');
  await untilIs(() => swipeAt(page), '0%');
  const box = await settledBox(page, '#picture .swipe');
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2);
  await page.mouse.up();
  await untilHolds(() => swipeAt(page), (at) => parseFloat(at) < 35, 'less than 35 %');
  await untilTurn(page, 40); // the slider's arrows are not the page's
});

const isFocused = (locator) => locator.evaluate((node) => node === document.activeElement);
/** Goes to a turn while the record before it does not come; what lets it come. */
async function goToBeforeLate(page, turn) {
  let come = () => {};
  const late = new Promise((resolve) => {
    come = resolve;
  });
  await page.route(new RegExp(`/api/turns/${turn - 1}$`), (route) => late.then(() => route.continue()));
  await goTo(page, turn);
  await page.locator(`#picture img[alt="Picture of turn ${turn}"]`).waitFor();
  return async () => {
    come();
    await page.locator(`#picture img[alt="Picture of turn ${turn - 1}"]`).waitFor({ state: 'attached' });
    await settled(page);
  };
}

onPage('swipe: the slider keeps its place and the focus when the previous picture comes late', async (page) => {
  await page.keyboard.press('w');
  const comes = await goToBeforeLate(page, 30);
  const slider = page.locator('#picture .swipe');
  await slider.focus();
  await page.keyboard.press('End');
  await untilIs(() => swipeAt(page), '100%');
  await comes();
  assert.ok(await isFocused(slider));
  await page.keyboard.press('ArrowLeft');
  await untilIs(() => swipeAt(page), '99%');
  // The next turn is compared at the same place.
  await page.locator('[data-action="next"]:visible').click();
  await page.locator('#picture img[alt="Picture of turn 31"]').waitFor();
  await untilIs(() => page.locator('.side-right').textContent(), 'turn 31');
  assert.equal(await swipeAt(page), '99%');
});

onPage('marks: the one of the focused action stays highlighted when the previous picture comes late', async (page) => {
  const comes = await goToBeforeLate(page, 20);
  const action = page.locator('.action').first();
  await action.focus();
  await page.locator('.action.lit').waitFor();
  await comes();
  assert.ok(await isFocused(action));
  assert.equal(await page.locator('#marks .lamp').count(), 1);
});

onPage('coordinates under the pointer, as pixels and in the model’s scale', async (page) => {
  const box = await point(page, [0.5, 0.5]);
  await untilMatches(
    () => placeText(page),
    /^pixel 25[56], 14[34] · 0–1000 (499|500|501), (499|500|501)$/,
  );
  await page.mouse.move(box.x + 0.5, box.y + 0.5);
  await untilMatches(() => placeText(page), /^pixel 0, 0 · 0–1000 0, 0/);
  await page.mouse.move(box.x + box.width + 30, box.y + box.height + 40);
  await untilIs(() => placeText(page), '');
});

onPage('marks: from the list to the picture and back, by mouse and by key', async (page) => {
  await goTo(page, 36);
  await settled(page);
  const first = page.locator('.action').first();
  await untilMatches(() => first.textContent(), /left_click\(677, 125\)/);
  const number = page.locator('#marks > .plate-number');
  await first.hover();
  await untilIs(() => number.allTextContents(), ['1']);
  await untilHolds(
    () => lampAt(page),
    (at) => at && kFirst.every((wanted, i) => isNear(at[i] * 1000, wanted, 6)),
    `the middle at ${kFirst} of 1000`,
  );
  await page.mouse.move(5, 450);
  await page.locator('#marks .lamp').waitFor({ state: 'detached' });
  await point(page, [kFirst[0] / 1000, kFirst[1] / 1000]);
  const lit = () =>
    page.evaluate(() => [...document.querySelectorAll('.action')].flatMap((node, i) => (node.matches('.lit') ? [i] : [])));
  await untilIs(lit, [0]);
  await page.mouse.move(5, 450);
  await untilIs(lit, []);
  await page.locator('.action').nth(2).focus();
  await untilIs(lit, [2]);
  await untilIs(() => number.allTextContents(), ['3']);
});

const marksOn = (page) => page.locator('#marks > .mark');
const count = (page) => page.locator('#action-count').textContent();

onPage('marks: the reply’s actions on the picture that it was written for, and their cuts', async (page) => {
  await goTo(page, 36);
  await untilMatches(() => count(page), /^\d+ executed .*· of this reply$/);
  const drawn = await untilHolds(() => marksOn(page).count(), (many) => many > 3, 'more than 3 marks');
  assert.equal(await page.locator('.magnifier').count(), drawn);
  const inks = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.magnifier')].filter((canvas) => {
        const { data } = canvas.getContext('2d', { willReadFrequently: true }).getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value, at) => at % 4 !== 3 && value > 90);
      }).length,
    );
  await untilIs(inks, drawn);
  await lookAt(page, 'action-marks');
  await page.keyboard.press('M');
  await untilIs(() => marksOn(page).count(), 0);
  await page.locator('.action').first().hover();
  await page.locator('#marks .lamp').waitFor({ state: 'attached' }); // a row is still lit
  await page.mouse.move(5, 450);
  await page.keyboard.press('M');
  await untilIs(() => marksOn(page).count(), drawn);
  // The picture before has the actions that led to this one.
  await page.keyboard.press('b');
  await untilMatches(() => count(page), /· of turn 35’s reply$/);
  const before = await untilHolds(() => marksOn(page).count(), (many) => many > 0, 'marks');
  for (const key of ['w', 'd']) {
    await page.keyboard.press(key);
    await untilMatches(() => count(page), /· before this picture$/);
    await untilIs(() => marksOn(page).count(), 0);
  }
  await page.keyboard.press('d');
  await goTo(page, 35);
  await untilIs(() => marksOn(page).count(), before);
  // Nothing followed the last reply: its picture has the marks of what led to it.
  await page.keyboard.press('End');
  await untilMatches(() => count(page), /· before this picture$/);
  await untilIs(() => marksOn(page).count(), 0);
});

onPage('full size: by click, key and button, with coordinates; closed by Escape and button', async (page) => {
  const sheet = page.locator('#full');
  const close = async (how) => {
    await sheet.waitFor({ state: 'visible' });
    await how();
    await sheet.waitFor({ state: 'hidden' });
  };
  const escape = () => page.keyboard.press('Escape');
  await point(page, [0.3, 0.6]);
  await page.mouse.down();
  await page.mouse.up();
  await close(() => sheet.locator('[data-close]').click());
  await page.keyboard.press('f');
  await close(escape);
  await page.locator('[data-action="full"]').click();
  await close(escape);
  await page.locator('#picture').focus();
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'visible' });
  await point(page, [0.25, 0.75], '#full-frame');
  await untilMatches(
    () => page.locator('#full-place').textContent(),
    /^pixel 12[78], 21[56] · 0–1000 (249|250|251), (749|750|751)$/,
  );
  const image = await settledBox(page, '#full-picture');
  const frame = await settledBox(page, '#full-frame');
  assert.ok(image.width > 1200, 'as large as the window allows');
  assert.ok(Math.abs(image.height - frame.height) < 2, 'the whole picture is in sight');
  // The keys of the turns work here, too.
  const turn = Number(/\d+/.exec(await page.locator('#full-picture').getAttribute('alt'))[0]);
  await page.keyboard.press('ArrowLeft');
  await untilMatches(
    () => page.locator('#full-picture').getAttribute('alt'),
    new RegExp(`turn ${turn - 1} `),
  );
});

onPage('zoom: the wheel, around the pointer; drag to pan; double click and keys show the whole picture', async (page) => {
  const box = await point(page, [0.7, 0.3]);
  const under = await untilMatches(() => placeText(page), /^pixel/);
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -200);
  await untilScale(page, (scale) => scale > 3.9, 'a scale over 3.9');
  await page.locator('#zoom-level').waitFor({ state: 'visible' });
  assert.deepEqual(await settledBox(page, '#picture'), box, 'its frame stays where it is');
  // The same place is under the pointer: nothing but a move of a hair tells it anew.
  await page.mouse.move(box.x + box.width * 0.7 + 0.01, box.y + box.height * 0.3);
  const figures = (text) => text.match(/\d+(?=, | ·|$)/g).map(Number);
  await untilHolds(
    async () => figures(await placeText(page)),
    (now) => figures(under).every((value, i) => Math.abs(value - now[i]) <= 2),
    `about ${under}`,
  );

  const before = await zoomOf(page);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.4, { steps: 4 });
  await page.mouse.up();
  const moved = await untilHolds(
    () => zoomOf(page),
    ({ x, y }) => isNear(x, before.x - 10, 1) && isNear(y, before.y + 10, 1),
    `10 to the left of ${before.x}, and below ${before.y}`,
  );
  assert.ok(await page.locator('#full').isHidden(), 'a drag is no click');

  // It stays through turns: the same place of the next picture is what one wants to see.
  await page.keyboard.press('k');
  await untilTurn(page, 39);
  await page.locator('#picture img[alt="Picture of turn 39"]').waitFor();
  assert.deepEqual(await zoomOf(page), moved);

  assert.deepEqual(await settledBox(page, '#picture'), box);
  await page.mouse.dblclick(box.x + box.width * 0.5, box.y + box.height * 0.5);
  await untilWhole(page);
  await page.locator('#zoom-level').waitFor({ state: 'hidden' });
  assert.ok(await page.locator('#full').isHidden());
});

onPage('zoom: by keys, and its button', async (page) => {
  await page.keyboard.press('+');
  await page.keyboard.press('=');
  await untilScale(page, (scale) => isNear(scale, 2.25, 0.01), 'scale 2.25');
  await page.keyboard.press('-');
  await page.keyboard.press('0');
  await untilWhole(page);
  await page.keyboard.press('+');
  await page.locator('#zoom-level').click();
  await untilWhole(page);
  // With the focus on it, arrows move a zoomed picture, and turn pages otherwise.
  await page.locator('#picture').focus();
  await page.keyboard.press('+');
  await untilZoomed(page);
  const before = await zoomOf(page);
  await page.keyboard.press('ArrowLeft');
  await untilHolds(() => zoomOf(page), ({ x }) => x > before.x, `x over ${before.x}`);
  await settled(page);
  await untilTurn(page, 40);
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowLeft');
  await untilTurn(page, 39);
});

onPage('zoom: a mark out of sight is shown when its action is pointed at', async (page) => {
  await goTo(page, 36);
  await point(page, [0.02, 0.98]);
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -200);
  await untilZoomed(page);
  await page.locator('.action').first().hover();
  await untilHolds(
    () => lampAt(page),
    (at) => at?.every((share) => share > 0 && share < 1),
    'a highlighted mark inside the frame',
  );
});

onPage('zoom: also at full size, and whole again when it is reopened', async (page) => {
  await page.keyboard.press('f');
  const frame = page.locator('#full-frame');
  await frame.waitFor({ state: 'visible' });
  await point(page, [0.5, 0.5], '#full-frame');
  await page.mouse.wheel(0, -300);
  await untilZoomed(page, '#full-frame');
  await frame.focus();
  const { scale } = await zoomOf(page, '#full-frame');
  await page.keyboard.press('+');
  await untilScale(page, (now) => now > scale, `over ${scale}`, '#full-frame');
  await frame.dblclick();
  await untilWhole(page, '#full-frame');
  await page.keyboard.press('+');
  await page.keyboard.press('0');
  await untilWhole(page, '#full-frame');
  await page.keyboard.press('+');
  await page.keyboard.press('Escape');
  await page.locator('#full').waitFor({ state: 'hidden' });
  await page.keyboard.press('f');
  await untilWhole(page, '#full-frame');
});
