import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { Deadline } from '../../base/deadline.js';
import { InvalidParamError, MethodError } from '../../base/errors.js';
import { joinAdjacentLines } from '../../screen/logical-line.js';
import {
  compilePattern,
  evaluateSelector,
  type RegexSelector,
  searchLine,
  type TextSpan,
  toMatchesAt,
} from '../../screen/selectors/selector.js';
import { formatMatch, toSelector } from '../../tests/support/matches.js';
import { Random } from '../../tests/support/random.js';
import { regex } from '../../tests/support/selectors.js';
import { createTerminal } from '../../tests/support/terminal.js';
import { sample } from '../../tests/support/tier.js';
import { joinKeptLines } from '../waits/screen-search.js';
import { SafeMatcher } from './matcher.js';
import { PatternWorker } from './worker.js';

/** Returns rows with names that are short enough for a title. */
const named = (
  rows: readonly (readonly [pattern: string, flags?: string])[],
): { name: string; pattern: string; flags: string }[] =>
  rows.map(([pattern, flags = '']) => ({ name: pattern.slice(0, 40), pattern, flags }));

const kinds: readonly (readonly [pattern: string, flags?: string])[] = [
  ['a'],
  ['a+'],
  ['a*'],
  ['^'],
  ['$'],
  ['^a.*b$'],
  ['\\d{2,4}'],
  ['[^a-c ]+'],
  ['(a|b)+c?'],
  ['\\bone\\b'],
  ['\\Bn'],
  ['o.e|t.o'],
  ['.'],
  ['.', 's'],
  ['.', 'u'],
  ['^b', 'm'],
  ['ONE', 'i'],
  ['\\p{L}+', 'u'],
  ['[\\p{L}--[a-f]]+', 'v'],
  ['one(?= two)'],
  ['(?<!one )t'],
  ['(o)n\\1?'],
  ['(.)\\1'],
  ['(?<word>\\w+) \\k<word>'],
  ['a{20,}|b'],
  ['e\u0301'],
  ['漢|😀'],
  ['/'],
  ['\\/'],
  ['\\n|a'],
  [`${'x'.repeat(1500)}|a`],
  ['(?:a{1,3}){1,3}'],
  ['\\d+ \\d+'],
  ['(\\w+) (\\w+)', 'i'],
  ['a{'],
  ['[^\\]]'],
];
const texts = [
  '',
  'a',
  'aaab',
  'one two two',
  'One oNE noon',
  '12 345 67890',
  'café 漢字 😀',
  'b/a',
  'aa bb  cc',
  'a'.repeat(90),
];

// The start of a thread takes longer than all of its jobs.
const worker = new PatternWorker();
afterAll(() => worker.kill());

test.each(named(kinds))(
  '$name $flags matches the same inline, in the worker and in plain JavaScript [5.pattern-kinds]',
  async ({ pattern, flags }) => {
    const emulator = createTerminal({ cols: 120, rows: 12 }, texts.join('\r\n'));
    const lines = joinKeptLines(emulator, emulator.getScreen());
    const selector = toSelector(regex(pattern, flags)) as RegexSelector;
    const expected = evaluateSelector(selector, lines, searchLine, () => true).map(formatMatch);
    using deadline = new Deadline(20_000);
    using patterns = new SafeMatcher(deadline);
    const found = await patterns.resolve(() => evaluateSelector(selector, lines, patterns.search, () => true));
    expect(found.map(formatMatch)).toEqual(expected);
    const expression = compilePattern(selector);
    const searched = selector.isMultiline === true ? joinAdjacentLines(lines) : lines;
    const finds = await worker.run({
      pattern: expression.source,
      flags: expression.flags,
      texts: searched.map(({ trimmed }) => trimmed),
      isFirstOnly: false,
    });
    const spansIn = (number: number): TextSpan[] => {
      const own = [...finds.keys()].filter((at) => at % 3 === 0 && finds[at] === number);
      return own.map((at) => ({ index: finds[at + 1] as number, length: finds[at + 2] as number }));
    };
    const byWorker = searched.flatMap((line, number) => toMatchesAt(selector, line, spansIn(number)));
    expect(byWorker.map(formatMatch)).toEqual(expected);
  },
);

const catastrophic: readonly (readonly [pattern: string, flags?: string])[] = [
  ['^(a+)+$'],
  ['^(a+)+$', 'i'],
  ['(a|a)*$', 'i'],
  ['(a|a)*!', 'u'],
  ['(a+)+(?=!)'],
  ['(?<=(a+)+)!'],
  ['(a*)*\\1!'],
  ['^(a{1,9}){1,40}$'],
  ['(?:(?:a?){99}){99}!'],
  ['(\\w+\\s?)*:'],
  ['a*a*a*a*a*a*a*a*!'],
  [`(a+)+!|${Array.from({ length: 6000 }, (_, index) => `w${index}`).join('|')}`],
  [`${'(?:a|'.repeat(5000)}b${')'.repeat(5000)}*!`, 'i'],
  [`(${'a?'.repeat(450)})*!`],
  [`${'(a+)*'.repeat(190)}!`],
];
const hostileText = `${'a'.repeat(60)}b`;

// A pattern that blocks takes practically forever. The limit allows for a busy machine.
const maxStallMs = 2000;

/** Returns the longest time for which the event loop was blocked. */
async function longestStall(run: Promise<unknown>): Promise<number> {
  let isDone = false;
  void run.then(
    () => (isDone = true),
    () => (isDone = true),
  );
  let longest = 0;
  while (!isDone) {
    const before = performance.now();
    await turn();
    longest = Math.max(longest, performance.now() - before);
  }
  return longest;
}

test.each(sample(named(catastrophic), 6))(
  '$name $flags does not block the event loop [5.pattern-freeze]',
  async ({ pattern, flags }) => {
    const screen = `${hostileText}\r\n`.repeat(40);
    const emulator = createTerminal({ cols: 134, rows: 40 }, screen);
    const lines = joinKeptLines(emulator, emulator.getScreen());
    const selector = toSelector(regex(pattern, flags));
    using deadline = new Deadline(300);
    using patterns = new SafeMatcher(deadline);
    const run = Promise.resolve(patterns.resolve(() => evaluateSelector(selector, lines, patterns.search, () => true)));
    expect(await longestStall(run)).toBeLessThan(maxStallMs);
    await run.catch((error: unknown) => {
      expect(error instanceof MethodError ? error.kind : error).toBe('timeout');
      expect(deadline.elapsedMs).toBeGreaterThan(290);
    });
    expect(deadline.elapsedMs).toBeLessThan(5000);
  },
);

test('restarts the worker after each of several kills [5.pattern-recovers]', async () => {
  const emulator = createTerminal({ cols: 134 }, hostileText);
  const lines = joinKeptLines(emulator, emulator.getScreen());
  for (let round = 0; round < 4; round += 1) {
    using deadline = new Deadline(1);
    using patterns = new SafeMatcher(deadline);
    const slow = toSelector(regex('^(a+)+$', 'i'));
    await expect(patterns.resolve(() => evaluateSelector(slow, lines, patterns.search, () => true))).rejects.toThrow(
      'in time',
    );
    using later = new Deadline(20_000);
    using others = new SafeMatcher(later);
    const quick = toSelector(regex('A+B', 'iu'));
    const found = await others.resolve(() => evaluateSelector(quick, lines, others.search, () => true));
    expect(found.map(({ text }) => text)).toEqual([hostileText]);
  }
});

test('matches the next pattern after one was abandoned [5.pattern-recovers]', async () => {
  const emulator = createTerminal({ cols: 134 }, hostileText);
  const lines = joinKeptLines(emulator, emulator.getScreen());
  using deadline = new Deadline(20_000);
  const patterns = new SafeMatcher(deadline);
  const slow = toSelector(regex('^(a+)+$', 'i'));
  const run = patterns.resolve(() => evaluateSelector(slow, lines, patterns.search, () => true));
  patterns[Symbol.dispose]();
  await expect(run).rejects.toThrow('in time');
  using others = new SafeMatcher(deadline);
  const quick = toSelector(regex('A+', 'iu'));
  expect(await others.resolve(() => evaluateSelector(quick, lines, others.search, () => true))).toHaveLength(1);
});

test.each([
  ['too large for the engine', 'x'.repeat(60_000), '', /^Invalid regular expression: Regular expression too large\.$/],
  [
    'too deep for the engine',
    '(?:(?:a?){9999}){9999}',
    '',
    /^Invalid regular expression: Maximum call stack size exceeded\.$/,
  ],
])('a pattern that is %s is rejected with the reason [6.invalid-regex]', async (_what, pattern, flags, reason) => {
  const emulator = createTerminal({ cols: 134 }, hostileText);
  const lines = joinKeptLines(emulator, emulator.getScreen());
  using deadline = new Deadline(20_000);
  using patterns = new SafeMatcher(deadline);
  const selector = toSelector(regex(pattern, flags));
  const run = Promise.resolve(patterns.resolve(() => evaluateSelector(selector, lines, patterns.search, () => true)));
  const error: unknown = await run.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(InvalidParamError);
  expect(error).toMatchObject({ pointer: '/selector/pattern', message: expect.stringMatching(reason) });
});

test('gives the final evaluation time to match after the deadline [5.kind-timeout]', async () => {
  const random = new Random(1);
  const emulator = createTerminal(
    { cols: 134 },
    Array.from({ length: 60 }, () => random.pick([...'abcdefghij'])).join(''),
  );
  const lines = joinKeptLines(emulator, emulator.getScreen());
  const worker = new PatternWorker();
  onTestFinished(() => worker.kill());
  const all = (deadline: Deadline, pattern: string): unknown => {
    const patterns = new SafeMatcher(deadline, worker);
    const selector = toSelector(regex(pattern));
    return patterns.resolve(() => evaluateSelector(selector, lines, patterns.search, () => true));
  };
  // Starting the thread takes time.
  await all(new Deadline(20_000), '(a)\\1\\1\\1never');
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const deadline = new Deadline(300);
  vi.advanceTimersByTime(301);
  expect(deadline.isOver).toBe(true);
  // This takes about a millisecond, which even a busy machine can spare.
  expect(await all(deadline, '(\\w+).*\\1.*\\1never')).toEqual([]);
});

test('matches more texts than the cache can store [5.pattern-kinds]', async () => {
  using deadline = new Deadline(20_000);
  using patterns = new SafeMatcher(deadline);
  const pattern = { pattern: 'A(?=1)', flags: 'iu' };
  const count = (from: number): number => {
    let found = 0;
    for (let index = from; index < from + 25_000; index += 1) found += patterns.findSpans(pattern, `a${index}`).length;
    return found;
  };
  // The second half is requested when the results of the first are complete.
  const both = await patterns.resolve(() => [count(0), patterns.isComplete ? count(25_000) : 0]);
  expect(both).toEqual([11_111, 0]);
});

test('random patterns on random texts give the same matches as plain JavaScript [5.pattern-kinds]', async () => {
  const random = new Random(7);
  const piece = (): string =>
    random.pick(['a', 'b', '.', '[ab]', '(a|b)', '(?:ab)?', '\\w', 'a*', 'b+', 'a??', '(a|ab)*', '|', '^', '$']);
  for (let round = 0; round < 300; round += 1) {
    const pattern = Array.from({ length: 1 + random.below(6) }, piece).join('');
    const text = Array.from({ length: random.below(30) }, () => random.pick(['a', 'b', 'c', ' ']))
      .join('')
      .trimEnd();
    using deadline = new Deadline(20_000);
    using patterns = new SafeMatcher(deadline);
    // The same object at every attempt, because results are cached by it.
    const client = { pattern, flags: '' };
    const found = await patterns.resolve(() =>
      patterns.findSpans(client, text).map(({ index, length }) => [index, length]),
    );
    const expected = [...text.matchAll(new RegExp(pattern, 'g'))]
      .map((match) => [match.index, match[0].length])
      .filter(([, length]) => length !== 0);
    expect(found, `${pattern} on ${text}`).toEqual(expected);
  }
});

test('a pause of the process does not make a harmless pattern slow: it is still matched inline [5.pattern-kinds]', () => {
  const emulator = createTerminal({ cols: 20, rows: 6 }, '31\r\n32\r\n33');
  const lines = joinKeptLines(emulator, emulator.getScreen());
  using deadline = new Deadline(0);
  using patterns = new SafeMatcher(deadline);
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 280;
    return now;
  });
  onTestFinished(() => clock.mockRestore());
  const selector = toSelector(regex('^3\\d$'));
  const found = patterns.resolve(() => evaluateSelector(selector, lines, patterns.search, () => true));
  expect(found).toHaveLength(3);
});

test('a deadline that has passed long ago leaves the worker time to start and to match [5.timeout-zero]', async () => {
  const emulator = createTerminal({ cols: 134 }, hostileText);
  const lines = joinKeptLines(emulator, emulator.getScreen());
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  using deadline = new Deadline(0);
  using patterns = new SafeMatcher(deadline);
  vi.advanceTimersByTime(60_000);
  const quick = toSelector(regex('A+B', 'iu'));
  const found = await patterns.resolve(() => evaluateSelector(quick, lines, patterns.search, () => true));
  expect(found.map(({ text }) => text)).toEqual([hostileText]);
  // One that backtracks endlessly uses up its processor time.
  const slow = toSelector(regex('^(a+)+$', 'i'));
  const run = Promise.resolve(patterns.resolve(() => evaluateSelector(slow, lines, patterns.search, () => true)));
  await expect(run).rejects.toThrow('in time');
});
