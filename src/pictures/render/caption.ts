import { wordsPerCell } from '../../screen/cells.js';
import { Line } from '../../screen/line.js';
import { cell } from './glyphs/glyph.js';
import { GlyphAtlas } from './glyphs/glyphs.js';
import { Ramp } from './glyphs/ramp.js';
import type { Bitmap } from './png/bitmap.js';
import type { Rgb } from './theme.js';

const margin = 4;
/** The height of a caption in pixels. */
export const captionHeight = cell.height + margin;

const background: Rgb = 0x303030;
const foreground: Rgb = 0xffffff;
const face = { bold: true, italic: false };

// state: a cache of constants.
let atlas: GlyphAtlas | undefined;

/** Draws a caption in ASCII, whose glyphs are prebuilt; truncates it at `width`. */
export function paintCaption(
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
