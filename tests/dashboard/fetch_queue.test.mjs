import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeQueue } from '../../dashboard/js/fetch_queue.js';

const settled = () =>
  new Promise((done) => {
    setImmediate(done);
  });

function fake(most) {
  const begun = [];
  const finish = new Map();
  const signals = new Map();
  const queue = makeQueue(most, (key, signal) => {
    begun.push(key);
    signals.set(key, signal);
    return new Promise((done, fail) => {
      finish.set(key, { done, fail });
    });
  });
  return { queue, begun, finish, signals };
}

test('a few at a time, the latest request first', async () => {
  const { queue, begun, finish } = fake(2);
  for (const key of [1, 2, 3, 4]) queue.add(key);
  queue.add(3); // requested again: now it is the latest
  assert.deepEqual(begun, [1, 2]);
  finish.get(1).done();
  await settled();
  assert.deepEqual(begun, [1, 2, 3]);
  finish.get(2).fail(new Error('a failure makes room too'));
  await settled();
  assert.deepEqual(begun, [1, 2, 3, 4]);
});

test('a dropped request is not begun, or is aborted', async () => {
  const { queue, begun, signals } = fake(1);
  for (const key of [1, 2, 3]) queue.add(key);
  queue.drop(3);
  queue.drop(1);
  assert.equal(signals.get(1).aborted, true);
  assert.deepEqual(begun, [1, 2]);
  queue.clear();
  assert.equal(signals.get(2).aborted, true);
  queue.add(1); // may come back
  assert.deepEqual(begun, [1, 2, 1]);
});

test('the end of a dropped request frees its slot only once', async () => {
  const { queue, begun, finish } = fake(1);
  queue.add(1);
  queue.drop(1);
  const first = finish.get(1);
  queue.add(1);
  queue.add(2);
  first.done();
  await settled();
  assert.deepEqual(begun, [1, 1]);
});
