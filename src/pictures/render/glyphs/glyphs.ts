import type { Line } from '../../../screen/line.js';
import { findFontFolder } from '../canvas.js';
import { type Face, listVisibleCharacters } from '../fonts.js';
import { type CellMetrics, cell, type Glyph } from './glyph.js';
import { drawBoxGlyph, GlyphRasterizer, type OwnFont } from './glyph-rasterizer.js';
import { PrebuiltGlyphs } from './prebuilt-glyphs.js';

// Limits the memory used by programs that show every Unicode character.
const maxGlyphs = 20_000;

// state: a cache of constants.
let rasters: PrebuiltGlyphs | undefined;

/** Creates each glyph once and caches it. */
export class GlyphAtlas {
  /** By face, then by content. */
  readonly #glyphs = Array.from({ length: 4 }, () => new Map<number | string, Glyph>());
  /** A font supplied by the user, used before the bundled fonts. */
  readonly #own: OwnFont | undefined;
  readonly cell: CellMetrics;
  #rasterizer: GlyphRasterizer | undefined;

  constructor(own?: OwnFont, metrics: CellMetrics = cell) {
    this.#own = own;
    this.cell = metrics;
  }

  /** The glyph of the character in a cell of a line. The canvas must be loaded if `findGlyph` returns undefined. */
  glyphAt(line: Line, col: number, face: Face): Glyph {
    return this.#getGlyph(line, col, face, true) as Glyph;
  }

  /** The same without the canvas; undefined if the glyph needs it. */
  findGlyph(line: Line, col: number, face: Face): Glyph | undefined {
    return this.#getGlyph(line, col, face, false);
  }

  #getGlyph(line: Line, col: number, face: Face, mayRasterize: boolean): Glyph | undefined {
    const glyphs = this.#glyphs[(face.bold ? 1 : 0) + (face.italic ? 2 : 0)] as Map<number | string, Glyph>;
    const width = Math.max(1, line.widthAt(col));
    const key = line.contentAt(col) ?? `${width}${line.slice(col, col + width)}`;
    let glyph = glyphs.get(key);
    if (glyph === undefined) {
      glyph = this.#createGlyph(line.slice(col, col + width), width, face, mayRasterize);
      if (glyph === undefined) return undefined;
      if (glyphs.size >= maxGlyphs) glyphs.clear();
      glyphs.set(key, glyph);
    }
    return glyph;
  }

  #createGlyph(text: string, width: number, face: Face, mayRasterize: boolean): Glyph | undefined {
    const codePoint = text.codePointAt(0) as number;
    // Prebuilt masks have one size.
    const isUsual =
      this.#own === undefined && this.cell.scale === 1 && width === 1 && text === String.fromCodePoint(codePoint);
    const known = isUsual ? loadRasters().findMask(codePoint, face) : undefined;
    const mask = known ?? drawBoxGlyph(codePoint, width, this.cell);
    const marks = listVisibleCharacters(text).slice(1).join('');
    if (mask !== undefined && marks === '') return { mask };
    if (!mayRasterize) return undefined;
    this.#rasterizer ??= new GlyphRasterizer(this.#own, this.cell);
    return mask === undefined
      ? this.#rasterizer.draw(text, width, face)
      : this.#rasterizer.drawOver(mask, marks, width, face);
  }
}

function loadRasters(): PrebuiltGlyphs {
  rasters ??= new PrebuiltGlyphs(findFontFolder());
  return rasters;
}
