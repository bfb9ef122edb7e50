import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCommandFolder } from '../support/paste-folder.js';
import { isInstalled } from '../support/programs.js';

// The files that the examples use in their working directory.
const files = {
  'script.jsonl': '{"jsonrpc":"2.0","id":1,"method":"initialize"}\n',
  'menu.ansi.txt': 'File  Edit\n',
  'expected.txt': 'File  Edit\n',
  'demo.jsonl': '{"timestampMicros":1,"direction":"frame","line":"File  Edit"}\n',
  'edit.tape': 'Launch "cat"\nType "x"\nEnter\nExpect "x"\n',
};

const commands: readonly (readonly [command: string, examples: number])[] = [
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

/** Creates a folder with the input of the examples, and a function that runs the program in it. */
function prepareFolder(): { readonly cwd: string; readonly env: NodeJS.ProcessEnv; help(...args: string[]): string } {
  const { directory, path } = createCommandFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const env = { ...process.env, PATH: path };
  const help = (...args: string[]): string =>
    execFileSync('tuispec', [...args, '--help'], { cwd: directory, env, encoding: 'utf8' });
  return { cwd: directory, env, help };
}

test.skipIf(!isInstalled('bash'))('every example of --help works when pasted (needs bash) [10.help-examples]', () => {
  const { help, ...folder } = prepareFolder();
  const run = (script: string): string =>
    execFileSync('bash', ['--norc', '-e', '-o', 'pipefail', '-c', script], { ...folder, encoding: 'utf8' });
  expect(run(findExample(help()))).toContain('"altScreen":false');
  for (const [command, examples] of commands) {
    const lines = findLines(help(command));
    expect([command, lines.length]).toEqual([command, examples]);
    // Examples for another shell are tested in that shell.
    for (const line of lines.filter((one) => !/zsh|fish/.test(one))) run(line);
  }
});

// Without user settings zsh runs a comment as an unknown command, which must not affect the next one.
test.skipIf(!isInstalled('zsh'))('every example also works when pasted into zsh (needs zsh) [10.help-examples]', () => {
  const { help, ...folder } = prepareFolder();
  const typeIn = (input: string): string =>
    spawnSync('zsh', ['-f', '-i', '-s'], { ...folder, input, encoding: 'utf8' }).stdout;
  expect(typeIn(findExample(help()))).toContain('"altScreen":false');
  for (const [command] of commands) {
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
