import xterm from '@xterm/headless';
import { expect, onTestFinished, test } from 'vitest';
import { textOf } from '../screen/screen.js';
import { terminal } from '../testing/terminal.js';

test('a character is read whole wherever it is cut [11.hostile]', () => {
  const text = 'a…é—日\u0800\u1000\u{10000}\u{1f000}😀z';
  for (const cut of [1, 2, 3, 4, 5]) {
    const bytes = Buffer.from(text);
    const emulator = terminal({ cols: 30 });
    for (let at = 0; at < bytes.length; at += cut) emulator.feed(bytes.subarray(at, at + cut));
    expect(textOf(emulator.screen()).trimEnd()).toBe(text);
  }
});

test.each([
  ['a byte that begins nothing', [0x61, 0x80, 0x62], 'ab'],
  ['a character that does not end', [0xe2, 0x80, 0x61, 0x62], 'ab'],
  ['one that another follows', [0xe2, 0xe2, 0x80, 0xa6], '…'],
])('bad UTF-8 byte by byte is left out: %s [11.hostile]', (_, bytes, expected) => {
  const emulator = terminal();
  for (const byte of bytes) emulator.feed(Uint8Array.of(byte));
  expect(textOf(emulator.screen()).trimEnd()).toBe(expected);
});

test.each([
  ['on the last line', '12345678\r\nabcdefgh\r\nABCDEFGH\x1b[1J', ''],
  ['above it', '12345678\r\nabcdefgh\r\nABCDEFGH\x1b[2;8H\x1b[1J', '\n\nABCDEFGH'],
  ['one column before', '12345678\r\nabcdefgh\r\nABCDEFGH\x1b[2;7H\x1b[1J', '\n       h\nABCDEFGH'],
  ['with scrollback', '1\r\n2\r\n3\r\n4\r\n12345678\x1b[1J', ''],
])('erasing up to the last column harms nothing: %s [11.counts]', (_, output, expected) => {
  const { lines } = terminal({ cols: 8, rows: 3 }, output).screen();
  expect(
    lines
      .map(({ text }) => text.trimEnd())
      .join('\n')
      .trimEnd(),
  ).toBe(expected);
});

test('no wrap is forgotten but that of the line below', () => {
  const emulator = terminal({ cols: 8, rows: 3 }, 'wrapped line\r\n1\r\n2\r\n12345678\x1b[1J');
  expect(emulator.above(5).map(({ isWrapped }) => isWrapped)).toEqual([false, true]);
  const other = terminal({ cols: 8, rows: 3 }, '123456789\x1b[1;8H\x1b[1J');
  expect(other.screen().lines.map(({ isWrapped }) => isWrapped)).toEqual([false, false, false]);
});

// When this fails, the correction can go.
test('the emulator still needs to be corrected', () => {
  const bare = new xterm.Terminal({ cols: 8, rows: 3, allowProposedApi: true, logLevel: 'off' });
  onTestFinished(() => bare.dispose());
  bare.input('', true);
  expect(() => bare.write('\x1b[3;8H\x1b[1J')).toThrow();
});
