import type { Steps } from '../time/slices.js';
import type { Bitmap } from './bitmap.js';
import { cell, defaultPadding as padding } from './glyph.js';
import { smallestBitmap } from './smallest-bitmap.js';
import type { Rgb } from './theme.js';
import { Tint } from './tint.js';

/** Cells of a row: from `col` up to `end`. */
export interface Cells {
  readonly row: number;
  readonly col: number;
  readonly end: number;
}

const gap = 8;
const gapColour: Rgb = 0x808080;
const markColour: Rgb = 0xff0033;
const [marked, faint] = [8, 11];

/** Expected, actual and difference side by side: cells that differ are marked, all others are faint. */
export function* compare(expected: Bitmap, actual: Bitmap, differing: readonly Cells[]): Steps<Bitmap> {
  const width = Math.max(expected.width, actual.width);
  const height = Math.max(expected.height, actual.height);
  const { background } = actual;
  const third = 2 * (width + gap);
  return yield* smallestBitmap(third + width, height, gapColour, function* (result) {
    yield* copyWhole(result, expected, 0, new Tint());
    yield* copyWhole(result, actual, width + gap, new Tint());
    result.fill(third, 0, width, height, background);
    yield* copyWhole(result, actual, third, new Tint(background, faint));
    const mark = new Tint(markColour, marked);
    for (const { row, col, end } of differing) {
      const [x, y] = [padding + col * cell.width, padding + row * cell.height];
      const cells = (end - col) * cell.width;
      result.fill(third + x, y, cells, cell.height, mark.of(background));
      result.copy(actual, { x, y, width: cells, height: cell.height }, third + x, y, mark);
      yield;
    }
  });
}

function* copyWhole(result: Bitmap, source: Bitmap, left: number, tint: Tint): Steps<void> {
  const { width } = source;
  for (let y = 0; y < source.height; y += cell.height) {
    result.copy(source, { x: 0, y, width, height: cell.height }, left, y, tint);
    yield;
  }
}
