// Fetches things as they come into sight: a few at a time, the latest request first. A request that
// is out of sight again before its turn is dropped.

/**
 * @param {number} most concurrent fetches: a browser has six connections to a host, and the stream holds one
 * @param {(key: any, signal: AbortSignal) => Promise<void>} fetchOne handles its own failures
 */
export function makeQueue(most, fetchOne) {
  const waiting = [];
  const busy = new Map(); // key → AbortController

  function next() {
    while (busy.size < most && waiting.length) {
      const key = waiting.pop();
      const abort = new AbortController();
      busy.set(key, abort);
      fetchOne(key, abort.signal)
        .catch(() => {})
        .finally(() => {
          if (busy.get(key) === abort) busy.delete(key);
          next();
        });
    }
  }

  function drop(key) {
    const at = waiting.indexOf(key);
    if (at >= 0) waiting.splice(at, 1);
    busy.get(key)?.abort();
    busy.delete(key);
  }

  return {
    add(key) {
      if (busy.has(key)) return;
      const at = waiting.indexOf(key);
      if (at >= 0) waiting.splice(at, 1);
      waiting.push(key);
      next();
    },
    drop(key) {
      drop(key);
      next();
    },
    clear() {
      waiting.length = 0;
      for (const key of [...busy.keys()]) drop(key);
    },
  };
}
