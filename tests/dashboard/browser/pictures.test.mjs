// The picture: comparison, marks, coordinates, full size, zoom.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertQuiet,
  freshFolder,
  goTo,
  openBrowser,
  openPage,
  replay,
  until,
  untilTurn,
} from '../support/browser.mjs';
import { makeBigRun } from '../support/make_big_run.mjs';

const url = await replay({ after }, makeBigRun(`${freshFolder('pictures')}/run_small`, { turns: 40 }));
const browser = await openBrowser({ after });

function onPage(name, body, options = {}) {
  test(name, { timeout: 60_000 }, async (t) => {
    const page = await openPage(browser, url, options);
    t.after(() => page.context().close());
    await page.locator('#picture .picture-after').waitFor();
    await body(page);
    assertQuiet(page);
  });
}

// Turn 37 executes `left_click(677, 125)` first, 36 whiskers.
const kFirst = [677, 125];
const boxOf = (page, selector = '#picture') => page.locator(selector).boundingBox();

/** The pointer to a place of the picture, in shares of its frame. */
async function point(page, [x, y], selector) {
  const box = await boxOf(page, selector);
  await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
}
const zoomOf = (page, selector = '#picture') =>
  page.evaluate((which) => {
    const style = getComputedStyle(document.querySelector(which));
    return {
      scale: Number(style.getPropertyValue('--zoom')),
      x: parseFloat(style.getPropertyValue('--pan-x')),
      y: parseFloat(style.getPropertyValue('--pan-y')),
    };
  }, selector);
const untilScale = (page, test, selector = '#picture') =>
  until(
    page,
    ([which, test]) => {
      const scale = Number(
        getComputedStyle(document.querySelector(which)).getPropertyValue('--zoom'),
      );
      return test === 'zoomed' ? scale > 1.2 : scale === 1;
    },
    [selector, test],
  );

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
    assert.equal(await choice.getAttribute('aria-checked'), 'true');
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
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value, at) => at % 4 === 1 && value > 0);
      });
    }
    looks[mode] = (await page.locator('#picture').screenshot()).toString('base64');
  }
  assert.equal(new Set(Object.values(looks)).size, 4);
});

onPage('swipe: the slider moves by key and by mouse', async (page) => {
  await page.keyboard.press('w');
  const slider = page.locator('#picture .swipe');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  const at = () =>
    page.evaluate(() => document.getElementById('picture').style.getPropertyValue('--swipe'));
  assert.equal(await at(), '51%');
  await page.keyboard.press('Home');
  assert.equal(await at(), '0%');
  const box = await slider.boundingBox();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2);
  await page.mouse.up();
  assert.ok(parseFloat(await at()) < 35, await at());
  await untilTurn(page, 40); // the slider's arrows are not the page's
});

onPage('coordinates under the pointer, as pixels and as the model counts', async (page) => {
  const shown = page.locator('#picture-place');
  await point(page, [0.5, 0.5]);
  await until(page, () =>
    /^pixel 25[56], 14[34] · 0–1000 (499|500|501), (499|500|501)$/.test(
      document.getElementById('picture-place').textContent,
    ),
  );
  const box = await boxOf(page);
  await page.mouse.move(box.x + 0.5, box.y + 0.5);
  await until(page, () =>
    document.getElementById('picture-place').textContent.startsWith('pixel 0, 0 · 0–1000 0, 0'),
  );
  await page.mouse.move(box.x + box.width + 30, box.y + box.height + 40);
  await until(page, () => document.getElementById('picture-place').textContent === '');
  assert.equal(await shown.textContent(), '');
});

onPage('marks: from the list to the picture and back, by mouse and by key', async (page) => {
  await goTo(page, 37);
  const first = page.locator('.action').first();
  assert.match(await first.textContent(), /left_click\(677, 125\)/);
  await first.hover();
  await page.locator('#marks .lamp').waitFor({ state: 'attached' });
  assert.equal(await page.locator('#marks .plate-number').textContent(), '1');
  const lamp = await page.locator('#marks .lamp').boundingBox();
  const box = await boxOf(page);
  const middle = [
    (lamp.x + lamp.width / 2 - box.x) / box.width,
    (lamp.y + lamp.height / 2 - box.y) / box.height,
  ];
  kFirst.forEach((wanted, i) => assert.ok(Math.abs(middle[i] * 1000 - wanted) < 6, `${middle}`));
  await page.mouse.move(5, 450);
  await page.locator('#marks .lamp').waitFor({ state: 'detached' });
  await point(page, [kFirst[0] / 1000, kFirst[1] / 1000]);
  await until(page, () => document.querySelector('.action')?.classList.contains('lit'));
  assert.equal(await page.locator('.action.lit').count(), 1);
  await page.mouse.move(5, 450);
  await page.locator('.action.lit').waitFor({ state: 'detached' });
  await page.locator('.action').nth(2).focus();
  await until(page, () => document.querySelectorAll('.action')[2].classList.contains('lit'));
  assert.equal(await page.locator('#marks .plate-number').textContent(), '3');
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
  await until(page, () =>
    /^pixel 12[78], 21[56] · 0–1000 (249|250|251), (749|750|751)$/.test(
      document.getElementById('full-place').textContent,
    ),
  );
  const [image, frame] = [await boxOf(page, '#full-picture'), await boxOf(page, '#full-frame')];
  assert.ok(image.width > 1200, 'as large as the window allows');
  assert.ok(Math.abs(image.height - frame.height) < 2, 'the whole picture is in sight');
});

onPage('zoom: the wheel, about the pointer; drag to pan; double click and keys show it whole', async (page) => {
  const placeText = () => page.locator('#picture-place').textContent();
  await point(page, [0.7, 0.3]);
  await until(page, () => document.getElementById('picture-place').textContent !== '');
  const under = await placeText();
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -200);
  await untilScale(page, 'zoomed');
  await until(
    page,
    () => Number(document.getElementById('picture').style.getPropertyValue('--zoom')) > 3.9,
  );
  assert.ok(await page.locator('#zoom-level').isVisible());
  // The same place is under the pointer: nothing but a move of a hair tells it anew.
  const box = await boxOf(page);
  await page.mouse.move(box.x + box.width * 0.7 + 0.01, box.y + box.height * 0.3);
  const figures = (text) => text.match(/\d+(?=, | ·|$)/g).map(Number);
  const now = figures(await placeText());
  figures(under).forEach((value, i) => assert.ok(Math.abs(value - now[i]) <= 2, `${under}: ${now}`));

  const before = await zoomOf(page);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.4, { steps: 4 });
  await page.mouse.up();
  const moved = await zoomOf(page);
  assert.ok(Math.abs(moved.x - before.x + 10) < 1, `${before.x} ${moved.x}`);
  assert.ok(Math.abs(moved.y - before.y - 10) < 1, `${before.y} ${moved.y}`);
  assert.ok(await page.locator('#full').isHidden(), 'a drag is no click');

  // It stays through turns: the same place of the next picture is what one wants to see.
  await page.keyboard.press('k');
  await untilTurn(page, 39);
  assert.deepEqual(await zoomOf(page), moved);

  await page.mouse.dblclick(box.x + box.width * 0.5, box.y + box.height * 0.5);
  await untilScale(page, 'whole');
  assert.ok(await page.locator('#full').isHidden());
  assert.ok(await page.locator('#zoom-level').isHidden());
});

onPage('zoom: by keys, and its button', async (page) => {
  await page.keyboard.press('+');
  await page.keyboard.press('=');
  await untilScale(page, 'zoomed');
  const { scale } = await zoomOf(page);
  assert.ok(Math.abs(scale - 2.25) < 0.01, `${scale}`);
  await page.keyboard.press('-');
  await page.keyboard.press('0');
  await untilScale(page, 'whole');
  await page.keyboard.press('+');
  await page.locator('#zoom-level').click();
  await untilScale(page, 'whole');
  // With the focus on it, arrows move a zoomed picture, and turn pages otherwise.
  await page.locator('#picture').focus();
  await page.keyboard.press('+');
  await untilScale(page, 'zoomed');
  const before = await zoomOf(page);
  await page.keyboard.press('ArrowLeft');
  assert.ok((await zoomOf(page)).x > before.x);
  await untilTurn(page, 40);
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowLeft');
  await untilTurn(page, 39);
});

onPage('zoom: a mark out of sight is shown when its action is pointed at', async (page) => {
  await goTo(page, 37);
  await point(page, [0.02, 0.98]);
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -200);
  await untilScale(page, 'zoomed');
  await page.locator('.action').first().hover();
  await page.locator('#marks .lamp').waitFor({ state: 'attached' });
  const [lamp, box] = [await page.locator('#marks .lamp').boundingBox(), await boxOf(page)];
  const [x, y] = [lamp.x + lamp.width / 2, lamp.y + lamp.height / 2];
  assert.ok(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height);
});

onPage('zoom: at full size too, and whole again when it is opened anew', async (page) => {
  await page.keyboard.press('f');
  const frame = page.locator('#full-frame');
  await frame.waitFor({ state: 'visible' });
  await point(page, [0.5, 0.5], '#full-frame');
  await page.mouse.wheel(0, -300);
  await untilScale(page, 'zoomed', '#full-frame');
  await frame.focus();
  const { scale } = await zoomOf(page, '#full-frame');
  await page.keyboard.press('+');
  assert.ok((await zoomOf(page, '#full-frame')).scale > scale);
  await frame.dblclick();
  await untilScale(page, 'whole', '#full-frame');
  await page.keyboard.press('+');
  await page.keyboard.press('0');
  await untilScale(page, 'whole', '#full-frame');
  await page.keyboard.press('+');
  await page.keyboard.press('Escape');
  await page.locator('#full').waitFor({ state: 'hidden' });
  await page.keyboard.press('f');
  await untilScale(page, 'whole', '#full-frame');
});
