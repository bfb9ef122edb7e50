import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandFolder } from '../testing/paste-folder.js';
import { has } from '../testing/programs.js';

// What the examples find in the folder they are pasted in.
const files = {
  'script.jsonl': '{"jsonrpc":"2.0","id":1,"method":"initialize"}\n',
  'menu.ansi.txt': 'File  Edit\n',
  'expected.txt': 'File  Edit\n',
  'demo.jsonl': '{"timestampMicros":1,"direction":"frame","line":"File  Edit"}\n',
};

test.skipIf(!has('bash'))('every example of --help works when pasted (needs bash) [10.help-examples]', () => {
  const { directory, path } = commandFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const run = (script: string): string =>
    execFileSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd: directory,
      env: { ...process.env, PATH: path },
      encoding: 'utf8',
    });
  expect(run(exampleIn(run('tuispec --help')))).toContain('"altScreen":false');
  for (const [command, examples] of [
    ['server', 4],
    ['render', 4],
    ['render-text', 3],
    ['replay', 2],
    ['completion', 3],
  ] as const) {
    const lines = exampleIn(run(`tuispec ${command} --help`)).match(/^(?!#).+$/gm) ?? [];
    expect([command, lines.length]).toEqual([command, examples]);
    // What is for another shell is tried there.
    for (const line of lines.filter((one) => !/zsh|fish/.test(one))) run(line);
  }
});

function exampleIn(help: string): string {
  const [, examples = ''] = /^Examples?:.*?\n(.*)$/ms.exec(help) ?? [];
  return examples.replaceAll(/^ {2}/gm, '');
}
