// Rasterizes the most common characters in advance, to be stored with the fonts.
import { loadCanvas } from '../src/render/canvas.js';
import { type Face, fontFor } from '../src/render/fonts.js';
import { boxGlyph, GlyphDrawer } from '../src/render/glyphs/glyph-rasterizer.js';
import { type RasterKind, rasterFile } from '../src/render/glyphs/prebuilt-glyphs.js';
import type { Kind } from '../src/unicode/character-kind.js';
import { kindsOfAll, widthOf } from '../src/unicode/kind-table.js';

const faces: Readonly<Record<Exclude<RasterKind, 'any'>, Face>> = {
  '400-normal': { bold: false, italic: false },
  '400-italic': { bold: false, italic: true },
  '700-normal': { bold: true, italic: false },
  '700-italic': { bold: true, italic: true },
};
// Scripts and symbols, up to the last that is drawn without a font; wide characters and those of no script are omitted.
const drawn = [
  [0x21, 0x3000],
  [0xe0a0, 0xe0d8],
  [0xfb00, 0x10000],
  [0x1fb00, 0x1fc00],
] as const;
// Only these characters of the font with the largest repertoire.
const symbols = { first: 0x2000, end: 0x2c00 };

/** Returns the files of pre-rasterized characters. */
export async function rasterFiles(): Promise<ReturnType<typeof rasterFile>[]> {
  await loadCanvas();
  const drawer = new GlyphDrawer();
  const draw = (codePoint: number, face: Face): Uint8Array | undefined =>
    drawer.draw(String.fromCodePoint(codePoint), 1, face).mask;
  const ofFaces = Object.entries(faces).map(([kind, face]) =>
    rasterFile(
      kind as RasterKind,
      masksBy((codePoint) => (isOf('text', codePoint, face) ? draw(codePoint, face) : undefined)),
    ),
  );
  const plain = faces['400-normal'];
  const isSymbol = (codePoint: number): boolean =>
    codePoint >= symbols.first && codePoint < symbols.end && isOf('fallback', codePoint, plain);
  const ofAny = masksBy(
    (codePoint) => boxGlyph(codePoint, 1) ?? (isSymbol(codePoint) ? draw(codePoint, plain) : undefined),
  );
  return [...ofFaces, rasterFile('any', ofAny)];
}

function masksBy(maskOf: (codePoint: number) => Uint8Array | undefined): Map<number, Uint8Array> {
  const masks = new Map<number, Uint8Array>();
  for (const [first, end] of drawn)
    for (let codePoint = first; codePoint < end; codePoint += 1) {
      if (widthOf[kindsOfAll()[codePoint] as Kind] !== 1) continue;
      const mask = maskOf(codePoint);
      if (mask !== undefined) masks.set(codePoint, mask);
    }
  return masks;
}

function isOf(family: 'text' | 'fallback', codePoint: number, face: Face): boolean {
  const text = String.fromCodePoint(codePoint);
  if (boxGlyph(codePoint, 1) !== undefined) return false;
  const choice = fontFor(text, 1, face);
  return choice?.family === family && choice.text === text && !choice.lacksMarks;
}
