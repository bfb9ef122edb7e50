import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Terminal } from 'tuispec';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { openTerminal } from '../support/library-terminal.js';
import { needing } from '../support/packages.js';
import { record } from '../support/recorder.js';
import { runCli } from '../support/run.js';
import { sample } from '../support/tier.js';

/** A directory as the programs change it: with a repository that has a change. */
function createWork(): string {
  const directory = createTemporaryDirectory();
  const write = (name: string, text: string): void => writeFileSync(join(directory, name), text);
  const numbers = ['one', 'two', 'three', 'four', 'five'];
  write('long.txt', Array.from({ length: 200 }, (_, row) => `Line ${numbers[row % 5]} of section ${row}\n`).join(''));
  write('notes.txt', 'apples\nbananas\ncherries\n');
  mkdirSync(join(directory, 'folder'));
  const git = (...args: string[]): void => {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: directory });
    if (status !== 0) throw new Error(String(stderr));
  };
  git('init', '-q', '.');
  git('add', 'notes.txt');
  git('commit', '-qm', 'first');
  write('notes.txt', 'apples\nblueberries\ncherries\n');
  return directory;
}

interface Session {
  readonly name: string;
  readonly command: readonly string[];
  /** What a person does, who waits for each reaction. */
  readonly use: (terminal: Terminal) => Promise<void>;
  /** Lines that the tape must have. */
  readonly has: readonly string[];
}

const reaction = { since: 'lastInput' } as const;

const sessions: readonly Session[] = [
  {
    name: 'bash',
    command: ['bash', '--norc'],
    use: async (t) => {
      await t.waitForText(/^bash-.*[#$] $/);
      await t.sendLine('echo hello | tr a-z A-Z', { answer: 'HELLO' });
      await t.sendLine('date', { answer: /^bash-.*[#$] $/ });
      await t.type('cat no');
      await t.waitForText('cat no');
      await t.press('Tab');
      await t.waitForText('notes.txt');
      await t.press('Enter');
      await t.waitForText('cherries');
      await t.sendLine('exit 0');
    },
    has: ['Expect "HELLO"', 'Type "date"', 'Tab', 'ExpectExit'],
  },
  {
    name: 'less',
    command: ['less', 'long.txt'],
    use: async (t) => {
      await t.waitForText('section 0');
      await t.press('PageDown');
      await t.waitForText('section 25', reaction);
      await t.type('/section 90');
      await t.waitForText('/section 90');
      await t.press('Enter');
      await t.waitForText('section 91', reaction);
      await t.type('G');
      await t.waitForText('(END)', reaction);
      await t.type('q');
    },
    has: ['PageDown', 'Type "/section 90"', 'ExpectExit'],
  },
  {
    name: 'vim',
    command: ['vim', '-u', 'NONE', 'notes.txt'],
    use: async (t) => {
      await t.waitForText('blueberries');
      await t.type('/cherr');
      await t.waitForText('/cherr');
      await t.press('Enter');
      await t.waitFor({ anyOf: [{ cursor: { row: 3, col: 1 } }] });
      await t.type('odamsons are sweet');
      await t.waitForText('damsons are sweet');
      await t.press('Escape');
      await t.waitFor({ anyOf: [{ cursor: { row: 4, col: 17 } }] });
      await t.type('ggdd');
      await t.waitForText('apples', { state: 'hidden' });
      await t.sendLine(':q!');
    },
    has: ['Launch "vim -u NONE notes.txt"', 'Type "/cherr"', 'Escape', 'ExpectExit'],
  },
  {
    name: 'nano',
    command: ['nano', 'notes.txt'],
    use: async (t) => {
      await t.waitForText('cherries');
      await t.type('figs and grapes');
      await t.waitForText('figs and grapes');
      await t.press('Ctrl+k');
      await t.waitForText('figs', { state: 'hidden' });
      await t.press('Ctrl+x');
      await t.waitForText('Save modified buffer?');
      await t.type('n');
    },
    has: ['Ctrl+k', 'Expect+New "Save modified buffer?"'],
  },
  {
    name: 'htop',
    command: ['htop'],
    use: async (t) => {
      await t.waitForText('F10');
      await t.press('F6');
      await t.waitForText('Sort by');
      await t.press('ArrowDown');
      await t.press('Escape');
      await t.waitForText('Sort by', { state: 'hidden' });
      await t.press('F3');
      await t.waitForText('Search:', reaction);
      await t.press('Escape');
      await t.waitForText('Search:', { state: 'hidden' });
      await t.press('F10');
    },
    has: ['Key "F6"', 'Key "F10"', 'ExpectExit'],
  },
  {
    name: 'fzf',
    command: ['sh', '-c', 'printf "alpha\\nbeta\\ngamma\\ndelta\\n" | fzf'],
    use: async (t) => {
      await t.waitForText('> alpha');
      await t.press('ArrowUp');
      await t.waitForText('> beta');
      await t.type('el');
      await t.waitForText('> delta');
      await t.press('Enter');
    },
    has: ['Expect+New "> beta"', 'Type "el"'],
  },
  {
    name: 'dialog',
    command: ['dialog', '--menu', 'Choose a fruit', '15', '50', '5', 'one', 'Apples', 'two', 'Bananas'],
    use: async (t) => {
      await t.waitForText('Bananas');
      for (const key of ['ArrowDown', 'Tab', 'Tab', 'ArrowUp']) {
        await t.press(key);
        await t.waitForChange({ styles: true });
      }
      await t.press('Enter');
    },
    has: ['Tab', 'Up', 'ExpectExit'],
  },
  {
    name: 'mc',
    command: ['mc', '-u'],
    use: async (t) => {
      await t.waitForText('10Quit');
      await t.press('ArrowDown');
      await t.waitForChange({ styles: true });
      await t.press('F9');
      await t.waitForChange({ styles: true });
      await t.press('Enter');
      await t.waitForText('Rescan');
      await t.press('Escape');
      await t.waitForText('Rescan', { state: 'hidden' });
      await t.press('F10');
    },
    has: ['Key "F9"', 'Expect+New "Rescan"', 'Escape'],
  },
  {
    name: 'git add -p',
    command: ['git', '--no-pager', 'add', '-p'],
    use: async (t) => {
      await t.waitForText('Stage this hunk');
      await t.sendLine('?', { answer: 'Stage this hunk' });
      await t.sendLine('n');
    },
    has: ['Type "?"', 'Type "n"'],
  },
  {
    name: 'Python',
    command: ['python3', '-q'],
    use: async (t) => {
      await t.waitForText(/^>>> $/);
      await t.sendLine('6 * 7', { answer: /^42$/ });
      await t.sendLine('for word in ["ab", "cd"]:', { answer: /^\.\.\. $/ });
      await t.sendLine('    print(word * 2)', { answer: /^\.\.\. $/ });
      await t.press('Enter');
      await t.waitForText('cdcd');
      await t.sendLine('import getpass; p = getpass.getpass()', { answer: 'Password:' });
      await t.sendLine('open-sesame', { answer: /^>>> $/ });
      await t.sendLine('len(p)', { answer: /^11$/ });
      await t.press('Ctrl+d');
    },
    has: ['Expect "42"', `Type 'for word in ["ab", "cd"]:'`, 'TypeEnv SECRET_1'],
  },
  {
    name: 'Node',
    command: ['node'],
    use: async (t) => {
      await t.waitForText(/^> $/);
      await t.sendLine('[1, 2, 3].map((x) => x * 2)', { answer: /^> $/ });
      await t.sendLine('"abc".toUpperCase()', { answer: /^> $/ });
      await t.sendLine('.exit');
    },
    has: ['Type "[1, 2, 3].map((x) => x * 2)"', 'Type ".exit"'],
  },
];

test.each(sample(sessions, 2))(
  'what is recorded of $name passes as a test [20.5.programs]',
  async ({ command, use, has }) => {
    const directory = createWork();
    const recorder = await record(command, { cwd: directory });
    await use(recorder.terminal);
    const steps = await recorder.finish();
    const lines = recorder.read().split('\n');
    for (const line of has) expect(lines).toContain(line);
    expect(steps).not.toContain('sesame');
    const env = { SECRET_1: 'open-sesame' };
    const { exitCode, stdout } = await runCli(['test', recorder.path, '--repeat', '3'], { cwd: directory, env });
    expect(exitCode, `${stdout}\n${recorder.read()}`).toBe(0);
  },
);

test('--verify replaces a wait that fails, and reports it [20.5.verify]', async () => {
  // Its output is another one from the second run on, which ends by itself.
  const script = `n=$(($(cat n 2>/dev/null || echo 0) + 1)); echo $n > n
    if [ $n = 1 ]; then echo alpha result; else echo beta result; fi
    printf 'Go on? '; [ $n = 2 ] || read x`;
  const recorder = await record(['sh', '-c', script], { options: ['--verify', '2'] });
  await recorder.terminal.waitForText('Go on?');
  await recorder.terminal.press('Enter');
  const steps = await recorder.finish();
  expect(steps.split('\n')).toEqual(['Expect+New /^Go on\\? ?$/', 'Enter', 'ExpectExit']);
  const screen = (await recorder.terminal.text()).replaceAll('\n', '');
  expect(screen).toContain('failed and was replaced: Expect+New /^Go on\\? ?$/ Expect "alpha result" → Expect+New');
  expect(screen).toContain('The tape has passed 2 times.');
});

test('a tape that --verify cannot mend is exit code 1 [20.5.verify]', async () => {
  const recorder = await record(['sh', '-c', 'echo ready; [ -e ran ] || { touch ran; read x; }'], {
    options: ['--verify', '1'],
  });
  await recorder.terminal.waitForText('ready');
  await recorder.terminal.sendLine('more');
  await recorder.finish(1);
  expect((await recorder.terminal.text()).replaceAll('\n', '')).toMatch(
    /Replay 1 of 1 failed at .*: Type "more" failed/,
  );
});

needing('tmux')('a person in tmux records a tape that passes [20.5.programs]', async () => {
  const directory = createWork();
  const path = join(createTemporaryDirectory(), 'tmux.tape');
  const command = [process.execPath, resolve('dist/cli.js'), 'record', '--out', path, '--', 'less', 'long.txt'];
  const options = { args: ['-f', '/dev/null', 'new-session', ...command], cols: 80, rows: 24 };
  const env = { TMUX: '', TMUX_TMPDIR: createTemporaryDirectory() };
  const t = await openTerminal('tmux', { ...options, env, cwd: directory, timeout: 60_000, ambiguity: 'first' });
  await sessions.find(({ name }) => name === 'less')?.use(t);
  await t.waitForExit();
  const lines = readFileSync(path, 'utf8').split('\n');
  for (const line of ['Set Cols 80', 'PageDown', 'Type "/section 90"', 'ExpectExit']) expect(lines).toContain(line);
  const { exitCode, stdout } = await runCli(['test', path, '--repeat', '3'], { cwd: directory });
  expect(exitCode, stdout).toBe(0);
});
