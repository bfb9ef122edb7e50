import { expect, test } from 'vitest';
import { createTerminal } from '../tests/support/terminal.js';

const ten = '0123456789';

// The terminal has 10 columns and 6 rows. What less and vim print is as they print it.
test.each<[what: string, output: string, found: 'inside' | 'last row' | undefined]>([
  ['a text that goes on in the next row', `\x1b[2;1H${ten}abc`, 'inside'],
  ['one character too many', `${ten}a`, 'inside'],
  ['a row of equal characters', '='.repeat(13), 'inside'],
  ['a wide character too many', '012345678\u6f22', 'inside'],
  ['a text in parts', '01234567\x1b[1m89\x1b[m \x1b[31mabc', 'inside'],
  ['the last row', `\x1b[6;1H${ten}abc`, 'last row'],
  ['the last row, with a space at the margin', `\x1b[6;1H${ten} abc`, 'last row'],
  ['the last row, and another one', `${ten}abc\x1b[6;1H${ten}abc\x1b[1;1H${ten}abc`, 'inside'],
  ['a continuation that the next row is drawn over', `${ten}abc\x1b[2;1Hnext\x1b[3;1H> `, 'inside'],
  ['a row that fits', `${ten}\r\n${ten}\x1b[3;1H${ten}\x1b[4;1Hend`, undefined],
  ['a line of less', `short\r\n${ten} \babc\r\nend`, undefined],
  ['a line of vim', `short\r\n${ten}9\x1b[3;1Habc\x1b[4;1Hend`, undefined],
  ['a line of vim with a wide character', `${ten} \x1b[2;1H\u6f22\x1b[3;1Hend`, undefined],
  ['a line of vim with a mark', `${ten.slice(1)}e\u0301e\x1b[2;1Habc`, undefined],
  ['a line of a shell', `${ten} \rabc`, undefined],
  ['a row that is drawn anew without it', `${ten}abc\x1b[H${ten}`, undefined],
  ['a row that is drawn anew, shorter', `${ten}abc\x1b[2;1Hnext\x1b[1;3H\x1b[Kab`, undefined],
  ['a continuation that is erased', `${ten}abc\x1b[2J`, undefined],
  ['flags that are too long', '01234567\u{1f1ef}\u{1f1f5}\u{1f1e9}\u{1f1ea}ab', 'inside'],
  ['half of a flag, which is narrower for C libraries', '012345\u{1f1ef} 89abc', undefined],
  ['half of a flag at the margin', `${ten.slice(1)}\u{1f1ef}abc`, undefined],
  ['one that is then drawn over', `${ten.slice(1)}\u{1f1ef}\x1b[2;1Habc`, undefined],
  ['a terminal that does not wrap', `\x1b[?7l${ten}abc`, undefined],
])('%s [21.overflow]', (_what, output, found) => {
  for (const pieces of [[output], [...output]]) {
    const terminal = createTerminal({ cols: 10, rows: 6 });
    const watch = terminal.watchOverflow();
    for (const piece of pieces) terminal.feed(Buffer.from(piece));
    const { hasScrolled } = watch.find() ?? {};
    expect(hasScrolled === undefined ? undefined : hasScrolled ? 'last row' : 'inside').toBe(found);
  }
});

test('watching changes no screen [21.overflow]', () => {
  const output = `${ten}e\u0301\u6f22\u{1f468}\u200d\u{1f469}\x1b[3;9H\u6f22\x1b[5b\r\n\x1b[4;10Ha\u0301b`;
  const [plain, watched] = [createTerminal({ cols: 10 }, output), createTerminal({ cols: 10 })];
  watched.watchOverflow();
  watched.feed(Buffer.from(output));
  expect(watched.getScreen().lines.map(({ text }) => text)).toEqual(plain.getScreen().lines.map(({ text }) => text));
});
