import { expect, test } from 'vitest';
import type { Line } from '../../../screen/line.js';
import { textOf } from '../../../screen/screen.js';
import { createTerminal } from '../../../tests/support/terminal.js';
import type { Emulator } from '../../emulator.js';

const write = (emulator: Emulator, output: string): void => emulator.feed(Buffer.from(output));
const rowsOf = (emulator: Emulator): string[] =>
  textOf(emulator.getScreen())
    .split('\n')
    .map((row) => row.trimEnd());
const everythingIn = (emulator: Emulator): string =>
  [...emulator.getLinesAbove(1000), ...emulator.getScreen().lines]
    .map((line: Line) => line.text.trimEnd())
    .join('')
    .trimEnd();

test('more columns after wide characters were cut off do not throw', () => {
  const emulator = createTerminal({ cols: 13, rows: 5 }, '日'.repeat(31));
  emulator.resize(3, 4);
  write(emulator, '\x1b[H\x1b[J');
  emulator.resize(4, 4);
  expect(rowsOf(emulator)).toEqual(['', '', '', '']);
});

test('fewer columns wrap the line of the cursor, and the cursor stays after its character', () => {
  const emulator = createTerminal({ cols: 12, rows: 4 }, 'log\r\nabcdefghij');
  emulator.resize(4, 4);
  expect(rowsOf(emulator)).toEqual(['log', 'abcd', 'efgh', 'ij']);
  expect(emulator.cursor).toMatchObject({ x: 2, y: 3 });
  write(emulator, 'kl!');
  expect(rowsOf(emulator)).toEqual(['abcd', 'efgh', 'ijkl', '!']);
  emulator.resize(12, 4);
  expect(rowsOf(emulator)).toEqual(['log', 'abcdefghijkl', '!', '']);
  write(emulator, '?');
  expect(rowsOf(emulator)).toEqual(['log', 'abcdefghijkl', '!?', '']);
});

test('fewer columns keep the cursor on its character in the middle of a line', () => {
  const emulator = createTerminal({ cols: 12, rows: 4 }, 'abcdefghij\x1b[1;6H');
  emulator.resize(4, 4);
  expect(emulator.cursor).toMatchObject({ x: 1, y: 1 });
  emulator.resize(20, 4);
  expect(emulator.cursor).toMatchObject({ x: 5, y: 0 });
});

test('a full row still wraps before the next character after a resize', () => {
  const emulator = createTerminal({ cols: 8, rows: 4 }, '12345678');
  emulator.resize(8, 5);
  write(emulator, '9');
  emulator.resize(3, 5);
  expect(rowsOf(emulator)).toEqual(['123', '456', '789', '', '']);
  write(emulator, '0');
  expect(rowsOf(emulator)).toEqual(['123', '456', '789', '0', '']);
});

test('fewer columns keep the lines below the cursor', () => {
  const emulator = createTerminal({ cols: 8, rows: 3 }, '12345678\r\nabcdefgh\r\nABCDEFGH\x1b[2;1H');
  emulator.resize(4, 3);
  expect(everythingIn(emulator)).toBe('12345678abcdefghABCDEFGH');
});

test('combining marks and underlines move with their characters', () => {
  const emulator = createTerminal({ cols: 9, rows: 4 }, 'e\u0301a\u0301\x1b[4:3mi\u0301\x1b[mo\u0301bcdu\u0301fgh');
  emulator.resize(4, 4);
  emulator.resize(5, 4);
  emulator.resize(3, 4);
  expect(rowsOf(emulator)).toEqual(['éáí', 'óbc', 'dúf', 'gh']);
  expect(emulator.getScreen().lines[0]?.styleAt(2)).toMatchObject({ underline: 'curly' });
});

test('a wide character is never split', () => {
  const emulator = createTerminal({ cols: 6, rows: 5 }, '日本日本日x');
  emulator.resize(3, 5);
  expect(rowsOf(emulator)).toEqual(['日', '本', '日', '本', '日x']);
  emulator.resize(6, 5);
  expect(rowsOf(emulator)).toEqual(['日本日', '本日x', '', '', '']);
});

test('the alternate screen keeps no lines that scrolled off it', () => {
  const emulator = createTerminal({ cols: 20, rows: 24, scrollback: 100 });
  emulator.resize(20, 10);
  write(emulator, `\x1b[?1049h\x1b[H${Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\r\n')}`);
  const last = Array.from({ length: 10 }, (_, row) => `line ${row + 20}`);
  expect(rowsOf(emulator)).toEqual(last);
  emulator.resize(20, 14);
  expect(rowsOf(emulator)).toEqual([...last, '', '', '', '']);
});

test('CSI T fills new lines with the background color, as CSI S does', () => {
  for (const final of ['S', 'T']) {
    const { lines } = createTerminal({ cols: 4, rows: 2 }, `a\r\nb\x1b[41m\x1b[${final}`).getScreen();
    const row = final === 'T' ? 0 : 1;
    expect([lines[row]?.styleAt(0), lines[row]?.styleAt(3)]).toMatchObject([{ bg: 1 }, { bg: 1 }]);
  }
});
