import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../screen/screen.js';
import { renderScreen } from '../terminal/emulator.js';
import { Random } from '../tests/support/random.js';
import { createRandomOutput, pieces } from '../tests/support/random-output.js';
import { expectRoundTrip } from '../tests/support/same-screen.js';
import { encodeAnsi } from './ansi.js';

const folder = 'fixtures/screens';
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.in'))
  .map((file) => file.slice(0, -'.in'.length));

test.each(names)('the ANSI text of the screen %s reproduces the screen [7.ansi-same, 7.ansi-bytes]', (name) => {
  const screen = renderScreen(readFileSync(join(folder, `${name}.in`), 'utf8'), 40, 8);
  const golden = join(folder, `${name}.text`);
  if (process.env['TUISPEC_UPDATE_GOLDEN'] === '1') writeFileSync(golden, `${textOf(screen)}\n`);
  expect(`${textOf(screen)}\n`).toBe(readFileSync(golden, 'utf8'));
  expectRoundTrip(screen);
});

const sizes = [
  [2, 1],
  [2, 2],
  [3, 2],
  [7, 3],
  [20, 6],
  [40, 12],
] as const;

test.each(sizes)(
  'the ANSI text of random screens of %i × %i reproduces them [7.ansi-same, 7.ansi-bytes]',
  (cols, rows) => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const output = createRandomOutput(new Random(seed * 1000 + cols), cols, rows, pieces);
      try {
        expectRoundTrip(renderScreen(output, cols, rows));
      } catch (error) {
        throw new Error(`seed ${seed}: ${JSON.stringify(output)}`, { cause: error });
      }
    }
  },
);

test.each([
  ['regional indicators', '\x1b[1;1H🇩\x1b[1;3H🇪'],
  ['a thumb and a skin tone', '\x1b[1;3H🏽\x1b[1;1H👍'],
  ['Hangul letters', '\x1b[1;3H\u1161\x1b[1;1H\u1100'],
  ['a mark on an empty cell', 'abc\x1b[1;2H\u0301\x1b[1;7H'],
  ['a mark on an empty cell after a full line', '01234567\r\n\u0301'],
  ['a wide character that did not fit', '\x1b[?7l日本日本日'],
  ['protected blanks at the end of a line', 'a\x1b[1"q   \x1b[0"q'],
  ['the color of an underline that is not drawn', '\x1b[4m\x1b[?1049l\x1b[59m\x1b[58;5mQ   '],
  ['a protected space', '\x1b[1"q a \x1b[0"q b'],
])('reproduces neighbors that could join: %s [7.ansi-same]', (_, output) => {
  expectRoundTrip(renderScreen(output, 8, 3));
});

test.each([
  ['named', '31;42', '\x1b[0;31;42mx\x1b[0m'],
  ['bright', '91;102', '\x1b[0;91;102mx\x1b[0m'],
  ['palette number', '38;5;208;48;5;16', '\x1b[0;38;5;208;48;5;16mx\x1b[0m'],
  ['true color', '38;2;1;2;3', '\x1b[0;38;2;1;2;3mx\x1b[0m'],
])('a color keeps its palette slot: %s [7.ansi-slots]', (_, codes, expected) => {
  expect(encodeAnsi(renderScreen(`\x1b[${codes}mx`, 4, 1))).toContain(expected);
});
