// Which words of a text are new compared with the previous text. Near-linear: equal ends are skipped,
// lines that occur once on both sides anchor the rest (patience), and only the parts between
// anchors are compared word by word, with Myers' greedy algorithm and a bound on its work.
// Source: E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.

// Beyond this many edits between two anchors the texts have little in common, and a word counts
// as new when the other side does not have it at all.
const kMaxEdits = 400;

/**
 * @param {string} before
 * @param {string} after
 * @returns {[number, number][]} ranges [start, end) of `after`, ascending, runs of new words joined
 */
export function changedWords(before, after) {
  if (before === after) return [];
  const tables = new Map();
  const a = tokenize(before, tables);
  const b = tokenize(after, tables);
  const isNew = new Uint8Array(b.ids.length);
  compareLines(a, b, isNew);
  return rangesOf(b, isNew);
}

// Tokens are words and line ends; blanks between them do not count as changes.
function tokenize(text, table) {
  const ids = [];
  const starts = [];
  const ends = [];
  const token = /\n|[^\s]+/g;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    let id = table.get(match[0]);
    if (id === undefined) table.set(match[0], (id = table.size));
    ids.push(id);
    starts.push(match.index);
    ends.push(match.index + match[0].length);
  }
  return { ids, starts, ends, newline: table.get('\n') ?? -1 };
}

function compareLines(a, b, isNew) {
  const linesA = linesOf(a);
  const linesB = linesOf(b);
  let i = 0;
  let j = 0;
  for (const [nextA, nextB] of [...anchors(linesA, linesB), [linesA.length, linesB.length]]) {
    const fromA = i < linesA.length ? linesA[i].from : a.ids.length;
    const fromB = j < linesB.length ? linesB[j].from : b.ids.length;
    const toA = nextA < linesA.length ? linesA[nextA].from : a.ids.length;
    const toB = nextB < linesB.length ? linesB[nextB].from : b.ids.length;
    compareWords(a.ids, fromA, toA, b.ids, fromB, toB, isNew);
    [i, j] = [nextA + 1, nextB + 1];
  }
}

function linesOf({ ids, newline }) {
  const lines = [];
  let from = 0;
  for (let i = 0; i <= ids.length; i++) {
    if (i < ids.length && ids[i] !== newline) continue;
    lines.push({ from, key: ids.slice(from, i).join(' ') });
    from = i + 1;
  }
  return lines;
}

// Pairs of lines that are equal, ascending on both sides. Equal heads and tails first; between
// them the longest increasing sequence of lines that are unique on both sides.
function anchors(a, b) {
  const head = [];
  while (head.length < Math.min(a.length, b.length) && a[head.length].key === b[head.length].key)
    head.push([head.length, head.length]);
  const tail = [];
  let [endA, endB] = [a.length, b.length];
  while (endA > head.length && endB > head.length && a[endA - 1].key === b[endB - 1].key) {
    tail.push([--endA, --endB]);
  }
  const seen = new Map(); // key → [times in a, place in a, times in b, place in b]
  for (let i = head.length; i < endA; i++) {
    const entry = seen.get(a[i].key) ?? [0, 0, 0, 0];
    seen.set(a[i].key, [entry[0] + 1, i, 0, 0]);
  }
  for (let j = head.length; j < endB; j++) {
    const entry = seen.get(b[j].key);
    if (entry) [entry[2], entry[3]] = [entry[2] + 1, j];
  }
  const unique = [...seen.values()]
    .filter((entry) => entry[0] === 1 && entry[2] === 1)
    .map((entry) => [entry[1], entry[3]])
    .sort((x, y) => x[0] - y[0]);
  return [...head, ...longestIncreasing(unique), ...tail.reverse()];
}

function longestIncreasing(pairs) {
  const ends = []; // ends[n]: the index of the pair that ends the best sequence of n + 1
  const previous = [];
  pairs.forEach(([, j], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]][1] < j) low = middle + 1;
      else high = middle;
    }
    previous[index] = low ? ends[low - 1] : -1;
    ends[low] = index;
  });
  const chain = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]) chain.push(pairs[at]);
  return chain.reverse();
}

// Marks the words of b[fromB, toB) that are not part of the longest common sequence.
function compareWords(a, fromA, toA, b, fromB, toB, isNew) {
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB])
    [fromA, fromB] = [fromA + 1, fromB + 1];
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) [toA, toB] = [toA - 1, toB - 1];
  if (fromB === toB) return;
  const [n, m] = [toA - fromA, toB - fromB];
  if (n === 0) {
    isNew.fill(1, fromB, toB);
    return;
  }
  const limit = Math.min(n + m, kMaxEdits);
  const furthest = new Int32Array(2 * limit + 3); // by diagonal: how far into a
  const middle = limit + 1;
  const trace = [];
  for (let edits = 0; edits <= limit; edits++) {
    trace.push(furthest.slice(middle - edits - 1, middle + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const down =
        k === -edits || (k !== edits && furthest[middle + k - 1] < furthest[middle + k + 1]);
      let x = down ? furthest[middle + k + 1] : furthest[middle + k - 1] + 1;
      while (x < n && x - k < m && a[fromA + x] === b[fromB + x - k]) x++;
      furthest[middle + k] = x;
      if (x >= n && x - k >= m) {
        markInsertions(trace, edits, n, m, fromB, isNew);
        return;
      }
    }
  }
  const bag = new Set(a.slice(fromA, toA));
  for (let j = fromB; j < toB; j++) isNew[j] = bag.has(b[j]) ? 0 : 1;
}

// Walks the trace back from the end; each step down is a word of b that a does not have.
function markInsertions(trace, edits, n, m, fromB, isNew) {
  let [x, y] = [n, m];
  for (let d = edits; d > 0; d--) {
    const row = trace[d];
    const at = (k) => row[k + d + 1];
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const from = down ? k + 1 : k - 1;
    const startX = at(from);
    const startY = startX - from;
    if (down) isNew[fromB + startY] = 1;
    [x, y] = [startX, startY];
  }
}

function rangesOf({ ids, starts, ends, newline }, isNew) {
  const ranges = [];
  let open = false;
  for (let j = 0; j < ids.length; j++) {
    if (!isNew[j] || ids[j] === newline) {
      open = false;
    } else if (open) {
      ranges.at(-1)[1] = ends[j];
    } else {
      ranges.push([starts[j], ends[j]]);
      open = true;
    }
  }
  return ranges;
}
