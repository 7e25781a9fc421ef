// Numbers, sizes and times as the page writes them. Every function accepts what a record may hold;
// for null and undefined it returns a dash: a missing figure is not an error.
export const nothing = '–';

const known = (value) => typeof value === 'number' && Number.isFinite(value);

/** 8214 → "8,214" */
export function number(value) {
  return known(value) ? value.toLocaleString('en-US') : nothing;
}

/** 8214 → "8,214 B"; from 100,000 on in kB and MB (powers of ten), which still fit a cell. */
export function bytes(value) {
  if (!known(value)) return nothing;
  if (value < 1e5) return `${number(value)} B`;
  if (value < 1e6) return `${(value / 1e3).toFixed(0)} kB`;
  return `${(value / 1e6).toFixed(1)} MB`;
}

/** 186400 → "186 k", 14200000 → "14.2 M" */
export function compact(value) {
  if (!known(value)) return nothing;
  if (value < 1e4) return number(value);
  if (value < 1e6) return `${Math.floor(value / 1e3)} k`;
  return `${(value / 1e6).toFixed(1)} M`;
}

/** Milliseconds as measured: 1.13 → "1.1 ms", 840 → "0.84 s", 14600 → "14.6 s", then whole(). */
export function duration(ms) {
  if (!known(ms)) return nothing;
  if (ms < 100) return `${ms.toFixed(1)} ms`;
  if (ms < 1e4) return `${(ms / 1e3).toFixed(2)} s`;
  if (ms < 6e4) return `${(ms / 1e3).toFixed(1)} s`;
  return whole(ms);
}

/** Milliseconds as a running clock: "12 s", "2 m 05 s", "9 h 41 m". Never negative. */
export function whole(ms) {
  if (!known(ms)) return nothing;
  const seconds = Math.max(0, Math.floor(ms / 1e3));
  const two = (value) => String(value).padStart(2, '0');
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${two(Math.floor(seconds / 60) % 60)} m`;
}

/** A digest short enough for a cell: "7c1e…d05b". */
export function digest(hex) {
  return typeof hex === 'string' && hex.length > 12
    ? `${hex.slice(0, 4)}…${hex.slice(-4)}`
    : hex || nothing;
}

/** "8 actions", "1 action" */
export function count(value, one, many = `${one}s`) {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** The local time of day of a record's time, "21:58:41". */
export function clock(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? nothing : date.toTimeString().slice(0, 8);
}

/** Length in UTF-8; a lone surrogate counts as the three bytes of its WTF-8 form. */
export function utf8Length(text) {
  let total = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) total += 1;
    else if (unit < 0x800) total += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      total += 4;
      i++;
    } else total += 3;
  }
  return total;
}
