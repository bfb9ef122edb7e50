import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseFont, findFontFolder } from '../fonts.js';
import { hasCodePoint, type Range, readCoverage } from '../glyphs/cmap.js';

const maps = new Map<string, readonly Range[]>();
/** Returns the characters without a glyph in a font file; Skia would draw them with fonts of the machine. */
function lackingIn(file: string, text: string): string[] {
  const map = maps.get(file) ?? readCoverage(readFileSync(join(findFontFolder(), file)));
  maps.set(file, map);
  return [...text].filter((character) => !hasCodePoint(map, character.codePointAt(0) as number));
}

const faces = [false, true].flatMap((bold) => [false, true].map((italic) => ({ bold, italic })));
const marks = ['', '\u0301', '\u0338', '\u05b0', '\u0900', '\u20d0', '\u20e3', '\ufe0e', '\ufe0f', '\u{1d165}'];
const sequences = ['👩🏽\u200d🚀', '❤\ufe0f\u200d🔥', '🇩🇪', '1\ufe0f\u20e3', '🏴\u{e0067}\u{e0062}\u{e007f}'];
// Characters of nearly every script of the basic plane.
const characters = Array.from({ length: 0xffff / 61 }, (_, index) => String.fromCodePoint(0x20 + index * 61)).filter(
  (character) => /[^\p{C}\p{M}]/u.test(character),
);

test.each(faces)('assigns a font only characters that it contains: %o [7.png-bundled]', (face) => {
  for (const text of [...sequences, ...characters.flatMap((character) => marks.map((mark) => character + mark))])
    for (const width of [1, 2]) {
      const choice = chooseFont(text, width, face);
      if (choice === undefined) continue;
      if (lackingIn(choice.file, choice.text).length > 0) throw new Error(`${JSON.stringify(text)}: ${choice.file}`);
    }
});

test.each([
  ['a letter', 'x', 1, 'cascadia-mono-latin-400-normal.woff2', 'x'],
  ['a letter with a mark', 'q\u0303', 1, 'cascadia-mono-latin-400-normal.woff2', 'q\u0303'],
  ['a letter with a mark of another font', 'x\u20d0', 1, 'unifont-latin-400-normal.woff2', 'x\u20d0'],
  ['an emoji', '❤\ufe0f', 2, 'noto-color-emoji-emoji-400-normal.woff2', '❤'],
  ['an emoji in text style', '⌚\ufe0e', 1, 'unifont-latin-400-normal.woff2', '⌚'],
  ['an ideograph that three fonts have', '日', 2, 'noto-sans-jp-japanese-400-normal.woff2', '日'],
  ['a simplified ideograph', '测', 2, 'noto-sans-sc-chinese-simplified-400-normal.woff2', '测'],
  ['a Hangul syllable', '한', 2, 'noto-sans-kr-korean-400-normal.woff2', '한'],
  ['a rare ideograph', '㐀', 2, 'unifont-latin-400-normal.woff2', '㐀'],
  ['a half-width letter', 'ﾊ', 1, 'unifont-latin-400-normal.woff2', 'ﾊ'],
  ['a mark that no font has', 'x\u{1d165}', 1, 'cascadia-mono-latin-400-normal.woff2', 'x'],
])('chooses the font for %s [7.png-bundled]', (_, text, width, file, drawn) => {
  const choice = chooseFont(text, width, { bold: false, italic: false });
  expect(choice).toMatchObject({ file, text: drawn, lacksMarks: text.includes('\u{1d165}') });
});

const codePointsOf = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
/** Returns the ideographs of a legacy character set whose first bytes are in a range. */
const ideographsOf = (encoding: string, from: number, to: number): string[] =>
  Array.from({ length: (to - from + 1) * 256 }, (_, index) =>
    new TextDecoder(encoding).decode(Uint8Array.of(from + (index >> 8), index & 0xff)),
  ).filter((text) => /^\p{Script=Han}$/u.test(text));

test.each([
  ['Hangul syllables', codePointsOf(0xac00, 0xd7a3), 11_172],
  ['hiragana', codePointsOf(0x3041, 0x3096), 83],
  ['katakana', codePointsOf(0x30a1, 0x30fa), 90],
  ['the ideographs of JIS X 0208', ideographsOf('shift_jis', 0x88, 0xea), 6355],
  ['the ideographs of GB 2312', ideographsOf('gb2312', 0xb0, 0xf7), 5900],
])('smooth fonts contain %s [7.png-cjk]', (_, all, least) => {
  const smooth = all.filter((text) => chooseFont(text, 2, { bold: false, italic: false })?.family === 'cjk');
  expect(smooth.length).toBeGreaterThanOrEqual(least);
});
