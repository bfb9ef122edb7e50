import { expect, test } from 'vitest';
import { renderScreen } from '../../terminal/emulator.js';
import { type DecodedPng, decodePng } from '../../tests/support/png.js';
import { theme } from '../../tests/support/render-png.js';
import { loadCanvas } from '../fonts.js';
import { drawPicture } from '../picture.js';

const drawnAt = async (output: string, scale: number, padding = 1): Promise<DecodedPng> => {
  const screen = renderScreen(`\x1b[?25l${output}`, 4, 2);
  return decodePng((await drawPicture(screen, theme, undefined, loadCanvas, { scale, padding })).png);
};
const isInk = (rgb: number): boolean => rgb !== theme.background;

/** Shows which of a row of pixels differ from the background. */
const inkAlong = (length: number, rgbAt: (index: number) => number): string =>
  Array.from({ length }, (_, index) => (isInk(rgbAt(index)) ? '#' : '.')).join('');

test.each([
  [1, 1],
  [2, 1],
  [3, 0],
  [4, 8],
])('multiplies all sizes by scale %i, with a padding of %i [7.png-scale]', async (scale, padding) => {
  const { width, height, rgbAt } = await drawnAt('\x1b[41m \x1b[m \x1b[42m ', scale, padding);
  expect([width, height]).toEqual([(4 * 9 + 2 * padding) * scale, (2 * 18 + 2 * padding) * scale]);
  const border = padding * scale;
  const colors = [0, 1, 2, 3].map((col) => rgbAt(border + col * 9 * scale, border));
  expect(colors).toEqual([theme.palette[1], theme.background, theme.palette[2], theme.background]);
  if (padding > 0) expect(rgbAt(border - 1, border - 1)).toBe(theme.background);
});

test.each([2, 3, 4])('at scale %i lines have whole pixels and join [7.png-scale, 7.png-joins]', async (scale) => {
  const { rgbAt } = await drawnAt('│\r\n│', scale);
  const thickness = Math.round((18 * scale) / 16);
  const row = inkAlong(9 * scale, (x) => rgbAt(scale + x, scale));
  expect(row).toMatch(new RegExp(`^\\.+#{${thickness}}\\.+$`));
  const x = scale + row.indexOf('#');
  expect(inkAlong(36 * scale, (y) => rgbAt(x, scale + y))).toBe('#'.repeat(36 * scale));
});

test.each(['A', '日', '한', '●', '\x1b[4:3mx', '☕'])(
  'draws %j at the larger size instead of stretching it [7.png-scale]',
  async (text) => {
    const [small, large] = [await drawnAt(text, 1), await drawnAt(text, 2)];
    const doubled = Array.from({ length: 36 * 36 }, (_, at) => {
      const [x, y] = [at % 36, Math.floor(at / 36)];
      return small.rgbAt(1 + Math.floor(x / 2), 1 + Math.floor(y / 2));
    });
    const actual = Array.from({ length: 36 * 36 }, (_, at) => large.rgbAt(2 + (at % 36), 2 + Math.floor(at / 36)));
    expect(actual.some(isInk)).toBe(true);
    expect(actual).not.toEqual(doubled);
  },
);

test('multiplies the thickness of underlines and other lines by the scale [7.png-scale]', async () => {
  const strokes = async (codes: string, scale: number): Promise<string> => {
    const { rgbAt } = await drawnAt(`\x1b[${codes}m  `, scale);
    return inkAlong(18 * scale, (y) => rgbAt(scale + 4, scale + y));
  };
  for (const codes of ['4', '4:2', '9', '53']) {
    const small = await strokes(codes, 1);
    expect(await strokes(codes, 3)).toBe([...small].map((pixel) => pixel.repeat(3)).join(''));
  }
});

test('draws a character without a glyph as a box at every scale [7.png-scale, 7.missing-glyphs]', async () => {
  const { rgbAt } = await drawnAt('\u{10ffff}', 3);
  expect(inkAlong(27, (x) => rgbAt(3 + x, 3 + 3 * 3))).toBe(`...${'#'.repeat(21)}...`);
  expect(inkAlong(27, (x) => rgbAt(3 + x, 3 + 8 * 3))).toBe(`...###${'.'.repeat(15)}###...`);
});
