import { expect, test } from 'vitest';
import { findAndFormat } from '../../tests/support/matches.js';
import { exact, regex, type SelectorInput } from '../../tests/support/selectors.js';
import { createTerminal } from '../../tests/support/terminal.js';

type Row = readonly [title: string, output: string, selector: SelectorInput, expected: readonly string[]];

// 20 columns, 6 rows. Escaped characters resemble others or change how the line is displayed.
const rows: readonly Row[] = [
  // Coordinates
  ['rows and columns count from 1 [6.one-based]', 'a\r\n b', exact('b'), ['2:2-2:2 b']],
  ['the last cell [6.one-based]', '\x1b[6;20Hx', exact('x'), ['6:20-6:20 x']],
  ['a wide character is two cells [6.wide]', '漢字x', exact('字'), ['1:3-1:4 字']],
  ['text after wide characters [6.wide]', '漢字x', exact('x'), ['1:5-1:5 x']],
  ['from narrow to wide [6.wide]', 'a漢', exact('a漢'), ['1:1-1:3 a漢']],
  ['a wide character at the end of the line [6.wide]', '\x1b[19G漢', exact('漢'), ['1:19-1:20 漢']],
  ['a combining mark takes no cell [6.combining]', 'x\u0302yz', exact('z'), ['1:3-1:3 z']],
  ['a character with its mark is one cell [6.combining]', 'x\u0302yz', exact('x\u0302'), ['1:1-1:1 x\u0302']],
  ['many marks [6.combining]', `e${'\u0327\u0301'.repeat(10)}z`, exact('z'), ['1:2-1:2 z']],
  ['a mark at the end of the line [6.combining]', '\x1b[20Ge\u0301', exact('é'), ['1:20-1:20 é']],
  ['a mark with nothing before it [6.combining]', '\u0301\x1b[5Gx', exact('x'), ['1:5-1:5 x']],
  ['an overwritten wide character is removed [6.wide]', '漢x\x1b[2Gy', regex('\\S+'), ['1:2-1:3 yx']],

  // Composition (NFC)
  ['composed finds decomposed [6.nfc]', 'cafe\u0301!', exact('caf\u00e9'), ['1:1-1:4 caf\u00e9']],
  ['decomposed finds composed [6.nfc]', 'caf\u00e9!', exact('cafe\u0301'), ['1:1-1:4 caf\u00e9']],
  ['decomposed finds decomposed [6.nfc]', 'cafe\u0301!', exact('cafe\u0301'), ['1:1-1:4 caf\u00e9']],
  ['a pattern finds either [6.nfc]', 'e\u0301 \u00e9', regex('e\u0301'), ['1:1-1:1 \u00e9', '1:3-1:3 \u00e9']],
  ['marks in another order [6.nfc]', 'q\u0307\u0323', exact('q\u0323\u0307'), ['1:1-1:1 q\u0323\u0307']],
  ['a singleton on the screen [6.nfc]', '\u212b\u2126', exact('\u00c5\u03a9'), ['1:1-1:2 \u00c5\u03a9']],
  ['a singleton in the selector [6.nfc]', '\u00c5\u03a9', exact('\u212b\u2126'), ['1:1-1:2 \u00c5\u03a9']],
  ['a singleton in a pattern [6.nfc]', '\u00c5', regex('^\u212b$'), ['1:1-1:1 \u00c5']],
  ['Hangul by jamo on the screen [6.nfc]', '\u1112\u1161\u11abx', exact('한'), ['1:1-1:2 한']],
  ['Hangul by jamo in the selector [6.nfc]', '한글', exact('\u1112\u1161\u11ab글'), ['1:1-1:4 한글']],
  ['a character that grows when it is composed [6.nfc]', '\u0958x', exact('\u0915\u093c'), ['1:1-1:1 \u0915\u093c']],
  ['after a character that grows [6.nfc]', '\u0958x', exact('x'), ['1:2-1:2 x']],
  ['a mark in a style of its own [6.nfc]', 'e\x1b[31m\u0301\x1b[m\x1b[6Gz', exact('\u00e9'), ['1:1-1:1 \u00e9']],
  ['two marks that compose [6.nfc]', '\u0995\u09c7\u09be\x1b[6Gz', exact('\u0995\u09cb'), ['1:1-1:1 \u0995\u09cb']],
  ['two cells that compose [6.nfc]', '\x1b[3G\u1161\x1b[1G\u1100\x1b[6Gz', exact('\uac00'), ['1:1-1:3 \uac00']],

  // Logical lines
  ['soft wraps are joined [6.soft-wrap]', `${'a'.repeat(18)}bcde`, exact('bcde'), ['1:19-2:2 bcde']],
  ['over three lines [6.soft-wrap]', `b${'a'.repeat(40)}c`, regex('ba+c'), [`1:1-3:2 b${'a'.repeat(40)}c`]],
  ['hard line ends are not joined [6.soft-wrap]', `${'a'.repeat(18)}bc\r\nde`, exact('bcde'), []],
  [
    'a wide character that did not fit leaves no blank [6.soft-wrap]',
    `${'a'.repeat(18)}b漢c`,
    exact('b漢c'),
    ['1:19-2:3 b漢c'],
  ],
  ['a typed space before it is retained [6.soft-wrap]', `${'a'.repeat(18)}b 漢c`, exact('b 漢c'), ['1:19-2:3 b 漢c']],
  ['combining marks before a wrap [6.soft-wrap]', `${'e\u0301'.repeat(20)}bc`, exact('ébc'), ['1:20-2:2 ébc']],
  ['a wide character that ends at a wrap [6.soft-wrap]', `${'漢'.repeat(10)}字`, exact('漢字'), ['1:19-2:2 漢字']],
  [
    'a line deleted above the continuation ends the wrap [6.soft-wrap]',
    `x\r\n${'a'.repeat(20)}bc\x1b[2;1H\x1b[M`,
    regex('^bc$'),
    ['2:1-2:2 bc'],
  ],
  [
    'a line inserted above the continuation ends the wrap [6.soft-wrap]',
    `${'a'.repeat(20)}bc\x1b[2;1H\x1b[L`,
    regex('^bc$'),
    ['3:1-3:2 bc'],
  ],
  [
    'an end erased above the continuation ends the wrap [6.soft-wrap]',
    `${'a'.repeat(20)}bc\x1b[1;9H\x1b[K`,
    regex('^bc$'),
    ['2:1-2:2 bc'],
  ],
  ['^ and $ are the ends of a logical line [6.line-ends]', 'ab\r\nab', regex('^ab$'), ['1:1-1:2 ab', '2:1-2:2 ab']],
  ['^ is not the start of a row [6.line-ends]', `${'a'.repeat(20)}bc`, regex('^bc'), []],
  ['$ is not the end of a row [6.line-ends]', `${'a'.repeat(20)}bc`, regex('a$'), []],
  ['$ of a wrapped line [6.line-ends]', `${'a'.repeat(20)}bc`, regex('bc$'), ['2:1-2:2 bc']],
  ['a dot does not match a line end [6.line-ends]', 'ab\r\ncd', regex('b.*c'), []],

  // Several lines
  ['a text of two lines [6.lines]', 'xa\r\nby', exact('a\nb'), ['1:2-2:1 a\nb']],
  ['its first line ends a line [6.lines]', 'ax\r\nb', exact('a\nb'), []],
  ['its last line begins a line [6.lines]', 'a\r\n b', exact('a\nb'), []],
  ['a line between is a whole line [6.lines]', 'a\r\nbx\r\nc', exact('a\nb\nc'), []],
  ['lines between [6.lines]', 'a\r\nb\r\n\r\nc', exact('a\nb\n\nc'), ['1:1-4:1 a\nb\n\nc']],
  ['trailing blanks of its lines do not matter [6.lines]', 'a\r\nb  \r\nc', exact('a  \nb\nc'), ['1:1-3:1 a\nb\nc']],
  ['trailing blanks of its last line are cells [6.lines]', 'a\r\nb\r\na\r\nbc', exact('a\nb '), ['1:1-2:2 a\nb ']],
  ['a line break at its end needs a line after it [6.lines]', '\x1b[5;1Ha\r\na', exact('a\n'), ['5:1-5:1 a\n']],
  ['a line break at its beginning [6.lines]', 'xa\r\na', exact('\na'), ['2:1-2:1 \na']],
  [
    'soft wraps are joined [6.lines]',
    `${'a'.repeat(30)}\r\nb`,
    exact(`${'a'.repeat(30)}\nb`),
    [`1:1-3:1 ${'a'.repeat(30)}\nb`],
  ],
  ['without regard to case [6.lines]', 'Ä\r\nB', exact('ä\nb', { ignoreCase: true }), ['1:1-2:1 Ä\nB']],
  ['composed finds decomposed [6.lines]', 'e\u0301\r\nx', exact('é\nx'), ['1:1-2:1 é\nx']],
  ['wide characters [6.lines]', '漢\r\n字', exact('漢\n字'), ['1:1-2:2 漢\n字']],
  ['without overlap [6.lines]', 'a\r\na\r\na', exact('a\na'), ['1:1-2:1 a\na']],
  [
    'in one style [6.lines]',
    '\x1b[31ma\r\nb\x1b[m\r\na\r\n\x1b[31mb',
    exact('a\nb', { style: { fg: 'red' } }),
    ['1:1-2:1 a\nb'],
  ],
  ['a pattern with a line break [6.lines]', 'xa\r\nby', regex('a\\nb'), ['1:2-2:1 a\nb']],
  ['^ and $ are the ends of each line [6.lines]', 'xa\r\nb\r\na\r\nb', regex('^a$\\n^b$'), ['3:1-4:1 a\nb']],
  ['trailing blanks are not in a pattern [6.lines]', 'a  \r\nb', regex('a\\nb'), ['1:1-2:1 a\nb']],
  ['all characters [6.lines]', 'a\r\nb\r\nc', regex('a[\\s\\S]*?c'), ['1:1-3:1 a\nb\nc']],
  ['any character [6.lines]', 'a\r\nb\r\nc', regex('a[^]+c'), ['1:1-3:1 a\nb\nc']],
  ['a dot with the flag s [6.lines]', 'a\r\nb', regex('a.b', 's'), ['1:1-2:1 a\nb']],
  ['a class with a line break [6.lines]', 'a\r\nb', regex('a[;\\n]b'), ['1:1-2:1 a\nb']],
  ['a line break by its number [6.lines]', 'a\r\nb', regex('a\\x0ab'), ['1:1-2:1 a\nb']],
  ['blanks of a class do not include line breaks [6.lines]', 'a\r\nb', regex('a\\s+b'), []],
  ['nor does what is not in a class [6.lines]', '"a\r\nb"', regex('"[^"]*"'), []],
  ['an escaped backslash before an n [6.lines]', '\\na\r\nb', regex('\\\\na'), ['1:1-1:3 \\na']],
  ['a pattern for a blank line [6.lines]', 'a\r\n\r\nb', regex('\\n\\n(?=b)'), ['1:2-1:2 \n\n']],
  [
    'a pattern in one style [6.lines]',
    '\x1b[31ma\r\nb\x1b[m\r\nc',
    regex('a\\nb', '', { fg: 'red' }),
    ['1:1-2:1 a\nb'],
  ],
  [
    'in a rectangle [6.lines]',
    'a\r\nb\r\na\r\nb',
    {
      type: 'within',
      rect: { col: 1, row: 3, width: 1, height: 2 },
      selector: 'a\nb',
    },
    ['3:1-4:1 a\nb'],
  ],
  [
    'partly in a rectangle [6.lines]',
    'a\r\nb',
    {
      type: 'within',
      rect: { col: 1, row: 1, width: 20, height: 1 },
      selector: 'a\nb',
    },
    [],
  ],
  ['by index [6.lines]', 'a\r\nb\r\na\r\nb', { type: 'nth', index: -1, selector: 'a\nb' }, ['3:1-4:1 a\nb']],
  ['one of several [6.lines]', 'a\r\nb', { type: 'any', selectors: ['b\na', 'a\nb'] }, ['1:1-2:1 a\nb #1']],

  // Blanks before the cursor
  ['a prompt [6.cursor-blanks]', '$ ', regex('^\\$ $'), ['1:1-1:2 $ ']],
  ['a prompt without its blank [6.cursor-blanks]', '$ ', regex('^\\$$'), ['1:1-1:1 $']],
  ['either [6.cursor-blanks]', '$ ', regex('\\$ ?'), ['1:1-1:1 $']],
  ['blanks after the cursor [6.cursor-blanks]', '$  \x1b[D', regex('^\\$  $'), []],
  ['a line without the cursor [6.cursor-blanks]', '$ \r\n', regex('^\\$ $'), []],
  ['cells that were skipped [6.cursor-blanks]', 'a\x1b[5G', regex('^a {3}$'), ['1:1-1:4 a   ']],
  ['a soft-wrapped prompt [6.cursor-blanks]', `${'a'.repeat(20)}$ `, regex('a\\$ $'), ['1:20-2:2 a$ ']],
  ['the last column [6.cursor-blanks]', `${'a'.repeat(19)} `, regex('a $'), ['1:19-1:20 a ']],
  ['other matches of the line [6.cursor-blanks]', '$ a$ ', regex('\\$ '), ['1:1-1:2 $ ', '1:4-1:5 $ ']],
  ['in a pattern of several lines [6.cursor-blanks]', 'a\r\n$ ', regex('a\\n\\$ $'), ['1:1-2:2 a\n$ ']],

  // Blanks
  ['a pattern sees no trailing blanks [6.regex-trimmed]', 'ab  ', regex('b\\s*$'), ['1:2-1:2 b']],
  ['a pattern does not match a blank line [6.regex-trimmed]', '\r\n', regex('\\s+'), []],
  ['a pattern matches blanks before and between [6.regex-trimmed]', '  a b', regex(' +'), ['1:1-1:2   ', '1:4-1:4  ']],
  ['blank cells are spaces to a text [6.exact-blanks]', 'a\x1b[4Gb', exact('a  b'), ['1:1-1:4 a  b']],
  ['a prompt [6.exact-blanks]', '$ ', exact('$ '), ['1:1-1:2 $ ']],
  ['a prompt without its space [6.exact-blanks]', '$', exact('$ '), ['1:1-1:2 $ ']],
  ['a text does not match beyond the line [6.exact-blanks]', '\x1b[20G$', exact('$ '), []],

  // No overlap, no empty matches
  ['matches do not overlap [6.no-overlap]', 'aaaaa', exact('aa'), ['1:1-1:2 aa', '1:3-1:4 aa']],
  ['matches of patterns do not overlap [6.no-overlap]', 'abababa', regex('aba'), ['1:1-1:3 aba', '1:5-1:7 aba']],
  ['empty matches do not count [6.no-empty]', 'aab', regex('a*'), ['1:1-1:2 aa']],
  ['only empty matches [6.no-empty]', 'ab', regex('(?=b)|^|$'), []],
  ['a text is not a pattern [6.exact]', 'a.b axb', exact('a.b'), ['1:1-1:3 a.b']],
  ['a pattern matches in one line [6.regex]', 'id=42 id=7', regex('id=\\d+'), ['1:1-1:5 id=42', '1:7-1:10 id=7']],

  // Case
  ['case counts [6.ignore-case]', 'Hello', exact('hello'), []],
  ['case is ignored on request [6.ignore-case]', 'HeLLo', exact('hEllO', { ignoreCase: true }), ['1:1-1:5 HeLLo']],
  ['a pattern has the flag i [6.flags]', 'HeLLo', regex('hello', 'i'), ['1:1-1:5 HeLLo']],
  ['other alphabets [6.ignore-case]', 'ΟΔΟΣ ÄÖ', exact('οδος äö', { ignoreCase: true }), ['1:1-1:7 ΟΔΟΣ ÄÖ']],
  ['İ does not shift columns [6.ignore-case]', 'İİ Ab', exact('aB', { ignoreCase: true }), ['1:4-1:5 Ab']],
  ['ß does not shift columns [6.ignore-case]', 'ßﬁ Ab', exact('aB', { ignoreCase: true }), ['1:4-1:5 Ab']],
  ['İ matches itself [6.ignore-case]', 'xİ', exact('İ', { ignoreCase: true }), ['1:2-1:2 İ']],
  ['ß does not match SS [6.ignore-case]', 'SS', exact('ß', { ignoreCase: true }), []],
  ['ß matches the capital ẞ [6.ignore-case]', 'ẞ', exact('ß', { ignoreCase: true }), ['1:1-1:1 ẞ']],
  ['special characters are literal [6.ignore-case]', 'A.(', exact('a.(', { ignoreCase: true }), ['1:1-1:3 A.(']],
  [
    'decomposed in another case [6.ignore-case]',
    'E\u0301x',
    exact('\u00e9X', { ignoreCase: true }),
    ['1:1-1:2 \u00c9x'],
  ],
  ['beyond the basic plane [6.ignore-case]', '𐐀', exact('𐐨', { ignoreCase: true }), ['1:1-1:1 𐐀']],

  // Flags
  ['m changes nothing in one line [6.flags]', 'ab\r\nb', regex('^b', 'm'), ['2:1-2:1 b']],
  ['the flag s is accepted [6.flags]', 'ab', regex('a.', 's'), ['1:1-1:2 ab']],
  ['the flag u is accepted [6.flags]', 'aé', regex('\\p{L}+', 'u'), ['1:1-1:2 aé']],
  ['the flag v is accepted [6.flags]', 'ab1', regex('[\\w--\\d]+', 'v'), ['1:1-1:2 ab']],
];

test.each(rows)('%s', (_title, output, selector, expected) => {
  expect(findAndFormat(createTerminal({}, output), selector)).toEqual(expected);
});

test('an emoji is one character with the width that the terminal uses [6.emoji]', () => {
  const emulator = createTerminal({}, 'a😀\x1b[8Gz');
  const width = emulator.buffers.getVisibleLines()[0]?.widthAt(1) ?? 0;
  expect(findAndFormat(emulator, exact('😀'))).toEqual([`1:2-1:${1 + width} 😀`]);
  expect(findAndFormat(emulator, regex('.😀', 'u'))).toEqual([`1:1-1:${1 + width} a😀`]);
  expect(findAndFormat(emulator, exact('z'))).toEqual(['1:8-1:8 z']);
});

// Without the flag u, an expression matches an emoji as several units.
test.each([
  ['code units of an emoji', '👍🏽a', regex('.'), ['👍🏽', 'a']],
  ['code points of an emoji', '👍🏽a', regex('.', 'u'), ['👍🏽', 'a']],
  ['the number of a match', '👍🏽a', { type: 'nth', index: 1, selector: regex('.') } as const, ['a']],
  ['a letter and its mark', 'x\u0302y', regex('.'), ['x\u0302', 'y']],
  ['a part of a character', 'a👍🏽', exact('👍'), ['👍🏽']],
  ['from part to part of two emoji', '👨‍👩‍👧👨‍👩‍👧', regex('👧👨', 'u'), ['👨‍👩‍👧👨‍👩‍👧']],
  ['only marks', 'x\u0302\u0302y', exact('\u0302'), ['x\u0302\u0302']],
  ['over a soft wrap', `${'a'.repeat(18)}👍🏽👍🏽b`, regex('.{3}b'), ['👍🏽b']],
])('matches consist of whole characters and do not overlap: %s [6.no-overlap]', (_title, output, selector, texts) => {
  const matches = findAndFormat(createTerminal({}, output), selector);
  expect(matches.map((match) => match.slice(match.indexOf(' ') + 1))).toEqual(texts);
});

test('rows above the screen are 0, -1, … [6.rows-above]', () => {
  const emulator = createTerminal({ rows: 2 }, 'x1\r\nx2\r\nx3\r\nx4');
  expect(findAndFormat(emulator, regex('x.'), 'scrollback')).toEqual([
    '-1:1--1:2 x1',
    '0:1-0:2 x2',
    '1:1-1:2 x3',
    '2:1-2:2 x4',
  ]);
  expect(findAndFormat(emulator, regex('x.'))).toEqual(['1:1-1:2 x3', '2:1-2:2 x4']);
});

test('a wrapped line that starts above the screen has no start on the screen [6.line-ends]', () => {
  const emulator = createTerminal({ rows: 2 }, `${'a'.repeat(20)}bcd\r\ne`);
  expect(findAndFormat(emulator, regex('^.'))).toEqual(['2:1-2:1 e']);
  expect(findAndFormat(emulator, exact('bcd'))).toEqual(['1:1-1:3 bcd']);
  expect(findAndFormat(emulator, exact('abcd'), 'scrollback')).toEqual(['0:20-1:3 abcd']);
  expect(findAndFormat(emulator, exact('abcd'))).toEqual([]);
});
