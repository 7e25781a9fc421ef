// Lays out a model's JSON for reading. Only blanks and line ends between tokens differ from what the
// model wrote: strings, numbers and the order of members stay as they are. Pure.

const kMostText = 200_000; // characters; a longer text is shown as it is
const kLeastLine = 60; // a shorter JSON is readable in its line
const kWidth = 80; // what fits into it stays in one line
const kDeepest = 40; // levels; a deeper JSON is shown as it is

const kToken = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;
// What some formats write around a call, in its line.
const kBefore = /^(?:<[\w|]+>|\w+:)/;
const kAfter = /^<\/?[\w|]+>$/;

function isJson(text) {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function depthOf(tokens) {
  let [depth, most] = [0, 0];
  for (const token of tokens) {
    if (token === '{' || token === '[') most = Math.max(most, ++depth);
    else if (token === '}' || token === ']') depth--;
  }
  return most;
}

// The value that begins at tokens[at] in one line, and the index after it.
function flat(tokens, at) {
  let [text, depth, next] = ['', 0, at];
  do {
    const token = tokens[next++];
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    text += token === ',' || token === ':' ? `${token} ` : token;
  } while (depth > 0);
  return [text, next];
}

function layOut(tokens, at, indent, used) {
  const [line, after] = flat(tokens, at);
  if (line.length + used <= kWidth || tokens[at + 1] === '}' || tokens[at + 1] === ']') return [line, after];
  if (tokens[at] !== '{' && tokens[at] !== '[') return [line, after];
  const inner = `${indent}  `;
  let text = tokens[at];
  let next = at + 1;
  do {
    let head = inner;
    if (tokens[at] === '{') {
      head += `${tokens[next]}: `;
      next += 2;
    }
    const [value, end] = layOut(tokens, next, inner, head.length);
    text += `\n${head}${value}`;
    next = end;
    if (tokens[next] === ',') text += ',';
  } while (tokens[next++] === ',');
  return [`${text}\n${indent}${tokens[next - 1]}`, next];
}

// A line as [before, JSON, after]; null: it is not JSON. Every step is linear in a hostile line.
function partsOf(line) {
  const whole = line.trim();
  const before = kBefore.exec(whole)?.[0] ?? '';
  const end = whole.lastIndexOf('<');
  const after = end > 0 && kAfter.test(whole.slice(end)) ? whole.slice(end) : '';
  const json = whole.slice(before.length, whole.length - after.length).trim();
  return /^[{[]/.test(json) && isJson(json) ? [before, json, after] : null;
}

function lineLaidOut(line) {
  const [before, json, after] = (line.length >= kLeastLine && partsOf(line)) || [];
  if (json === undefined) return line;
  const tokens = json.match(kToken);
  if (depthOf(tokens) > kDeepest) return line;
  const [text] = layOut(tokens, 0, '', 0);
  return text.includes('\n') ? [before, text, after].filter(Boolean).join('\n') : line;
}

/** The text with its lines of JSON laid out; the same text if it has none. */
export function laidOut(text) {
  if (text.length > kMostText || !/[{[]/.test(text)) return text;
  return text.split('\n').map(lineLaidOut).join('\n');
}
