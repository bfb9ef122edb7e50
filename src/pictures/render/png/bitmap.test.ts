import { expect, test } from 'vitest';
import { runAtOnce } from '../../../base/idle-queue.js';
import { Random } from '../../../tests/support/random.js';
import { Tint } from '../../glyphs/glyphs.js';
import { Ramp } from '../../glyphs/rasterizer.js';
import { type Bitmap, IndexedBitmap, paintSmallestBitmap, TrueBitmap } from '../../png/bitmap.js';

const [width, height] = [40, 30];
const pixelsOf = (bitmap: Bitmap): number[] =>
  Array.from({ length: width * height }, (_, at) => bitmap.colorAt(at % width, Math.floor(at / width)));

const clearedBitmap = (cols: number, rows: number, background: number): TrueBitmap => {
  const bitmap = new TrueBitmap(cols, rows, background);
  runAtOnce(bitmap.clear());
  return bitmap;
};
const indexedBitmap = (cols: number, rows: number, background: number): IndexedBitmap =>
  new IndexedBitmap(cols, rows, background);
const paintedWith = (paint: (bitmap: Bitmap) => void): Bitmap =>
  runAtOnce(
    paintSmallestBitmap(width, height, 0xffffff, function* (bitmap) {
      paint(bitmap);
      yield;
    }),
  );

/** Draws the same strokes for the same seed; rectangles are inside and outside the picture. */
function scribble(bitmap: Bitmap, seed: number, colors: readonly number[]): void {
  const random = new Random(seed);
  const color = (): number => colors[random.below(colors.length)] as number;
  for (let stroke = 0; stroke < 60; stroke += 1) {
    const [x, y] = [random.below(width + 20) - 10, random.below(height + 20) - 10];
    bitmap.fill(x, y, random.below(30), random.below(20), color());
    const mask = Uint8Array.from({ length: 9 * 6 }, () => random.below(16));
    bitmap.stamp(mask, random.below(width - 9), random.below(height - 6), 9, 6, new Ramp(color(), color()));
    bitmap.fill(random.below(width), random.below(height), 1, 1, color());
  }
}

test.each([1, 2, 3, 4, 5])(
  'gives the same picture with one or three bytes per pixel: seed %i [7.png-palette]',
  (seed) => {
    const [indexed, full] = [new IndexedBitmap(width, height, 0x102030), clearedBitmap(width, height, 0x102030)];
    for (const bitmap of [indexed, full]) scribble(bitmap, seed, [0x102030, 0xff0000, 0xffffff]);
    expect(pixelsOf(indexed)).toEqual(pixelsOf(full));
    expect(indexed.colors.length).toBeLessThanOrEqual(3 + 3 * 14);
  },
);

test('paints a picture with too many colors again from the beginning [7.png-palette]', () => {
  const many = Array.from({ length: 300 }, (_, number) => number * 777);
  const full = clearedBitmap(width, height, 0xffffff);
  scribble(full, 6, many);
  const smallest = paintedWith((bitmap) => scribble(bitmap, 6, many));
  expect(smallest.colors).toBeUndefined();
  expect(pixelsOf(smallest)).toEqual(pixelsOf(full));
});

test('does not treat an error of the painter as too many colors [7.png-palette]', () => {
  const fail = (): never => {
    throw new RangeError('no');
  };
  expect(() => paintedWith(fail)).toThrow(RangeError);
});

test('each row of a file begins with the filter byte 0 [7.png-palette]', () => {
  const [indexed, full] = [new IndexedBitmap(3, 2, 0), clearedBitmap(3, 2, 0)];
  for (const bitmap of [indexed, full]) bitmap.fill(-5, -5, 50, 50, 0xabcdef);
  expect([...indexed.rows]).toEqual([0, 1, 1, 1, 0, 1, 1, 1]);
  const row = [0, ...Array<number[]>(3).fill([0xab, 0xcd, 0xef]).flat()];
  expect([...full.rows]).toEqual([...row, ...row]);
});

test.each([
  ['unchanged', [0, 0], [0, 0xff0000, 0x00ff80]],
  ['blended with white', [0xffffff, 5], [0x555555, 0xff5555, 0x55ffaa]],
])('copies colors %s, with one or three bytes per pixel [7.png-palette]', (_, [to, level], expected) => {
  for (const from of [indexedBitmap, clearedBitmap])
    for (const into of from === indexedBitmap ? [indexedBitmap, clearedBitmap] : [clearedBitmap]) {
      const [source, target] = [from(3, 2, 0), into(5, 3, 0x123456)];
      source.fill(1, 0, 1, 1, 0xff0000);
      source.fill(1, 1, 1, 1, 0x00ff80);
      target.copy(source, { x: -1, y: 0, width: 3, height: 9 }, 1, 1, new Tint(to, level));
      const row = (y: number): number[] => [0, 1, 2, 3, 4].map((x) => target.colorAt(x, y));
      const [background, first, second] = expected as [number, number, number];
      expect(row(0)).toEqual(Array(5).fill(0x123456));
      expect(row(1)).toEqual([0x123456, 0x123456, background, first, 0x123456]);
      expect(row(2)).toEqual([0x123456, 0x123456, background, second, 0x123456]);
    }
});
