import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { findBrokenReferences } from './documents.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A name that this file itself may hold. */
const document = (name) => `${name}${'.'}md`;

/** What is found in a repository of these files. */
function foundIn(files) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'franz-documents-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
      fs.writeFileSync(path.join(root, name), text);
    }
    return findBrokenReferences(root);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}

test('every reference of the repository leads somewhere', () => {
  assert.deepEqual(findBrokenReferences(ROOT), []);
});

const A = document('A');
const rows = [
  ['a link to a file', { [A]: '[b](lib/b.h)', 'lib/b.h': '' }, []],
  ['a link to no file', { [A]: '\n[b](lib/c.h)', 'lib/b.h': '' }, [`${A}:2: there is no lib/c.h`]],
  ['a link out of a folder', { [`docs/${A}`]: '[b](../lib/b.h)', 'lib/b.h': '' }, []],
  ['a link to an address', { [A]: '[b](https://example.org/x)' }, []],
  ['an anchor of its own', { [A]: '# A `b` & c: d\n[x](#a-b--c-d)' }, []],
  ['a missing anchor', { [A]: '# A\n[x](#b)' }, [`${A}:2: ${A} has no heading #b`]],
  ['the second of equal headings', { [A]: '# A\n# A\n[x](#a-1)' }, []],
  ['a heading in code', { [A]: '```\n# A\n```\n[x](#a)' }, [`${A}:4: ${A} has no heading #a`]],
  ['an anchor elsewhere', { [A]: `[x](${document('B')}#one)`, [document('B')]: '## One' }, []],
  ['a link in code', { [A]: '```\n[b](c.h)\n```\nand `[b](c.h)`' }, []],
  ['a link whose text is code', { [A]: '[`b`](c.h)' }, [`${A}:1: there is no c.h`]],
  ['a path in a code span', { [A]: '`lib/b.h` `lib`', 'lib/b.h': '' }, []],
  ['a path that is not there', { [A]: '`lib/c.h`', 'lib/b.h': '' },
    [`${A}:1: there is no lib/c.h`]],
  ['a path of another place', { [A]: '`exchange/000`' }, []],
  ['a document in a source', { 'a.cpp': `// see ${document('docs/b')}#c`,
    [document('docs/b')]: '# C' }, []],
  ['a document beside a source', { 'lib/a.cpp': `// ${document('b')}`,
    [document('lib/b')]: '' }, []],
  ['a document that nobody has', { 'a.cpp': `\n// see ${document('DESIGN')}` },
    [`a.cpp:2: there is no ${document('DESIGN')}`]],
  ['a file in a comment', { 'a.cpp': '// as in lib/b.h, lib/<name>.h', 'lib/b.h': '' }, []],
  ['a file that was moved', { 'a.cpp': `// as in ${'lib'}/c.h: it`, 'lib/b.h': '' },
    ['a.cpp:1: there is no lib/c.h']],
  ['a section of a document', { 'a.cpp': `// ${document('docs/b')}#d`,
    [document('docs/b')]: '# C' }, [`a.cpp:1: ${document('docs/b')} has no heading #d`]],
  ['a section of a paper', { 'a.js': `// ${'DESIGN'} §3` },
    ['a.js:1: a section of DESIGN, which is no document here']],
  ['a section of a standard', { 'a.h': '// RFC 9112 §7.1, CommonMark 0.31, §4.5' }, []],
];

for (const [name, files, expected] of rows)
  test(name, () => assert.deepEqual(foundIn(files), expected));
