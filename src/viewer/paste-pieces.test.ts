import { expect, test } from 'vitest';
import { normalizePaste, splitPaste } from './page-input.js';

test('lines end as if Enter had been pressed; halves of characters are replaced', () => {
  expect(normalizePaste('a\nb\r\nc\rd\ud800e😀')).toBe('a\rb\rc\rd\ufffde😀');
});

test('a paste is split between characters, and each piece fits into a message', () => {
  const text = Array.from({ length: 9000 }, (_, index) => ['a', 'é', '漢', '😀', '"', '\r', '\u001b'][index % 7]).join(
    '',
  );
  const pieces = splitPaste(text, 1000);
  expect(pieces.join('')).toBe(text);
  expect(pieces.length).toBeGreaterThan(10);
  for (const piece of pieces) {
    expect(Buffer.byteLength(JSON.stringify(piece))).toBeLessThanOrEqual(1002);
    expect(piece).not.toMatch(/\p{Surrogate}/u);
  }
});

test.each([
  ['', []],
  ['short', ['short']],
])('%j is not split', (text, pieces) => {
  expect(splitPaste(text)).toEqual(pieces);
});
