// Rasterizes the most common characters in advance, to be stored with the fonts.
import { type Kind, loadKinds, widthOf } from '../src/base/unicode/characters.js';
import { chooseFont, type Face, loadCanvas } from '../src/pictures/fonts.js';
import { encodeRasterFile, type RasterKind } from '../src/pictures/glyphs/glyphs.js';
import { drawBoxGlyph, GlyphRasterizer } from '../src/pictures/glyphs/rasterizer.js';

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
export async function createRasterFiles(): Promise<ReturnType<typeof encodeRasterFile>[]> {
  await loadCanvas();
  const drawer = new GlyphRasterizer();
  const draw = (codePoint: number, face: Face): Uint8Array | undefined =>
    drawer.draw(String.fromCodePoint(codePoint), 1, face).mask;
  const ofFaces = Object.entries(faces).map(([kind, face]) =>
    encodeRasterFile(
      kind as RasterKind,
      collectMasks((codePoint) => (isDrawnBy('text', codePoint, face) ? draw(codePoint, face) : undefined)),
    ),
  );
  const plain = faces['400-normal'];
  const isSymbol = (codePoint: number): boolean =>
    codePoint >= symbols.first && codePoint < symbols.end && isDrawnBy('fallback', codePoint, plain);
  const ofAny = collectMasks(
    (codePoint) => drawBoxGlyph(codePoint, 1) ?? (isSymbol(codePoint) ? draw(codePoint, plain) : undefined),
  );
  return [...ofFaces, encodeRasterFile('any', ofAny)];
}

function collectMasks(maskOf: (codePoint: number) => Uint8Array | undefined): Map<number, Uint8Array> {
  const masks = new Map<number, Uint8Array>();
  for (const [first, end] of drawn)
    for (let codePoint = first; codePoint < end; codePoint += 1) {
      if (widthOf[loadKinds()[codePoint] as Kind] !== 1) continue;
      const mask = maskOf(codePoint);
      if (mask !== undefined) masks.set(codePoint, mask);
    }
  return masks;
}

function isDrawnBy(family: 'text' | 'fallback', codePoint: number, face: Face): boolean {
  const text = String.fromCodePoint(codePoint);
  if (drawBoxGlyph(codePoint, 1) !== undefined) return false;
  const choice = chooseFont(text, 1, face);
  return choice?.family === family && choice.text === text && !choice.lacksMarks;
}
