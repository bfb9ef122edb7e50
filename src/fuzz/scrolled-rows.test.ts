import { expect, test } from 'vitest';
import { renderScreen } from '../terminal/emulator.js';
import { areScrolled } from './scrolled-rows.js';

test.each<[what: string, before: string, after: string, expected: boolean]>([
  ['an input line that has scrolled', '> abcdefghijklmnop', '> bcdefghijklmnopq', true],
  ['one that has scrolled back', '> bcdefghijklmnopq', '> abcdefghijklmnop', true],
  ['one whose end is displayed', '> abcdefghijklmnop', '> bcdefghijklmnop', true],
  ['one in a frame', 'Find [abcdefghijklm] OK', 'Find [cdefghijklmno] OK', true],
  ['two of them', '> abcdefghijklmnop\r\n> bcdefghijklmnopq', '> cdefghijklmnopqr\r\n> abcdefghijklmnop', true],
  ['rows that are equal', '> abcdefghijklmnop', '> abcdefghijklmnop', false],
  ['a text that has lost a part', 'abcdefghijklmnop', 'abcdefghijkp', false],
  ['a rest that is gone', '> hello and the rest', '> hello', false],
  ['another text', '> abcdefghijklmnop', '> The quick brown f', false],
  ['a damaged row, too', '> abcdefghijklmnop\r\nTitle', '> bcdefghijklmnopq\r\nTi', false],
  ['a short text', 'abcdefg', 'bcdefgh', false],
])('%s [21.nothing]', (_what, before, after, expected) => {
  expect(areScrolled(renderScreen(before, 40, 3), renderScreen(after, 40, 3))).toBe(expected);
});
