import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  blocksOf,
  escapesOf,
  firstDifference,
  firstDifferenceOfExcerpts,
  foldEqual,
  kPiece,
  oneLine,
  visible,
} from '../../dashboard/js/text_model.js';

const lines = (text) =>
  blocksOf(text).map(
    ({ start, end, line, kind }) => `${line}${kind && ` ${kind}`}: ${text.slice(start, end)}`,
  );

const texts = [
  ['an empty text is one empty line', '', ['1: ']],
  ['a line end opens a line', 'a\n', ['1: a', '2: ']],
  ['CR stays with its line', 'a\r\nb', ['1: a\r', '2: b']],
  [
    'headings',
    'WHAT I SEE\nOK\nNEXT STEP:',
    ['1 title: WHAT I SEE', '2: OK', '3 title: NEXT STEP:'],
  ],
  [
    'a fence and its code',
    '```python\ndrag(1)\n```\nx',
    ['1 fence: ```python', '2 code: drag(1)', '3 fence: ```', '4: x'],
  ],
  [
    'a shorter fence does not close',
    '````\n```\n````',
    ['1 fence: ````', '2 code: ```', '3 fence: ````'],
  ],
  ['a fence that is never closed', '~~~\nTITLE HERE', ['1 fence: ~~~', '2 code: TITLE HERE']],
  [
    'errors',
    '  Line 1: drag()\nTypeError: x\nERROR: y\nWARNING: z\nOK: 8 actions executed.',
    [
      '1 error:   Line 1: drag()',
      '2 error: TypeError: x',
      '3 error: ERROR: y',
      '4 error: WARNING: z',
      '5 good: OK: 8 actions executed.',
    ],
  ],
];
for (const [name, text, expected] of texts) {
  test(name, () => assert.deepEqual(lines(text), expected));
}

// Between two blocks there is a line end, or nothing within a long line: no character is lost.
function whole(text) {
  const blocks = blocksOf(text);
  let out = '';
  let at = 0;
  for (const { start, end, more } of blocks) {
    if (start > 0 && !more) {
      out += '\n';
      at++;
    }
    assert.equal(start, at);
    out += text.slice(start, end);
    at = end;
  }
  return { same: out === text, count: blocks.length };
}
const huge = [
  ['5 MB on one line', 'x y '.repeat(1_250_000), 1300],
  ['two million empty lines', '\n'.repeat(2_000_000), 3100],
  ['a million short lines', 'ab cd\n'.repeat(1_000_000), 3100],
  [
    'long lines among many',
    `${'\n'.repeat(7000)}${'z'.repeat(100_000)}\n${'\n'.repeat(7000)}`,
    4800,
  ],
  ['emoji on one line', '😀'.repeat(100_000), 60],
];
for (const [name, text, most] of huge) {
  test(`the whole text is there: ${name}`, () => {
    const { same, count } = whole(text);
    assert.ok(same);
    assert.ok(count <= most, `${count} blocks`);
  });
}

test('a surrogate pair is not cut in two', () => {
  const text = `${'x'.repeat(kPiece - 1)}${'😀'.repeat(5000)}`;
  // With the u flag only a lone surrogate matches.
  for (const { start, end } of blocksOf(text))
    assert.doesNotMatch(text.slice(start, end), /\p{Surrogate}/u);
});

const shown = (text) =>
  escapesOf(text)
    .map((part) => (part.escape ? `<${part.text}>` : part.text))
    .join('');
const escapes = [
  ['markup is text', '<b>&amp;</b>', '<b>&amp;</b>'],
  ['NUL', 'a\0b', 'a<\\u0000>b'],
  ['controls', '\x07\x1b\x7f\x85', '<\\u0007><\\u001b><\\u007f><\\u0085>'],
  ['tabs stay', 'a\tb', 'a\tb'],
  ['CR', 'a\r', 'a<\\r>'],
  ['bidi controls', '\u202ea\u2066b\u200f', '<\\u202e>a<\\u2066>b<\\u200f>'],
  ['unseen spaces', 'a\u200bb\ufeff', 'a<\\u200b>b<\\ufeff>'],
  ['tag characters', '\u{e0041}', '<\\U000e0041>'],
  ['lone surrogates', '\ud83d!\ude00', '<\\ud83d>!<\\ude00>'],
  ['pairs and joiners stay', '😀👩‍👧', '😀👩‍👧'],
  ['letters of right-to-left scripts stay', 'שלום', 'שלום'],
];
for (const [name, text, expected] of escapes) {
  test(`escapes: ${name}`, () => assert.equal(shown(text), expected));
}

test('one string, line ends kept', () => {
  assert.equal(visible('a\n\tb\0\u202e'), 'a\n\tb\\u0000\\u202e');
  assert.equal(visible('plain é 👩‍👧'), 'plain é 👩‍👧');
});

test('a context on one line', () => assert.equal(oneLine('a\n\tb\0'), 'a⏎⇥b\\u0000'));

const differences = [
  ['equal', 'abc', 'abc', null],
  [
    'one character',
    'drag(517, 8)',
    'drag(511, 8)',
    {
      position: 7,
      line: 1,
      differing: 1,
      replied: ['drag(51', '7', ', 8)'],
      sent: ['drag(51', '1', ', 8)'],
    },
  ],
  [
    'cut',
    'ab\ncd',
    'ab\n',
    { position: 3, line: 2, differing: 2, replied: ['ab⏎', 'cd', ''], sent: ['ab⏎', '', ''] },
  ],
  [
    'added to nothing',
    '',
    'x',
    { position: 0, line: 1, differing: 1, replied: ['', '', ''], sent: ['', 'x', ''] },
  ],
];
for (const [name, replied, sent, expected] of differences) {
  test(`difference: ${name}`, () => {
    const found = firstDifference(replied, sent);
    if (found) delete found.end;
    assert.deepEqual(found, expected);
  });
}

const excerpts = [
  ['equal', 'abcdef', 'abcdef', null],
  ['one character is another', 'abcXefgh', 'abcYefgh', ['X', 'Y', 'efgh']],
  ['one character is inserted', 'abcdefgh', 'abc!defg', ['', '!', 'defg']],
  ['one character is left out', 'abcdefgh', 'abcefghi', ['d', '', 'efghi']],
  ['the end of one', 'abc', 'abcd', ['', 'd', '']],
  ['nothing in common', 'abc', 'xyz', ['abc', 'xyz', '']],
];
for (const [name, replied, sent, expected] of excerpts) {
  test(`difference of excerpts: ${name}`, () => {
    const found = firstDifferenceOfExcerpts(replied, sent);
    assert.deepEqual(found && [found.replied[1], found.sent[1], found.sent[2]], expected);
  });
}

// Lines 1 to n of a text, changed ones in upper case; a row per line: its number, or what is folded.
const folded = (length, changedLines, textOf = (line) => `line ${line}`) => {
  const all = Array.from({ length }, (_, i) => textOf(i + 1));
  const starts = all.map((_, i) => all.slice(0, i).join('\n').length + (i ? 1 : 0));
  const blocks = blocksOf(all.join('\n'));
  foldEqual(blocks, changedLines.map((line) => [starts[line - 1], starts[line - 1] + 1]));
  return blocks
    .map(({ line, fold }) => (fold === undefined ? `${line}` : fold ? `[${fold}]` : ''))
    .filter(Boolean)
    .join(' ');
};
for (const [name, args, expected] of [
  ['nothing has changed', [12, []], '1 2 3 4 5 6 7 8 9 10 11 12'],
  ['a change in the middle', [20, [10]], '[8] 9 10 11 [9]'],
  ['a change at each end', [12, [1, 12]], '1 2 [8] 11 12'],
  ['too little between two changes', [16, [8, 14]], '[6] 7 8 9 10 11 12 13 14 15 16'],
  ['everything has changed', [3, [1, 2, 3]], '1 2 3'],
  ['a few long lines', [6, [6], (line) => `${line} `.repeat(200)], '[4] 5 6'],
  ['one long line is read, not folded', [3, [3], (line) => `${line} `.repeat(900)], '1 2 3'],
  ['empty lines are lines', [12, [12], () => ''], '[10] 11 12'],
]) {
  test(`equal lines: ${name}`, () => assert.equal(folded(...args), expected));
}
