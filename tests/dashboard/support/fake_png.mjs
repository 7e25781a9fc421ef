// A picture as the capturer makes it, sufficient for the page: white strokes on black, red marks.
import zlib from 'node:zlib';

const { crc32, deflateSync } = zlib;

/**
 * @param {number} width
 * @param {number} height
 * @param {{from: number[], to: number[], color: number[], radius: number}[]} strokes in pixels
 * @returns {Buffer} PNG, 8-bit RGB
 */
export function drawPng(width, height, strokes) {
  const rows = Buffer.alloc(height * (1 + width * 3)); // each row begins with filter 0
  for (const { from, to, color, radius } of strokes) {
    const [left, right] = [from[0], to[0]].sort((a, b) => a - b);
    const [top, bottom] = [from[1], to[1]].sort((a, b) => a - b);
    for (let y = Math.floor(top - radius); y <= bottom + radius; y++) {
      for (let x = Math.floor(left - radius); x <= right + radius; x++) {
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        const cover = Math.min(1, Math.max(0, radius + 0.5 - distance(x, y, from, to)));
        const at = y * (1 + width * 3) + 1 + x * 3;
        for (let i = 0; i < 3; i++) {
          rows[at + i] = Math.round(rows[at + i] * (1 - cover) + color[i] * cover);
        }
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32 ? crc32(body) : crcOf(body), body.length + 4);
  return frame;
}

function crcOf(bytes) {
  // node before 20.15 has no zlib.crc32
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function distance(x, y, [ax, ay], [bx, by]) {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = length ? ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length : 0;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
}
