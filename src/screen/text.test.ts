import { expect, test } from 'vitest';
import { toWireMatch } from '../server/methods/wire.js';
import { measureProcessorMs } from '../tests/support/processes.js';
import { createTerminal } from '../tests/support/terminal.js';
import { trimBlanks } from './cells.js';
import { TextOfLines } from './logical-line.js';
import type { CellRect } from './screen.js';
import { CellMask, maskText } from './selectors/cell-mask.js';
import { encodeLine } from './style.js';

const rect = (col: number, row: number, width: number, height: number): CellRect => ({
  col: col - 1,
  row: row - 1,
  width,
  height,
});

test.each([
  ['cells outside are unchanged', '漢字 ab', rect(6, 1, 1, 1), '漢字  b'],
  ['cells inside are blank', 'abcd', rect(2, 1, 2, 1), 'a  d'],
  ['half a wide character becomes blank in its whole width', 'a漢b', rect(3, 1, 1, 1), 'a  b'],
  ['marks outside are unchanged', 'e\u0301 x', rect(3, 1, 1, 1), 'é'],
  ['other rows are unchanged', 'a\r\nb', rect(1, 2, 20, 1), 'a\n'],
])('a mask: %s [5.mask]', (_title, output, hidden, expected) => {
  const screen = createTerminal({ rows: expected.split('\n').length }, output).getScreen();
  expect(maskText(screen, new CellMask(screen, [hidden]))).toBe(expected);
});

// On a screen of 10 columns and 3 rows: the index of a span in the text, and its length.
test.each([
  ['in one line', 'one two', 4, 3, '1:5-1:7'],
  ['in the second line', 'one\r\ntwo', 4, 3, '2:1-2:3'],
  ['over two lines', 'one\r\ntwo', 2, 3, '1:3-2:1'],
  ['ending with a newline', 'one\r\ntwo', 0, 4, '1:1-1:4'],
  ['ending with the newline of a full line', '0123456789\r\ntwo', 0, 11, '1:1-1:10'],
  ['beginning with a newline', 'one\r\ntwo', 3, 2, '1:4-2:1'],
  ['wide characters', '漢字x', 1, 1, '1:3-1:4'],
  ['after wide characters', '漢字x', 2, 1, '1:5-1:5'],
  ['after characters with more units than cells', '\u0958\u0958x', 4, 1, '1:3-1:3'],
  ['in the middle of a character', 'a👍🏽b', 2, 1, '1:2-1:3'],
  ['that is empty', 'one\r\ntwo', 5, 0, '2:2-2:1'],
  ['that is empty, after a full line', '0123456789\r\ntwo', 10, 0, '1:10-1:9'],
])('the cells of a span %s [5.until-cells]', (_title, output, index, length, expected) => {
  const { row, col, endRow, endCol } = toWireMatch(
    new TextOfLines(createTerminal({ cols: 10, rows: 3 }, output).getScreen().lines).rangeAt({ index, length }),
  );
  expect(`${row}:${col}-${endRow}:${endCol}`).toBe(expected);
});

test('trailing blanks are removed in linear time [5.blanks]', () => {
  const blanks = ' '.repeat(2_000_000);
  const tookMs = measureProcessorMs(() => {
    expect(trimBlanks(`${blanks}x`)).toHaveLength(2_000_001);
    expect(trimBlanks(`x${blanks}`)).toBe('x');
  });
  expect(tookMs).toBeLessThan(5000);
});

test.each([
  'a\x1b[31mb\x1b[mc',
  '\x1b[4:3;58;5;9mx\x1b[m y',
  '\x1b[1;38;2;1;2;3;48;5;200m漢\x1b[m',
  '\x1b[41m\x1b[K',
  '\x1b[7;9;53mz',
])('styled text looks the same when it is printed, %j [6.style]', (output) => {
  const [line] = createTerminal({}, output).getScreen().lines;
  const printed = line === undefined ? '' : encodeLine(line);
  const [again] = createTerminal({}, printed).getScreen().lines;
  expect(again?.splitRuns()).toEqual(line?.splitRuns());
});
