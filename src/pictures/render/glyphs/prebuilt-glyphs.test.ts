import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFontFolder, loadCanvas, UnusableFont } from '../../fonts.js';
import { encodeRasterFile, PrebuiltGlyphs } from '../../glyphs/glyphs.js';
import { drawBoxGlyph, GlyphRasterizer } from '../../glyphs/rasterizer.js';

const faces = [false, true].flatMap((bold) => [false, true].map((italic) => ({ bold, italic })));
const plain = { bold: false, italic: false };

test.each(faces)('prebuilt glyphs equal newly drawn ones in every pixel: %o [7.png-golden]', async (face) => {
  await loadCanvas();
  const rasters = new PrebuiltGlyphs(findFontFolder());
  const drawer = new GlyphRasterizer();
  let count = 0;
  for (let codePoint = 0; codePoint < 0x20000; codePoint += 1) {
    const mask = rasters.findMask(codePoint, face);
    if (mask === undefined) continue;
    count += 1;
    const now = drawBoxGlyph(codePoint, 1) ?? drawer.draw(String.fromCodePoint(codePoint), 1, face).mask ?? [];
    if (!mask.every((level, at) => level === now[at])) throw new Error(`U+${codePoint.toString(16)} differs`);
  }
  expect(count).toBeGreaterThan(3000);
});

test('unpacks the mask that was packed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rasters-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const mask = Uint8Array.from({ length: 162 }, (_, at) => (at * 7) % 16);
  for (const kind of ['400-normal', 'any'] as const) {
    const { name, bytes } = encodeRasterFile(kind, new Map(kind === 'any' ? [] : [[0x61, mask]]));
    writeFileSync(join(folder, name), bytes);
  }
  const rasters = new PrebuiltGlyphs(folder);
  expect(rasters.findMask(0x61, plain)).toEqual(mask);
  expect(rasters.findMask(0x62, plain)).toBeUndefined();
});

test('rejects missing and invalid glyph files as unusable fonts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rasters-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(() => new PrebuiltGlyphs(folder).findMask(0x61, plain)).toThrow(UnusableFont);
  writeFileSync(join(folder, '400-normal.glyphs'), 'no glyphs');
  expect(() => new PrebuiltGlyphs(folder).findMask(0x61, plain)).toThrow(UnusableFont);
});
