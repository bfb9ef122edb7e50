import { expect, test } from 'vitest';
import type * as wire from '../../protocol/generated/types.js';
import { findAndFormat } from '../../tests/support/matches.js';
import { exact, regex, type SelectorInput } from '../../tests/support/selectors.js';
import { createTerminal } from '../../tests/support/terminal.js';

type Row = readonly [title: string, output: string, selector: SelectorInput, expected: readonly string[]];

const at = (row: number, col: number): SelectorInput => ({ type: 'at', row, col });
const nth = (index: number, selector: SelectorInput): SelectorInput => ({ type: 'nth', index, selector });
const any = (...selectors: SelectorInput[]): SelectorInput => ({ type: 'any', selectors });
/** Rectangles are given as column, row, width and height. */
const within = (rect: readonly [number, number, number, number], selector: SelectorInput): SelectorInput => {
  const [col, row, width, height] = rect;
  return { type: 'within', rect: { col, row, width, height }, selector };
};

const words = 'one two one\r\ntwo one two\r\none';

const rows: readonly Row[] = [
  ['a cell with text [6.at]', 'ab', at(1, 2), ['1:2-1:2 b']],
  ['a blank cell [6.at-blank]', 'ab', at(1, 3), []],
  ['a space is blank [6.at-blank]', 'a b', at(1, 2), []],
  ['outside the screen [6.at]', 'ab', at(900, 900), []],
  ['a wide character is matched whole [6.at]', 'a漢', at(1, 2), ['1:2-1:3 漢']],
  ['the second half of a wide character is not blank [6.at-blank]', 'a漢', at(1, 3), ['1:2-1:3 漢']],
  ['a character is matched with its marks [6.at]', 'xe\u0301', at(1, 2), ['1:2-1:2 é']],
  ['a cell in a wrapped line [6.at]', 'x'.repeat(21), at(2, 1), ['2:1-2:1 x']],

  ['inside a rectangle [6.within]', words, within([1, 1, 5, 2], exact('one')), ['1:1-1:3 one']],
  ['a match that fills the rectangle [6.within]', words, within([5, 2, 3, 1], exact('one')), ['2:5-2:7 one']],
  ['partly outside on the right [6.within]', words, within([5, 2, 2, 1], exact('one')), []],
  ['partly outside on the left [6.within]', words, within([6, 2, 9, 1], exact('one')), []],
  ['outside the rows of the rectangle [6.within]', words, within([1, 4, 20, 3], exact('one')), []],
  ['half a wide character outside [6.within]', 'a漢', within([1, 1, 2, 1], exact('漢')), []],
  [
    'over a wrap in the full width [6.within]',
    `${'x'.repeat(19)}abc`,
    within([1, 1, 20, 2], exact('abc')),
    ['1:20-2:2 abc'],
  ],
  ['over a wrap in a smaller width [6.within]', `${'x'.repeat(19)}abc`, within([2, 1, 19, 2], exact('abc')), []],
  ['over a wrap, the last row outside [6.within]', `${'x'.repeat(19)}abc`, within([1, 1, 20, 1], exact('abc')), []],
  ['a rectangle larger than the screen [6.within]', words, within([1, 3, 1000, 1000], exact('one')), ['3:1-3:3 one']],
  ['^ is the beginning of the line, not of the rectangle [6.within]', 'a b', within([3, 1, 3, 1], regex('^b')), []],

  ['the first [6.nth]', words, nth(0, exact('one')), ['1:1-1:3 one']],
  ['the third, in reading order [6.nth]', words, nth(2, exact('one')), ['2:5-2:7 one']],
  ['the last [6.nth-negative]', words, nth(-1, exact('one')), ['3:1-3:3 one']],
  ['the first from the end [6.nth-negative]', words, nth(-4, exact('one')), ['1:1-1:3 one']],
  ['beyond the last [6.nth]', words, nth(4, exact('one')), []],
  ['beyond the first from the end [6.nth-negative]', words, nth(-5, exact('one')), []],
  ['the minimum index [6.nth-negative]', words, nth(-1_000_000, exact('one')), []],

  [
    'the first selector that matches [6.any]',
    words,
    any(exact('no'), exact('two'), exact('one')),
    ['1:5-1:7 two #1', '2:1-2:3 two #1', '2:9-2:11 two #1'],
  ],
  ['no selector matches [6.any]', words, any(exact('no'), exact('none')), []],
  [
    'the index of the outer `any` is reported [6.selector-index]',
    'b',
    any(exact('x'), any(exact('a'), exact('b'))),
    ['1:1-1:1 b #1'],
  ],

  [
    '`nth` counts in the whole screen [6.within-numbered]',
    words,
    within([1, 2, 20, 1], nth(2, exact('one'))),
    ['2:5-2:7 one'],
  ],
  ['`nth` of a match outside [6.within-numbered]', words, within([1, 2, 20, 1], nth(0, exact('one'))), []],
  ['`nth` of matches inside [6.nesting]', words, nth(0, within([1, 2, 20, 2], exact('one'))), ['2:5-2:7 one']],
  [
    'rectangles in rectangles [6.nesting]',
    words,
    within([1, 1, 11, 1], within([5, 1, 16, 3], exact('one'))),
    ['1:9-1:11 one'],
  ],
  [
    '`any` inside a rectangle ignores matches outside [6.nesting]',
    words,
    within([1, 3, 20, 1], any(exact('two'), exact('one'))),
    ['3:1-3:3 one #1'],
  ],
  ['the last of any [6.nesting]', words, nth(-1, any(exact('none'), exact('two'))), ['2:9-2:11 two #1']],
  ['a cell inside [6.nesting]', 'ab', within([2, 1, 1, 1], at(1, 2)), ['1:2-1:2 b']],
  ['a cell outside [6.nesting]', 'ab', within([2, 1, 1, 1], at(1, 1)), []],
  ['`nth` of `nth` [6.nesting]', words, nth(-1, nth(1, exact('one'))), ['1:9-1:11 one']],
];

test.each(rows)('%s', (_title, output, selector, expected) => {
  expect(findAndFormat(createTerminal({}, output), selector)).toEqual(expected);
});

const red: wire.StyleFilter = { fg: 'red' };

/** SGR parameters, a style filter that matches them, and one that does not. */
const styles: readonly (readonly [sgr: string, has: wire.StyleFilter, hasNot: wire.StyleFilter])[] = [
  ['31', red, { fg: 'green' }],
  ['31', { fg: 1 }, { fg: 9 }],
  ['38;5;1', red, { fg: 'brightRed' }],
  ['38;5;9', { fg: 'brightRed' }, red],
  ['91', { fg: 9 }, { fg: 1 }],
  ['1;31', { ...red, bold: true }, { fg: 'brightRed' }],
  ['30', { fg: 'black' }, { fg: 'default' }],
  ['37', { fg: 'white' }, { fg: 'brightWhite' }],
  ['97', { fg: 'brightWhite' }, { fg: 7 }],
  ['90', { fg: 'brightBlack' }, { fg: 'black' }],
  ['36', { fg: 'cyan' }, { fg: 'blue' }],
  ['38;5;208', { fg: 208 }, { fg: 'default' }],
  ['38;5;255', { fg: 255 }, { fg: 254 }],
  ['38;2;255;128;0', { fg: '#ff8000' }, { fg: '#ff8001' }],
  ['38;2;255;128;0', { fg: '#FF8000' }, { fg: 208 }],
  ['38;2;0;0;0', { fg: '#000000' }, { fg: 'black' }],
  ['38:2::1:2:3', { fg: '#010203' }, { fg: 'default' }],
  ['0', { fg: 'default', bg: 'default' }, { fg: 'white' }],
  ['31;39', { fg: 'default' }, red],
  ['44', { bg: 'blue' }, { bg: 'default' }],
  ['48;5;4', { bg: 'blue' }, { fg: 'blue' }],
  ['104', { bg: 'brightBlue' }, { bg: 'blue' }],
  ['48;2;1;2;3', { bg: '#010203' }, { bg: '#030201' }],
  ['31;44', { fg: 'red', bg: 'blue' }, { fg: 'red', bg: 'default' }],
  ['1', { bold: true }, { bold: false }],
  ['0', { bold: false, dim: false, italic: false }, { bold: true }],
  ['2', { dim: true }, { dim: false }],
  ['3', { italic: true }, { italic: false }],
  ['4', { underline: true }, { underline: false }],
  ['4:3', { underline: true }, { underline: false }],
  ['21', { underline: true }, { underline: false }],
  ['4;24', { underline: false }, { underline: true }],
  ['4;4:0', { underline: false }, { underline: true }],
  ['7', { inverse: true }, { inverse: false }],
  ['9', { strikethrough: true }, { strikethrough: false }],
  ['1;4', { bold: true, underline: true }, { bold: true, underline: false }],
  ['1', {}, { bold: true, italic: true }],
];

test.each(styles)('SGR %s has the style %j and not %j [6.style] [6.colors]', (sgr, has, hasNot) => {
  const emulator = createTerminal({}, `\x1b[${sgr}mx`);
  const places = [exact('x', { style: has }), regex('x', '', has)].map((selector) => findAndFormat(emulator, selector));
  expect(places).toEqual([['1:1-1:1 x'], ['1:1-1:1 x']]);
  expect(findAndFormat(emulator, exact('x', { style: hasNot }))).toEqual([]);
});

const colored: readonly Row[] = [
  ['every cell must have the style', '\x1b[31mab\x1b[mc', exact('abc', { style: red }), []],
  ['only matches with the style', 'ab \x1b[31mab', exact('ab', { style: red }), ['1:4-1:5 ab']],
  ['blanks have styles too', '\x1b[41ma b', exact('a b', { style: { bg: 'red' } }), ['1:1-1:3 a b']],
  ['blank cells have the default style', '\x1b[41ma\x1b[m', exact('a ', { style: { bg: 'red' } }), []],
  ['cells erased with a color', '\x1b[18G\x1b[41m\x1b[K', exact('   ', { style: { bg: 'red' } }), ['1:18-1:20    ']],
  [
    'an overlap with a match without the style',
    'a\x1b[31maaaa',
    exact('aa', { style: red }),
    ['1:2-1:3 aa', '1:4-1:5 aa'],
  ],
  ['both halves of a wide character have its style', '\x1b[31m漢', exact('漢', { style: red }), ['1:1-1:2 漢']],
  ['over a soft wrap', `\x1b[31m${'a'.repeat(20)}b`, regex('a+b', '', red), [`1:1-2:1 ${'a'.repeat(20)}b`]],
  ['over a soft wrap with another style', `\x1b[31m${'a'.repeat(20)}\x1b[mb`, regex('a+b', '', red), []],
  ['a match is not shortened to fit', '\x1b[31maa\x1b[ma', regex('a+', '', red), []],
];

test.each(colored)('%s [6.style-every-cell]', (_title, output, selector, expected) => {
  expect(findAndFormat(createTerminal({}, output), selector)).toEqual(expected);
});
