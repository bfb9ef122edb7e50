import { expect, test } from 'vitest';
import { type LogicalLine, logicalLines } from '../screen/logical-line.js';
import { Random } from '../testing/random.js';
import { pieces, randomOutput } from '../testing/random-output.js';
import { terminal } from '../testing/terminal.js';
import { sieveOf } from './literal-prefilter.js';
import { type ExactSelector, type Selector, searchLine } from './selector.js';

const exact = (text: string, ignoreCase = false): ExactSelector => ({
  type: 'exact',
  text,
  ignoreCase,
  style: undefined,
});

// Characters that composition (NFC) replaces, and text with an operator.
const more = [...pieces, '\u212a', '\u037e', '\u1fef', 'ab', 'x-1'];

/** Yields each piece of a line that a search for it finds. */
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
    const emulator = terminal({ cols: 5 + random.below(30), rows: 4 }, randomOutput(random, 20, 4, more));
    for (const line of logicalLines(emulator.screen().lines)) {
      const passes = (text: string): boolean | undefined => {
        const sieve = sieveOf(exact(text));
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
  ['of characters that result from composition', exact('K;')],
  ['of patterns', { type: 'regex', pattern: 'done', flags: '', style: undefined }],
  ['of a cell', { type: 'at', place: { row: 0, col: 0 } }],
  ['of several, one of them without a prefilter', { type: 'any', selectors: [exact('done'), exact('日')] }],
] as const)('creates no prefilter for selectors %s [5.nothing-missed]', (_, selector) => {
  expect(sieveOf(selector as Selector)).toBeUndefined();
});
