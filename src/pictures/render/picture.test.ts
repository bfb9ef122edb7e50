import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Screen } from '../../screen/screen.js';
import { renderScreen } from '../../terminal/emulator.js';
import { decodePng } from '../../tests/support/png.js';
import { pixelsOf, renderOutput, renderToPng, theme } from '../../tests/support/render-png.js';
import { UnusableFont } from '../fonts.js';
import { drawPicture } from '../picture.js';

const [background, foreground] = [theme.background, theme.foreground];
const screenIn = (name: string): Screen => renderScreen(readFileSync(`fixtures/screens/${name}.in`, 'utf8'), 40, 8);

test.each(['styles', 'boxes', 'wide', 'menu', 'colors'])(
  'the picture of the screen %s equals the golden file in every pixel [7.png-golden]',
  async (name) => {
    const { png } = await drawPicture(screenIn(name), theme, undefined);
    const golden = join('snapshots', `${name}.png`);
    if (process.env['TUISPEC_UPDATE_GOLDEN'] === '1') writeFileSync(golden, png);
    const [actual, expected] = [decodePng(png), decodePng(readFileSync(golden))];
    expect([actual.width, actual.height]).toEqual([expected.width, expected.height]);
    const first = actual.rgb.findIndex((byte, at) => byte !== expected.rgb[at]);
    const pixel = Math.floor(first / 3);
    expect(first === -1 ? 'equal' : `differs at ${pixel % actual.width},${Math.floor(pixel / actual.width)}`).toBe(
      'equal',
    );
  },
);

test('the same screen gives the same bytes [7.png-bytes]', async () => {
  const draw = async (): Promise<Buffer> => (await drawPicture(screenIn('styles'), theme, undefined)).png;
  expect(await draw()).toEqual(await draw());
});

test('the picture has a padding of one pixel [7.png-padding]', async () => {
  const full = await renderOutput('\x1b[41m\x1b[2J', 8, 2);
  expect([full.width, full.height]).toEqual([8 * 9 + 2, 2 * 18 + 2]);
  for (let y = 0; y < full.height; y += 1)
    for (let x = 0; x < full.width; x += 1) {
      const isEdge = x === 0 || y === 0 || x === full.width - 1 || y === full.height - 1;
      if ((full.rgbAt(x, y) === background) !== isEdge) throw new Error(`${x},${y}`);
    }
});

test.each([
  ['5', 4, true],
  ['256', 255, true],
  ['257', 256, false],
])('uses a palette for at most 256 colors: %s colors [7.png-palette]', async (_, count, hasPalette) => {
  const cells = Array.from({ length: count }, (_, at) => `\x1b[48;2;${at};${255 - at};77m `).join('');
  const picture = await renderOutput(cells, 300);
  expect(picture.hasPalette).toBe(hasPalette);
  for (const at of [0, 1, count - 1]) expect(picture.rgbAt(3 + at * 9, 3)).toBe((at << 16) | ((255 - at) << 8) | 77);
});

test('draws the colors of the theme and those of the program [7.png-colors]', async () => {
  const picture = await renderOutput(
    '\x1b[41m \x1b[101m \x1b[48;5;208m \x1b[48;2;1;2;3m \x1b[0;7m \x1b[7;32m \x1b[0m ',
  );
  const colors = [0, 1, 2, 3, 4, 5, 6].map((col) => picture.rgbAt(1 + col * 9, 1));
  expect(colors).toEqual([
    theme.palette[1],
    theme.palette[9],
    0xff8700,
    0x010203,
    foreground,
    theme.palette[2],
    background,
  ]);
});

const looks: readonly (readonly [name: string, codes: string])[] = [
  ['bold', '1'],
  ['dim', '2'],
  ['italic', '3'],
  ['underline', '4'],
  ['double underline', '4:2'],
  ['curly underline', '4:3'],
  ['dotted underline', '4:4'],
  ['dashed underline', '4:5'],
  ['colored underline', '4;58;5;46'],
  ['inverse', '7'],
  ['hidden', '8'],
  ['strikethrough', '9'],
  ['overline', '53'],
];

test('draws every style differently [7.png-styles]', async () => {
  const of = async (codes: string): Promise<string> => pixelsOf(await renderOutput(`\x1b[${codes}mAg`), 0, 2).join();
  const all = await Promise.all(['0', ...looks.map(([, codes]) => codes)].map(of));
  expect(new Set(all).size).toBe(all.length);
  expect(new Set(pixelsOf(await renderOutput('\x1b[8mA'), 0))).toEqual(new Set([background]));
});

test('draws the cursor only if it is visible [7.png-cursor]', async () => {
  const [shown, hidden] = [await renderToPng(renderScreen('ab\x1b[1;2H', 8, 1)), await renderOutput('ab\x1b[1;2H')];
  expect(shown.rgbAt(1 + 9, 1)).toBe(theme.cursor);
  expect(pixelsOf(hidden, 1)).not.toContain(undefined);
  expect(hidden.rgbAt(1 + 9, 1)).toBe(background);
  expect(pixelsOf(shown, 0)).toEqual(pixelsOf(hidden, 0));
  const inverse = await renderToPng(renderScreen('\x1b[7mab\x1b[1;1H', 8, 1));
  expect([inverse.rgbAt(1, 1), inverse.rgbAt(1 + 9, 1)]).toEqual([background, foreground]);
  const wide = await renderToPng(renderScreen('日\x1b[1;1H', 8, 1));
  expect([wide.rgbAt(1, 1), wide.rgbAt(18, 1), wide.rgbAt(19, 1)]).toEqual([theme.cursor, theme.cursor, background]);
});

test.each(['8', '8;4', '8;4;58;5;46', '8;9', '8;7', '8;1;53'])(
  'does not show hidden text under the cursor: %s [7.png-styles, 7.png-cursor]',
  async (codes) => {
    const picture = await renderToPng(renderScreen(`\x1b[${codes}mag日\x1b[1;2H`, 8, 1));
    expect(new Set(pixelsOf(picture, 1)).size).toBe(1);
    const wide = await renderToPng(renderScreen(`\x1b[${codes}mag日\x1b[1;4H`, 8, 1));
    expect(new Set(pixelsOf(wide, 2, 2)).size).toBe(1);
  },
);

test.each([
  ['wide characters', '日', 2],
  ['emoji in color', '\u{1f680}', 2],
  ['emoji of several code points', '👩🏽\u200d🚀', 2],
  ['emoji that the font does not contain', '❤\ufe0f\u200d🔥', 2],
  ['flags', '🇩🇪', 2],
  ['keycaps', '1\ufe0f\u20e3', 2],
  ['emoji in text style', '⌚\ufe0e', 1],
  ['text wider than its cell', '☎', 1],
  ['conjuncts', 'क्षि', 1],
  ['Hangul composed of letters', '\u1112\u1161\u11ab', 2],
  ['many marks', 'e\u0301\u0323\u0308', 1],
])('%s fill exactly their cells [7.png-wide, 11.widths-pictures]', async (_, text, width) => {
  const screen = renderScreen(`\x1b[?25l${text}`, 8, 1);
  const taken = screen.lines[0]?.widthAt(0) ?? 0;
  expect(taken).toBe(width);
  const picture = await renderToPng(screen);
  for (let col = 0; col < taken; col += 1) expect(new Set(pixelsOf(picture, col)).size).toBeGreaterThan(1);
  expect(new Set(pixelsOf(picture, width))).toEqual(new Set([background]));
});

test.each(['日', '测', '한', 'あ'])('%s is drawn with soft edges [7.png-cjk]', async (text) => {
  const levels = new Set(pixelsOf(await renderOutput(text), 0, 2));
  expect(levels.size).toBeGreaterThan(4);
});

test('draws a character without a glyph as a box of its width and lists it [7.missing-glyphs]', async () => {
  const missing = ['\u{10ffff}', '\u{f0000}'];
  const { png, missing: named } = await drawPicture(
    renderScreen(`\x1b[?25la${missing.join('')}日${missing[0]}`, 12, 1),
    theme,
    undefined,
  );
  expect(named).toEqual([...missing].sort());
  const picture = decodePng(png);
  expect(pixelsOf(picture, 1)).toEqual(pixelsOf(picture, 2));
  const [top, right] = [1 + 3, 1 + 9 + 7];
  expect([picture.rgbAt(1 + 9 + 1, top), picture.rgbAt(right, top), picture.rgbAt(right, top + 5)]).toEqual([
    foreground,
    foreground,
    foreground,
  ]);
  expect(picture.rgbAt(1 + 9 + 4, top + 5)).toBe(background);
  expect((await drawPicture(screenIn('wide'), theme, undefined)).missing).toEqual([]);
});

test.each([
  ['marks that the text font lacks', 'x\u0900', 'x\u0e31'],
  ['marks of Hebrew', '\u05d0\u05b0', '\u05d0'],
  ['Hebrew in italics', '\x1b[3m\u05d0', '\x1b[3m\u05d1'],
  ['Hebrew in bold italics', '\x1b[1;3m\u05d0', '\x1b[3m\u05d0'],
  ['Hebrew upright and in italics', '\u05d0', '\x1b[3m\u05d0'],
])('draws no box for a character that one of the fonts contains: %s [7.missing-glyphs]', async (_, one, other) => {
  expect(pixelsOf(await renderOutput(one), 0)).not.toEqual(pixelsOf(await renderOutput(other), 0));
  expect((await drawPicture(renderScreen(one, 8, 1), theme, undefined)).missing).toEqual([]);
});

test('draws no box for an invisible character [7.missing-glyphs]', async () => {
  for (const unseen of ['\ufe0e', '\u034f', '\u200c'])
    expect(pixelsOf(await renderOutput(`☎${unseen}`), 0)).toEqual(pixelsOf(await renderOutput('☎\ufe0e'), 0));
});

test('lists a mark without a glyph together with its character, and draws only the character [7.missing-glyphs]', async () => {
  const { png, missing } = await drawPicture(renderScreen('\x1b[?25la\u{1d165}', 8, 1), theme, undefined);
  expect(missing).toEqual(['a\u{1d165}']);
  expect(pixelsOf(decodePng(png), 0)).toEqual(pixelsOf(await renderOutput('a'), 0));
});

test.each([
  ['vertical lines', '│\r\n│', 4],
  ['full blocks', '█\r\n█', 0],
])('%s join from line to line without a gap [7.png-joins]', async (_, output, x) => {
  const picture = await renderOutput(output, 2, 2);
  const column = Array.from({ length: 36 }, (_, y) => picture.rgbAt(1 + x, 1 + y));
  expect(new Set(column).size).toBe(1);
  expect(column[0]).not.toBe(background);
});

test('uses the font of the user first, and rejects a file that is not a font [7.font-own, 7.font-bad]', async () => {
  const screen = renderScreen('\x1b[?25lAg 㐀', 8, 1);
  const own = resolve('node_modules/@fontsource/unifont/files/unifont-latin-400-normal.woff2');
  const [usual, other] = await Promise.all([drawPicture(screen, theme, undefined), drawPicture(screen, theme, own)]);
  const [left, right] = [decodePng(usual.png), decodePng(other.png)];
  expect(pixelsOf(left, 0)).not.toEqual(pixelsOf(right, 0));
  expect(pixelsOf(left, 3, 2)).toEqual(pixelsOf(right, 3, 2));
  await expect(drawPicture(screen, theme, resolve('package.json'))).rejects.toThrow(UnusableFont);
});
