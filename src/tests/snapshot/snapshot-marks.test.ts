import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawPicture } from '../../pictures/picture.js';
import { renderScreen } from '../../terminal/emulator.js';
import { expectSnapshot, mismatchOf, outsideCi, startChanged } from '../support/expect-snapshot.js';
import { decodePng } from '../support/png.js';
import { theme } from '../support/render-png.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const caption = 18 + 4;

test('the picture of a mismatch shows both screens and their differences [7.expect-picture]', async () => {
  const { data } = await mismatchOf(await startChanged('ab', 'aX'));
  const { width, height, rgbAt } = decodePng(readFileSync(data['diffPngPath'] as string));
  const each = 20 * 9 + 2;
  expect({ width, height }).toEqual({ width: 3 * each + 2 * 8, height: caption + 4 * 18 + 2 });
  const readCell = (picture: number, col: number): number[] =>
    Array.from({ length: 9 * 18 }, (_, index) =>
      rgbAt(picture * (each + 8) + 1 + col * 9 + (index % 9), caption + 1 + Math.floor(index / 9)),
    );
  expect(readCell(0, 0)).toEqual(readCell(1, 0));
  expect(readCell(0, 1)).not.toEqual(readCell(1, 1));
  const isReddish = (rgb: number): boolean => rgb >> 16 > 2 * ((rgb >> 8) & 0xff);
  expect(readCell(2, 1).every(isReddish)).toBe(true);
  expect(readCell(2, 0).some(isReddish)).toBe(false);
});

test.each([
  [58, 4, 'side by side', { width: 3 * (58 * 9 + 2) + 2 * 8, height: caption + 4 * 18 + 2 }],
  [59, 4, 'one below the other', { width: 59 * 9 + 2, height: 3 * (caption + 4 * 18 + 2) + 2 * 8 }],
  [80, 24, 'one below the other', { width: 80 * 9 + 2, height: 3 * (caption + 24 * 18 + 2) + 2 * 8 }],
])('the panels of a screen of %i × %i are %s [7.expect-picture]', async (cols, rows, _, size) => {
  const program = await ScriptedProgram.startRaw(cols, rows, {}, outsideCi);
  await program.show('ab');
  await expectSnapshot(program, { stableMs: 0 });
  await program.show('\x1b[H\x1b[2JaX');
  const { data } = await mismatchOf(program);
  expect(decodePng(readFileSync(data['diffPngPath'] as string))).toMatchObject(size);
});

test('each panel has its caption above it [7.expect-captions]', async () => {
  const { data } = await mismatchOf(await startChanged('ab', 'aX'));
  const { rgbAt } = decodePng(readFileSync(data['diffPngPath'] as string));
  for (const [index, text] of ['expected', 'actual', 'difference'].entries()) {
    const name = renderScreen(`\x1b[?25l\x1b[1;38;2;255;255;255;48;2;48;48;48m${text}`, 10, 1);
    const letters = decodePng((await drawPicture(name, theme, undefined)).png);
    const left = index * (20 * 9 + 2 + 8) + 4;
    for (let y = 0; y < 18; y += 1)
      for (let x = 0; x < text.length * 9; x += 1) {
        const [actual, expected] = [rgbAt(left + x, 2 + y), letters.rgbAt(1 + x, 1 + y)];
        if (actual !== expected) throw new Error(`${text}: ${x},${y}`);
      }
  }
});

const numbers = { normalize: [{ pattern: '\\d+', replacement: 'N' }] };

test.each([
  ['changed letters', 'abcd', 'aXcY', {}, ['1-1', '3-3']],
  ['added text', 'ab', 'abcd', {}, ['2-3']],
  ['removed text', 'abcd', 'ab', {}, ['2-3']],
  ['the color of blanks', 'a\x1b[31m  \x1b[mb', 'a  b', {}, ['1-2']],
  ['text but not the cursor', 'ab\x1b[3;1H', 'aX\x1b[4;9H', {}, ['1-1']],
  ['text outside a mask', '12:30 on', '13:45 in', { mask: [{ row: 1, col: 1, width: 5, height: 1 }] }, ['6-6']],
  ['text that is not replaced', '12 of 3 a', '13 of 4 b', numbers, ['8-8']],
  ['text after a longer replaced number', '9 of 3 abc', '10 of 3 aXc', numbers, ['9-9']],
  ['text missing after a longer replaced number', '9 abc', '10 ab', numbers, ['5-5']],
  ['a wide character and the rest of its line', '日ab', 'xxxx', {}, ['0-3']],
  [
    'text after a masked wide character',
    '日 a',
    'xx b',
    { mask: [{ row: 1, col: 1, width: 1, height: 1 }] },
    ['1-1', '3-3'],
  ],
  ['all cells of a reverse screen', 'ab', '\x1b[?5hab', {}, ['0-19', '0-19', '0-19', '0-19']],
])('the picture of a mismatch marks %s [7.expect-marks]', async (_, before, after, params, marks) => {
  const { data } = await mismatchOf(await startChanged(before, after), params);
  const { rgbAt } = decodePng(readFileSync(data['diffPngPath'] as string));
  const left = 2 * (20 * 9 + 2 + 8) + 1;
  const isMarked = (row: number, col: number): boolean => {
    const rgb = rgbAt(left + col * 9, caption + 1 + row * 18);
    return rgb >> 16 > 2 * ((rgb >> 8) & 0xff);
  };
  const formatMarks = (row: number): string =>
    Array.from({ length: 20 }, (_, col) => (isMarked(row, col) ? '#' : ' ')).join('');
  const found = [0, 1, 2, 3].flatMap((row) =>
    [...formatMarks(row).matchAll(/#+/g)].map(({ index, 0: run }) => `${index}-${index + run.length - 1}`),
  );
  expect(found).toEqual(marks);
});
