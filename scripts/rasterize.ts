// Draws the characters that most screens are made of, for the program to keep beside its fonts.
import { boxMask } from '../src/picture/boxes.js';
import { loadCanvas } from '../src/picture/canvas.js';
import { GlyphDrawer } from '../src/picture/drawer.js';
import { type Face, fontFor } from '../src/picture/fonts.js';
import { cell } from '../src/picture/glyph.js';
import { type RasterKind, rasterFile } from '../src/picture/rasters.js';
import type { Kind } from '../src/text/kind.js';
import { kindsOfAll, widthOf } from '../src/text/kinds.js';

const faces: Readonly<Record<Exclude<RasterKind, 'any'>, Face>> = {
  '400-normal': { bold: false, italic: false },
  '400-italic': { bold: false, italic: true },
  '700-normal': { bold: true, italic: false },
  '700-italic': { bold: true, italic: true },
};
// Scripts and symbols; of the font that has nearly everything only the symbols.
const [first, end] = [0x21, 0x3000];
const symbols = { first: 0x2000, end: 0x2c00 };

/** The files of characters that need not be drawn any more. */
export async function rasterFiles(): Promise<ReturnType<typeof rasterFile>[]> {
  await loadCanvas();
  const drawer = new GlyphDrawer();
  const kinds = Object.entries(faces).map(([kind, face]) => {
    const masks = masksOf((codePoint) => isOf('text', codePoint, face), drawer, face);
    return rasterFile(kind as RasterKind, masks);
  });
  const plain = faces['400-normal'];
  const isSymbol = (codePoint: number): boolean =>
    codePoint >= symbols.first && codePoint < symbols.end && isOf('fallback', codePoint, plain);
  return [...kinds, rasterFile('any', masksOf(isSymbol, drawer, plain))];
}

function masksOf(isWanted: (codePoint: number) => boolean, drawer: GlyphDrawer, face: Face): Map<number, Uint8Array> {
  const masks = new Map<number, Uint8Array>();
  for (let codePoint = first; codePoint < end; codePoint += 1) {
    if (!isWanted(codePoint)) continue;
    const { mask } = drawer.draw(String.fromCodePoint(codePoint), 1, face);
    if (mask !== undefined) masks.set(codePoint, mask);
  }
  return masks;
}

function isOf(family: 'text' | 'fallback', codePoint: number, face: Face): boolean {
  const text = String.fromCodePoint(codePoint);
  if (widthOf[kindsOfAll()[codePoint] as Kind] !== 1 || boxMask(codePoint, cell.width, cell.height)) return false;
  const choice = fontFor(text, 1, face);
  return choice?.family === family && choice.text === text && !choice.lacksMarks;
}
