import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { TestServer } from '../support/client.js';
import { createCommandFolder } from '../support/paste-folder.js';
import { isInstalled } from '../support/programs.js';
import { runCli } from '../support/run.js';
import { exact } from '../support/selectors.js';

const palette = Array.from({ length: 16 }, () => '#808080');
const theme = { name: 'own', foreground: '#ffffff', background: '#000000', palette };
const compinit = 'autoload -U compinit && compinit -D';

// A shell without user settings, and the commands that enable completion.
const shells: readonly (readonly [shell: string, args: readonly string[], setUp: string])[] = [
  ['bash', ['--norc', '--noprofile'], 'source <(tuispec completion bash)'],
  ['zsh', ['-f'], `${compinit} && source <(tuispec completion zsh)`],
  ['fish', ['--no-config', '--private'], 'tuispec completion fish | source'],
];
// Text typed with the Tab key, and the output of the completed line.
const lines: readonly (readonly [typed: string, printed: string])[] = [
  ['tuispec comp\tba\t', '# Completes tuispec in bash.'],
  ['tuispec repl\t--sp\tas\t--show\tnone.jsonl', 'File not found: none.jsonl'],
  ['tuispec repl\t--ver\t', packageJson.version],
  ['tuispec render-t\tmen\t', 'drawn as text'],
  ['tuispec exp\tmen\t--cast-v\t2 --out=a.cast', 'is not a recording'],
  ['tuispec ser\t--artifact-d\tsho\t --amb\tfirst-\t--bogus', 'Unknown option --bogus'],
  // Without completion this theme and this level do not exist.
  ["tuispec render men\t--theme dr\t --out a.svg && echo picture-''a", 'picture-a'],
  ["tuispec render men\t--theme=no\t --out b.svg && echo picture-''b", 'picture-b'],
  ["tuispec render men\t--theme own\t --out c.svg && echo picture-''c", 'picture-c'],
  ["tuispec server --log-level=wa\t < /dev/null && echo warn''ings", 'warnings'],
  ["tuispec server --log-level si\t < /dev/null && echo si''lence", 'silence'],
  // The names of sessions; none of them answers.
  ['tuispec send -s wor\t x', 'Session work'],
  ['tuispec show --sess\tpla\t', 'Session play'],
  ['npx tuispec comp\tba\t| head -1', '# Completes tuispec in bash.'],
  ["npx tuispec server --log-level=er\t < /dev/null && echo err''ors", 'errors'],
];

for (const [shell, args, setUp] of shells)
  test.skipIf(!isInstalled(shell))(
    `${shell} completes commands, options and values (needs ${shell}) [10.completion]`,
    async () => {
      const { directory, path } = createCommandFolder();
      writeFileSync(join(directory, 'menu.ansi.txt'), 'drawn as text\n');
      mkdirSync(join(directory, 'shots'));
      writeFileSync(join(directory, 'own.json'), JSON.stringify(theme));
      writeFileSync(join(directory, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
      const server = new TestServer();
      for (const name of ['work', 'play'])
        mkdirSync(join(directory, 'sessions', name), { recursive: true, mode: 0o700 });
      const env = {
        TUISPEC_SESSION_DIR: join(directory, 'sessions'),
        PATH: path,
        HOME: directory,
        PS1: null,
        BASH_SILENCE_DEPRECATION_WARNING: '1',
      };
      await server.launch(shell, args, { env, cwd: directory }, { timeoutSeconds: 25 });
      await server.request('sendLine', { text: `${setUp}; echo re''ady`, expectAfter: exact('ready') });
      for (const [text, printed] of lines) {
        await server.request('sendText', { text });
        await server.request('sendKey', { key: 'Enter' });
        // The scripts are longer than the screen: their first line may have scrolled off by now.
        const wait = { selector: exact(printed), since: 'lastInput', ambiguityMode: 'first' };
        await server.request('waitForText', wait);
      }
    },
  );

test('rejects an unsupported shell with one line and exit code 2 [10.completion]', async () => {
  const { exitCode, stderr } = await runCli(['completion', 'tcsh']);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: 'tuispec: SHELL must be one of bash, zsh, fish, not "tcsh".\n',
  });
});
