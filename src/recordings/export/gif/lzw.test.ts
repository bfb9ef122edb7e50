import { expect, test } from 'vitest';
import { decodeLzw } from '../../../tests/support/lzw.js';
import { Random } from '../../../tests/support/random.js';
import { LzwEncoder } from '../gif-writer.js';

const encoder = new LzwEncoder();

function expectSameAgain(pixels: Uint8Array, bits: number): void {
  const data = encoder.encode(pixels, bits);
  expect(data[0]).toBe(Math.max(2, bits));
  expect(Buffer.from(decodeLzw(data)).equals(pixels)).toBe(true);
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('noise of %i bits is the same again, with a full dictionary too', (bits) => {
  const random = new Random(bits);
  for (const length of [1, 2, 3, 100, 5000, 60_000])
    expectSameAgain(
      Uint8Array.from({ length }, () => random.below(1 << bits)),
      bits,
    );
});

test.each([1, 2, 7, 4096, 300_000])('%i equal pixels are the same again', (length) => {
  expectSameAgain(new Uint8Array(length).fill(1), 1);
  expectSameAgain(new Uint8Array(length).fill(200), 8);
});

test('each length of the last block is possible, a whole one too', () => {
  const random = new Random(1);
  const lastBlocks = new Set<number>();
  for (let length = 1; length < 700; length += 1) {
    const pixels = Uint8Array.from({ length }, () => random.below(256));
    expectSameAgain(pixels, 8);
    const data = encoder.encode(pixels, 8);
    let at = 1;
    let last = 0;
    for (let size = data[at] as number; size > 0; size = data[at] as number) {
      last = size;
      at += size + 1;
    }
    expect(at).toBe(data.length - 1);
    lastBlocks.add(last);
  }
  expect(lastBlocks.has(255)).toBe(true);
});

test('runs and repeated patterns are the same again', () => {
  const random = new Random(5);
  const pixels = new Uint8Array(200_000);
  for (let at = 0; at < pixels.length; ) {
    const run = 1 + random.below(40);
    pixels.fill(random.below(60), at, at + run);
    at += run;
  }
  expectSameAgain(pixels, 6);
});
