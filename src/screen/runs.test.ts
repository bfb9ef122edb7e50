import { expect, test } from 'vitest';
import { Random } from '../tests/support/random.js';
import { createRandomOutput } from '../tests/support/random-output.js';
import { createTerminal } from '../tests/support/terminal.js';
import type { Line } from './line.js';
import { createView } from './screen.js';

const firstLine = (output: string, cols = 12): Line =>
  createTerminal({ cols, rows: 3 }, output).getScreen().lines[0] as Line;
const textsOf = (line: Line): string[] => line.splitRuns().map(({ text }) => text.trimEnd());

test.each([
  ['protection', 'ab\x1b[1"qcd', 12],
  ['a slot given in two ways', '\x1b[38;5;1mab\x1b[31mcd\x1b[m', 4],
  ['a slot after a true color', '\x1b[48;2;1;2;3m\x1b[41mab\x1b[0;41mcd\x1b[m', 4],
  ['an underline that the alignment pattern draws', '\x1b[4m\x1b#8\x1b[1;12H1\ufe0f', 12],
  ['an underline color without an underline', 'ab\x1b[58;5;1mcd\x1b[m', 12],
  ['an underline color that was reset', '\x1b[4mab\x1b[58;5;1m\x1b[59mcd\x1b[m', 4],
])('cells that look the same are one run: %s [7.styles-joined]', (_, output, width) => {
  expect(firstLine(output).splitRuns()[0]).toMatchObject({ col: 0, width });
});

test.each([
  ['a palette slot and its number as a true color', '\x1b[31mab\x1b[38;2;0;0;1mcd', ['ab', 'cd']],
  ['blinking blanks', '  \x1b[5m  \x1b[m', ['', '', '']],
  ['kinds of underlines', '\x1b[4mab\x1b[4:3mcd\x1b[m', ['ab', 'cd', '']],
  ['colors of underlines', '\x1b[4;58;5;1mab\x1b[58;5;2mcd\x1b[m', ['ab', 'cd', '']],
])('cells that look different are separate runs: %s [7.styles-joined]', (_, output, texts) => {
  expect(textsOf(firstLine(output)).slice(0, texts.length)).toEqual(texts);
});

test.each([
  ['protected blanks', '\x1b[1"q\x1b[1;20H日', []],
  ['blanks with an underline color', 'ab\x1b[58;5;1m   ', ['ab']],
  ['blinking blanks are included', 'ab\x1b[5m   ', ['ab', '   ']],
])('blanks at the end of a line: %s [7.styles-joined]', (_, output, texts) => {
  const screen = createTerminal({ cols: 20, rows: 2 }, output).getScreen();
  const [runs] = createView(screen, { row: 0, col: 0, width: 20, height: 1 }, []).getRuns();
  expect(runs?.map(({ text }) => text)).toEqual(texts);
});

const pieces = [
  '\x1b[1"q',
  '\x1b[0"q',
  '\x1b[38;5;1m',
  '\x1b[31m',
  '\x1b[38;2;9;8;7m',
  '\x1b[4m',
  '\x1b[58;5;3m',
  '\x1b[m',
];

test('neighboring runs differ, and each has one style [7.styles-joined]', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const output = createRandomOutput(new Random(seed), 12, 4, [...pieces, 'ab', '日', '\x1b#8', '\x1b[K', '1\ufe0f']);
    for (const line of createTerminal({ cols: 12, rows: 4 }, output).getScreen().lines) {
      const runs = line.splitRuns();
      for (const [index, { col, width, style }] of runs.entries()) {
        expect([seed, style]).not.toEqual([seed, runs[index - 1]?.style]);
        for (let at = col; at < col + width; at += 1)
          if (line.startOf(at) === at) expect([seed, line.styleAt(at)]).toEqual([seed, style]);
      }
    }
  }
});
