import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCommandFolder } from '../support/paste-folder.js';
import { isInstalled } from '../support/programs.js';
import { isComplete } from '../support/tier.js';

// The files that the examples use in their working directory.
const files = {
  'script.jsonl': '{"jsonrpc":"2.0","id":1,"method":"initialize"}\n',
  'menu.ansi.txt': 'File  Edit\n',
  'expected.txt': 'File  Edit\n',
  'demo.jsonl': '{"timestampMicros":1,"direction":"frame","line":"File  Edit"}\n',
  'demo.tape': 'Launch "echo File"\nExpect "File"\n',
  'edit.tape': 'Launch "echo File"\nExpect "File"\n',
  'tapes/demo.tape': 'Launch "echo File"\nExpect "File"\n',
};

// The number shows that all examples of the help are found.
const commands: readonly (readonly [command: string, examples: number])[] = [
  ['test', 4],
  ['server', 5],
  ['render', 4],
  ['render-text', 3],
  ['replay', 2],
  ['export', 5],
  ['trace', 2],
  ['mcp', 2],
  ['skill', 2],
  ['completion', 3],
];

// state: what each command has printed; it does not change.
const helps = new Map<string, string>();

/** Creates a folder with the input of the examples, and a function that runs the program in it. */
function prepareFolder(): { readonly cwd: string; readonly env: NodeJS.ProcessEnv; help(...args: string[]): string } {
  const { directory, path } = createCommandFolder();
  mkdirSync(join(directory, 'tapes'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  // With CI set, a missing snapshot is an error.
  const env = { ...process.env, PATH: path, CI: '', TUISPEC_SESSION_DIR: join(directory, 's') };
  const help = (...args: string[]): string => {
    const text =
      helps.get(args.join(' ')) ??
      execFileSync('tuispec', [...args, '--help'], { cwd: directory, env, encoding: 'utf8' });
    helps.set(args.join(' '), text);
    return text;
  };
  return { cwd: directory, env, help };
}

test.skipIf(!isInstalled('bash'))('every example of --help works when pasted (needs bash) [10.help-examples]', () => {
  const { help, ...folder } = prepareFolder();
  const run = (script: string): string =>
    execFileSync('bash', ['--norc', '-e', '-o', 'pipefail', '-c', script], { ...folder, encoding: 'utf8' });
  for (const [command, examples] of commands) {
    const lines = findLines(help(command));
    expect([command, lines.length]).toEqual([command, examples]);
    // Examples for another shell are tested in that shell.
    for (const line of lines.filter((one) => !/zsh|fish/.test(one))) run(line);
  }
});

test.skipIf(!['bash', 'python3'].every(isInstalled))(
  'the examples of sessions work when pasted, one after another (needs bash, python3) [10.help-examples]',
  () => {
    const { help, ...folder } = prepareFolder();
    const run = (script: string): string =>
      execFileSync('bash', ['--norc', '-e', '-c', script], { ...folder, encoding: 'utf8' });
    expect(run(findExample(help()))).toMatch(/^(\d+\| )?42$/m);
    const names = ['open', 'send', 'show', 'request', 'ls', 'close'];
    // The other example of `send` is for vim.
    const lines = names.flatMap((name) => findLines(help(name))).filter((line) => !line.includes(':wq'));
    const output = run(`${lines.join('\n')}\ntuispec close --all`);
    expect(output).toMatch(/\.png$/m);
    expect(output).toMatch(/^ *build\b/m);
  },
);

// Without user settings zsh runs a comment as an unknown command, which must not affect the next one.
test.skipIf(!isInstalled('zsh'))('every example also works when pasted into zsh (needs zsh) [10.help-examples]', () => {
  const { help, ...folder } = prepareFolder();
  const typeIn = (input: string): string =>
    spawnSync('zsh', ['-f', '-i', '-s'], { ...folder, input, encoding: 'utf8' }).stdout;
  for (const [command] of isComplete ? commands : commands.filter(([name]) => /^(?:export|completion)$/.test(name))) {
    const example = findExample(help(command)).replaceAll(/^.*(?:bash|fish).*$/gm, '');
    const setUp = command === 'completion' ? 'autoload -U compinit && compinit -D\n' : '';
    // The exit status of each command, whatever it prints.
    const watched = example.replaceAll(/^ *(?!#)\S.*$/gm, '$&\nprint -r -- "status=$?"');
    const statuses = [...typeIn(setUp + watched).matchAll(/^status=(\d+)/gm)].map(([, status]) => status);
    expect([command, statuses]).toEqual([command, findLines(example).map(() => '0')]);
    expect(statuses.length).toBeGreaterThan(0);
  }
});

test('help prints no value as [object Object] [10.help]', () => {
  const { help } = prepareFolder();
  for (const command of ['view', ...commands.map(([name]) => name)])
    expect(help(command), command).not.toContain('[object');
});

test('help says a default once, as it is written on the command line [10.help]', () => {
  const { help } = prepareFolder();
  const names = [...help().matchAll(/^ {2}tuispec ([a-z][a-z-]*)/gm)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(20);
  const doubled = /default:.*default:|default: [);]|repeat.*\(repeat| TIME .*default: \d+[);]/;
  for (const name of names)
    expect(
      help(name)
        .split('\n')
        .filter((line) => doubled.test(line)),
      name,
    ).toEqual([]);
});

test('the comments of examples contain no characters that are special in a shell [10.help-examples]', () => {
  const { help } = prepareFolder();
  for (const [command] of commands)
    for (const [comment] of help(command).matchAll(/^ *# .*$/gm)) expect(comment).toMatch(/^ *# [\w ,.:/~-]+$/);
});

const findLines = (help: string): string[] => findExample(help).match(/^(?! *#) *\S.*$/gm) ?? [];

/** Returns the text below the heading, unchanged. */
function findExample(help: string): string {
  const [, examples] = /^Examples?:.*?\n(.*)$/ms.exec(help) ?? [];
  return examples ?? help;
}

test.skipIf(!isInstalled('man'))('the man page describes every command, without a warning (needs man) [22.man]', () => {
  const { stdout, stderr } = spawnSync('man', ['--warnings', '--local-file', 'src/cli/tuispec.1'], {
    env: { ...process.env, MANWIDTH: '200', MAN_KEEP_FORMATTING: '', LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const { help } = prepareFolder();
  const names = [...help().matchAll(/^ {2}tuispec ([a-z][a-z-]*)/gm)].map(([, name]) => name);
  expect(names).toContain('doctor');
  for (const name of names) expect(stdout, name).toMatch(new RegExp(`^ +tuispec ${name}\\b`, 'm'));
  for (const variable of ['TUISPEC_ARTIFACTS_DIR', 'TUISPEC_VIEW']) expect(stdout).toContain(variable);
});
