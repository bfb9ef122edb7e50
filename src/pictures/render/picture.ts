import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { runInSlices } from '../../base/idle-queue.js';
import type { Screen } from '../../screen/screen.js';
import { isCanvasLoaded, loadCanvas, registerFont, UnusableFont } from './canvas.js';
import { type CellRange, drawComparisonBitmap } from './comparison.js';
import { listVisibleCharacters } from './fonts.js';
import { hasCodePoint, readCoverage } from './glyphs/cmap.js';
import { defaultPadding, type Sizing, scaleCell } from './glyphs/glyph.js';
import type { OwnFont } from './glyphs/glyph-rasterizer.js';
import { GlyphAtlas } from './glyphs/glyphs.js';
import { layOut } from './layout.js';
import { isCanvasNeeded, type Painting, paint } from './paint.js';
import { encodePng } from './png/png.js';
import type { Theme } from './theme.js';

/** A PNG file and the characters missing from all fonts. */
export interface Picture {
  readonly png: Buffer;
  readonly missing: readonly string[];
}

// state: a cache of constants.
const atlases = new Map<string, GlyphAtlas>();
// One per font and scale; limited because a client may use many.
const maxAtlases = 4;

/** Loads the canvas on demand: this takes longer than drawing, and few pictures need it. */
export type Load = () => Promise<void>;

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

/** Paints a screen as a bitmap. */
export async function paintScreen(
  screen: Screen,
  theme: Theme,
  font: string | undefined,
  load: Load,
  { scale = 1, padding = defaultPadding }: Sizing = {},
): Promise<Painting> {
  // A font supplied by the user is opened to read its coverage.
  if (font !== undefined) await load();
  const layout = await runInSlices(layOut(screen, theme));
  const atlas = getAtlas(font, scale);
  if (!isCanvasLoaded() && (await runInSlices(isCanvasNeeded(layout, atlas)))) await load();
  return await runInSlices(paint(layout, atlas, padding));
}

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
