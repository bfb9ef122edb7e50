import { expect, test } from 'vitest';
import { evaluateSelector, searchLine } from '../../screen/selectors/selector.js';
import { createAccept, joinKeptLines } from '../../session/waits/screen-search.js';
import { FakeProgram } from '../../tests/support/fake-program.js';
import { formatMatch, toSelector } from '../../tests/support/matches.js';
import { exact, regex, type SelectorInput } from '../../tests/support/selectors.js';
import { createTerminal } from '../../tests/support/terminal.js';
import { BaselineStore } from './baseline.js';

interface Scenario {
  readonly before: string;
  readonly typed: string;
  /** What the program displays before Enter. */
  readonly echo?: string;
  /** What it displays afterwards. */
  readonly after: string;
  readonly hasNoEcho?: boolean;
}

/** Returns the matches that are new since Enter, on a screen of 20 × 6. The output after it arrives in pieces. */
function findNew({ before, typed, echo = typed, after, hasNoEcho }: Scenario, pieces: number, selector: SelectorInput) {
  const emulator = createTerminal({}, before);
  const program = new FakeProgram(emulator);
  const baselines = new BaselineStore(program);
  baselines.noteInput(Buffer.from(typed));
  program.print(echo);
  baselines.noteInput(Buffer.from('\r'), hasNoEcho);
  const search = (): string[] => {
    const baseline = baselines.find('lastInput');
    const lines = joinKeptLines(emulator, emulator.getScreen(), baseline?.searchFrom);
    const accept = baseline ? createAccept(baseline.capture(lines[0]?.row)) : () => true;
    return evaluateSelector(toSelector(selector), lines, searchLine, accept).map(formatMatch);
  };
  const found = new Set<string>();
  const length = Math.ceil(after.length / pieces);
  for (let index = 0; index < after.length; index += length) {
    program.print(after.slice(index, index + length));
    for (const match of search()) found.add(match);
  }
  program.end();
  expect(search().every((match) => found.has(match))).toBe(true);
  return [...found];
}

const up = '\x1b[1A\x1b[2K';
const ink = (...rows: string[]): string =>
  `\x1b[2K${up.repeat(rows.length)}\r${rows.map((row) => `${row}\r\n`).join('')}`;
const found3 = exact('Found: 3');
const draw = (...rows: readonly string[]): string => rows.map((row, at) => `\x1b[${at + 1}H\x1b[K${row}`).join('');

// Each row: title, scenario, selector, and the matches that are new at some moment.
test.each<[string, Scenario, SelectorInput, string[]]>([
  [
    'a program that repaints all of its rows makes nothing new that it does not change',
    {
      before: 'Search: \r\nFound: 3\r\nStatus: ready\r\n',
      typed: 'acc',
      echo: ink('Search: acc', 'Found: 3', 'Status: ready'),
      after: ink('Search: acc', 'Found: 3', 'Status: searching') + ink('Search: acc', 'Found: 3', 'Status: ready'),
    },
    found3,
    [],
  ],
  [
    'nor if a new row moves the others',
    {
      before: 'Search: \r\nFound: 3\r\nStatus: ready\r\n',
      typed: 'acc',
      echo: ink('Search: acc', 'Found: 3', 'Status: ready'),
      after: `${ink('Search: acc', 'Wait...', 'Found: 3')}Status: ready\r\n`,
    },
    regex('Found: 3|Status: ready'),
    [],
  ],
  [
    'nor if it scrolls the screen',
    {
      before: '\x1b[2HTitle\r\nSearch: \r\nFound: 3\r\nStatus: ready\r\n',
      typed: 'acc',
      echo: ink('Search: acc', 'Found: 3', 'Status: ready'),
      after: `${ink('Search: acc', 'Wait...', 'Found: 3')}Status: ready\r\n`,
    },
    regex('Found: 3|Status: ready'),
    [],
  ],
  [
    'nor if it moves the typed line into a history above its status',
    {
      before: 'one\r\ntwo\r\nStatus: ready\r\n> ',
      typed: 'go',
      after: `\x1b[2K${up}\r> go\r\nStatus: ready\r\n> `,
    },
    regex('Status: ready|> go'),
    [],
  ],
  [
    'what it changes is new',
    {
      before: 'Search: \r\nFound: 2\r\nStatus: ready\r\n',
      typed: 'acc',
      echo: ink('Search: acc', 'Found: 2', 'Status: ready'),
      after: ink('Search: acc', 'Found: 3', 'Status: searching'),
    },
    found3,
    ['2:1-2:8 Found: 3'],
  ],
  [
    'a result equal to its preview is new, because the line above it is left alone',
    { before: '> ', typed: '6*7', echo: '6*7\n\r42\x1b[A\r\x1b[5C', after: '\n\x1b[2K\x1b[A\r\n42\r\n> ' },
    regex('^42'),
    ['2:1-2:2 42'],
  ],
  [
    'the answer of a program that erases the typed line is new',
    { before: '', typed: '42', after: '\r\r\x1b[K\r\x1b[?2004l\r\r\r\n\x1b[?2004l\r42\r\r\n' },
    regex('^42'),
    ['2:1-2:2 42'],
  ],
  [
    'the typed text is old if it moves down together with other rows',
    {
      before: '\r\nStatus: ready\x1b[H',
      typed: 'hello',
      after: draw('Wait', 'hello', 'Status: ready'),
    },
    exact('hello'),
    [],
  ],
  [
    'the answer is new after a line that a shell highlights again at Enter',
    { before: '% ', typed: 'echo a', after: '\r% \x1b[32mecho\x1b[m a\x1b[K\r\n\x1b[Ja\r\n% ' },
    regex('^a$'),
    ['2:1-2:1 a'],
  ],
  [
    'in a pane that scrolls, a repeated command has a new result, although its row looks the same',
    {
      before: draw('$ 6', '42', '$ 17', '119', '42', '$ '),
      typed: '6',
      after: draw('$ 17', '119', '42', '$ 6', '42', '$ '),
    },
    regex('^42'),
    ['5:1-5:2 42'],
  ],
  [
    'an echo is not an answer, however late it comes',
    { before: '> ', typed: 'hello', echo: '', after: 'hello\r\nhello\r\n> ' },
    exact('hello'),
    ['2:1-2:5 hello'],
  ],
  ['nor is a part of it', { before: '> ', typed: 'abc def', echo: 'ab', after: 'c def\r\nxy\r\n> ' }, regex('abc'), []],
  [
    'nor if it wraps and scrolls off',
    {
      before: '\x1b[6H> ',
      typed: `${'x'.repeat(18)}hello`,
      echo: '',
      after: `${'x'.repeat(18)}hello\r\n${'y\r\n'.repeat(9)}`,
    },
    exact('hello'),
    [],
  ],
  [
    'nor if an older line ends like the typed text',
    { before: '> hello\r\nhello\r\n> ', typed: 'hello', echo: '', after: 'hello' },
    exact('hello'),
    [],
  ],
  [
    'nor if a line editor draws its prompt again',
    { before: '> ', typed: 'hello', echo: '', after: '\r\x1b[J> hello' },
    exact('hello'),
    [],
  ],
  [
    'another text at the position of the echo is an answer',
    { before: 'Name: ', typed: 'abc', echo: '', after: 'hello' },
    exact('hello'),
    ['1:7-1:11 hello'],
  ],
  [
    'the typed text is an answer if the kernel does not echo',
    { before: 'Name: ', typed: 'abc', echo: '', after: 'abc', hasNoEcho: true },
    exact('abc'),
    ['1:7-1:9 abc'],
  ],
])('after a submitted line, %s [5.since.echo] [5.since.repaint]', (_title, scenario, selector, expected) => {
  for (const pieces of [1, 7, scenario.after.length]) expect(findNew(scenario, pieces, selector)).toEqual(expected);
});
