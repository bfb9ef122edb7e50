import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Rgb } from '../../base/colors.js';
import type { Line } from '../../screen/line.js';
import { type Face, findFontFolder, listVisibleCharacters, UnusableFont } from '../fonts.js';
import { type CellMetrics, cell, type Glyph } from './figure.js';
import { drawBoxGlyph, GlyphRasterizer, mix, type OwnFont } from './rasterizer.js';

/** The masks of characters of one cell, by code point. */
type Masks = ReadonlyMap<number, Uint8Array>;
/** The characters in a file: those of one face, or (`any`) those that are equal in every face. */
export type RasterKind = '400-normal' | '400-italic' | '700-normal' | '700-italic' | 'any';

const pixels = cell.width * cell.height;
// Two pixels per byte.
const packedLength = pixels / 2;
const codePointLength = 4;

const toRasterKind = ({ bold, italic }: Face): RasterKind => `${bold ? 700 : 400}-${italic ? 'italic' : 'normal'}`;
const toFileName = (kind: RasterKind): string => `${kind}.glyphs`;

/**
 * Characters that were rasterized during the build. Loading the canvas and its fonts would take three times as long as
 * drawing the first picture.
 */
export class PrebuiltGlyphs {
  readonly #folder: string;
  readonly #read = new Map<RasterKind, RasterFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The mask of a character of one cell; undefined if it is not prebuilt. */
  findMask(codePoint: number, face: Face): Uint8Array | undefined {
    return this.#readFile(toRasterKind(face)).findMask(codePoint) ?? this.#readFile('any').findMask(codePoint);
  }

  #readFile(kind: RasterKind): RasterFile {
    let file = this.#read.get(kind);
    if (file === undefined) {
      file = new RasterFile(readRasterFile(join(this.#folder, toFileName(kind))));
      this.#read.set(kind, file);
    }
    return file;
  }
}

class RasterFile {
  readonly #codePoints: Uint32Array;
  readonly #masks: Uint8Array;

  constructor(bytes: Buffer) {
    const count = bytes.length / (codePointLength + packedLength);
    this.#codePoints = Uint32Array.from({ length: count }, (_, index) => bytes.readUInt32LE(index * codePointLength));
    this.#masks = bytes.subarray(count * codePointLength);
  }

  findMask(codePoint: number): Uint8Array | undefined {
    const index = this.#codePoints.indexOf(codePoint);
    if (index < 0) return undefined;
    const mask = new Uint8Array(pixels);
    for (let at = 0; at < packedLength; at += 1) {
      const pair = this.#masks[index * packedLength + at] as number;
      mask[at * 2] = pair >> 4;
      mask[at * 2 + 1] = pair & 0xf;
    }
    return mask;
  }
}

function readRasterFile(file: string): Buffer {
  try {
    return inflateRawSync(readFileSync(file));
  } catch (error) {
    throw new UnusableFont(`Cannot read the glyphs in ${file}: ${(error as Error).message}.`, { cause: error });
  }
}

/** Encodes masks as a file; returns its name and content. */
export function encodeRasterFile(kind: RasterKind, masks: Masks): { readonly name: string; readonly bytes: Buffer } {
  const codePoints = Buffer.alloc(masks.size * codePointLength);
  [...masks.keys()].forEach((codePoint, index) => {
    codePoints.writeUInt32LE(codePoint, index * codePointLength);
  });
  const packed = [...masks.values()].map((mask) =>
    Uint8Array.from(
      { length: packedLength },
      (_, at) => ((mask[at * 2] as number) << 4) | (mask[at * 2 + 1] as number),
    ),
  );
  return { name: toFileName(kind), bytes: deflateRawSync(Buffer.concat([codePoints, ...packed])) };
}

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

  /** The glyph of the character in a cell of a line, without the canvas; undefined if the glyph needs it. */
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

const maxColors = 256;

/** Maps the colors of a copied picture: mixes them with a color, `level` in fifteenths. */
export class Tint {
  /** Palette indices of the target by palette index of the source; -1 if not assigned yet. */
  readonly numbers = new Int16Array(maxColors).fill(-1);
  readonly #to: Rgb;
  readonly #level: number;
  #colors: Uint32Array | undefined;
  #levels: Uint8Array | undefined;

  constructor(to: Rgb = 0, level = 0) {
    this.#to = to;
    this.#level = level;
  }

  mapColor(rgb: Rgb): Rgb {
    return mix(rgb, this.#to, this.#level);
  }

  /** The mapped colors of the source palette. */
  mapPalette(colors: readonly Rgb[]): Uint32Array {
    this.#colors ??= Uint32Array.from(colors, (rgb) => this.mapColor(rgb));
    return this.#colors;
  }

  /** The mapped levels of red, green and blue: 256 each. */
  get levels(): Uint8Array {
    if (this.#levels === undefined) {
      const colors = Array.from({ length: 256 }, (_, level) => this.mapColor(level * 0x010101));
      this.#levels = Uint8Array.from([16, 8, 0].flatMap((shift) => colors.map((rgb) => rgb >> shift)));
    }
    return this.#levels;
  }
}
