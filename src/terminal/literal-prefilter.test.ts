import { expect, test } from 'vitest';
import { Random } from '../../tests/support/random.js';
import { createRandomOutput, pieces } from '../../tests/support/random-output.js';
import { createTerminal } from '../../tests/support/terminal.js';
import { joinLogicalLines, type LogicalLine } from '../logical-line.js';
import { createLiteralPrefilter } from './search.js';
import { type ExactSelector, type Selector, searchLine } from './selector.js';

const exact = (text: string, ignoreCase = false): ExactSelector => ({
  type: 'exact',
  text,
  ignoreCase,
  style: undefined,
});

// Characters that composition (NFC) changes, and an operator that joins neighboring cells.
const more = [...pieces, '\u212a', '\u037e', '\u1fef', 'ab', 'x-1'];

/** All parts of a line that an exact selector finds in it. */
function* piecesOf(line: LogicalLine, length: number): Generator<string> {
  const characters = [...line.text];
  for (let from = 0; from < characters.length; from += 1) {
    const text = characters.slice(from, from + length).join('');
    if (searchLine(exact(text), line).length > 0) yield text;
  }
}

test.each([1, 2, 3, 4, 5, 6])('every line that contains the text passes: seed %i [5.nothing-missed]', (seed) => {
  const random = new Random(seed);
  const results: (boolean | undefined)[] = [];
  for (let round = 0; round < 60; round += 1) {
    const emulator = createTerminal({ cols: 5 + random.below(30), rows: 4 }, createRandomOutput(random, 20, 4, more));
    for (const line of joinLogicalLines(emulator.getScreen().lines)) {
      const passes = (text: string): boolean | undefined => {
        const sieve = createLiteralPrefilter(exact(text));
        return sieve && line.rows.some(({ cells }) => sieve(cells.words));
      };
      for (const text of piecesOf(line, 1 + random.below(5))) {
        expect(passes(text), JSON.stringify(text)).not.toBe(false);
        results.push(passes(text), passes(`${text}~-no`));
      }
    }
  }
  expect(results.filter((result) => result === true).length).toBeGreaterThan(100);
  expect(results.filter((result) => result === false).length).toBeGreaterThan(100);
});

test.each([
  ['that ignore case', exact('done', true)],
  ['without an ASCII character', exact('日本')],
  ['of blanks', exact('  ')],
  ['of characters that composition produces', exact('K;')],
  ['of regular expressions', { type: 'regex', pattern: 'done', flags: '', style: undefined }],
  ['of a cell', { type: 'at', place: { row: 0, col: 0 } }],
  ['of several texts, one of them not ASCII', { type: 'any', selectors: [exact('done'), exact('日')] }],
] as const)('there is no prefilter for selectors %s [5.nothing-missed]', (_, selector) => {
  expect(createLiteralPrefilter(selector as Selector)).toBeUndefined();
});
