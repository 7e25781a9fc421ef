import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedWords } from '../../dashboard/js/word_diff.js';

const changed = (before, after) => changedWords(before, after).map(([a, b]) => after.slice(a, b));
const cases = [
  ['equal texts', 'a b c', 'a b c', []],
  ['blanks do not count', 'a b  c', 'a  b c', []],
  ['a new word', 'a b c', 'a x b c', ['x']],
  ['runs are joined', 'a d', 'a x y  z d', ['x y  z']],
  ['a changed word', 'the cat sits', 'the dog sits', ['dog']],
  ['words that went away leave nothing', 'a b c', 'a c', []],
  ['everything is new', '', 'x y\nz', ['x y', 'z']],
  ['nothing is left', 'x y', '', []],
  ['a run ends with its line', 'a', 'x\ny\na', ['x', 'y']],
  ['one mark among equal ones', '[ ] a [ ] b [ ] c', '[ ] a [x] b [ ] c', ['[x]']],
  ['a line among equal ones', 'h\n\na\n\nb', 'h\n\na\n\nnew here\n\nb', ['new here']],
  ['a line that moved', 'one two\nthree', 'three\none two', ['one two']],
];
for (const [name, before, after, expected] of cases) {
  test(name, () => assert.deepEqual(changed(before, after), expected));
}

// The words that are not new are a common subsequence: taking the new ones out of `after` leaves
// words that occur in `before` in this order.
test('words that are not new occur in the previous text, in order', () => {
  let seed = 7;
  const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const words = () => Array.from({ length: random(60) }, () => 'abcdef\n'[random(7)]).join(' ');
  for (let i = 0; i < 300; i++) {
    const [before, after] = [words(), words()];
    const ranges = changedWords(before, after);
    let kept = '';
    let at = 0;
    for (const [start, end] of ranges) {
      kept += after.slice(at, start);
      at = end;
    }
    kept += after.slice(at);
    const source = before.split(/\s+/).filter(Boolean);
    let from = 0;
    for (const word of kept.split(/\s+/).filter(Boolean)) {
      from = source.indexOf(word, from) + 1;
      assert.notEqual(from, 0, JSON.stringify({ before, after, ranges }));
    }
  }
});

test('texts with little in common end at the bound', () => {
  const words = (n, stem) => Array.from({ length: n }, (_, i) => `${stem}${i}`).join(' ');
  assert.equal(changed(words(30_000, 'a'), `${words(30_000, 'b')} a7`).length, 1);
  const reversed = words(30_000, 'a').split(' ').reverse();
  assert.deepEqual(
    changed(words(30_000, 'a'), `${reversed.join(' ')} b`),
    ['b'],
    'no word of it is new',
  );
});
