import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { createTemporaryDirectory } from '../support/client.js';
import { runCli } from '../support/run.js';

const wrong: readonly [readonly string[], string][] = [
  [[], 'No command given.'],
  [['servr'], 'Did you mean server?'],
  [['completely-different'], '--help'],
  [['--bogus'], '--bogus'],
  [['--version', 'x'], 'x'],
  [['version', 'x'], 'x'],
  [['--version', '--bogus'], '--bogus'],
  [['server', 'x'], 'Unexpected argument x.'],
  [['server', '--', 'x'], 'Unexpected argument x.'],
  [['check', './x.sh'], 'Unexpected argument ./x.sh. The command follows --, as in: tuispec check -- ./x.sh.'],
  [['record', 'vim', 'f'], 'Unexpected argument vim. The command follows --, as in: tuispec record -- vim.'],
  [['fuzz', 'vim'], 'Unexpected argument vim. The command follows --, as in: tuispec fuzz -- vim.'],
  [['server', '--colz', '80'], 'Unknown option --colz. Did you mean --cols?'],
  [['server', '-x'], 'Unknown option -x.'],
  [['server', "--it's"], "--it's"],
  [['server', '--a\nb'], '"--a\\nb"'],
  [['server', 'a\nb'], '"a\\nb"'],
  [['server', '--__proto__'], '--__proto__'],
  [['server', '--cols'], '--cols needs a value'],
  [['server', '--cols', '--rows', '3'], '--cols needs a value'],
  [['server', '--cols='], '--cols must be a whole number from 2 to 1000, not ""'],
  [['server', '--cols=-5'], 'from 2 to 1000, not "-5"'],
  [['server', '--cols', '1'], 'from 2 to 1000, not "1"'],
  [['server', '--cols', '1001'], 'not "1001"'],
  [['server', '--cols', '80.5'], 'not "80.5"'],
  [['server', '--cols', '8e1'], 'not "8e1"'],
  [['server', '--cols', ' 80'], 'not " 80"'],
  [['server', '--cols', '0x50'], 'not "0x50"'],
  [['server', '--rows', '0'], 'from 1 to 1000, not "0"'],
  [['server', '--rows', '1001'], 'not "1001"'],
  [['server', '--timeout-seconds', 'soon'], 'not "soon"'],
  [['server', '--timeout-seconds', '2147484'], 'not "2147484"'],
  [['server', '--ambiguity-mode', 'any'], 'fail, first, first-visible, last, last-visible, not "any"'],
  [['server', '--log-level', 'loud'], 'silent, error, warn, info, debug, not "loud"'],
  [['server', '--max-line-bytes', '63'], 'not "63"'],
  [['server', '--max-line-bytes', '268435457'], 'not "268435457"'],
  [['server', '--fail-fast=yes'], '--fail-fast takes no value'],
  [['server', '--artifact-dir', ''], '--artifact-dir must not be empty'],
  [['server', '--timeout-seconds', '-1'], '--timeout-seconds must be a number from 0 to 2147483, not "-1"'],
  [['server', '--snapshot-theme', 'drakula'], 'Unknown theme "drakula". Expected auto, pty-default-dark,'],
  [['server', '--output-log', '/dev/null/x'], 'Cannot open the file of --output-log'],
];

test.each(wrong)(
  'rejects %j with one line on standard error and exit code 2 [10.usage, 10.exit-codes]',
  async (args, says) => {
    const { exitCode, stdout, stderr } = await runCli(args, { cwd: createTemporaryDirectory() });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^tuispec: [^\n]+\n$/);
    expect(stderr).toContain(says);
  },
);

const wrongVariables: readonly [string, string][] = [
  ['TUISPEC_TERMINAL_COLS', '1'],
  ['TUISPEC_TERMINAL_ROWS', 'many'],
  ['TUISPEC_TIMEOUT_SECONDS', '-1'],
  ['TUISPEC_AMBIGUITY_MODE', 'FAIL'],
  ['TUISPEC_UPDATE_SNAPSHOTS', 'perhaps'],
];

test.each(wrongVariables)(
  'rejects an invalid value of %s with its name and exit code 2 [10.usage, 10.variables]',
  async (name, value) => {
    const { exitCode, stderr } = await runCli(['server'], { env: { [name]: value } });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(new RegExp(`^tuispec: ${name} [^\\n]*"${value}"\\.\\n$`));
  },
);

test('rejects an unknown theme at startup with exit code 2 [10.usage, 10.variables]', async () => {
  const { exitCode, stdout, stderr } = await runCli(['server'], { env: { TUISPEC_SNAPSHOT_THEME: 'drakula' } });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/^tuispec: Unknown theme "drakula"\. [^\n]+\n$/);
});

test.each([
  ['the variable', [], { TUISPEC_FONT_PATH: '/no/such.ttf' }, 'Font file not found: /no/such.ttf.'],
  ['the flag', ['--font', '/no/such.ttf'], {}, 'Font file not found: /no/such.ttf.'],
  ['a directory', ['--font', '/'], {}, 'Cannot use font /: not a regular file'],
])('rejects a missing font file at startup: %s [10.font-start]', async (_, args, env, says) => {
  const { exitCode, stdout, stderr } = await runCli(['server', ...args], { env });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^tuispec: [^\n]+\n$/);
  expect(stderr).toContain(says);
});

test('ignores an invalid variable if its flag is given, and an empty variable [10.variables]', async () => {
  const env = { TUISPEC_TERMINAL_COLS: 'many', TUISPEC_TERMINAL_ROWS: '', TUISPEC_AMBIGUITY_MODE: '' };
  expect(await runCli(['server', '--cols', '80'], { env })).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});

test.each([
  [['--version']],
  [['version']],
  [['-V']],
  ...['server', 'render', 'render-text', 'replay', 'trace', 'completion'].map((command) => [[command, '--version']]),
  [['server', '--cols', '80', '--version']],
])('%j prints the version [10.version]', async (args) => {
  expect(await runCli(args)).toEqual({ exitCode: 0, stdout: `${packageJson.version}\n`, stderr: '' });
});

const serverFlags = [
  'artifact-dir',
  'cols',
  'rows',
  'timeout-seconds',
  'ambiguity-mode',
  'log-level',
  'max-line-bytes',
  'fail-fast',
  'output-log',
  'snapshot-theme',
  'font',
  'update-snapshots',
];
const serverVariables = [
  'TERMINAL_COLS',
  'TERMINAL_ROWS',
  'TIMEOUT_SECONDS',
  'ARTIFACTS_DIR',
  'AMBIGUITY_MODE',
  'UPDATE_SNAPSHOTS',
  'SNAPSHOT_THEME',
  'FONT_PATH',
];

test.each([
  [['--help'], ['tuispec server', '--version', '--help']],
  [['help'], ['tuispec server']],
  [['-h'], ['tuispec server']],
  [
    ['server', '-h'],
    ['--cols', '--version', '--help'],
  ],
  [
    ['server', '--help'],
    [...serverFlags.map((flag) => `--${flag}`), ...serverVariables.map((name) => `TUISPEC_${name}`)],
  ],
  [['server', '--cols', '80', '--help'], ['--cols']],
])('%j prints help on standard output with exit code 0 [10.help]', async (args, words) => {
  const { exitCode, stdout, stderr } = await runCli(args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  for (const word of words) expect(stdout).toContain(word);
  expect(stdout.split('\n').filter((line) => line.length > 150)).toEqual([]);
});

const hasFull = existsSync('/dev/full');

test.skipIf(!hasFull).each([['--help'], ['--version']])(
  '%s reports a full disk with one line and exit code 1, without a stack (needs /dev/full) [10.exit-codes]',
  async (flag) => {
    const { exitCode, stderr } = await runCli([flag], { stdout: 'full' });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^tuispec: Cannot write to standard output: ENOSPC[^\n]*\n$/);
  },
);

test.skipIf(!hasFull)(
  'a server reports that its responses go to a full disk with exit code 1 (needs /dev/full) [10.exit-codes]',
  async () => {
    const input = '{"jsonrpc":"2.0","id":1,"method":"server.ping"}\n';
    const { exitCode, stderr } = await runCli(['server'], { input, stdout: 'full' });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^tuispec error: Cannot write to standard output: ENOSPC[^\n]*\n$/);
  },
);

test.each([['--help'], ['--version'], ['server']])(
  '%s exits with code 0 and without a message when its pipe is closed [10.exit-codes, 1.epipe]',
  async (flag) => {
    const input = '{"jsonrpc":"2.0","id":1,"method":"server.ping"}\n';
    const { exitCode, stderr } = await runCli([flag], { input, stdout: 'gone' });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  },
);
