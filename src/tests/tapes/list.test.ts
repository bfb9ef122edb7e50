import { expect, test } from 'vitest';
import { runCli } from '../support/run.js';
import { writeTapes } from '../support/tapes.js';

const parse = (stdout: string): unknown[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

test('--list prints the commands, errors and warnings of each tape, and runs nothing [20.1.list]', async () => {
  const cwd = writeTapes({
    'a.tape': 'Set FontFamily "x"\nType "touch ran" Enter Sleep 1\n#@ Expect "x"\n',
    'b.tape': 'Tpye "a"\n',
  });
  const { exitCode, stdout, stderr } = await runCli(['test', '--list', 'a.tape', 'b.tape'], { cwd });
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: '' });
  expect(parse(stdout)).toEqual([
    {
      file: 'a.tape',
      commands: { Set: 1, Type: 1, Enter: 1, Sleep: 1, Expect: 1 },
      errors: [],
      warnings: [{ line: 1, col: 16, message: 'FontFamily is not supported. The setting is ignored.' }],
    },
    {
      file: 'b.tape',
      commands: { ILLEGAL: 1 },
      errors: [{ line: 1, col: 1, message: 'Unknown command "Tpye". Did you mean Type?' }],
      warnings: [],
    },
  ]);
  const { exitCode: good } = await runCli(['test', '--list', 'a.tape'], { cwd });
  expect(good).toBe(0);
});

test('directories are searched for tapes [20.3.files]', async () => {
  const cwd = writeTapes({
    'tapes/b.tape': 'Enter',
    'tapes/a/c.tape': 'Enter',
    'tapes/notes.txt': '',
    'tapes/node_modules/x.tape': 'Enter',
    'tapes/__screens__/x.tape': 'Enter',
    'tapes/.hidden/x.tape': 'Enter',
    'tapes/.x.tape': 'Enter',
    'tapes/out/x.tape': 'Enter',
    'empty/notes.txt': '',
  });
  const { stdout } = await runCli(['test', '--list', '--artifact-dir', 'tapes/out', 'tapes'], { cwd });
  expect(parse(stdout)).toMatchObject([{ file: 'tapes/a/c.tape' }, { file: 'tapes/b.tape' }]);
  for (const [path, message] of [
    ['nothing', 'No such file or directory: "nothing".'],
    ['empty', 'The directory "empty" contains no .tape files.'],
  ] as const)
    expect(await runCli(['test', path], { cwd })).toEqual({ exitCode: 2, stdout: '', stderr: `tuispec: ${message}\n` });
});

test('the tapes of the project, such as that of the animation in the README, have no errors [20.1.list]', async () => {
  const { exitCode, stdout } = await runCli(['test', '--list', 'fixtures/tapes']);
  expect(exitCode).toBe(0);
  expect(parse(stdout)).toContainEqual(
    expect.objectContaining({ file: 'fixtures/tapes/readme.tape', errors: [], warnings: [] }),
  );
});
