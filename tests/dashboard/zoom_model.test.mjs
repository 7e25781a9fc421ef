import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  factorOf,
  kMostScale,
  movedBy,
  placeAt,
  revealed,
  shareAt,
  whole,
  zoomedAt,
} from '../../dashboard/js/zoom_model.js';

const near = (a, b) => a.forEach((value, i) => assert.ok(Math.abs(value - b[i]) < 1e-9, `${a} ${b}`));

test('the pixel under the pointer stays there', () => {
  for (const point of [[0, 0], [0.3, 0.8], [1, 1]]) {
    let zoom = whole;
    for (let i = 0; i < 5; i++) {
      const before = shareAt(zoom, point);
      zoom = zoomedAt(zoom, 1.5, point);
      near(shareAt(zoom, point), before);
    }
    assert.ok(zoom.scale > 7);
  }
});

test('a picture never leaves a gap, and never shrinks below its frame', () => {
  const zoom = zoomedAt(whole, 4, [0.5, 0.5]);
  assert.deepEqual(movedBy(zoom, 9, -9), { scale: 4, x: 0, y: -3 });
  assert.deepEqual(zoomedAt(whole, 0.5, [0.2, 0.2]), whole);
  assert.equal(zoomedAt(zoom, 1e6, [0, 0]).scale, kMostScale);
  // Out at another point than in: the edges win over the pointer.
  const out = zoomedAt(zoomedAt(whole, 2, [0, 0]), 0.75, [1, 1]);
  assert.ok(out.x <= 0 && out.x + out.scale >= 1, JSON.stringify(out));
});

test('as many steps out as in show the whole picture', () => {
  let zoom = whole;
  for (let i = 0; i < 6; i++) zoom = zoomedAt(zoom, 1.5, [0.7, 0.1]);
  for (let i = 0; i < 6; i++) zoom = zoomedAt(zoom, 1 / 1.5, [0.2, 0.9]);
  assert.ok(zoom.scale < 1.01);
  assert.deepEqual(zoomedAt(zoom, 1 / 1.5, [0, 0]), whole);
});

test('a place out of sight moves to the middle, a visible one moves nothing', () => {
  const zoom = zoomedAt(whole, 4, [0, 0]); // the upper left sixteenth
  assert.equal(revealed(zoom, [0.1, 0.2]), zoom);
  near(shareAt(revealed(zoom, [0.6, 0.5]), [0.5, 0.5]), [0.6, 0.5]);
  assert.equal(revealed(whole, [1, 1]), whole);
});

test('a place has the pixel and the coordinate that a model would give for it', () => {
  const size = { width: 512, height: 288 };
  for (let pixel = 0; pixel < size.width; pixel++) {
    const { pixel: found, model } = placeAt([(pixel + 0.5) / 512, 0.5], size);
    assert.equal(found[0], pixel);
    assert.equal(Math.round((model[0] / 1000) * (size.width - 1)), pixel); // as a call would
  }
  assert.deepEqual(placeAt([0, 0], size).model, [0, 0]);
  assert.deepEqual(placeAt([1, 1], size), { at: [511, 287], pixel: [511, 287], model: [1000, 1000] });
  assert.deepEqual(placeAt([0.999, 0], { width: 1, height: 1 }).model, [0, 0]);
});

test('wheel: up enlarges, down undoes it, a fast wheel is limited', () => {
  assert.ok(factorOf({ deltaY: -100 }) > 1);
  assert.ok(Math.abs(factorOf({ deltaY: -100 }) * factorOf({ deltaY: 100 }) - 1) < 1e-12);
  assert.equal(factorOf({ deltaY: -3, deltaMode: 1 }), factorOf({ deltaY: -48 }));
  assert.equal(factorOf({ deltaY: -1e9 }), 2);
  assert.ok(factorOf({ deltaY: -10, ctrlKey: true }) > factorOf({ deltaY: -10 }));
});
