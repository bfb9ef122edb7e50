import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Random } from '../../../tests/support/random.js';
import { compress } from '../../png/png.js';

const random = new Random(7);
// Few values in short runs, as in pictures.
const pictureLike = (length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const run = 1 + random.below(9);
    bytes.subarray(at, at + run).fill(random.below(60));
    at += run;
  }
  return bytes;
};

test.each([0, 1, 5552, 5553, 128 * 1024, 256 * 1024 - 1, 256 * 1024, 512 * 1024 + 3, 3 * 1024 * 1024])(
  'compresses %i bytes without loss and with a valid checksum',
  async (length) => {
    const bytes = pictureLike(length);
    // inflateSync() throws if the checksum is wrong.
    expect(inflateSync(await compress(bytes)).equals(bytes)).toBe(true);
  },
);

test('the checksum of bytes with the maximum value does not overflow', async () => {
  const bytes = Buffer.alloc(1024 * 1024, 255);
  expect(inflateSync(await compress(bytes)).equals(bytes)).toBe(true);
});

test('compresses a part with the previous part as its dictionary', async () => {
  const bytes = Buffer.concat(Array<Buffer>(32).fill(pictureLike(16 * 1024)));
  const [whole, first] = [await compress(bytes), await compress(bytes.subarray(0, 16 * 1024))];
  expect(whole.length).toBeLessThan(first.length * 2.5);
});
