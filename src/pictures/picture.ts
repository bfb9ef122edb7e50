import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import type { Rgb } from '../base/colors.js';
import { runInSlices, type Steps } from '../base/idle-queue.js';
import { blankCell } from '../screen/cells.js';
import type { Line } from '../screen/line.js';
import type { Screen } from '../screen/screen.js';
import type { Underline } from '../screen/style.js';
import { type CellRange, drawComparisonBitmap } from './comparison.js';
import { isCanvasLoaded, listVisibleCharacters, loadCanvas, registerFont, UnusableFont } from './fonts.js';
import { hasCodePoint, readCoverage } from './glyphs/cmap.js';
import { type CellMetrics, defaultPadding, type Glyph, type Sizing, scaleCell } from './glyphs/figure.js';
import { GlyphAtlas } from './glyphs/glyphs.js';
import { mix, type OwnFont, type Ramp, Ramps } from './glyphs/rasterizer.js';
import { type Layout, type LayoutRun, layOut } from './layout.js';
import { type Bitmap, paintSmallestBitmap } from './png/bitmap.js';
import { encodePng } from './png/png.js';
import type { Theme } from './themes.js';
import { drawWindow, measureWindow, type WindowFrame } from './window-frame.js';

/** A PNG file and the characters missing from all fonts. */
interface Picture {
  readonly png: Buffer;
  readonly missing: readonly string[];
}

/** Loads the canvas on demand: this takes longer than drawing, and few pictures need it. */
type Load = () => Promise<void>;

/** Renders a screen; `font` is a font file supplied by the user, used before the bundled fonts. */
export async function drawPicture(
  screen: Screen,
  theme: Theme,
  font: string | undefined,
  load: Load = loadCanvas,
  sizing: Sizing = {},
): Promise<Picture> {
  const { bitmap, missing } = await paintScreen(screen, theme, font, load, sizing);
  return { png: await encodePng(bitmap), missing };
}

/** Renders two screens and their differences side by side, both in the current colors of the program. */
export async function drawComparison(
  expected: Screen,
  actual: Screen,
  differing: readonly CellRange[],
  theme: Theme,
  font: string | undefined,
  load: Load = loadCanvas,
): Promise<Buffer> {
  const { ownColors } = actual;
  const left = await paintScreen({ ...expected, ownColors }, theme, font, load);
  const right = await paintScreen(actual, theme, font, load);
  return await encodePng(await runInSlices(drawComparisonBitmap(left.bitmap, right.bitmap, differing)));
}

export async function paintScreen(
  screen: Screen,
  theme: Theme,
  font: string | undefined,
  load: Load,
  { scale = 1, padding = defaultPadding, frame }: Sizing = {},
): Promise<Painting> {
  // A font supplied by the user is opened to read its coverage.
  if (font !== undefined) await load();
  const layout = await runInSlices(layOut(screen, theme));
  const atlas = getAtlas(font, scale);
  if (!isCanvasLoaded() && (await runInSlices(isCanvasNeeded(layout, atlas)))) await load();
  return await runInSlices(paint(layout, atlas, padding, frame));
}

/** A painted layout. */
interface Painting {
  readonly bitmap: Bitmap;
  /** Characters missing from all fonts. */
  readonly missing: readonly string[];
}

/** Whether a layout has a glyph that only the canvas draws. Otherwise the atlas has all of its glyphs afterwards. */
function* isCanvasNeeded({ lines, pieces }: Layout, atlas: GlyphAtlas): Steps<boolean> {
  for (const row of pieces) {
    for (const piece of row) {
      const line = lines[piece.row] as Line;
      for (let col = piece.col; col < piece.col + piece.width; col += Math.max(1, line.widthAt(col)))
        if (!isBlankCell(line, col) && atlas.findGlyph(line, col, piece) === undefined) return true;
    }
    yield;
  }
  return false;
}

/** Paints a layout at the scale of the atlas, with `padding` in pixels. The canvas must be loaded if it is needed. */
function* paint(layout: Layout, atlas: GlyphAtlas, padding: number, frame?: WindowFrame): Steps<Painting> {
  const { cols, rows, background } = layout;
  const { cell } = atlas;
  const border = padding * cell.scale;
  const inside = [cols * cell.width, rows * cell.height] as const;
  const size =
    frame === undefined
      ? { width: inside[0] + 2 * border, height: inside[1] + 2 * border, left: border, top: border }
      : measureWindow(...inside, frame);
  const missing = new Set<string>();
  const bitmap = yield* paintSmallestBitmap(size.width, size.height, background, function* (surface) {
    if (frame !== undefined) drawWindow(surface.fill.bind(surface), size, frame, background);
    const painter = new LayoutPainter(surface, atlas, layout, { missing, ...size });
    for (const row of layout.pieces) {
      for (const piece of row) painter.paint(piece);
      yield;
    }
  });
  return { bitmap, missing: [...missing].sort() };
}

class LayoutPainter {
  readonly #bitmap: Bitmap;
  readonly #atlas: GlyphAtlas;
  readonly #layout: Layout;
  readonly #missing: Set<string>;
  readonly #ramps = new Ramps();
  readonly #cell: CellMetrics;
  readonly #left: number;
  readonly #top: number;

  constructor(
    bitmap: Bitmap,
    atlas: GlyphAtlas,
    layout: Layout,
    { missing, left, top }: { readonly missing: Set<string>; readonly left: number; readonly top: number },
  ) {
    this.#bitmap = bitmap;
    this.#atlas = atlas;
    this.#cell = atlas.cell;
    this.#left = left;
    this.#top = top;
    this.#layout = layout;
    this.#missing = missing;
  }

  paint(piece: LayoutRun): void {
    const { width: cellWidth, height, scale } = this.#cell;
    const x = this.#left + piece.col * cellWidth;
    const y = this.#top + piece.row * height;
    const width = piece.width * cellWidth;
    if (piece.bg !== undefined) this.#bitmap.fill(x, y, width, height, piece.bg);
    this.#paintText(piece, y);
    if (piece.underline !== undefined)
      paintUnderline(
        this.#bitmap,
        piece.underline,
        { x, top: y + height - 3 * scale, width, scale },
        piece.underlineColor,
      );
    if (piece.strikethrough) this.#bitmap.fill(x, y + height / 2, width, scale, piece.fg);
    if (piece.overline) this.#bitmap.fill(x, y, width, scale, piece.fg);
  }

  #paintText(piece: LayoutRun, y: number): void {
    const line = this.#layout.lines[piece.row] as Line;
    const background = piece.bg ?? this.#layout.background;
    const ramp = this.#ramps.getRamp(background, piece.fg);
    for (let col = piece.col; col < piece.col + piece.width; ) {
      const width = Math.max(1, line.widthAt(col));
      if (!isBlankCell(line, col)) {
        const glyph = this.#atlas.glyphAt(line, col, piece);
        if (glyph.isMissing === true) this.#missing.add(line.slice(col, col + width));
        this.#stamp(glyph, this.#left + col * this.#cell.width, y, width * this.#cell.width, ramp, background);
      }
      col += width;
    }
  }

  #stamp({ mask, image }: Glyph, x: number, y: number, width: number, ramp: Ramp, background: Rgb): void {
    if (mask !== undefined) this.#bitmap.stamp(mask, x, y, width, this.#cell.height, ramp);
    if (image === undefined) return;
    for (let index = 0; index < width * this.#cell.height; index += 1) {
      const [red, green, blue, alpha] = image.subarray(index * 4, index * 4 + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      const level = Math.round((alpha * 15) / 255);
      if (level === 0) continue;
      const rgb = mix(background, (red << 16) | (green << 8) | blue, level);
      this.#bitmap.fill(x + (index % width), y + Math.floor(index / width), 1, 1, rgb);
    }
  }
}

/** The position of an underline in pixels; `scale` is the thickness of a line. */
interface Place {
  readonly x: number;
  readonly top: number;
  readonly width: number;
  readonly scale: number;
}

/** Draws an underline. */
function paintUnderline(bitmap: Bitmap, kind: Underline, place: Place, rgb: Rgb): void {
  const { x, top, width, scale } = place;
  switch (kind) {
    case 'single':
      bitmap.fill(x, top, width, scale, rgb);
      return;
    case 'double':
      bitmap.fill(x, top - scale, width, scale, rgb);
      bitmap.fill(x, top + scale, width, scale, rgb);
      return;
    case 'dotted':
      paintDashes(bitmap, place, [1, 2], rgb);
      return;
    case 'dashed':
      paintDashes(bitmap, place, [3, 5], rgb);
      return;
    case 'curly':
      for (let at = x; at < x + width; at += 1) bitmap.fill(at, top + getCurlHeight(at, scale), 1, scale, rgb);
  }
}

// Dashes continue evenly from piece to piece.
function paintDashes(bitmap: Bitmap, { x, top, width, scale }: Place, [on, every]: [number, number], rgb: Rgb): void {
  for (let at = x; at < x + width; at += 1)
    if (Math.floor(at / scale) % every < on) bitmap.fill(at, top, 1, scale, rgb);
}

const smallCurl = [0, 0, 1, 2, 2, 1] as const;

/** How far a curly underline is below its highest point: a wave of two parabolas, six thicknesses long and two high. */
function getCurlHeight(x: number, scale: number): number {
  if (scale === 1) return smallCurl[x % smallCurl.length] as number;
  const half = 3 * scale;
  const phase = (x % (2 * half)) + 0.5;
  const along = (phase % half) / half;
  const height = 4 * along * (1 - along);
  return Math.round(scale + (phase < half ? -height : height) * scale);
}

const space = blankCell + 0x20;

function isBlankCell(line: Line, col: number): boolean {
  const content = line.contentAt(col);
  return content === space || content === blankCell;
}

// state: a cache of constants.
const atlases = new Map<string, GlyphAtlas>();
// One per font and scale; limited because a client may use many.
const maxAtlases = 4;

function getAtlas(font: string | undefined, scale: number): GlyphAtlas {
  const key = `${scale} ${font ?? ''}`;
  let atlas = atlases.get(key);
  if (atlas === undefined) {
    atlas = new GlyphAtlas(font === undefined ? undefined : loadOwnFont(font), scaleCell(scale));
    if (atlases.size >= maxAtlases) atlases.clear();
    atlases.set(key, atlas);
  }
  return atlas;
}

// O_NONBLOCK: special files that report themselves as regular, such as /proc/kmsg, would block.
function readFontFile(file: string): Buffer {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function loadOwnFont(file: string): OwnFont {
  try {
    const ranges = readCoverage(readFontFile(file));
    const has = (character: string): boolean => hasCodePoint(ranges, character.codePointAt(0) as number);
    registerFont(file);
    return {
      file,
      adaptText: (text) => (listVisibleCharacters(text).every(has) ? [...text].filter(has).join('') : undefined),
    };
  } catch (error) {
    throw new UnusableFont(`Cannot use font ${file}: ${(error as Error).message}.`, { cause: error });
  }
}
