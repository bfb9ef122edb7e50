// One picture of the expected screen, the actual screen and their differences.

import type { Rgb } from '../base/colors.js';
import type { Steps } from '../base/idle-queue.js';
import { wordsPerCell } from '../screen/cells.js';
import { Line } from '../screen/line.js';
import type { Screen } from '../screen/screen.js';
import { cell, defaultPadding } from './glyphs/figure.js';
import { GlyphAtlas, Tint } from './glyphs/glyphs.js';
import { Ramp } from './glyphs/rasterizer.js';
import { type Bitmap, paintSmallestBitmap } from './png/bitmap.js';

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

const margin = 4;
/** The height of a caption in pixels. */
const captionHeight = cell.height + margin;

const background: Rgb = 0x303030;
const foreground: Rgb = 0xffffff;
const face = { bold: true, italic: false };

// state: a cache of constants.
let atlas: GlyphAtlas | undefined;

/** Draws a caption in ASCII, whose glyphs are prebuilt; truncates it at `width`. */
function paintCaption(
  bitmap: Bitmap,
  text: string,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): void {
  atlas ??= new GlyphAtlas();
  bitmap.fill(x, y, width, captionHeight, background);
  const ramp = new Ramp(background, foreground);
  const line = createAsciiLine(text);
  for (let col = 0; col < line.width; col += 1) {
    const left = x + margin + col * cell.width;
    const { mask } = atlas.glyphAt(line, col, face);
    if (mask === undefined || left + cell.width > x + width) return;
    bitmap.stamp(mask, left, y + margin / 2, cell.width, cell.height, ramp);
  }
}

const oneCell = 1 << 22;

function createAsciiLine(text: string): Line {
  const words = new Uint32Array(text.length * wordsPerCell);
  for (const [col, letter] of [...text].entries())
    words[col * wordsPerCell] = (letter.codePointAt(0) as number) | oneCell;
  return new Line({ words, combined: undefined, extensions: undefined }, false);
}

// A difference picture costs 15 µs for each cell (2 cores, Node 20): half a second. Terminals of usual sizes are smaller.
const maxPictureCells = 30_000;
const contextRows = 3;

/** Two screens as the difference picture shows them. */
interface PictureRows {
  readonly expected: Screen;
  readonly actual: Screen;
  readonly cells: readonly CellRange[];
  /** The rows that the picture shows, 1-based; undefined if it shows all. */
  readonly shown: readonly [first: number, last: number] | undefined;
}

/** Limits the difference picture of large screens to the rows around the first difference. */
export function selectPictureRows(expected: Screen, actual: Screen, cells: readonly CellRange[]): PictureRows {
  const rows = Math.max(expected.rows, actual.rows);
  const count = Math.max(1, Math.floor(maxPictureCells / Math.max(expected.cols, actual.cols)));
  if (rows <= count) return { expected, actual, cells, shown: undefined };
  const first = Math.max(0, Math.min((cells[0]?.row ?? 0) - contextRows, rows - count));
  const inside = cells.filter(({ row }) => row >= first && row < first + count);
  return {
    expected: sliceRows(expected, first, count),
    actual: sliceRows(actual, first, count),
    cells: inside.map((cell) => ({ ...cell, row: cell.row - first })),
    shown: [first + 1, first + count],
  };
}

function sliceRows(screen: Screen, first: number, count: number): Screen {
  const lines = screen.lines.slice(first, first + count);
  const { cursor } = screen;
  const row = cursor.row - first;
  const isInside = row >= 0 && row < lines.length;
  return {
    ...screen,
    rows: lines.length,
    lines,
    cursor: { ...cursor, row: isInside ? row : 0, isVisible: cursor.isVisible && isInside },
  };
}
