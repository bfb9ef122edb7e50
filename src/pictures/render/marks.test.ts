import { expect, test } from 'vitest';
import { renderScreen } from '../../terminal/emulator.js';
import { decodePng } from '../../tests/support/png.js';
import { pixelsOf, renderOutput, theme } from '../../tests/support/render-png.js';
import { drawPicture } from '../picture.js';

const { background, foreground } = theme;
const faces = ['', '\x1b[1m', '\x1b[3m', '\x1b[1;3m'];

test.each(faces)('draws accents of capital letters inside their cells: %j [7.png-accents]', async (face) => {
  const letters = 'ÀÁÂÃÄÅÈÉÊËÎÑÕÖŐŰČŠŽĞЙЎẤẪẲ';
  const picture = await renderOutput(face + letters, letters.length);
  const cells = [...letters].map((_, col) => pixelsOf(picture, col));
  // The brightest pixel of an accent has at least half the brightness of letters.
  const brightest = cells.map((pixels) => Math.max(...pixels.slice(0, 9 * 2).map((rgb) => rgb & 0xff)));
  expect(Math.min(...brightest)).toBeGreaterThan((foreground & 0xff) / 2);
  expect(new Set(cells.map(String)).size).toBe(letters.length);
});

const lettersWithoutPlaces = [...'еуЕ1b!?+(;é·△│─', '日', 'あ'];

test.each(lettersWithoutPlaces)(
  'draws marks over a character that no font combines with them: %s [7.marks]',
  async (letter) => {
    for (const face of ['', '\x1b[1m', '\x1b[3m'])
      for (const mark of ['\u0301', '\u0308']) {
        const screen = renderScreen(`\x1b[?25l${face}${letter}${mark}`, 8, 1);
        const { png, missing } = await drawPicture(screen, theme, undefined);
        expect(missing).toEqual([]);
        expect(pixelsOf(decodePng(png), 0, 2)).not.toEqual(pixelsOf(await renderOutput(face + letter), 0, 2));
      }
  },
);

test('lists a mark that is invisible on its character [7.marks]', async () => {
  expect((await drawPicture(renderScreen('█\u0308', 8, 1), theme, undefined)).missing).toEqual(['█\u0308']);
});

test('draws a mark above its capital letter, not inside it [7.marks]', async () => {
  const inkedRows = async (text: string): Promise<string> => {
    const pixels = pixelsOf(await renderOutput(text), 0);
    const isBlank = (y: number): boolean => pixels.slice(y * 9, y * 9 + 9).every((rgb) => rgb === background);
    return Array.from({ length: 14 }, (_, y) => (isBlank(y) ? ' ' : '#')).join('');
  };
  expect(await inkedRows('Е')).toBe('  ############');
  expect(await inkedRows('Е\u0301')).toMatch(/^#{3,4} ?#{9,11}$/);
});
