import { expect, test } from 'vitest';
import { createStartTape, formatFinding, toTape } from './finding-tape.js';

const subject = {
  command: ['less', 'a file'],
  cols: 80,
  rows: 24,
  setup: `echo "it's" > 'a file'`,
  allowedExits: [0, 130],
};
const origin = { seed: 7, run: 3, date: '2026-01-31' };
const finding = {
  oracle: 'crash',
  message: 'the program has ended\nwith code 1.',
  assertion: undefined,
  lastLine: 'Error: x',
  hash: '01234567',
  actions: [
    { do: 'resize', cols: 5, rows: 3 },
    { do: 'click', at: { row: 2, col: 3 }, button: 'left' },
    { do: 'type', text: '漢字', delayMs: 0 },
    { do: 'signal', name: 'WINCH' },
    { do: 'chord', keys: ['Ctrl+e'] },
    { do: 'chord', keys: ['F5'] },
  ],
} as const;

test('the tape of a finding prepares the program, repeats its actions at their pace, and ends with the check [21.tape]', () => {
  const text = formatFinding(subject, finding, origin);
  expect(text.split('\n')).toEqual([
    '# crash: the program has ended with code 1.',
    '# Found by tuispec fuzz with seed 7 in run 3, first seen on 2026-01-31.',
    '# Program: less a file',
    'Set Cols 80',
    'Set Rows 24',
    'Set WaitTimeout 5s',
    'Set Cwd "tmp"',
    `Setup \`echo "it's" > 'a file'\``,
    `Launch "less 'a file'"`,
    'Wait+Screen /\\S/',
    'Sleep 2s',
    'Resize 5 3',
    'Sleep 250ms',
    'Click 2 3',
    'Sleep 50ms',
    'Type "漢字"',
    'Sleep 50ms',
    'Signal WINCH',
    'Sleep 50ms',
    'Ctrl+e',
    'Sleep 50ms',
    'Key "F5"',
    'Sleep 2s',
    'Check crash allow 0,130',
    '',
  ]);
  expect(toTape(text, 'x.tape')).toMatchObject({ launch: ['less', 'a file'], warnings: [] });
});

test('other checks need no exit codes, and an invariant is asserted itself [21.tape] [21.invariant]', () => {
  const lastOf = (changes: object): string | undefined =>
    formatFinding(subject, { ...finding, ...changes }, origin)
      .trimEnd()
      .split('\n')
      .at(-1);
  expect(lastOf({ oracle: 'hang' })).toBe('Check hang');
  const [assertion] = toTape('Expect "List"', 'x.tape').commands;
  expect(lastOf({ oracle: 'invariant', assertion })).toBe('Expect "List"');
});

test('a run begins when the program has drawn [21.runs]', () => {
  const { launch, setups, commands, cols, rows } = createStartTape(subject);
  expect({ launch, cols, rows }).toEqual({ launch: ['less', 'a file'], cols: 80, rows: 24 });
  expect(setups.map(({ action }) => action.command)).toEqual([subject.setup]);
  expect(commands.map(({ source }) => source)).toEqual(['Wait+Screen /\\S/']);
});
