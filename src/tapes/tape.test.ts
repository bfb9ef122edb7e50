import { expect, test } from 'vitest';
import { parseTape } from './parse-tape.js';
import { prepareTape, type Tape } from './tape.js';

function prepare(source: string): Tape {
  const tape = prepareTape({ ...parseTape(source, 'a.tape'), lines: source.split('\n') }, {});
  if (!('commands' in tape)) throw new Error(tape.map(({ message }) => message).join(' '));
  return tape;
}

// Width and height of a cell: 0.6 and 1.02 + 0.3 times the font size, rounded as xterm.js does.
test.each([
  ['', 75, 16],
  ['Set FontSize 32 Set Width 1400 Set Height 800', 62, 15],
  ['Set FontSize 10 Set Padding 0', 167, 45],
  ['Set Width 120 Set Height 120', 2, 1],
  ['Set Margin 20 Set WindowBar Colorful Set Padding 20 Set LineHeight 1.2 Set LetterSpacing 2', 73, 14],
  ['Set WindowBar Rings Set WindowBarSize 60', 75, 14],
  ['Set LetterSpacing 0.5', 75, 16],
  ['Set Cols 40 Set Rows 10', 40, 10],
])('the size of the terminal with %j [20.2.size]', (settings, cols, rows) => {
  expect(prepare(`${settings}\nEnter`)).toMatchObject({ cols, rows });
});

test('the environment, and what is apart from the commands', () => {
  const tape = prepare('Output a.gif\nRequire sh\nLaunch "cat"\nEnter\nEnv A "b"\nSet TypingSpeed 1ms\nSleep 1');
  expect(tape).toMatchObject({ launch: ['cat'], env: { A: 'b' } });
  expect(tape.commands.map(({ name }) => name)).toEqual(['Enter', 'Set', 'Sleep']);
});

test('a theme that is ignored, after another command, is not judged', () => {
  const { warnings } = prepare('Sleep 1\nSet Theme "nosuch"');
  expect(warnings.map(({ message }) => message)).toEqual([
    'Set Theme after another command is ignored. Move it to the top.',
  ]);
});
