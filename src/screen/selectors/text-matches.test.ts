import { expect, test } from 'vitest';
import { type BaselineStep, check, playSteps } from '../../tests/support/baselines.js';
import { formatMatch } from '../../tests/support/matches.js';
import { TextOfLines } from '../logical-line.js';
import type { TextSpan } from './selector.js';

// Each row: title, screen at the baseline, output afterwards, pattern for the visible text, and the matches that are new.
const rows: readonly (readonly [string, before: string, after: readonly BaselineStep[], RegExp, readonly string[]])[] =
  [
    ['text that was on the screen is old', 'hello', [], /hello/g, []],
    ['text that appears is new', 'a', [' hello'], /hello/g, ['1:3-1:7 hello']],
    ['only the second of two equal texts is new', 'hello', ['\r\nhello'], /hello/g, ['2:1-2:5 hello']],
    ['a match over old lines is old', 'one\r\ntwo', ['\r\nthree'], /one\ntwo/g, []],
    ['a match over an old and a new line is new', 'one', ['\r\ntwo'], /one\ntwo/g, ['1:1-2:3 one\ntwo']],
    ['a match that includes old and new text is new', 'one', [' two'], /one.*/g, ['1:1-1:7 one two']],
    ['old text that matches only after the following text is erased is old', 'one!', ['\b '], /one$/gm, []],
    ['old text that scrolls is old', 'one\r\ntwo\r\n', ['three\r\nfour\r\nfive'], /two|five/g, ['4:1-4:4 five']],
    [
      'text that is erased and written again, with a check in between, is new',
      'one',
      ['\r\x1b[K', check, 'one'],
      /one/g,
      ['1:1-1:3 one'],
    ],
    ['text that is cleared and written again is new', 'one', ['\x1b[2J\x1b[Hone'], /one/g, ['1:1-1:3 one']],
    ['text that is repainted in place is old', 'one', ['\rone'], /one/g, []],
    ['text that a resize wraps again is old', 'one two three', [[8, 4]], /one|two|three/g, []],
    ['text that appears after a resize is new', 'one two three\r\n', [[8, 4], 'two'], /two/g, ['3:1-3:3 two']],
    ['text that returns from the scrollback is old', '1\r\n2\r\n3\r\n4\r\n5\r\n6', [[20, 6]], /\d/g, []],
    ['text on an alternate screen that was empty is new', 'one', ['\x1b[?1049h\x1b[Hone'], /one/g, ['1:1-1:3 one']],
    [
      'text that was on the alternate screen is old',
      '\x1b[?1049h\x1b[Hone',
      ['\x1b[3;1Htwo'],
      /one|two/g,
      ['3:1-3:3 two'],
    ],
    ['text that moves on the alternate screen is old', '\x1b[?1049h\x1b[Hone', ['\x1b[H\x1b[L'], /one/g, []],
    [
      'a second equal text on the alternate screen is new',
      '\x1b[?1049h\x1b[Hone',
      ['\x1b[3;1Hone'],
      /one/g,
      ['3:1-3:3 one'],
    ],
    [
      'a match over an old and a new line of the alternate screen is new',
      '\x1b[?1049h\x1b[Hone',
      ['\x1b[2;1Htwo'],
      /one\ntwo/g,
      ['1:1-2:3 one\ntwo'],
    ],
    ['text that the alternate screen has hidden is old', 'one', ['\x1b[?1049hx\x1b[?1049l'], /one/g, []],
    ['only the second of two equal wide texts is new', '漢字', ['\r\n漢字'], /字/g, ['2:3-2:4 字']],
  ];

test.each(rows)(
  'decides which matches in the visible text are new: %s [5.for.since]',
  (_, before, after, pattern, fresh) => {
    const { emulator, baseline } = playSteps(before, after);
    const screen = emulator.getScreen();
    const isNew = baseline.capture();
    const find = (text: string): TextSpan[] =>
      Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ index, length: found.length }));
    const visible = new TextOfLines(screen.lines);
    const matches = find(visible.text).map((span) => visible.rangeAt(span));
    expect(matches.filter((match) => isNew(match, false)).map(formatMatch)).toEqual(fresh);
  },
);
