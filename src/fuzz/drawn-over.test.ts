import { expect, test } from 'vitest';
import { Emulator } from '../terminal/emulator.js';
import { isDrawnOver } from './drawn-over.js';

const before = '\x1b[?1049hTitle\r\n> \r\n* apple';

test.each([
  ['a row that the next one is drawn over', before, '\x1b[2;3H012345678901234567890\x1b[3;1H* apple', true],
  ['a long line that the terminal wraps', before, '\x1b[H\x1b[J01234567890123456789 and the rest of it', false],
  ['a row that moves to another place', before, '\x1b[2J\x1b[2;3H012345678901234567890\x1b[3;1HTitle', true],
  [
    'a continuation that was one before',
    '0123456789012345678 and more',
    '\r\n\x1b[H\x1b[J0123456789012345678 and more',
    false,
  ],
  [
    'a continuation that was written as a row of its own',
    '01234567890123456789\x1b[2;1Hand more',
    '\x1b[H\x1b[J01234567890123456789and more',
    false,
  ],
  [
    'a long line that moves below another one',
    '01234567890123456789abc',
    '\x1b[H\x1b[J-------------------- 01234567890123456789abc'.replace(' ', ''),
    false,
  ],
  ['a prompt in the last row', '\x1b[5;1H:help', '\x1b[4;1H0123456789012345678901\r:help', false],
  ['a short text', '~\r\n~', '\x1b[H012345678901234567890\x1b[2;1H~', false],
])('%s [21.overflow]', (_what, first, second, expected) => {
  const emulator = new Emulator({ cols: 20, rows: 5, scrollback: 0, firstRevision: 1, answer: () => {} });
  emulator.feed(Buffer.from(first));
  const screen = emulator.getScreen();
  emulator.feed(Buffer.from(second));
  expect(isDrawnOver(screen, emulator.getScreen())).toBe(expected);
});
