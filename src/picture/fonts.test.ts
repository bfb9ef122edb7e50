import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fontFolder } from './canvas.js';
import { coverageOf, covers, type Range } from './cmap.js';
import { fontFor } from './fonts.js';

const maps = new Map<string, readonly Range[]>();
/** The characters of a text that a font file has no glyph for: Skia would take them from the fonts of the machine. */
function lackingIn(file: string, text: string): string[] {
  const map = maps.get(file) ?? coverageOf(readFileSync(join(fontFolder(), file)));
  maps.set(file, map);
  return [...text].filter((character) => !covers(map, character.codePointAt(0) as number));
}

const faces = [false, true].flatMap((bold) => [false, true].map((italic) => ({ bold, italic })));
const marks = ['', '\u0301', '\u0338', '\u05b0', '\u0900', '\u20d0', '\u20e3', '\ufe0e', '\ufe0f', '\u{1d165}'];
const sequences = ['👩🏽\u200d🚀', '❤\ufe0f\u200d🔥', '🇩🇪', '1\ufe0f\u20e3', '🏴\u{e0067}\u{e0062}\u{e007f}'];
// Characters of nearly every script of the basic plane.
const characters = Array.from({ length: 0xffff / 61 }, (_, index) => String.fromCodePoint(0x20 + index * 61)).filter(
  (character) => /[^\p{C}\p{M}]/u.test(character),
);

test.each(faces)('a font is only given what it has: %o [7.png-bundled]', (face) => {
  for (const text of [...sequences, ...characters.flatMap((character) => marks.map((mark) => character + mark))])
    for (const width of [1, 2]) {
      const choice = fontFor(text, width, face);
      if (choice === undefined) continue;
      if (lackingIn(choice.file, choice.text).length > 0) throw new Error(`${JSON.stringify(text)}: ${choice.file}`);
    }
});

test.each([
  ['a letter', 'x', 1, 'cascadia-mono-latin-400-normal.woff2', 'x'],
  ['a letter with a mark', 'q\u0303', 1, 'cascadia-mono-latin-400-normal.woff2', 'q\u0303'],
  ['a letter with a mark of another font', 'x\u20d0', 1, 'unifont-latin-400-normal.woff2', 'x\u20d0'],
  ['an emoji', '❤\ufe0f', 2, 'noto-color-emoji-emoji-400-normal.woff2', '❤'],
  ['an emoji made text', '⌚\ufe0e', 1, 'unifont-latin-400-normal.woff2', '⌚'],
  ['a mark that no font has', 'x\u{1d165}', 1, 'cascadia-mono-latin-400-normal.woff2', 'x'],
])('%s has its font [7.png-bundled]', (_, text, width, file, drawn) => {
  const choice = fontFor(text, width, { bold: false, italic: false });
  expect(choice).toMatchObject({ file, text: drawn, lacksMarks: text.includes('\u{1d165}') });
});
