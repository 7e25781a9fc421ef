import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laidOut } from '../../dashboard/js/json_layout.js';

const plan =
  '{"reasoning":"the field is empty, so the name goes there first","actions":[{"type":"click","at":[512,288]},{"type":"type","text":"Grace \\"Amazing\\" Hopper, who found the first bug"}],"n":1.0,"done":false}';
const shown = `{
  "reasoning": "the field is empty, so the name goes there first",
  "actions": [
    {"type": "click", "at": [512, 288]},
    {
      "type": "type",
      "text": "Grace \\"Amazing\\" Hopper, who found the first bug"
    }
  ],
  "n": 1.0,
  "done": false
}`;

const cases = [
  ['a plan', plan, shown],
  ['after other text', `I see a form.\n${plan}\nThat is all.`, `I see a form.\n${shown}\nThat is all.`],
  ['between tags', `<tool_call>${plan}</tool_call>`, `<tool_call>\n${shown}\n</tool_call>`],
  ['after a word', `Action: ${plan}`, `Action:\n${shown}`],
  ['a fence keeps its lines', `\`\`\`json\n${plan}\n\`\`\``, `\`\`\`json\n${shown}\n\`\`\``],
];
for (const [name, text, expected] of cases) test(`laid out: ${name}`, () => assert.equal(laidOut(text), expected));

for (const [name, text] of [
  ['a short one', '{"action":"click","at":[1,2]}'],
  ['a text', 'The set {a, b, c} and the list [1, 2, 3] are not JSON, though they have all of its brackets.'],
  ['JSON that is cut off', plan.slice(0, -1)],
  ['JSON with something behind it', `${plan} and then some`],
  ['what is laid out already', shown],
  ['empty members in a long line', `{${' '.repeat(80)}}`],
  ['many blanks', `{${' '.repeat(90_000)}]${' '.repeat(90_000)}x`],
  ['many tags', '<a>'.repeat(60_000)],
  ['a text that ends too early', `{"a":"${'\\'.repeat(100_000)}`],
  ['a very deep one', `${'['.repeat(1000)}${']'.repeat(1000)}`],
  ['a very long one', `[${'1,'.repeat(100_001)}1]`],
]) {
  test(`unchanged: ${name}`, () => assert.equal(laidOut(text), text));
}

test('only blanks between tokens differ', () => {
  for (const [, text] of cases) {
    const bare = (each) => each.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ''));
    assert.equal(bare(laidOut(text)), bare(text));
  }
  const odd = '{"a":1e5,"a":-0.10,"b":[ ],"c":{ },"d":"{\\"x\\":[1,2]}","e":[null,true,12345678901234567890123]}';
  assert.match(laidOut(odd), /"a": 1e5,\n {2}"a": -0\.10,\n {2}"b": \[\],\n {2}"c": \{\},\n {2}"d": "\{\\"x\\":\[1,2\]\}",\n {2}"e": \[null, true, 12345678901234567890123\]/);
});
