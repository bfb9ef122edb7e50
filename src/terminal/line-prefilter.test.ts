import { expect, test } from 'vitest';
import { joinLogicalLines, type LogicalLine } from '../screen/logical-line.js';
import { type ExactSelector, type Selector, searchLine } from '../screen/selectors/selector.js';
import { createHostileOutput } from '../tests/support/hostile-output.js';
import { Random } from '../tests/support/random.js';
import { createRandomOutput, pieces } from '../tests/support/random-output.js';
import { RandomProgram } from '../tests/support/random-program.js';
import { createTerminal } from '../tests/support/terminal.js';
import { Emulator } from './emulator.js';
import { createLiteralPrefilter, LinePrefilter } from './line-prefilter.js';

const words = ['ready', 'done', ''];
const sieve = createLiteralPrefilter({ type: 'exact', text: 'ready', ignoreCase: false, style: undefined });

const outputs: Readonly<Record<string, (random: Random, scrollback: number) => Buffer>> = {
  usual: (random, scrollback) => Buffer.from(new RandomProgram(random, words, scrollback, false).createOutput(80)),
  plain: (random) => Buffer.from(Array.from({ length: 60 }, () => `${random.pick(words)}\r\n`).join('')),
  hostile: (random) => createHostileOutput(random, 60),
};

const cases = Object.keys(outputs).flatMap((kind) => Array.from({ length: 60 }, (_, seed) => [kind, seed] as const));

test.each(cases)(
  'lines checked before give the same result as lines checked for the first time: %s output, seed %i [5.nothing-missed]',
  (kind, seed) => {
    const random = new Random(seed);
    const scrollback = 1 + random.below(30);
    const size = { cols: 6 + random.below(30), rows: 3 + random.below(6), scrollback };
    const emulator = new Emulator({ ...size, firstRevision: 1, answer: () => {} });
    const { buffers, scrolled, synchronization } = emulator;
    const kept = new LinePrefilter(sieve as NonNullable<typeof sieve>);
    const looks: (readonly string[])[][] = [];
    const look = (): void => {
      const from = Math.max(0, buffers.top - random.below(3));
      const each = [kept, new LinePrefilter(sieve as NonNullable<typeof sieve>)].map((sifter) =>
        buffers
          .captureMatching(from, false, sifter)
          .map(({ first, lines }) => `${first} ${lines.map(({ text }) => text).join('|')}`),
      );
      looks.push(each);
    };
    for (const event of [scrolled, synchronization.ended]) event.on(() => random.chance(0.5) && look());
    for (const chunk of random.cut(
      outputs[kind]?.(random, scrollback) ?? Buffer.alloc(0),
      random.pick([3, 40, 1000]),
    )) {
      emulator.feed(chunk);
      if (random.chance(0.1)) emulator.resize(2 + random.below(40), 2 + random.below(10));
      look();
    }
    emulator.dispose();
    // Compared at the end, because errors thrown while output is parsed are not reported.
    for (const [reused, fresh] of looks) expect(reused).toEqual(fresh);
  },
);

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
