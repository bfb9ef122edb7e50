import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { UnusableFont } from '../canvas.js';
import type { Face } from '../fonts.js';
import { cell } from './glyph.js';

/** The masks of characters of one cell, by code point. */
export type Masks = ReadonlyMap<number, Uint8Array>;
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
