import { expect, test } from 'vitest';
import type { TextSpan } from '../screen/text-span.js';
import { TextOfLines } from '../selectors/text-search.js';
import { look, play, type Step } from '../testing/baselines.js';
import { shown } from '../testing/matches.js';

// Each row: title, screen at the baseline, output afterwards, pattern for the visible text, and the matches that are new.
const rows: readonly (readonly [string, before: string, after: readonly Step[], RegExp, readonly string[]])[] = [
  ['what was there is old', 'hello', [], /hello/g, []],
  ['what comes is new', 'a', [' hello'], /hello/g, ['1:3-1:7 hello']],
  ['the old next to the new', 'hello', ['\r\nhello'], /hello/g, ['2:1-2:5 hello']],
  ['over lines, all of them old', 'one\r\ntwo', ['\r\nthree'], /one\ntwo/g, []],
  ['over lines, one of them new', 'one', ['\r\ntwo'], /one\ntwo/g, ['1:1-2:3 one\ntwo']],
  ['matched in another way', 'one', [' two'], /one.*/g, ['1:1-1:7 one two']],
  ['matched only now that something after it is gone', 'one!', ['\b '], /one$/gm, []],
  ['scrolled', 'one\r\ntwo\r\n', ['three\r\nfour\r\nfive'], /two|five/g, ['4:1-4:4 five']],
  ['gone and come back, seen in between', 'one', ['\r\x1b[K', look, 'one'], /one/g, ['1:1-1:3 one']],
  ['cleared and written again', 'one', ['\x1b[2J\x1b[Hone'], /one/g, ['1:1-1:3 one']],
  ['painted again in place', 'one', ['\rone'], /one/g, []],
  ['wrapped again by a resize', 'one two three', [[8, 4]], /one|two|three/g, []],
  ['new after a resize', 'one two three\r\n', [[8, 4], 'two'], /two/g, ['3:1-3:3 two']],
  ['back from the scrollback', '1\r\n2\r\n3\r\n4\r\n5\r\n6', [[20, 6]], /\d/g, []],
  ['in the alternate screen, where nothing was', 'one', ['\x1b[?1049h\x1b[Hone'], /one/g, ['1:1-1:3 one']],
  ['in the alternate screen, old', '\x1b[?1049h\x1b[Hone', ['\x1b[3;1Htwo'], /one|two/g, ['3:1-3:3 two']],
  ['in the alternate screen, moved', '\x1b[?1049h\x1b[Hone', ['\x1b[H\x1b[L'], /one/g, []],
  ['in the alternate screen, once more', '\x1b[?1049h\x1b[Hone', ['\x1b[3;1Hone'], /one/g, ['3:1-3:3 one']],
  ['in the alternate screen, over lines', '\x1b[?1049h\x1b[Hone', ['\x1b[2;1Htwo'], /one\ntwo/g, ['1:1-2:3 one\ntwo']],
  ['hidden by the alternate screen', 'one', ['\x1b[?1049hx\x1b[?1049l'], /one/g, []],
  ['wide characters', '漢字', ['\r\n漢字'], /字/g, ['2:3-2:4 字']],
];

test.each(rows)('which matches in the visible text are new: %s [5.for.since]', (_, before, after, pattern, fresh) => {
  const { emulator, baseline } = play(before, after);
  const screen = emulator.screen();
  const isNew = baseline.newMatches();
  const find = (text: string): TextSpan[] =>
    Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ index, length: found.length }));
  const visible = new TextOfLines(screen.lines);
  const matches = find(visible.text).map((span) => visible.pieceAt(span));
  expect(matches.filter((match) => isNew(match, false)).map(shown)).toEqual(fresh);
});
