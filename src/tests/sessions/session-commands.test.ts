import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isKey } from '../../sessions/texts.js';
import { Sessions } from '../support/sessions.js';
import { sample } from '../support/tier.js';

test('a program lasts between commands; each prints the rows that have changed [18.open, 18.changes]', async () => {
  const sessions = new Sessions();
  const opened = await sessions.print(
    'open',
    '-s',
    'work',
    '--',
    'sh',
    '-c',
    'echo ready; head -n 1; read x; printf "\\033[H\\033[2J"; exec cat',
  );
  expect(opened).toBe('work\nready\n');
  expect(await sessions.print('send', '-s', 'work', 'one', 'Enter', '--expect', 'one')).toBe('2| one\n3| one\n');
  expect(await sessions.print('show', '-s', 'work')).toBe('ready\none\none\n');
  expect(await sessions.run(['show', '-s', 'work', '--changes'])).toMatchObject({
    stdout: '',
    stderr: 'tuispec: Nothing has changed on the screen.\n',
  });
  expect(await sessions.run(['send', '-s', 'work', 'Enter', '--gone', 'ready'])).toMatchObject({
    stdout: '',
    stderr: 'tuispec: The screen is blank now.\n',
  });
  expect(await sessions.print('close', '-s', 'work')).toBe('');
  expect(await sessions.run(['show', '-s', 'work'])).toMatchObject({ exitCode: 3, stdout: '' });
});

test('lines that have scrolled off since are printed as rows 0, -1, and so on [18.changes]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'w', '--rows', '5', '--', 'sh', '-c', 'read x; seq 1 12; exec sleep 1000');
  const printed = await sessions.print('send', '-s', 'w', 'Enter', '--expect', '/^12$/');
  expect(printed.split('\n')[0]).toBe('scrolled up 9');
  const numbers = [...printed.matchAll(/\| (\d+)$/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('arguments are keys if they are names of keys, else texts; nothing is typed if one is refused [18.keys]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'k', '--', 'cat');
  await sessions.print('send', '-s', 'k', 'yes', ' ', 'done', 'Enter', '--expect', 'yes done');
  for (const [word, name] of sample(
    [
      ['enter', 'Enter'],
      ['END', 'End'],
      ['Entre', 'Enter'],
      ['Bakspace', 'Backspace'],
    ] as const,
    4,
  )) {
    const { exitCode, stderr } = await sessions.run(['send', '-s', 'k', 'typed', word]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(`did you mean ${name}?`) });
  }
  expect((await sessions.run(['send', '-s', 'k', 'typed', 'Ctrl+Foo'])).exitCode).toBe(2);
  expect((await sessions.run(['send', '-s', 'k', 'typed', '--exit'])).stderr).toBe(
    'tuispec: Unknown option "--exit". It belongs to another command: tuispec wait --exit. To type it: --text=--exit.\n',
  );
  await sessions.print('send', '-s', 'k', '--text', 'enter', '-l', 'Up', '--text', 'end');
  await sessions.print('send', '-s', 'k', 'Enter', '--expect', 'enterUpend');
  expect(await sessions.print('show', '-s', 'k')).toBe('yes done\nyes done\nenterUpend\nenterUpend\n');
});

test('a key has one spelling; a word is refused only if it was meant as a key [18.keys]', () => {
  const judge = (word: string): string => {
    try {
      return isKey(word) ? 'key' : 'text';
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const word of [
    'Ctrl+c',
    'Ctrl-c',
    'C-c',
    '^C',
    'M-X',
    'S-F6',
    'C-Up',
    'C-M-x',
    'Ctrl+Shift+F5',
    'Ctrl++',
    'Alt+-',
  ])
    expect(judge(word), word).toBe('key');
  for (const word of [
    'x',
    '-',
    'Ctrl',
    '^foo',
    'a+b',
    'control-plane',
    'alt-text',
    'Shift-click selects a range',
    'Salt+x',
    'Beta+x',
    'Ctr+foo',
  ])
    expect(judge(word), word).toBe('text');
  for (const [word, name] of [
    ['ctrl+c', 'Ctrl+c'],
    ['c-c', 'C-c'],
    ['c-up', 'C-Up'],
    ['Alt+enter', 'Alt+Enter'],
    ['Crtl+c', 'Ctrl+c'],
    ['Ctr+enter', 'Ctrl+Enter'],
    ['Shft+Tab', 'Shift+Tab'],
    ['Crtl+Shift+F5', 'Ctrl+Shift+F5'],
  ] as const)
    expect(judge(word)).toBe(`"${word}" is not a key; did you mean ${name}? To type it as a text: --text ${word}.`);
  for (const word of ['Ctrl+Foo', 'ctrl+foo', 'C-Foo']) expect(judge(word)).toContain(`Unknown key "${word}".`);
});

test('open says which text has not appeared, and what is closest to it [18.failure]', async () => {
  const sessions = new Sessions();
  const wait = ['--expect', 'Ready', '--timeout', '300ms'];
  const missed = await sessions.run(['open', '-s', 'o', ...wait, '--', 'sh', '-c', 'echo ready; read x']);
  expect(missed).toMatchObject({ exitCode: 1, stdout: 'o\nready\n' });
  expect(missed.stderr).toContain(
    'Expected "Ready", which has not appeared within 300 ms. Closest text: "ready" (row 1',
  );
  const ended = await sessions.run(['open', '-s', 'p', '--expect', 'Ready', '--', 'echo', 'ready']);
  expect(ended.exitCode).toBe(4);
  expect(ended.stderr).toContain('Expected "Ready", which has not appeared before the program ended.');
});

test('only text that is new since the last key counts; a failure prints the screen and what was expected [18.expect, 18.failure]', async () => {
  const sessions = new Sessions();
  await sessions.print(
    'open',
    '-s',
    'e',
    '--',
    'sh',
    '-c',
    'stty -echo; echo old; while read l; do echo "got $l"; done',
  );
  const missed = await sessions.run(['send', '-s', 'e', 'x', 'Enter', '--expect', 'old', '--timeout', '300ms']);
  expect(missed).toMatchObject({ exitCode: 1, stdout: 'old\ngot x\n' });
  expect(missed.stderr).toContain('tuispec: Expected "old", which has not appeared within 300 ms.');
  const failed = await sessions.run(['send', '-s', 'e', 'bad', 'Enter', '--expect', 'good', '--fail', '/got b.d/']);
  expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('"/got b.d/" has appeared (--fail).') });
  const won = await sessions.run(['send', '-s', 'e', 'good', 'Enter', '--expect', 'nothing', '--expect', 'got good']);
  expect(won).toMatchObject({ exitCode: 0, stderr: 'tuispec: "got good" was met first.\n' });
});

test('the echo of a command is not its result [18.expect]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'e', '--', 'sh', '-c', 'read l; exec sleep 1000');
  const input = ['echo', 'Enter', '--expect', 'echo', '--fail=a b', '--timeout', '300ms'];
  expect(await sessions.run(['send', '-s', 'e', ...input])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("To wait on: tuispec wait -s e --new '--fail=a b' echo\n"),
  });
  expect((await sessions.run(['send', '-s', 'e', '--expect', 'red'])).stderr).toContain(
    'To wait only: tuispec wait -s e red\n',
  );
});

test('a program that ends gives exit code 4, with the screen; wait --exit prints its code [18.exit-codes]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'x', '--', 'sh', '-c', 'echo up; read l; echo down; exit 3');
  const ended = await sessions.run(['send', '-s', 'x', 'Enter', '--expect', 'never']);
  expect(ended).toMatchObject({ exitCode: 4, stdout: expect.stringContaining('down') });
  expect(ended.stderr).toContain('The program has ended with exit code 3.');
  expect(await sessions.print('wait', '-s', 'x', '--exit')).toBe('3\n');
  expect(await sessions.run(['send', '-s', 'x', 'late'])).toMatchObject({ exitCode: 4 });
  expect(await sessions.print('wait', '-s', 'x', 'never', '--exit', '--fail', 'error')).toBe('3\n');
  expect(await sessions.run(['wait', '-s', 'x', '--exit', '--fail', 'down'])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('"down" has appeared (--fail).'),
  });
  // A program that has ended is started again.
  expect(await sessions.print('open', '-s', 'x', '--', 'cat')).toBe('x\n');
});

test('wait prints the rows that match, and takes no number without a unit [18.wait, 18.times]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'w', '--', 'sh', '-c', 'echo alpha; read l; echo beta; exec sleep 1000');
  expect(await sessions.print('wait', '-s', 'w', 'alpha')).toBe('1| alpha\n');
  expect(await sessions.run(['wait', '-s', 'w', '--gone', 'alpha', '--timeout', '100ms'])).toMatchObject({
    exitCode: 1,
    stderr: 'tuispec: Expected no "alpha", but it is still on the screen after 100 ms.\n',
  });
  const click = await sessions.run(['click', '-s', 'w', 'alpha', '--timeout', '0s']);
  expect(click).toMatchObject({ exitCode: 1, stderr: 'tuispec: The program has not enabled mouse reporting.\n' });
  expect(await sessions.run(['wait', '-s', 'w', 'x', '--timeout', '30'])).toMatchObject({ exitCode: 2, stdout: '' });
  expect(await sessions.run(['wait', '-s', 'w', '--stable', '30'])).toMatchObject({ exitCode: 2, stdout: '' });
  const waiting = sessions.run(['wait', '-s', 'w', '/bet./', '--timeout', '60s']);
  // A pending wait blocks nobody.
  await sessions.print('send', '-s', 'w', 'Enter', '--expect', 'beta');
  expect(await waiting).toMatchObject({ exitCode: 0, stdout: '3| beta\n' });
  expect(await sessions.run(['wait', '-s', 'w', 'alpha', '--new', '--timeout', '200ms'])).toMatchObject({
    exitCode: 1,
  });
  expect(await sessions.run(['wait', '-s', 'w', '/(/'])).toMatchObject({ exitCode: 2 });
});

test('a secret is typed and never shown [18.secret]', async () => {
  const sessions = new Sessions();
  const record = join(sessions.cwd, 'record.jsonl');
  const script = 'while read line; do echo "got $line"; done';
  await sessions.print('open', '-s', 's', '--record', record, '--', 'sh', '-c', script);
  const send = (secret: string): string[] => ['send', '-s', 's', '--secret', secret, 'Enter', '--expect', 'got'];
  const typed = await sessions.run(send('PASSWORD'), { env: { PASSWORD: 'hunter2-xyz' } });
  expect(typed).toMatchObject({ exitCode: 0, stdout: '•••••••••••\ngot •••••••••••\n' });
  const line = await sessions.run(send('-'), { input: 'second-secret\nrest' });
  expect(line.stdout).toContain('got •••••••••••••\n');
  for (const args of [['show'], ['show', '--json'], ['show', '--ansi'], ['request', 'currentView']])
    expect(await sessions.print(...args, '-s', 's')).not.toMatch(/hunter2|second-secret/);
  expect(await sessions.run(['send', '-s', 's', '--secret', 'NOT_SET'])).toMatchObject({ exitCode: 2 });
  expect(await sessions.run(['send', '-s', 's', '--secret', 'PASSWORD'], { env: { PASSWORD: 'abc' } })).toMatchObject({
    exitCode: 2,
  });
  await sessions.print('close', '-s', 's');
  expect(readFileSync(record, 'utf8')).not.toMatch(/hunter2|second-secret/);
});

test('run prints the output of a command and returns its exit code [18.run]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'r', '--', 'bash', '--norc');
  expect(await sessions.run(['run', '-s', 'r', "printf 'a\\nb c\\n'; (exit 3)"])).toMatchObject({
    exitCode: 3,
    stdout: 'a\nb c\n',
  });
  expect(await sessions.run(['run', '-s', 'r', `printf '%0200d' 7`])).toMatchObject({
    exitCode: 0,
    stdout: `${'0'.repeat(199)}7\n`,
  });
  expect(await sessions.run(['run', '-s', 'r', 'if'])).toMatchObject({
    exitCode: expect.toSatisfy((code) => code > 0 && code < 124),
  });
  expect(await sessions.run(['run', '-s', 'r', 'sleep 1000', '--timeout', '300ms'])).toMatchObject({ exitCode: 124 });
  expect(await sessions.run(['run', '-s', 'r', 'true'])).toMatchObject({
    exitCode: 125,
    stderr: expect.stringMatching(/sleep, not the prompt of a shell .* To interrupt it: tuispec send -s r Ctrl\+c\n/),
  });
  expect(await sessions.run(['run', '-s', 'none', 'true'])).toMatchObject({ exitCode: 125 });
  await sessions.print('open', '-s', 'r', '--restart');
  const { exitCode, stdout } = await sessions.run(['run', '-s', 'r', '--json', 'echo last; exit 3']);
  expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({
    exitCode: 3,
    exit_code: 3,
    output: expect.stringMatching(/^last/),
    exited: true,
  });
});

test('pictures are files of the session, or where --out says, for this user only [18.pictures]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'p', '--', 'sh', '-c', 'printf "\\033[31mred"; exec sleep 1000');
  const png = (await sessions.print('show', '-s', 'p', '--png')).trim();
  expect(png.startsWith(`${sessions.directory}/p/`)).toBe(true);
  expect(readFileSync(png).subarray(1, 4).toString()).toBe('PNG');
  expect(await sessions.print('show', '-s', 'p', '--out', 'x.svg')).toBe(`${sessions.cwd}/x.svg\n`);
  expect(statSync(join(sessions.cwd, 'x.svg')).mode & 0o777).toBe(0o600);
  expect(await sessions.print('show', '-s', 'p', '--ansi')).toBe('\x1b[0;31mred\x1b[0m\n');
  expect(await sessions.run(['show', '-s', 'p', '--out', 'x.txt'])).toMatchObject({ exitCode: 2, stdout: '' });
  await sessions.print('close', '-s', 'p');
  expect(existsSync(png)).toBe(false);
});

test('--json prints the results of the tools, and errors as an object [18.json]', async () => {
  const sessions = new Sessions();
  const opened = JSON.parse(await sessions.print('open', '-s', 'j', '--json', '--', 'cat'));
  expect(opened).toMatchObject({ session_id: 'j', pid: expect.any(Number), cols: 80, rows: 24, screen_text: '' });
  const sent = JSON.parse(await sessions.print('send', '-s', 'j', 'abc', 'Enter', '--expect', 'abc', '--json'));
  expect(sent).toMatchObject({
    success: true,
    sent: 'abc{Enter}',
    found: true,
    screen_changes: 'abc\nabc',
    revision: expect.any(Number),
  });
  const { stdout, exitCode } = await sessions.run(['send', '-s', 'j', 'enter', '--json']);
  expect(exitCode).toBe(2);
  expect(JSON.parse(stdout)).toEqual({
    error: { kind: 'usage', message: expect.stringContaining('did you mean Enter'), screen: 'abc\nabc' },
  });
  expect(JSON.parse((await sessions.run(['show', '-s', 'nope', '--json'])).stdout)).toMatchObject({
    error: { kind: 'no-session', screen: '' },
  });
  expect(JSON.parse(await sessions.print('show', '-s', 'j', '--ansi', '--json'))).toMatchObject({
    screen_text: expect.stringContaining('abc\r\nabc'),
  });
  expect(JSON.parse(await sessions.print('view', '-s', 'j', '--stop', '--json'))).toMatchObject({ success: true });
  expect(JSON.parse(await sessions.print('ls', '--json'))).toEqual([
    {
      name: 'j',
      state: 'running',
      pid: opened.pid,
      session_pid: sessions.record('j').session_pid,
      command: 'cat',
      cwd: sessions.cwd,
      cols: 80,
      rows: 24,
      age_seconds: expect.any(Number),
      idle_seconds: expect.any(Number),
    },
  ]);
});

test('request sends any method to the server of the session [18.request]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'q', '--', 'cat');
  expect(JSON.parse(await sessions.print('request', '-s', 'q', 'resize', '{"cols":100,"rows":30}'))).toMatchObject({
    cols: 100,
    rows: 30,
  });
  expect(await sessions.run(['request', '-s', 'q', 'resize', '{"cols":1}'])).toMatchObject({ exitCode: 2 });
  expect(await sessions.run(['request', '-s', 'q', 'resize', '[1]'])).toMatchObject({ exitCode: 2 });
  expect(await sessions.run(['request', '-s', 'q', 'nope'])).toMatchObject({ exitCode: 2 });
  // Paths are those of the caller: the directory of the session is removed with it.
  await sessions.print('request', '-s', 'q', 'recording.start', '{"path":"FILE"}');
  await sessions.print('request', '-s', 'q', 'launch', '{"command":"pwd"}');
  await sessions.print(
    'request',
    '-s',
    'q',
    'waitForText',
    JSON.stringify({ selector: { type: 'exact', text: sessions.cwd } }),
  );
  await sessions.print('close', '-s', 'q');
  expect(readFileSync(join(sessions.cwd, 'FILE'), 'utf8')).toContain('"method\\":\\"launch\\"');
});

test('a long output keeps its beginning and end, and names the command that prints the rest [18.bounded]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'l', '--', 'sh', '-c', 'read x; seq 1 3000; echo end; exec sleep 1000');
  const printed = await sessions.print('send', '-s', 'l', 'Enter', '--expect', 'end');
  expect(printed.split('\n').length).toBeLessThanOrEqual(502);
  expect(printed).toMatch(/\[\d+ lines omitted: tuispec show -s l --scrollback \d+\]/);
  expect(printed).toMatch(/\| 1\n/);
  const all = await sessions.print('show', '-s', 'l', '--scrollback', '3000');
  expect(all).toContain(`${Array.from({ length: 3000 }, (_, index) => index + 1).join('\n')}\nend\n`);
});

test('callers see what is new for them, and who typed [18.callers]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'c', '--', 'cat');
  const as = (caller: string, ...args: string[]): ReturnType<Sessions['run']> =>
    sessions.run(args, { env: { TUISPEC_CALLER: caller } });
  await as('one', 'show', '-s', 'c');
  await as('two', 'send', '-s', 'c', 'hello', 'Enter', '--expect', 'hello');
  expect(await as('two', 'show', '-s', 'c', '--changes')).toMatchObject({ stdout: '' });
  expect(await as('one', 'show', '-s', 'c', '--changes')).toMatchObject({ stdout: 'hello\nhello\n' });
  await as('two', 'send', '-s', 'c', 'again', 'Enter');
  const message = 'tuispec: The caller "two" typed in this session since your last command.\n';
  expect((await as('one', 'send', '-s', 'c', 'mine', 'Enter')).stderr).toContain(message);
  for (const args of [['show'], ['wait', 'hello'], ['click', '999,999']]) {
    await as('two', 'send', '-s', 'c', 'x');
    expect((await as('one', ...args, '-s', 'c')).stderr, args.join(' ')).toContain(message);
  }
  expect((await as('one', 'show', '-s', 'c')).stderr).toBe('');
});

test.skipIf(process.platform !== 'linux')('agents in two terminals are two callers [18.callers]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'c', '--expect', 'hello', '--', 'sh', '-c', 'echo hello; exec sleep 1000');
  const show = `"${process.execPath}" "${resolve('dist/cli.js')}" show -s c --changes </dev/null 2>&1 | cat; echo done`;
  for (const name of ['one', 'two'])
    expect(await sessions.print('open', '-s', name, '--expect', 'done', '--', 'sh', '-c', show)).toBe(
      `${name}\nhello\ndone\n`,
    );
});

test('the directory of sessions is private, and nothing is left in it [18.files]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'f', '--', 'cat');
  expect(statSync(sessions.directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(sessions.directory, 'f')).mode & 0o777).toBe(0o700);
  for (const file of ['s', 'session.json'])
    expect(statSync(join(sessions.directory, 'f', file)).mode & 0o777).toBe(0o600);
  await sessions.print('close', '-s', 'f');
  expect(readdirSync(sessions.directory)).toEqual([]);
});
