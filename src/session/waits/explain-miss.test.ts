import { expect, test } from 'vitest';
import { Deadline } from '../../base/deadline.js';
import { Baseline } from '../../terminal/freshness/baseline.js';
import { TypedLine } from '../../terminal/freshness/typed-line.js';
import { toSelector } from '../../tests/support/matches.js';
import { exact, regex, type SelectorInput } from '../../tests/support/selectors.js';
import { createTerminal } from '../../tests/support/terminal.js';
import { SafeMatcher } from '../regex/matcher.js';
import { explainMiss } from './explain-miss.js';

/** Returns the hint for a selector without a match on a screen of 20 × 6. */
async function hintAbout(selector: SelectorInput, output: string, newOutput?: string): Promise<string | undefined> {
  const emulator = createTerminal({}, output);
  const baseline = newOutput === undefined ? undefined : new Baseline(emulator);
  if (newOutput !== undefined) emulator.feed(Buffer.from(newOutput));
  using deadline = new Deadline(0);
  using patterns = new SafeMatcher(deadline);
  const miss = { selector: toSelector(selector), baseline };
  return (await explainMiss({ program: { emulator }, patterns }, miss, emulator.getScreen())).hint;
}

const red = '\x1b[31m';
const styled = (style: object): SelectorInput => exact('Error:', { style });
const rect = { col: 5, row: 2, width: 6, height: 3 };
const within = (selector: SelectorInput, area = rect): SelectorInput => ({ type: 'within', rect: area, selector });
const nth = (index: number, selector: SelectorInput): SelectorInput => ({ type: 'nth', index, selector });
const lines = (count: number): string => Array.from({ length: count }, (_, index) => index + 1).join('\r\n');
const advice = '. To find it, use `find` with `"scope":"scrollback"`.';

test.each<[string, SelectorInput, string, string | undefined]>([
  [
    'only blanks are missing',
    regex('^\\$ $'),
    '$ \r\nx',
    'Only blanks are missing after "$" in row 1: a pattern matches trailing blanks only before the cursor.',
  ],
  [
    'the second line is another one',
    'a\nb\nc',
    'a\r\nb\r\nd',
    'Line 3 of the text, "c", does not follow row 2: the next line is "d".',
  ],
  [
    'another foreground',
    styled({ fg: 'green' }),
    `${red}Error:`,
    '"Error:" is in row 1, but its foreground is red, not green.',
  ],
  [
    'no foreground',
    styled({ fg: 'green' }),
    'Error:',
    '"Error:" is in row 1, but its foreground is the default, not green.',
  ],
  [
    'a foreground instead of the default',
    styled({ fg: 'default' }),
    `${red}Error:`,
    '"Error:" is in row 1, but its foreground is red, not the default.',
  ],
  [
    'a bright color',
    styled({ fg: 'red' }),
    '\x1b[91mError:',
    '"Error:" is in row 1, but its foreground is brightRed, not red.',
  ],
  [
    'a palette color',
    styled({ bg: 208 }),
    '\x1b[48;5;209mError:',
    '"Error:" is in row 1, but its background is 209, not 208.',
  ],
  [
    'a true color',
    styled({ fg: '#ff0000' }),
    `${red}Error:`,
    '"Error:" is in row 1, but its foreground is red, not #ff0000.',
  ],
  ['not bold', styled({ bold: true }), 'Error:', '"Error:" is in row 1, but it is not bold.'],
  ['bold', styled({ bold: false }), '\x1b[1mError:', '"Error:" is in row 1, but it is bold.'],
  ['not dim', styled({ dim: true }), 'Error:', '"Error:" is in row 1, but it is not dim.'],
  ['not italic', styled({ italic: true }), 'Error:', '"Error:" is in row 1, but it is not italic.'],
  ['underlined', styled({ underline: false }), '\x1b[4mError:', '"Error:" is in row 1, but it is underlined.'],
  ['not inverse', styled({ inverse: true }), 'Error:', '"Error:" is in row 1, but it is not inverse.'],
  [
    'not struck through',
    styled({ strikethrough: true }),
    'Error:',
    '"Error:" is in row 1, but it is not struck through.',
  ],
  [
    'the first property that differs',
    styled({ fg: 'red', bg: 'blue', bold: true }),
    `${red}Error:`,
    '"Error:" is in row 1, but its background is the default, not blue.',
  ],
  [
    'in one cell',
    styled({ fg: 'red' }),
    ` ${red}Err\x1b[32mor:`,
    '"Error:" is in row 1, but in column 5 its foreground is green, not red.',
  ],
  [
    'in a wrapped line',
    styled({ fg: 'red' }),
    `${'x'.repeat(17)}${red}Err\x1b[mor:`,
    '"Error:" is in row 1, but in column 1 its foreground is the default, not red.',
  ],
  ['of a pattern', regex('Err\\w+', '', { bold: true }), 'Error:', '"Error" is in row 1, but it is not bold.'],
  [
    'of one of several',
    { type: 'any', selectors: ['Done', styled({ bold: true })] },
    'Error:',
    '"Error:" is in row 1, but it is not bold.',
  ],
  ['within a rectangle', within(styled({ bold: true })), '\r\n    Error:', '"Error:" is in row 2, but it is not bold.'],
])('explains the style of a text that differs: %s [2.explained]', async (_, selector, output, hint) => {
  expect(await hintAbout(selector, output)).toBe(hint);
});

test.each<[string, SelectorInput, string, string | undefined]>([
  ['a line', regex('^500$'), lines(600), `"500" has scrolled off the screen (row -94)${advice}`],
  [
    'a text',
    exact('line one'),
    `line one\r\n${lines(50)}`,
    `"line one" has scrolled off the screen (row -44)${advice}`,
  ],
  [
    'the last of several',
    exact('one'),
    `one\r\none\r\n${lines(50)}`,
    `"one" has scrolled off the screen (row -44)${advice}`,
  ],
  ['a match of a pattern', regex('^9$'), lines(50), `"9" has scrolled off the screen (row -35)${advice}`],
  [
    'a match of a pattern for the worker',
    regex('^(?=9)9$'),
    lines(50),
    `"9" has scrolled off the screen (row -35)${advice}`,
  ],
  [
    'a text in its style',
    exact('one', { style: { fg: 'red' } }),
    `one\r\n${red}one\x1b[m\r\n${lines(50)}`,
    `"one" has scrolled off the screen (row -44)${advice}`,
  ],
  [
    'a text in a wrapped line that continues on the screen',
    exact('start'),
    `start${'x'.repeat(18)}${'\r\n'.repeat(5)}`,
    `"start" has scrolled off the screen (row 0)${advice}`,
  ],
])('explains that a text has scrolled off: %s [2.explained]', async (_, selector, output, hint) => {
  expect(await hintAbout(selector, output)).toBe(hint);
});

test('does not suggest text that has scrolled off for a wait for new text [2.explained]', async () => {
  expect(await hintAbout(regex('^9$'), lines(50), '')).toBe('Closest text: "49" (row 5, column 1), which is not new.');
});

test('does not search above the alternate screen [2.explained]', async () => {
  expect(await hintAbout(exact('one line'), `one line\r\n${lines(50)}\x1b[?1049h`)).toBeUndefined();
});

test.each<[string, SelectorInput, string, string | undefined]>([
  [
    '`nth` with too few matches',
    nth(5, 'menu'),
    'menu menu',
    'There are only 2 matches (index 0 to 1), in row 1, columns 1 and 6.',
  ],
  ['`nth` with one match', nth(1, 'menu'), ' menu', 'There is only 1 match (index 0), in row 1, column 2.'],
  ['`nth` from the end', nth(-3, 'a'), 'a\r\na', 'There are only 2 matches (index 0 to 1), in rows 1 and 2.'],
  [
    '`nth` without a match suggests the nearest text',
    nth(5, 'menu'),
    'Menus',
    'Closest text: "Menus" (row 1, column 1).',
  ],
  [
    '`nth` without a match suggests text in another style',
    nth(0, styled({ bold: true })),
    'Error:',
    'Closest text: "Error:" (row 1, column 1).',
  ],
  ['`within` with a match outside', within('menu'), ' menu', 'Outside that area, "menu" is in row 1, column 2.'],
  [
    '`within` with two matches outside',
    within('menu'),
    'menu\r\n\r\n\r\n\r\nmenu',
    'Outside that area, "menu" is in rows 1 and 5.',
  ],
  [
    '`within` with a match partly outside',
    within('menu'),
    '\r\n  menu',
    'Outside that area, "menu" is in row 2, column 3.',
  ],
  ['`within` without any match', within('menu'), 'menue'.slice(1), 'Closest text: "enue" (row 1, column 1).'],
  [
    'a pattern in slashes',
    regex('/menu/'),
    'menu',
    'The slashes are part of the pattern. To match without them, use "pattern":"menu".',
  ],
  [
    'a pattern in slashes with flags',
    regex('/a\\.b/im'),
    'a.b',
    'The slashes are part of the pattern. To match without them, use "pattern":"a\\\\.b","flags":"im".',
  ],
  ['a path is not a pattern in slashes', regex('^/usr/'), 'x', undefined],
  ['a cell has no hint', { type: 'at', row: 1, col: 5 }, 'menu', undefined],
  ['a similar text', exact('Saves'), ' Save', 'Closest text: "Save" (row 1, column 2).'],
  ['no similar text', exact('QQQQ'), 'abc', undefined],
])('%s [2.explained]', async (_, selector, output, hint) => {
  expect(await hintAbout(selector, output)).toBe(hint);
});

test('explains that a match is the echo of the line that was submitted [2.explained]', async () => {
  const emulator = createTerminal({}, 'Ann\r\nName of Ann: Ann');
  const baseline = new Baseline(emulator, () => TypedLine.find(emulator, 'Ann'));
  emulator.feed(Buffer.from('\r\n'));
  using deadline = new Deadline(0);
  using patterns = new SafeMatcher(deadline);
  const explain = async (text: string): Promise<string | undefined> =>
    (
      await explainMiss(
        { program: { emulator }, patterns },
        { selector: toSelector(exact(text)), baseline },
        emulator.getScreen(),
      )
    ).hint;
  expect(await explain('Ann')).toBe('"Ann" in row 2 is the echo of the input.');
  expect(await explain('Name')).toBe('"Name" in row 2 is not new.');
});

test('explains that a match is not new [2.explained]', async () => {
  expect(await hintAbout(exact('42'), '\r\n42', '')).toBe('"42" in row 2 is not new.');
  expect(await hintAbout(nth(1, '42'), '\r\n42', '')).toBe(
    'There is only 1 match (index 0), including old ones, in row 2, column 1.',
  );
});

test.each<[string, SelectorInput, string, string, string | undefined]>([
  ['the closest new text', exact('hallo'), '> print("hello")', '\r\nhello', 'Closest text: "hello" (row 2, column 1).'],
  [
    'a part of a line that is new',
    exact('Count: 43'),
    'Count: 41',
    '\rCount: 42',
    'Closest text: "Count: 42" (row 1, column 1).',
  ],
  [
    'all new text, if none of it is close',
    exact('hallo'),
    '> print("hello")',
    '\r\n42\r\n> ',
    'New text: "42\\n>". Closest text: "hello" (row 1, column 10), which is not new.',
  ],
  ['a short text', exact('43'), '> 6 * 7', '\r\n42', 'New text: "42".'],
  ['the beginning of a long text', exact('QQQQ'), '', 'a'.repeat(100), `New text: "${'a'.repeat(80)}…".`],
  ['no new text', exact('QQQQ'), 'abc', '', undefined],
])('explains that new text does not match: %s [2.explained]', async (_, selector, output, newOutput, hint) => {
  expect(await hintAbout(selector, output, newOutput)).toBe(hint);
});

test('gives no hint for a pattern that takes too long [2.explained]', async () => {
  expect(await hintAbout(regex('^(?=(a+)+$)b'), `${'a'.repeat(60)}!`)).toBeUndefined();
});
