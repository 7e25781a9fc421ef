import assert from 'node:assert/strict';
import test from 'node:test';
import { sizeWords, visualTokens } from '../../dashboard/js/visual_tokens.js';

const qwen3 = { factor: 32, min_pixels: 65536, max_pixels: 16777216 };
const scalecua = { factor: 28, min_pixels: 3136, max_pixels: 2109744 };

test('visual tokens are counted like the models’ preprocessors', () => {
  const rows = [
    [[512, 288], qwen3, 144],
    [[1280, 720], qwen3, 880],
    [[1376, 768], qwen3, 1032],
    [[1920, 1080], qwen3, 2040],
    [[100, 100], qwen3, 64],
    [[8192, 8192], qwen3, 16384],
    [[700, 434], scalecua, 400],
    [[1920, 1200], scalecua, 2665],
    [[3840, 2160], scalecua, 2622],
    [[8192, 16], qwen3, null],
    [[0, 16], qwen3, null],
    [[512, 288], null, null],
    [[512, 288], undefined, null],
  ];
  for (const [[width, height], rule, tokens] of rows)
    assert.equal(visualTokens({ width, height }, rule), tokens, `${width}x${height}`);
});

test('a size has its tokens if they are known', () => {
  assert.equal(sizeWords({ width: 512, height: 288 }, qwen3), '512×288 · ~144 tokens');
  assert.equal(sizeWords({ width: 512, height: 288 }, null), '512×288');
});
