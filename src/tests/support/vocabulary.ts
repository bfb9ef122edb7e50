import { echoScript } from './scripted-program.js';

const mouse = 'printf "\\033[?1003;1006;1004;2004h\\033[>1u READY"; exec cat';
const frames = 'while :; do printf "\\033[?2026h\\033[H\\033[2Jframe READY\\033[?2026l"; sleep 0.01; done';
const shells: readonly string[] = [
  // Random requests become random output.
  echoScript,
  echoScript,
  mouse,
  frames,
  'seq 1 3000; exec cat',
  'echo bye; exit 3',
  'trap "" HUP TERM INT; echo up; while :; do sleep 0.05; done',
  'exec <&- >&- 2>&-; sleep 5',
];

/** Programs that are harmless with any input; paths have no slash, so that a truncated one stays in the directory. */
export const programs: readonly object[] = [
  ...shells.map((script) => ({ command: 'sh', args: ['-c', script], cwd: '.' })),
  { command: 'cat', args: [], cwd: '.' },
  { command: 'true', args: [], cwd: '.' },
  { command: 'nowhere', args: [], cwd: '.' },
  { command: 'cat', args: [], cwd: 'folder' },
  { command: 'cat', args: [], cwd: 'gone' },
  { command: './folder', args: [], cwd: '.' },
];

/** Texts to type, search for and use as names. */
export const texts: readonly string[] = [
  'READY',
  'a',
  ' ',
  'frame',
  '1',
  '日本',
  'e\u0301',
  '😀',
  '👨‍👩‍👧',
  '\u200d',
  '\n',
  'x'.repeat(200),
  '__proto__',
  'constructor',
  '../x',
  '-rf',
  '\x1b[31mred\x1b[0m',
  '\x1b[?1049h',
  '\x1b[9999;9999H',
  '\x1b]0;title\x07',
];

// Longer than a file name may be.
const tooLong = 'x'.repeat(300);
const files = [
  'wild.jsonl',
  'wild.jsonl',
  tooLong,
  'a.jsonl',
  'a.jsonl',
  'a.jsonl',
  'b.jsonl',
  'b.jsonl',
  'full',
  'pipe',
  'zero',
  'folder',
  'loop',
  'gone',
  'text',
];
const views = [
  'wild.ansi.txt',
  tooLong,
  'a.ansi.txt',
  'a.ansi.txt',
  'text',
  'text',
  'folder',
  'pipe',
  'zero',
  'full',
  'gone',
  'loop',
  'a.jsonl',
];
const patterns = [
  'a',
  '.',
  '^',
  '$',
  '\\d+',
  '(a+)+$',
  '(?=a)',
  '(x)\\1',
  '[^]*',
  '\\b',
  '',
  '[',
  '(?<n>a)|b',
  'READY',
  '\\p{L}',
];

/** Values for members whose schema does not describe their format, by path or by name. */
export const valuesByMember: Readonly<Record<string, readonly unknown[]>> = {
  path: files,
  leftPath: views,
  rightPath: views,
  theme: [
    './wild.json',
    'auto',
    'nord',
    'drakula',
    './theme.json',
    './pipe',
    './zero',
    './folder',
    './gone',
    './text',
    './loop',
    `./${tooLong}`,
  ],
  snapshotTheme: ['auto', 'nord', 'drakula', './theme.json', './pipe', './loop', `./${tooLong}`],
  font: ['pipe', 'zero', 'folder', 'gone', 'text', 'full', 'loop', tooLong],
  cwd: ['.', 'folder', 'gone', 'text', 'loop', tooLong],
  artifactDir: ['artifacts', 'folder', 'text', 'pipe', 'loop', tooLong],
  snapshotDir: ['baselines', 'folder', 'text', 'pipe', 'loop', tooLong],
  timeoutSeconds: [0, 0.05, 0.2],
  terminalCols: [2, 3, 10, 80, 134],
  terminalRows: [1, 2, 5, 24, 40],
  scrollback: [0, 1, 10, 1000],
  cols: [2, 3, 10, 40, 134, 300],
  rows: [1, 2, 5, 24, 40, 100],
  since: ['any', 'now', 'lastInput', 'mark-1', 'mark-2', 'mark-9', 'toString'],
  sinceRevision: [0, 1, 1e9],
  pattern: patterns,
  flags: ['', 'm', 'i', 'ims', 'u', 'v', 'uv', 'ii'],
  key: ['Enter', 'Escape', 'Ctrl+C', 'C-c', 'a', 'F6', 'Alt+x', 'Ctrl+Shift+ArrowUp', '+', 'Ctrl+', '^Z', '日'],
  keys: [['Enter'], ['a', 'b'], ['Escape', 'x'], ['Ctrl+D'], []],
  'signal.params.name': ['INT', 'TERM', 'WINCH', 'STOP', 'TSTP', 'CONT', 'KILL', 'SIGUSR1', 'toString', 'sigint'],
  'expectLines.params.lines': [['READY'], ['a', 'b'], ['1', '1']],
  'expectSurvivesResize.params.lines': [[], ['READY']],
  'expectSurvivesResize.params.sizes': [[[40, 8]], [[2, 1]], [[1, 1]]],
  'expectSurvivesResize.params.storm.steps': [1, 2, 3],
  themes: [['auto'], ['nord', 'drakula'], ['./theme.json'], ['./gone']],
  ratio: [1, 4.5, 21],
  fg: ['red', 'brightRed', 'default', 7, 255, '#102030'],
  bg: ['black', 'default', 0, '#ffffff'],
};
