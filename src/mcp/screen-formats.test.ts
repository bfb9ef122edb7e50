import { expect, test } from 'vitest';
import { addMarks, findColorLetter, toCellLines } from './screens.js';

const view = {
  text: 'ok [1] fail\nplain',
  rows: 2,
  cols: 20,
  revision: 1,
  cursor: { row: 2, col: 3, visible: true },
  title: '',
  altScreen: false,
  exited: false,
  styles: [
    { row: 1, col: 1, width: 2, text: 'ok', fg: 'green', bold: true as const },
    { row: 1, col: 3, width: 5, text: ' [1] ' },
    { row: 1, col: 8, width: 4, text: 'fail', fg: 'brightRed', inverse: true as const },
    { row: 2, col: 1, width: 5, text: 'plain', fg: 'blue', underline: 'single' as const },
  ],
};

test('colors and styles are marked, and brackets are doubled [16.formats]', () => {
  expect(addMarks(view, 2)).toBe('[screen 20x2 cursor=2,1]\n[g+]ok[/] [[1] [R^]fail[/]\n[b_]plain[/]');
  expect(addMarks({ ...view, cursor: { ...view.cursor, visible: false } }, 2)).toMatch(
    /^\[screen 20x2 cursor=hidden\]/,
  );
});

test('the color of most of the text is not marked [16.formats]', () => {
  const styles = [{ row: 1, col: 1, width: 9, text: 'all green', fg: 'green' }];
  expect(addMarks({ ...view, text: 'all green', styles }, 2)).toBe('[screen 20x2 cursor=2,1]\nall green');
});

test.each([
  ['red', 'r'],
  ['brightBlue', 'B'],
  [208, 'r'],
  [9, 'R'],
  [244, 'K'],
  ['#00ff00', 'G'],
  ['#101010', 'k'],
])('the letter of %s is %s [16.formats]', (color, letter) => {
  expect(findColorLetter(color)).toBe(letter);
});

test('cells have only the members that differ from the default; a wide character has two cells [16.formats]', () => {
  const styles = [{ row: 1, col: 2, width: 3, text: '漢x', bold: true as const }];
  const [line] = toCellLines({ ...view, text: ' 漢x', styles }) as [{ cells: object[] }];
  expect(line.cells).toEqual([
    { char: ' ' },
    { char: '漢', bold: true },
    { char: 'x', bold: true },
    { char: '', bold: true },
  ]);
});
