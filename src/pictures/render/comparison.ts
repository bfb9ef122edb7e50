import type { Steps } from '../../base/idle-queue.js';
import { captionHeight, paintCaption } from './caption.js';
import { cell, defaultPadding } from './glyphs/glyph.js';
import { Tint } from './glyphs/tint.js';
import type { Bitmap } from './png/bitmap.js';
import { paintSmallestBitmap } from './png/smallest-bitmap.js';
import type { Rgb } from './theme.js';

/** Cells of a row: from `col` up to `end`. */
export interface CellRange {
  readonly row: number;
  readonly col: number;
  readonly end: number;
}

const captions = ['expected', 'actual', 'difference'] as const;
const gap = 8;
const gapColor: Rgb = 0x808080;
const markColor: Rgb = 0xff0033;
const [marked, faint] = [8, 11];
// Wider pictures are scaled down by most viewers until their text is illegible.
const maxWidth = 1600;

/**
 * Expected, actual and difference, each below its caption: cells that differ are marked, all others are faint. The panels are
 * side by side, or one below the other if that would be too wide.
 */
export function* drawComparisonBitmap(
  expected: Bitmap,
  actual: Bitmap,
  differing: readonly CellRange[],
): Steps<Bitmap> {
  const width = Math.max(expected.width, actual.width);
  const height = Math.max(expected.height, actual.height);
  const { background } = actual;
  const places = layOutPictures(width, height);
  const last = places[2] as Place;
  return yield* paintSmallestBitmap(last.x + width, last.y + height, gapColor, function* (result) {
    for (const [index, { x, y }] of places.entries())
      paintCaption(result, captions[index] as string, { x, y: y - captionHeight, width });
    const [left, right] = places as [Place, Place];
    yield* copyWhole(result, expected, left, new Tint());
    yield* copyWhole(result, actual, right, new Tint());
    result.fill(last.x, last.y, width, height, background);
    yield* copyWhole(result, actual, last, new Tint(background, faint));
    const mark = new Tint(markColor, marked);
    for (const { row, col, end } of differing) {
      const [x, y] = [defaultPadding + col * cell.width, defaultPadding + row * cell.height];
      const cells = (end - col) * cell.width;
      result.fill(last.x + x, last.y + y, cells, cell.height, mark.mapColor(background));
      result.copy(actual, { x, y, width: cells, height: cell.height }, last.x + x, last.y + y, mark);
      yield;
    }
  });
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function layOutPictures(width: number, height: number): Place[] {
  const isWide = captions.length * (width + gap) - gap > maxWidth;
  return captions.map((_, index) =>
    isWide
      ? { x: 0, y: captionHeight + index * (captionHeight + height + gap) }
      : { x: index * (width + gap), y: captionHeight },
  );
}

function* copyWhole(result: Bitmap, source: Bitmap, { x, y }: Place, tint: Tint): Steps<void> {
  const { width } = source;
  for (let top = 0; top < source.height; top += cell.height) {
    result.copy(source, { x: 0, y: top, width, height: cell.height }, x, y + top, tint);
    yield;
  }
}
