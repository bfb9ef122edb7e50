import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changed, mismatch } from '../testing/expecting.js';
import { decodedPng } from '../testing/png.js';

test('the picture of a mismatch shows both and what differs [7.expect-picture]', async () => {
  const { data } = await mismatch(await changed('ab', 'aX'));
  const { width, height, rgbAt } = decodedPng(readFileSync(data['diffPngPath'] as string));
  const each = 20 * 9 + 2;
  expect({ width, height }).toEqual({ width: 3 * each + 2 * 8, height: 4 * 18 + 2 });
  const cellAt = (picture: number, col: number): number[] =>
    Array.from({ length: 9 * 18 }, (_, index) =>
      rgbAt(picture * (each + 8) + 1 + col * 9 + (index % 9), 1 + Math.floor(index / 9)),
    );
  expect(cellAt(0, 0)).toEqual(cellAt(1, 0));
  expect(cellAt(0, 1)).not.toEqual(cellAt(1, 1));
  const isReddish = (rgb: number): boolean => rgb >> 16 > 2 * ((rgb >> 8) & 0xff);
  expect(cellAt(2, 1).every(isReddish)).toBe(true);
  expect(cellAt(2, 0).some(isReddish)).toBe(false);
});

const numbers = { normalize: [{ pattern: '\\d+', replacement: 'N' }] };

test.each([
  ['letters', 'abcd', 'aXcY', {}, ['1-1', '3-3']],
  ['what was not there', 'ab', 'abcd', {}, ['2-3']],
  ['what is there no more', 'abcd', 'ab', {}, ['2-3']],
  ['the colour of blanks', 'a\x1b[31m  \x1b[mb', 'a  b', {}, ['1-2']],
  ['no cursor', 'ab\x1b[3;1H', 'aX\x1b[4;9H', {}, ['1-1']],
  ['nothing that is masked', '12:30 on', '13:45 in', { mask: [{ row: 1, col: 1, width: 5, height: 1 }] }, ['6-6']],
  ['nothing that is replaced', '12 of 3 a', '13 of 4 b', numbers, ['8-8']],
  ['what differs behind a longer number', '9 of 3 abc', '10 of 3 aXc', numbers, ['9-9']],
  ['what ends elsewhere', '9 abc', '10 ab', numbers, ['5-5']],
  ['a wide character and the rest of its line', '日ab', 'xxxx', {}, ['0-3']],
  [
    'a wide character that is masked',
    '日 a',
    'xx b',
    { mask: [{ row: 1, col: 1, width: 1, height: 1 }] },
    ['1-1', '3-3'],
  ],
  ['all of a screen in reverse', 'ab', '\x1b[?5hab', {}, ['0-19', '0-19', '0-19', '0-19']],
])('in the picture of a mismatch are marked: %s [7.expect-marks]', async (_, before, after, params, marks) => {
  const { data } = await mismatch(await changed(before, after), params);
  const { rgbAt } = decodedPng(readFileSync(data['diffPngPath'] as string));
  const left = 2 * (20 * 9 + 2 + 8) + 1;
  const isMarked = (row: number, col: number): boolean => {
    const rgb = rgbAt(left + col * 9, 1 + row * 18);
    return rgb >> 16 > 2 * ((rgb >> 8) & 0xff);
  };
  const markedIn = (row: number): string =>
    Array.from({ length: 20 }, (_, col) => (isMarked(row, col) ? '#' : ' ')).join('');
  const found = [0, 1, 2, 3].flatMap((row) =>
    [...markedIn(row).matchAll(/#+/g)].map(({ index, 0: run }) => `${index}-${index + run.length - 1}`),
  );
  expect(found).toEqual(marks);
});
