import { expect, test } from 'vitest';
import { Deadline } from '../../base/deadline.js';
import { Baseline } from '../../terminal/freshness/baseline.js';
import { formatMatch, toSelector } from '../../tests/support/matches.js';
import { exact, regex, type SelectorInput } from '../../tests/support/selectors.js';
import { createTerminal } from '../../tests/support/terminal.js';
import { SafeMatcher } from '../regex/matcher.js';
import { captureVisible, ScreenSearch } from './screen-search.js';

const nth = (index: number, selector: SelectorInput): SelectorInput => ({ type: 'nth', index, selector });
const within = (row: number, selector: SelectorInput): SelectorInput => ({
  type: 'within',
  rect: { col: 1, row, width: 20, height: 1 },
  selector,
});
const alternateOn = '\x1b[?1049h\x1b[H';
const wrapped = `hello${'a'.repeat(30)}`;

// Each row: title, screen before the search, output before each check, selector, and the matches of the last check.
const searches: readonly (readonly [string, string, readonly string[], SelectorInput, readonly string[]])[] = [
  ['finds visible text [5.text.any]', 'hello', [''], exact('hello'), ['1:1-1:5 hello']],
  ['does not find text that has scrolled off before [5.text.any]', 'hello\r\n\n\n\n', [''], exact('hello'), []],
  [
    'finds text that scrolls off after the first check [5.nothing-missed]',
    '',
    ['', 'hello\r\n\n\n\n\n'],
    exact('hello'),
    ['-1:1--1:5 hello'],
  ],
  [
    'does not find text in the part of a wrapped line above the screen [5.text.any]',
    `${wrapped}\r\n\n\n`,
    ['', 'b'],
    exact('hello'),
    [],
  ],
  [
    'finds a match that begins above the screen [5.text.any]',
    `${wrapped}\r\n\n\n`,
    [''],
    regex('ha+|oa+'),
    ['0:5-1:15 oaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ],
  [
    'prefers a match on the screen to one that has scrolled off [5.scrollback]',
    '',
    ['hello 1\r\n\n\n\n\nhello 2'],
    regex('hello .'),
    ['4:1-4:7 hello 2'],
  ],
  [
    'finds text that scrolls off before the alternate screen hides it [5.nothing-missed]',
    '',
    [`hello\r\n\n\n\n\n${alternateOn}x`],
    exact('hello'),
    ['-1:1--1:5 hello'],
  ],
  [
    'finds text of several lines that scrolls off [6.lines]',
    '',
    ['', 'a\r\nb\r\n\n\n\n\n'],
    exact('a\nb'),
    ['-2:1--1:1 a\nb'],
  ],
  ['finds it with a pattern [6.lines]', '', ['', 'a\r\nb\r\n\n\n\n\n'], regex('^a\\nb$'), ['-2:1--1:1 a\nb']],
  [
    'finds text of several lines that is complete when it has begun to scroll off [6.lines]',
    '',
    ['a\r\n\n\n\n', '\x1b[1;1Hb\x1b[4;1H\r\n\n\n'],
    exact('a\nb'),
    ['-3:1--2:1 a\nb'],
  ],
  ['does not find it if it was only partly on the screen [6.lines]', 'a\r\nb\r\n\n\n', [''], exact('a\nb'), []],
  [
    'does not join lines above the screen and the alternate screen [6.lines]',
    '',
    [`a\r\n\n\n\n${alternateOn}b`],
    exact('a\nb'),
    [],
  ],
  [
    'finds text of several lines on the alternate screen [6.lines]',
    '',
    [`${alternateOn}a\r\nb`],
    exact('a\nb'),
    ['1:1-2:1 a\nb'],
  ],
  [
    'finds text of several lines, the last of which is before the cursor [6.cursor-blanks]',
    '',
    ['a\r\n$ '],
    regex('a\\n\\$ $'),
    ['1:1-2:2 a\n$ '],
  ],
  [
    'finds text on the alternate screen [5.nothing-missed]',
    'hello',
    [`${alternateOn}hello`],
    exact('hello'),
    ['1:1-1:5 hello'],
  ],
  [
    'does not find text hidden by the alternate screen [5.nothing-missed]',
    'hello',
    [`${alternateOn}x`],
    exact('hello'),
    [],
  ],
  [
    'finds the second of two matches when the first has scrolled off [5.nothing-missed]',
    '',
    ['hello\r\n\n\n\nhello\r\n'],
    nth(1, exact('hello')),
    ['3:1-3:5 hello'],
  ],
  [
    'finds the second of two matches that scroll off one after the other [5.nothing-missed]',
    '',
    ['hello\r\n\n\n\n', 'hello\r\n\n\n\n'],
    nth(1, exact('hello')),
    ['0:1-0:5 hello'],
  ],
  [
    'does not find text above the screen in a rectangle on it [6.within]',
    '',
    ['hello\r\n\n\n\n'],
    within(1, exact('hello')),
    [],
  ],
  [
    'finds text after a full reset [5.clear]',
    '1\r\n2\r\n3\r\n4\r\n5',
    ['', '\x1bchello'],
    exact('hello'),
    ['1:1-1:5 hello'],
  ],
];

test.each(searches)('%s', async (_title, before, outputs, selector, expected) => {
  const emulator = createTerminal({ rows: 4 }, before);
  using deadline = new Deadline(10_000);
  using patterns = new SafeMatcher(deadline);
  const search = new ScreenSearch(emulator, toSelector(selector), undefined, patterns);
  let matches: string[] = [];
  for (const output of outputs) {
    emulator.feed(Buffer.from(output));
    matches = (await patterns.resolve(search.capture())).map(formatMatch);
  }
  expect(matches).toEqual(expected);
});

test('finds new text that has scrolled off and is hidden by the alternate screen [5.alternate]', async () => {
  const emulator = createTerminal({ rows: 4 }, 'hello\r\nhello');
  const baseline = new Baseline(emulator);
  using deadline = new Deadline(10_000);
  using patterns = new SafeMatcher(deadline);
  const search = new ScreenSearch(emulator, toSelector(exact('hello')), baseline, patterns);
  emulator.feed(Buffer.from(`\r\nhello\r\n\n\n\n${alternateOn}x`));
  expect((await patterns.resolve(search.capture())).map(formatMatch)).toEqual(['0:1-0:5 hello']);
});

test('rejects more matches in scrolled-off lines than one response can contain [2.data-matches]', () => {
  const emulator = createTerminal({ cols: 1000, rows: 2, scrollback: 2000 });
  const baseline = new Baseline(emulator);
  using deadline = new Deadline(10_000);
  using patterns = new SafeMatcher(deadline);
  const search = new ScreenSearch(emulator, toSelector(exact('x')), baseline, patterns);
  emulator.feed(Buffer.from(`${`${'x'.repeat(1000)}\r\n`.repeat(1002)}\n\n`));
  expect(search.capture()).toThrow(
    /^The selector has more than 1000000 matches in the lines that have scrolled off\. /,
  );
});

test('the worker matches lines as they were when captured [5.immutable]', async () => {
  const emulator = createTerminal({ cols: 1000, rows: 1, scrollback: 2 });
  using deadline = new Deadline(10_000);
  using patterns = new SafeMatcher(deadline);
  // This runs inline on usual lines, which are therefore not copied, but not on the long one.
  const selector = toSelector(regex('a*b|a*c|one', '', { bold: true }));
  const search = new ScreenSearch(emulator, selector, undefined, patterns);
  expect(patterns.isImmediate).toBe(true);
  emulator.feed(Buffer.from(`\x1b[1mone\r\n${'a'.repeat(1000)}\r\n`));
  const found = patterns.resolve(search.capture());
  expect(found).toBeInstanceOf(Promise);
  emulator.feed(Buffer.from('\x1b[mtwo\r\nthree\r\nfour\r\n'));
  expect((await found).map(formatMatch)).toEqual(['-1:1--1:3 one']);
});

test('does not find a match that reaches above the screen as visible [6.find]', async () => {
  const emulator = createTerminal({ rows: 4 }, `${wrapped}\r\n\n\n`);
  using deadline = new Deadline(10_000);
  using patterns = new SafeMatcher(deadline);
  expect(await patterns.resolve(captureVisible(emulator, toSelector(regex('oa+')), patterns))).toEqual([]);
  expect(
    (await patterns.resolve(captureVisible(emulator, toSelector(regex('aaa$')), patterns))).map(formatMatch),
  ).toEqual(['1:13-1:15 aaa']);
});

test.each([exact('a'), exact('\n'), regex('a|\\n'), regex('[^]')])(
  'searches a screen full of old matches of %j in less than quadratic time [5.pattern-freeze]',
  async (selector) => {
    const size = 300;
    const emulator = createTerminal({ cols: size, rows: size }, `${'a'.repeat(size * (size - 2))}a\r\na\r\na `);
    using patterns = new SafeMatcher(new Deadline(60_000));
    const search = new ScreenSearch(emulator, toSelector(selector), new Baseline(emulator), patterns);
    expect(await patterns.resolve(search.capture())).toEqual([]);
  },
);
