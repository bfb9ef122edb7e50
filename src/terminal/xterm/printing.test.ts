import { expect, test } from 'vitest';
import type { Line } from '../../screen/line.js';
import { Random } from '../../tests/support/random.js';
import { createRandomOutput, pieces } from '../../tests/support/random-output.js';
import { createTerminal } from '../../tests/support/terminal.js';

const cells = (line: Line): number[] => Array.from({ length: line.width }, (_, col) => line.widthAt(col));

// Each row: title, output for a terminal of 8 × 3, the resulting lines, and the row and column of the cursor.
const rows: readonly (readonly [what: string, output: string, lines: string, row: number, col: number])[] = [
  ['emoji take two cells', '😀👍🏽👨‍👩‍👧🇩🇪', '😀👍🏽👨‍👩‍👧🇩🇪', 0, 7],
  ['emoji wrap without being split', '1234567👍🏽', '1234567\n👍🏽', 1, 2],
  [
    'a character that becomes wide in the last column moves to the next line',
    '1234567❤\ufe0fx',
    '1234567\n❤\ufe0fx',
    1,
    3,
  ],
  ['a character that becomes narrow moves the cursor back', '⌚\ufe0ex', '⌚\ufe0ex', 0, 2],
  [
    'a character that becomes narrow at the end of a line moves the cursor back',
    '123456⌚\ufe0exy',
    '123456⌚\ufe0ex\ny',
    1,
    1,
  ],
  ['a mark after a control sequence', 'e\x1b[m\u0301x', 'éx', 0, 2],
  ['a mark after a cursor movement', 'abc\x1b[1;2H\u0301', 'ábc', 0, 1],
  ['a mark at the end of a full line', '12345678\x1b[m\u0301', '1234567' + '8\u0301', 0, 7],
  ['a mark on a blank', '\x1b[1;3H\u0301x', '  \u0301x', 0, 3],
  ['a mark in the first column is dropped', '\u0301\u200d\ufe0fabc', 'abc', 0, 3],
  ['a mark in the first column of the next line is dropped', 'abc\r\n\u0301d', 'abc\nd', 1, 1],
  ['without wraparound a wide character replaces the last', '\x1b[?7l日本日本水', '日本日水', 0, 7],
  ['a wide character replaces halves of wide characters', '\x1b[?7la日本日水', 'a日本 水', 0, 7],
  ['a narrow character replaces half of a wide character', '\x1b[?7l日本日本a', '日本日 a', 0, 7],
  ['the first half of a wide character is overwritten', '日本\x1b[1;2Hx', ' x本', 0, 2],
  ['the second half of a wide character is overwritten', '日本\x1b[1;3Hx', '日x', 0, 3],
  ['a cluster is repeated by REP', '👍🏽\x1b[2b', '👍🏽👍🏽👍🏽', 0, 6],
  ['erasing half of a wide character erases the other half', '日本日\x1b[1;4H\x1b[K', '日', 0, 3],
  [
    'without wraparound the last character does not become wide',
    '\x1b[?7l1234567❤\ufe0f\u0301',
    '1234567❤\ufe0f\u0301',
    0,
    7,
  ],
  ['line drawing is narrow', '\x1b(0qx\x1b(B', '─│', 0, 2],
];
test.each(rows)('%s [11.widths]', (_what, output, lines, row, col) => {
  const { lines: shown, cursor } = createTerminal({ cols: 8, rows: 3 }, output).getScreen();
  expect(
    shown
      .map(({ text }) => text.trimEnd())
      .join('\n')
      .trimEnd(),
  ).toBe(lines.normalize('NFC'));
  expect([cursor.row, cursor.col]).toEqual([row, col]);
});

test('joins a cluster that arrives byte by byte [11.widths]', () => {
  const bytes = Buffer.from('👩🏽‍🚀x');
  const emulator = createTerminal();
  for (const byte of bytes) emulator.feed(Uint8Array.of(byte));
  expect(emulator.getScreen().lines[0]?.text.trimEnd()).toBe('👩🏽‍🚀x');
  expect(emulator.getScreen().cursor.col).toBe(3);
});

test('limits the number of combining marks on a character [11.widths-bounded]', () => {
  for (const output of [`e${'\u0301'.repeat(100_000)}`, `e${'\x1b[m\u0323'.repeat(50_000)}`]) {
    const { lines, cursor } = createTerminal({}, output).getScreen();
    expect(lines[0]?.text.trimEnd().length).toBeLessThan(200);
    expect(cursor.col).toBe(1);
  }
});

test('never leaves half a wide character on the screen [11.widths-whole]', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const [cols, rows] = [2 + (seed % 9), 1 + (seed % 4)];
    const output = createRandomOutput(new Random(seed), cols, rows, pieces);
    const emulator = createTerminal({ cols, rows }, output);
    if (seed % 5 === 0) emulator.resize(Math.max(2, cols - 1), rows);
    for (const line of emulator.getScreen().lines) {
      expect([seed, cells(line).join('').replaceAll('20', '11')]).toEqual([seed, '1'.repeat(line.width)]);
      const whole = cells(line).map((width, col) => (width === 0 ? '' : line.slice(col, col + width)));
      expect(whole.join('').normalize('NFC')).toBe(line.text);
    }
  }
});
