import { expect, test } from 'vitest';
import { textOf } from '../../screen/screen.js';
import { Random } from '../../tests/support/random.js';
import { createTerminal } from '../../tests/support/terminal.js';
import { ScreenPainter } from '../painter.js';

const frame = ['\x1b[0;31mred\x1b[0m 日本語', '0123456789', '', 'last'];

/** The text of a terminal after pictures of one size have been painted on it. */
function shown(
  cols: number,
  rows: number,
  ...pictures: readonly (readonly [readonly string[], readonly string[]])[]
): string[] {
  const stage = new ScreenPainter();
  const emulator = createTerminal({ cols, rows }, '\x1b[?7l', 'previous text');
  for (const [body, footer] of pictures) emulator.feed(Buffer.from(stage.paint(body, footer, { cols, rows })));
  return textOf(emulator.getScreen()).split('\n');
}

test.each<[what: string, cols: number, rows: number, footer: string[], lines: string[]]>([
  ['a larger terminal', 14, 6, ['foot'], ['red 日本語', '0123456789', '', 'last', '', 'foot']],
  ['a terminal of exactly its size', 10, 5, ['foot'], ['red 日本語', '0123456789', '', 'last', 'foot']],
  ['a smaller terminal', 8, 3, ['foot'], ['red 日本', '01234567', 'foot']],
  ['a terminal that ends inside a wide character', 7, 2, [], ['red 日', '0123456']],
  ['a terminal with one line', 9, 1, ['foot'], ['foot']],
  ['a terminal without room for the whole footer', 9, 1, ['input', 'foot'], ['foot']],
])('a frame is truncated to %s [9.player-fits]', (_, cols, rows, footer, lines) => {
  expect(shown(cols, rows, [frame, footer])).toEqual(lines);
});

test('only differences are written [9.player-smooth]', () => {
  const stage = new ScreenPainter();
  const size = { cols: 20, rows: 5 };
  stage.paint(frame, ['foot'], size);
  const change = stage.paint([...frame.slice(0, 3), 'LAST'], ['foot'], size);
  expect(change).toBe('\x1b[?2026h\x1b[4;1H\x1b[0mLAST\x1b[0m\x1b[K\x1b[?2026l');
  expect(stage.paint([...frame.slice(0, 3), 'LAST'], ['foot'], size)).toBe('');
  stage.forget();
  expect(stage.paint(frame, [], size)).toContain('0123456789');
  expect(stage.paint(frame, [], { cols: 19, rows: 5 })).toContain('0123456789');
});

test('the recorded cursor is shown where it is, and hidden where it is not on the screen [9.player-cursor]', () => {
  const stage = new ScreenPainter();
  const paintCursor = (row: number, col: number, isVisible = true): string =>
    stage.paint(['text'], ['foot'], { cols: 20, rows: 5 }, { row, col, isVisible });
  expect(paintCursor(1, 3)).toContain('\x1b[2;4H\x1b[?25h\x1b[?2026l');
  expect(paintCursor(1, 3)).toBe('');
  expect(paintCursor(1, 4)).toBe('\x1b[?2026h\x1b[2;5H\x1b[?25h\x1b[?2026l');
  expect(paintCursor(1, 4, false)).toBe('\x1b[?2026h\x1b[?25l\x1b[?2026l');
  expect(paintCursor(4, 4)).toBe('');
  expect(paintCursor(1, 20)).toBe('');
  expect(stage.paint(['other'], ['foot'], { cols: 20, rows: 5 }, { row: 0, col: 2, isVisible: true })).toBe(
    '\x1b[?2026h\x1b[1;1H\x1b[0mother\x1b[0m\x1b[K\x1b[1;3H\x1b[?25h\x1b[?2026l',
  );
});

test('a shorter line replaces a longer one completely, also in the last column [9.player-fits]', () => {
  const pictures = [['0123456789'], ['012345678'], ['é\u0301'.repeat(10)], ['日'.repeat(5)], ['a']];
  for (const [index, expected] of ['0123456789', '012345678', 'é\u0301'.repeat(10), '日'.repeat(5), 'a'].entries())
    expect(shown(10, 1, ...pictures.slice(0, index + 1).map((body) => [body, []] as const))).toEqual([expected]);
});

// Allowed output: synchronized updates, clearing, cursor positions, styles, hiding the cursor, erasing to the end of the line, text.
const harmless =
  /^(?:\x1b\[\?2026[hl]|\x1b\[2J|\x1b\[\d+;1H|\x1b\[\d+G|\x1b\[[\d:;]*m|\x1b\[K|\x1b\[\?25l|[^\x00-\x1f\x7f-\x9f])*$/u;
const nasty = [
  ...['\x1b', '\x9b', '\x9d', '\x90', '\x1b]', '\x1bP', '\x1b_', '\x1b[', '\x1b[?', '\x1b[>', '\x1b#', '\x1b('],
  ...[
    '0',
    '1',
    '8',
    '9999',
    '2147483647',
    ';',
    ':',
    '?',
    '!',
    ' ',
    '$',
    '"',
    'c',
    'h',
    'l',
    'm',
    'n',
    'H',
    'J',
    'r',
    't',
  ],
  ...[
    '1049',
    '1000',
    '2004',
    '\x07',
    '\x9c',
    '\x1b\\',
    '\x18',
    '\x1a',
    '\x7f',
    '\r',
    '\n',
    '\t',
    '\b',
    '\0',
    '日',
    'é',
    '\u0301',
  ],
  ...[
    '\x1bc',
    '\x1b[?1049l',
    '\x1b[?25h',
    '\x1b[6n',
    '\x1b]52;c;?\x07',
    '\x1b]0;t\x07',
    '\x1b[8;5;5t',
    '\u202e',
    '\u200d',
    '👩',
  ],
];

test('only styles and text of a recording are written [9.player-hostile]', () => {
  const random = new Random(7);
  const stage = new ScreenPainter();
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from({ length: random.below(30) }, () => random.pick(nasty)).join('');
    stage.forget();
    const picture = stage.paint([text, 'intact'], [], { cols: 30, rows: 2 });
    expect(picture).toMatch(harmless);
    expect(picture).toContain('\x1b[2;1H\x1b[0mintact\x1b[0m\x1b[K');
  }
});
