import type { Bitmap } from './bitmap.js';
import { cell } from './glyph.js';
import { mix } from './ramp.js';
import { smallestBitmap } from './smallest-bitmap.js';
import type { Rgb } from './theme.js';

const gap = 8;
const gapColour: Rgb = 0x808080;
const markColour: Rgb = 0xff0033;

/** Expected, actual and difference side by side: cells that differ are marked, all others are faint. */
export function compare(expected: Bitmap, actual: Bitmap): Bitmap {
  const width = Math.max(expected.width, actual.width);
  const height = Math.max(expected.height, actual.height);
  const { background } = actual;
  const at = (bitmap: Bitmap, x: number, y: number): Rgb | undefined =>
    x < bitmap.width && y < bitmap.height ? bitmap.at(x, y) : undefined;
  const differing = differingCells(width, height, (x, y) => at(expected, x, y) !== at(actual, x, y));
  return smallestBitmap(3 * width + 2 * gap, height, gapColour, (result) => {
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const [before, after] = [at(expected, x, y), at(actual, x, y)];
        const isMarked = differing.has(cellNumber(x, y));
        const shown = after ?? background;
        result.set(x, y, before ?? gapColour);
        result.set(width + gap + x, y, after ?? gapColour);
        result.set(2 * (width + gap) + x, y, isMarked ? mix(shown, markColour, 8) : mix(shown, background, 11));
      }
    }
  });
}

const cellNumber = (x: number, y: number): number =>
  Math.floor((y - 1) / cell.height) * 100_000 + Math.floor((x - 1) / cell.width);

function differingCells(width: number, height: number, differs: (x: number, y: number) => boolean): Set<number> {
  const cells = new Set<number>();
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) if (differs(x, y)) cells.add(cellNumber(x, y));
  return cells;
}
