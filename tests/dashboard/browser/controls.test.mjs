// Every control of the page that needs no live run, by mouse and by key.
import assert from 'node:assert/strict';
import { recordedRun } from '../support/fixture.mjs';
import {
  counted,
  goTo,
  settled,
  settledBox,
  until,
  untilHolds,
  untilIs,
  untilMatches,
  untilTurn,
} from '../support/shown.mjs';

const kTurns = 140; // an error each eleventh, a violation at 89, a degraded one at 130
const { onPage } = await recordedRun('controls', { turns: kTurns });

const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
const click = (page, action) => page.locator(`[data-action="${action}"]:visible`).first().click();
const textOf = (page, id) => page.locator(`#${id}`).textContent();

onPage('turns: first, previous, next, last, by key and by mouse', async (page) => {
  await untilTurn(page, kTurns);
  for (const [keys, turn] of [
    [['ArrowLeft'], 139],
    [['k'], 138],
    [['ArrowRight'], 139],
    [['k', 'k', 'j'], 138],
    [['Home'], 1],
    [['ArrowLeft'], 1],
    [['End'], kTurns],
    [['j'], kTurns],
  ]) {
    await press(page, ...keys);
    await untilTurn(page, turn);
  }
  for (const [action, turn] of [
    ['previous', 139],
    ['first', 1],
    ['next', 2],
    ['last', kTurns],
  ]) {
    await click(page, action);
    await untilTurn(page, turn);
  }
  await untilIs(() => counted(page), { sum: kTurns, first: 1, last: kTurns });
});

onPage('turns: the field, by key and by mouse; nonsense changes nothing', async (page) => {
  const field = page.locator('#turn');
  await goTo(page, 42);
  await field.click();
  await field.fill('7');
  await press(page, 'Enter');
  await untilTurn(page, 7);
  await untilIs(() => field.inputValue(), '7');
  for (const [typed, turn] of [['nonsense', 7], ['99999', kTurns], ['0', kTurns]]) {
    await field.fill(typed);
    await press(page, 'Enter');
    await untilTurn(page, turn);
    await untilIs(() => field.inputValue(), String(turn));
  }
  await field.fill('3');
  await press(page, 'Escape');
  await until(page, () => document.activeElement === document.body);
  await untilIs(() => field.inputValue(), String(kTurns));
});

onPage('turns: the strip, by mouse and by key, with a picture of the turn under the pointer', async (page) => {
  const canvas = page.locator('#timeline');
  const box = await settledBox(page, '#timeline');
  const pitch = Math.max(6, Math.min(12, Math.floor((box.width - 4) / kTurns)));
  await page.mouse.move(box.x + 20.5 * pitch, box.y + 10);
  await untilIs(() => textOf(page, 'peek-turn'), 'Turn 21');
  await page.locator('#peek-picture').waitFor({ state: 'visible' });
  await page.mouse.click(box.x + 20.5 * pitch, box.y + 10);
  await untilTurn(page, 21);
  assert.deepEqual(await settledBox(page, '#timeline'), box, 'the ticks stay where they are');
  await page.mouse.click(box.x + 70.5 * pitch, box.y + box.height - 4); // all turns fit: one scale, to its lower edge
  await untilTurn(page, 71);
  await page.mouse.move(box.x + box.width / 2, box.y + 300);
  await page.locator('#peek').waitFor({ state: 'hidden' });
  await canvas.focus();
  await press(page, 'ArrowLeft');
  await untilTurn(page, 70);
  await untilIs(() => canvas.getAttribute('aria-valuenow'), '70');
  await untilMatches(() => canvas.getAttribute('aria-valuetext'), /^turn 70, \d actions?$/);
});

onPage('the follow pill: hold and jump, by key and by mouse', async (page) => {
  const pill = page.locator('#follow');
  await goTo(page, 130);
  await untilMatches(() => pill.textContent(), /^10 later turns/);
  await pill.click();
  await untilTurn(page, kTurns);
  await press(page, 'k');
  await untilTurn(page, 139);
  await untilMatches(() => pill.textContent(), /^1 later turn /);
  await press(page, 'l');
  await untilTurn(page, kTurns);
});

onPage('separators: drag, keys, double click, and remembered', async (page) => {
  for (const [selector, across] of [
    ['.separator-column', true],
    ['.column-mind .separator', false],
    ['.column-world .separator', false],
  ]) {
    const bar = page.locator(selector);
    const share = async () => Number(await bar.getAttribute('aria-valuenow'));
    const [box, before] = [await settledBox(page, selector), await share()];
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + (across ? 90 : 0), y + (across ? 0 : 90), { steps: 3 });
    await page.mouse.up();
    await untilHolds(share, (now) => now > before + 3, `${selector}: over ${before} + 3`);
    await settled(page);
    const dragged = await share();
    // After a drag the arrows are the turns' keys.
    await press(page, 'ArrowLeft');
    await untilTurn(page, kTurns - 1);
    await press(page, 'End');
    await untilTurn(page, kTurns);
    await untilIs(share, dragged);
    await bar.focus();
    await press(page, across ? 'ArrowLeft' : 'ArrowUp');
    await untilIs(share, dragged - 2);
    await press(page, 'Home');
    await untilIs(share, 15);
    await press(page, 'End');
    await untilIs(share, 85);
    await press(page, 'Enter');
    await untilIs(share, 50);
    await press(page, across ? 'ArrowRight' : 'ArrowDown');
    await untilIs(share, 52);
    await bar.dblclick();
    await untilIs(share, 50);
  }
  // The last one is horizontal: arrows across it change the turn.
  await page.locator('.column-world .separator').focus();
  await press(page, 'ArrowLeft');
  await untilTurn(page, kTurns - 1);
  await press(page, 'ArrowRight');
  await untilTurn(page, kTurns);
  await page.locator('.separator-column').focus();
  await press(page, 'ArrowRight');
  const column = () => page.locator('.separator-column').getAttribute('aria-valuenow');
  await untilIs(column, '52');
  await page.reload();
  await untilIs(column, '52');
});

onPage('text: changes and line wrap, by key and by mouse', async (page) => {
  const added = page.locator('#text-response .added');
  await added.first().waitFor();
  await press(page, 'c');
  await added.first().waitFor({ state: 'detached' });
  await page.locator('#pane-response [data-action="changes"]').click();
  await added.first().waitFor();
  const wrap = page.locator('#pane-sst [data-action="wrap"]');
  await untilIs(() => wrap.getAttribute('aria-pressed'), 'true');
  await press(page, 'z');
  await page.locator('#text-sst[data-wrap="off"]').waitFor();
  await untilIs(() => wrap.getAttribute('aria-pressed'), 'false');
  await wrap.click();
  await page.locator('#text-sst[data-wrap="on"]').waitFor();
});

onPage('text: copy, by key and by mouse; a button closes its notice', async (page) => {
  await goTo(page, 20);
  await page.clock.setFixedTime(new Date()); // a notice goes by itself after a while
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const told = page.locator('.toast');
  await page.locator('#pane-sst [data-action="copy"]').click();
  await told.filter({ hasText: 'Memory text copied' }).waitFor();
  const story = await untilMatches(clipboard, /^RULES I KNOW\n[^]*```$/);
  await page.evaluate(() => document.activeElement.blur());
  await press(page, 'y');
  await told.filter({ hasText: 'Response text copied' }).waitFor();
  await untilHolds(clipboard, (reply) => reply !== story, 'another text than the memory');
  await press(page, 'k');
  await untilTurn(page, 19);
  await page.locator('#pane-response [data-action="copy"]').click();
  await untilIs(clipboard, story);
  for (let left = await told.count(); left > 0; left--) {
    await told.first().getByRole('button', { name: 'Dismiss' }).click();
    await untilIs(() => told.count(), left - 1);
  }
});

onPage('reasoning folds', async (page) => {
  const text = page.locator('#text-reasoning');
  await text.waitFor({ state: 'hidden' });
  await page.locator('#reasoning summary').click();
  await text.waitFor({ state: 'visible' });
  await page.locator('#reasoning summary').focus();
  await press(page, 'Enter');
  await text.waitFor({ state: 'hidden' });
});

onPage('settings and log, help: by key and by mouse, closed by Escape, button and backdrop', async (page) => {
  for (const [id, key, action, part] of [
    ['settings', ',', 'settings', 'finished: 140 turns are made'],
    ['help', '?', 'help', 'pause, resume'],
  ]) {
    const sheet = page.locator(`#${id}`);
    await press(page, key);
    await sheet.getByText(part).first().waitFor();
    await press(page, 'Escape');
    await sheet.waitFor({ state: 'hidden' });
    await click(page, action);
    await sheet.waitFor({ state: 'visible' });
    await sheet.locator('[data-close]').click();
    await sheet.waitFor({ state: 'hidden' });
    await press(page, key);
    await sheet.waitFor({ state: 'visible' });
    await page.mouse.click(5, 450);
    await sheet.waitFor({ state: 'hidden' });
  }
  await press(page, ',');
  const settings = page.locator('#settings');
  await untilMatches(() => settings.textContent(), /\[model\] name.*qwen3-vl-2b-instruct-1m/);
  await untilMatches(() => settings.textContent(), /temperature: 0\.5 -> 0\.7/);
});

onPage('keys do nothing behind an open sheet', async (page) => {
  await press(page, '?');
  await page.locator('#help').waitFor({ state: 'visible' });
  await press(page, 'k', 'Home', 'ArrowLeft', 'w', 't', 'Escape');
  await page.locator('#help').waitFor({ state: 'hidden' });
  await untilTurn(page, kTurns);
  await settled(page);
  await untilTurn(page, kTurns);
  assert.equal(await page.locator('#picture').getAttribute('data-compare'), 'after');
});

onPage('theme: by key and by mouse, remembered, and the strip is repainted', async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const strip = () => page.evaluate(() => document.getElementById('timeline').toDataURL());
  await settled(page);
  const [dark, darkStrip] = [await ground(), await strip()];
  await press(page, 't');
  const light = await untilHolds(ground, (now) => now !== dark, `another colour than ${dark}`);
  await untilHolds(strip, (now) => now !== darkStrip, 'another picture');
  await page.reload();
  await untilTurn(page, kTurns);
  await untilIs(ground, light);
  await click(page, 'theme');
  await untilIs(ground, dark);
});

onPage('a violation, an error and a degraded turn show what is wrong', async (page) => {
  await goTo(page, 89);
  await untilMatches(() => textOf(page, 'verdict'), /violation/);
  await untilMatches(() => textOf(page, 'verdict-detail'), /1 of \d+ characters differs, from position/);
  await page.locator('#text-sst mark.differs').waitFor();
  await press(page, 'k');
  await untilTurn(page, 88);
  await page.locator('#verdict-detail').waitFor({ state: 'hidden' });
  await goTo(page, 84); // 84 % 11 = 7
  await untilMatches(() => textOf(page, 'outcome'), /error/);
  await press(page, 'b'); // the actions that led to this picture
  await page.locator('#actions .failed').waitFor();
  await press(page, 'b');
  await goTo(page, 130);
  await untilMatches(() => textOf(page, 'outcome'), /degraded/);
  await page.locator('#picture .missing').waitFor();
  await untilMatches(() => textOf(page, 'picture'), /no answer in 15 s/);
});

// The tab order is the reading order, and every stop is visible and has a name.
onPage('Tab reaches the whole page, and every stop has a name and a visible focus', async (page) => {
  const seen = new Set();
  await page.locator('.tools [data-action="settings"]').focus();
  for (let step = 0; step < 200; step++) {
    const stop = await page.evaluate(() => {
      const node = document.activeElement;
      if (node === document.body) return null;
      const style = getComputedStyle(node);
      const label = node.getAttribute('aria-label') ?? node.textContent.trim();
      return {
        name: label || node.labels?.[0]?.textContent || node.title,
        ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
        what: node.outerHTML.slice(0, 120),
        id: node.id,
      };
    });
    if (stop) {
      assert.ok(stop.name, `no name: ${stop.what}`);
      assert.ok(stop.ring, `no visible focus: ${stop.what}`);
      if (seen.has(stop.what) && stop.id) break; // all the way round
      seen.add(stop.what);
    }
    await page.keyboard.press('Tab');
  }
  for (const id of ['turn', 'timeline', 'text-sst', 'text-response', 'text-feedback', 'picture']) {
    assert.ok([...seen].some((what) => what.includes(`id="${id}"`)), id);
  }
});
