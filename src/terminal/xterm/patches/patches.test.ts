import type xterm from '@xterm/headless';
import { expect, test } from 'vitest';
import { trueColor } from '../../../base/colors.js';
import { textOf } from '../../../screen/screen.js';
import type { Style } from '../../../screen/style.js';
import { bareTerminal, rowOf, writeTo } from '../../../tests/support/bare-terminal.js';
import { createTerminal } from '../../../tests/support/terminal.js';

test('decodes characters from chunks of any size [11.hostile]', () => {
  const text = 'a…é—日\u0800\u1000\u{10000}\u{1f000}😀z';
  for (const cut of [1, 2, 3, 4, 5]) {
    const bytes = Buffer.from(text);
    const emulator = createTerminal({ cols: 30 });
    for (let at = 0; at < bytes.length; at += cut) emulator.feed(bytes.subarray(at, at + cut));
    expect(textOf(emulator.getScreen()).trimEnd()).toBe(text);
  }
});

test.each([
  ['a byte that does not begin a character', [0x61, 0x80, 0x62], 'ab'],
  ['an incomplete character', [0xe2, 0x80, 0x61, 0x62], 'ab'],
  ['an incomplete character followed by another', [0xe2, 0xe2, 0x80, 0xa6], '…'],
])('drops invalid UTF-8 that arrives byte by byte: %s [11.hostile]', (_, bytes, expected) => {
  const emulator = createTerminal();
  for (const byte of bytes) emulator.feed(Uint8Array.of(byte));
  expect(textOf(emulator.getScreen()).trimEnd()).toBe(expected);
});

test.each([
  ['from the last line', '12345678\r\nabcdefgh\r\nABCDEFGH\x1b[1J', ''],
  ['selectively (DECSED)', '12345678\r\nabcdefgh\r\nABCDEFGH\x1b[?1J', ''],
  ['from the line above', '12345678\r\nabcdefgh\r\nABCDEFGH\x1b[2;8H\x1b[1J', '\n\nABCDEFGH'],
  ['from one column before', '12345678\r\nabcdefgh\r\nABCDEFGH\x1b[2;7H\x1b[1J', '\n       h\nABCDEFGH'],
  ['with scrollback', '1\r\n2\r\n3\r\n4\r\n12345678\x1b[1J', ''],
])('erases up to the last column and nothing else: %s [11.counts]', (_, output, expected) => {
  const { lines } = createTerminal({ cols: 8, rows: 3 }, output).getScreen();
  expect(
    lines
      .map(({ text }) => text.trimEnd())
      .join('\n')
      .trimEnd(),
  ).toBe(expected);
});

test('clears only the wrap of the line below when it erases', () => {
  const emulator = createTerminal({ cols: 8, rows: 3 }, 'wrapped line\r\n1\r\n2\r\n12345678\x1b[1J');
  expect(emulator.getLinesAbove(5).map(({ isWrapped }) => isWrapped)).toEqual([false, true]);
  const other = createTerminal({ cols: 8, rows: 3 }, '123456789\x1b[1;8H\x1b[1J');
  expect(other.getScreen().lines.map(({ isWrapped }) => isWrapped)).toEqual([false, false, false]);
});

const placeIn = ({ buffer: { active } }: xterm.Terminal): string => `${active.cursorY + 1};${active.cursorX + 1}`;

// When one of these tests fails, the bug is fixed upstream and its patch can be removed.
test('xterm.js still throws when it erases up to the last cell', () => {
  expect(() => writeTo(bareTerminal(), '\x1b[6;8H\x1b[1J')).toThrow();
});

test('xterm.js still throws when half a wide character is in the last column', () => {
  const bare = bareTerminal({ cols: 13, rows: 5 });
  writeTo(bare, '日'.repeat(31));
  bare.resize(3, 4);
  writeTo(bare, '\x1b[H\x1b[J');
  expect(() => bare.resize(4, 4)).toThrow();
});

test('xterm.js still cuts off the line of the cursor', () => {
  const bare = bareTerminal();
  writeTo(bare, '12345678');
  bare.resize(4, 6);
  expect([rowOf(bare, 0), rowOf(bare, 1)]).toEqual(['1234', '']);
});

test('xterm.js still returns lines that scrolled off the alternate screen', () => {
  const bare = bareTerminal();
  bare.resize(8, 3);
  writeTo(bare, '\x1b[?1049h\x1b[H1\r\n2\r\n3\r\n4');
  bare.resize(8, 4);
  expect(rowOf(bare, 0)).toBe('1');
});

test('xterm.js still fills lines that it scrolls down with the default background', () => {
  const bare = bareTerminal();
  writeTo(bare, '\x1b[41m\x1b[T');
  expect(bare.buffer.active.getLine(0)?.getCell(0)?.isBgDefault()).toBe(true);
});

test('xterm.js still resets protection at SGR 0, and ignores XTSAVE, ENQ and APC', () => {
  const bare = bareTerminal();
  writeTo(bare, '\x1b[1"q\x1b[mA\x1b[?2J\x1b[?7s\x1b[?7l\x1b[?7r');
  expect(rowOf(bare, 0)).toBe('');
  expect(bare.modes.wraparoundMode).toBe(false);
  expect(bare.parser).not.toHaveProperty('registerApcHandler');
});

test('xterm.js still drops a character that is split after a byte 0x80', () => {
  const bare = bareTerminal();
  writeTo(bare, Uint8Array.of(0xe2, 0x80));
  writeTo(bare, Uint8Array.of(0xa6, 0x7a));
  expect(rowOf(bare, 0)).toBe('z');
});

test.each([
  ['moves in origin mode', '\x1b[3;6r\x1b[?6h\x1b[C', '3;2', '5;2'],
  ['columns in origin mode', '\x1b[3;6r\x1b[?6h\x1b[4G', '3;4', '5;4'],
  ['positions in origin mode', '\x1b[3;6r\x1b[?6h\x1b[4`', '3;4', '5;4'],
  ['DECALN within a region', '\x1b[3;4r\x1b#8\x1b[3H\x1b[A', '2;1', '3;1'],
  ['RI as one C1 control', '\x1b[3;4H\x8d', '2;4', '3;4'],
  ['RIS after LNM', '\x1b[20h\x1bcab\n', '2;3', '2;1'],
  ['a saved cursor after scrolling', '\x1b[3;2H\x1b7\x1b[6H\n\x1b8', '3;2', '2;2'],
  ['a saved cursor with a pending wrap', 'abcdefgh\x1b7\x1b[H\x1b8i', '2;2', '1;9'],
  ['a saved cursor in origin mode', '\x1b[3;5r\x1b[?6h\x1b7\x1b[?6l\x1b8\x1b[H', '3;1', '1;1'],
])('xterm.js is still wrong: %s', (_, output, right, wrong) => {
  const bare = bareTerminal();
  writeTo(bare, output);
  expect(placeIn(bare)).toBe(wrong);
  const { x, y } = createTerminal({ cols: 8, rows: 6 }, output).cursor;
  expect(`${y + 1};${x + 1}`).toBe(right);
});

const colorOf = (red: number, green: number, blue: number): number => trueColor + (red << 16) + (green << 8) + blue;

test.each([
  ['38:2:255:128:1', colorOf(255, 128, 1)],
  ['38:2::255:128:1', colorOf(255, 128, 1)],
  ['38:2:0:255:128:1', colorOf(255, 128, 1)],
  ['38:2:255:128:1:9', colorOf(128, 1, 9)],
  ['38:2:255::', colorOf(255, 0, 0)],
  ['38;2;255;128;1', colorOf(255, 128, 1)],
  ['1;38:2:255:128:1;3', colorOf(255, 128, 1)],
  ['38:5:208', 208],
])('parses a color in every form: %s [11.color-forms]', (codes, color) => {
  const styleOf = (text: string): Style | undefined => createTerminal({}, text).getScreen().lines[0]?.styleAt(0);
  const isMore = codes.startsWith('1;');
  expect(styleOf(`\x1b[${codes}mA`)).toMatchObject({ fg: color, bold: isMore, italic: isMore });
  expect(styleOf(`\x1b[${codes.replace('38', '48')}mA`)).toMatchObject({ bg: color });
  expect(styleOf(`\x1b[4m\x1b[${codes.replace('38', '58')}mA`)).toMatchObject({ underlineColor: color });
});

test('xterm.js still takes the red of a color for its space', () => {
  const bare = bareTerminal();
  writeTo(bare, '\x1b[38:2:255:128:1mA');
  expect(bare.buffer.active.getLine(0)?.getCell(0)?.getFgColor()).toBe(0x800100);
});

test('a saved cursor follows its line when a resize moves the line [11.saved-cursor]', () => {
  const emulator = createTerminal({ cols: 8, rows: 6 }, '1\r\n2\r\n3\r\n4\r\n5\x1b7\r\n6');
  emulator.resize(8, 3);
  emulator.feed(Buffer.from('\x1b[H\x1b8!\x1b[3H'));
  expect(textOf(emulator.getScreen())).toBe('4\n5!\n6');
  emulator.resize(8, 6);
  emulator.feed(Buffer.from('\x1b[H\x1b8?'));
  expect(textOf(emulator.getScreen())).toBe('1\n2\n3\n4\n5?\n6');
});
