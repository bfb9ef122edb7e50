import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect as expectTerminal } from 'tuispec';
import { describe, expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { openTerminal } from '../support/library-terminal.js';
import { type Recorder, record } from '../support/recorder.js';
import { runCli } from '../support/run.js';

const keys = resolve('fixtures/programs/keys.mjs');
const prompt = /^\$ $/;
const shell = ['sh'];

/** Records a program that notes its input; returns its recorder and the notes at its end. */
async function recordKeys(): Promise<{ recorder: Recorder; end(): Promise<string> }> {
  const file = join(createTemporaryDirectory(), 'chunks.json');
  const recorder = await record([process.execPath, keys, file]);
  await recorder.terminal.waitForText('ready');
  const end = async (): Promise<string> => {
    await recorder.terminal.sendBytes(Buffer.from('!quit\r'));
    await recorder.finish();
    const chunks = JSON.parse(readFileSync(file, 'utf8')) as { hex: string }[];
    return chunks.map(({ hex }) => hex).join('');
  };
  return { recorder, end };
}

const switchModes = async ({ terminal }: Recorder, ...modes: string[]): Promise<void> => {
  for (const mode of modes) {
    await terminal.sendBytes(Buffer.from(`!${mode}\r`));
    await terminal.waitForText('switched', { since: 'lastInput' });
  }
};

describe('pass-through', () => {
  test('what the terminal sends reaches the program byte for byte [20.5.passthrough]', async () => {
    const { recorder, end } = await recordKeys();
    await switchModes(recorder, '?1003h', '?1006h', '?2004h', '?1004h', '>31u');
    const pieces = [
      '\x1b[A\x1b[1;5C\x1bOP',
      '\x1b[<0;10;5M\x1b[<0;10;5m\x1b[<35;1;1M\x1b[<64;2;2M',
      '\x1b[200~two\nlines\x1b[201~',
      '\x1b[I\x1b[O',
      '\x1b[97;5u\x1b[97;1:3u\x1b[57441;2:1u',
      'é漢😀',
      '\x1b]11;rgb:1111/2222/3333\x07\x1b[?62;22c\x1bP1+r544e\x1b\\',
      '\x03\x1a\x1c\x00\x7f',
      '\xff\xfe',
      '\x1b[99~',
    ];
    const bytes = Buffer.concat(
      pieces.map((piece) => (piece.startsWith('\xff') ? Buffer.from(piece, 'latin1') : Buffer.from(piece))),
    );
    for (let at = 0; at < bytes.length; at += 7) await recorder.terminal.sendBytes(bytes.subarray(at, at + 7));
    await recorder.terminal.waitForText('5b39397e');
    await switchModes(recorder, '<u', '?1003l', '?1006l', '?2004l', '?1004l');
    expect(await end()).toContain(bytes.toString('hex'));
  });

  test('what the program writes reaches the terminal byte for byte [20.5.passthrough]', async () => {
    const directory = createTemporaryDirectory();
    // A line feed that only moves down, titles, colors, queries, an unknown sequence and invalid UTF-8.
    const output = Buffer.concat([
      Buffer.from('one\ntwo\x1b]2;title\x07\x1b[38;2;1;2;3m\x1b[6n\x1b[?u\x1b]11;?\x07\x1b[5;5X\r\n'),
      Buffer.from([0xff, 0xc3, 0x28]),
      Buffer.from('\x1b[0m\x1b[?2004l\r\nend'),
    ]);
    writeFileSync(join(directory, 'output'), output);
    const typescript = join(directory, 'typescript');
    const command = `'${process.execPath}' '${resolve('dist/cli.js')}' record --out x.tape -- sh -c 'stty -opost; cat output'`;
    const terminal = await openTerminal('script', { args: ['-q', '-c', command, typescript], cwd: directory });
    await terminal.waitForExit();
    expect(readFileSync(typescript).includes(output)).toBe(true);
  });

  test('the terminal of the person answers queries, and the answers are no input [20.5.passthrough] [20.5.replies]', async () => {
    const query = String.raw`stty raw -echo; printf '\033[6n\033[?1;$p\033[c'; sleep 0.2; dd bs=1 count=26 2>/dev/null | od -c | head; stty sane; echo answered`;
    const recorder = await record(['sh', '-c', query]);
    expect(await recorder.finish()).toBe('Expect+New "answered"\nExpectExit');
    expect(await recorder.terminal.text()).toMatch(/033\s+\[\s+2\s+;\s+1\s+R/);
  });

  test('End of tmux is that of the terminal in tests, unless the program knows the terminal [20.5.decoder]', async () => {
    const read = 'stty raw -echo; printf ready; dd bs=1 count=$0 2>/dev/null | od -c; dd bs=1 count=1 2>/dev/null';
    for (const [TERM, options, count, bytes] of [
      ['tmux-256color', [], '3', '033   [   F'],
      ['tmux-256color', ['--env', 'TERM=screen'], '4', '033   [   4   ~'],
      // What an xterm sends reaches the program byte for byte.
      ['xterm-256color', [], '4', '033   [   4   ~'],
    ] as const) {
      const recorder = await record(['sh', '-c', read, count], { options, env: { TERM } });
      await recorder.terminal.waitForText('ready');
      await recorder.terminal.sendBytes(Buffer.from('\x1b[4~'));
      await recorder.terminal.waitForText(bytes);
      await recorder.terminal.sendBytes(Buffer.from('x'));
      await recorder.finish();
      expect(recorder.read()).toContain('Key "End"');
    }
  });

  test('titles and colors of the program are those of the terminal [20.5.passthrough]', async () => {
    const recorder = await record(['sh', '-c', String.raw`printf '\033]2;my title\007\033[31mred\033[0m\n'; read x`]);
    await recorder.terminal.waitForText({ type: 'exact', text: 'red', style: { fg: 'red' } });
    expect((await recorder.terminal.state()).title).toBe('my title');
    await recorder.terminal.press('Enter');
    await recorder.finish();
  });
});

describe('end', () => {
  const messy = String.raw`printf '\033[?1049h\033[?1003h\033[?1006h\033[?2004h\033[?25l\033[>1u'; stty raw -echo; printf 'ready'; `;
  test.each([
    ['an exit', 'exit 3', 3],
    ['SIGKILL of the program', 'kill -9 $$', 137],
    ['SIGTERM of the program', 'kill $$', 143],
    ['an exit with a status like that of a signal', 'exit 130', 130],
  ])(
    'after %s, the terminal is as before, and the status is that of the program [20.5.restored]',
    async (_, end, code) => {
      const recorder = await record(['sh', '-c', `${messy}read x; ${end}`]);
      await recorder.terminal.waitForText('ready');
      await recorder.terminal.sendBytes(Buffer.from('\n'));
      const exit = await recorder.terminal.waitForExit();
      expect(exit).toMatchObject({ exitCode: code, signal: null });
      await expectTerminal(recorder.terminal).toRestoreTerminal({ strict: true });
    },
  );

  test('Ctrl+C reaches the program, which it ends [20.5.restored]', async () => {
    const recorder = await record(['sh', '-c', 'echo ready; sleep 1000']);
    await recorder.terminal.waitForText('ready');
    await recorder.terminal.press('Ctrl+c');
    expect(await recorder.finish(130)).toMatch(/Ctrl\+c\nExpectExit 130$/);
    const { exitCode, stdout } = await runCli(['test', recorder.path], { cwd: recorder.directory });
    expect(exitCode, stdout).toBe(0);
  });

  test('SIGTERM of tuispec restores the terminal and writes what was recorded [20.5.restored]', async () => {
    const recorder = await record(['sh', '-c', `${messy}sleep 1000`]);
    await recorder.terminal.waitForText('ready');
    await recorder.terminal.signal('SIGTERM');
    expect(await recorder.terminal.waitForExit()).toMatchObject({ signal: 'SIGTERM' });
    await expectTerminal(recorder.terminal).toRestoreTerminal({ strict: true });
    expect(recorder.read()).toContain('Launch ');
  });

  test('if the terminal is closed, the program ends and the tape is written [20.5.restored]', async () => {
    const directory = createTemporaryDirectory();
    const recorder = await record(['sh', '-c', 'echo $$ > pid; echo ready; sleep 1000'], { cwd: directory });
    await recorder.terminal.waitForText('ready');
    const pid = Number(readFileSync(join(directory, 'pid'), 'utf8'));
    await recorder.terminal.close({ grace: 20_000 });
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    expect(recorder.read()).toContain('Launch ');
  });

  test('the last line on standard error names the file and what to do with it [20.5.end]', async () => {
    const recorder = await record(['true']);
    await recorder.finish();
    const lines = (await recorder.terminal.text()).replaceAll('\n', '');
    expect(lines).toContain('recording in a clean environment (yours: --no-hermetic)');
    for (const words of ['tuispec test', 'tuispec export', '.test.ts']) expect(lines).toContain(words);
  });
});

describe('environment', () => {
  test('the program runs in the environment of tests, with the variables of --env [20.5.hermetic]', async () => {
    const env = { MINE: 'x', GIVEN: 'a,b', HOME: '/nowhere/mine' };
    const script = 'echo "[$MINE|$GIVEN|$OTHER|$HOME]"; read x';
    const recorder = await record(['sh', '-c', script], { env, options: ['--env', 'GIVEN', '--env', 'OTHER=1=2'] });
    await recorder.terminal.waitForText(/\[\|a,b\|1=2\|(?!\/nowhere\/mine).+\]/);
    await recorder.terminal.press('Enter');
    await recorder.finish();
    expect(recorder.read()).toContain('Env GIVEN "a,b"\nEnv OTHER "1=2"\n');
    const own = await record(['sh', '-c', script], { env, options: ['--no-hermetic'] });
    await own.terminal.waitForText('[x|a,b||/nowhere/mine]');
    await own.terminal.press('Enter');
    await own.finish();
  });
});

describe('refusals', () => {
  test('without a terminal, nothing runs and no file is written [20.5.refused]', async () => {
    const cwd = createTemporaryDirectory();
    const { exitCode, stderr } = await runCli(['record', '--', 'touch', 'ran'], { cwd });
    expect({ exitCode, stderr, files: readdirSync(cwd) }).toEqual({
      exitCode: 1,
      stderr: 'tuispec: Recording needs a terminal as standard input and standard output.\n',
      files: [],
    });
  });

  test.each([
    [['record'], 'Missing argument COMMAND'],
    [['record', '--out', 'x.txt', '--', 'ls'], '--out must end with .tape or .jsonl'],
    [['record', '--out', 'x.jsonl', '--verify', '2', '--', 'ls'], '--verify needs a tape'],
    [['record', '--env', 'NOT_SET_HERE', '--', 'ls'], 'the variable is not set'],
    [['record', '--cols', '1', '--', 'ls'], '--cols must be a whole number'],
  ])('%j is wrong usage [20.5.refused]', async (args, message) => {
    const { exitCode, stderr } = await runCli(args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  test('a command that cannot start is one line, and no file [20.5.refused]', async () => {
    const recorder = await record(['no-such-program-here']);
    expect(await recorder.terminal.waitForExit()).toMatchObject({ exitCode: 1 });
    expect((await recorder.terminal.text()).trim().split('\n')).toEqual([
      'tuispec: Cannot start "no-such-program-here": command not found in PATH.',
    ]);
    expect(existsSync(recorder.path)).toBe(false);
  });

  test('a variable that a tape cannot contain is wrong usage [20.5.refused]', async () => {
    const recorder = await record(['true'], { options: ['--env', 'LINES_OF_TEXT=a\nb'] });
    expect(await recorder.terminal.waitForExit()).toMatchObject({ exitCode: 2 });
    expect(existsSync(recorder.path)).toBe(false);
  });

  test('a file that exists or cannot be written is refused before anything runs [20.5.refused]', async () => {
    const cwd = createTemporaryDirectory();
    mkdirSync(join(cwd, 'folder.tape'));
    writeFileSync(join(cwd, 'old.tape'), 'old');
    const refusal = async (out: string): Promise<string> => {
      const { exitCode, stderr } = await runCli(['record', '--out', out, '--', 'touch', 'ran'], { cwd });
      expect(exitCode).toBe(1);
      return stderr;
    };
    expect(await refusal('old.tape')).toBe('tuispec: old.tape exists. Use --force to replace it.\n');
    expect(await refusal('folder.tape')).toContain('Cannot write folder.tape');
    expect(await refusal('missing/x.tape')).toContain('Cannot write missing/x.tape');
    expect(readdirSync(cwd).sort()).toEqual(['folder.tape', 'old.tape']);
    expect(readFileSync(join(cwd, 'old.tape'), 'utf8')).toBe('old');
  });
});

describe('tape', () => {
  test('a tape begins with the size and the program, and waits for prompts and output [20.5.tape] [20.5.rules]', async () => {
    const recorder = await record(shell, { env: { PS1: '$ ' }, options: ['--env', 'PS1'] });
    const { terminal } = recorder;
    await terminal.waitForText(prompt);
    await terminal.sendLine('echo one two | tr a-z A-Z', { answer: 'ONE TWO' });
    await terminal.sendLine('exit 4');
    const steps = await recorder.finish(4);
    expect(recorder.read().split('\n').slice(0, 5)).toEqual([
      'Set Cols 80',
      'Set Rows 24',
      'Env PS1 "$ "',
      'Launch "sh"',
      '',
    ]);
    expect(steps.split('\n')).toEqual([
      'Expect+New /^\\$ ?$/',
      'Type "echo one two | tr a-z A-Z"',
      'Enter',
      'Expect+New /^\\$ ?$/',
      'Expect "ONE TWO"',
      'Type "exit 4"',
      'Enter',
      'ExpectExit 4',
    ]);
  });

  test('a password is in no file, whether typed fast or slowly [20.5.secrets]', async () => {
    const recorder = await record(shell, { env: { PS1: '$ ' }, options: ['--env', 'PS1'] });
    const { terminal } = recorder;
    await terminal.waitForText(prompt);
    const ask = 'stty -echo; printf "Password: "; read p; stty echo; echo; echo "length ${#p}"';
    await terminal.sendLine(ask, { answer: /^Password: $/ });
    await terminal.sendBytes(Buffer.from('hunter-42\r'));
    await terminal.waitForText('length 9');
    await terminal.sendLine(ask, { answer: /^Password: $/ });
    for (const character of 'qwertz77') await terminal.type(character);
    await terminal.press('Backspace', 'Enter');
    await terminal.waitForText('length 7');
    await terminal.waitForText(prompt);
    await terminal.sendLine('exit');
    const steps = await recorder.finish();
    expect(steps).not.toMatch(/hunter|qwert|werT/i);
    expect(steps.match(/TypeEnv SECRET_\d/g)).toEqual(['TypeEnv SECRET_1', 'TypeEnv SECRET_2']);
    expect((await terminal.text()).replaceAll('\n', '')).toContain('SECRET_2');
  });

  test('a text that a program hides or masks is a secret [20.5.secrets]', async () => {
    const hidden = 'import sys,tty,termios;tty.setraw(0);sys.stdout.write("Key: ");sys.stdout.flush()\n';
    const read =
      'b=b""\nwhile not b.endswith(b"\\r"):\n c=__import__("os").read(0,1);b+=c;__import__("os").write(1,MASK)\n';
    for (const [mask, ...result] of [['b"*"'], ['b""', 'Expect+New "Key: done"']]) {
      const recorder = await record(['python3', '-c', `${hidden}${read.replace('MASK', String(mask))}print("done")`]);
      await recorder.terminal.waitForText('Key:');
      for (const character of 'sesame') await recorder.terminal.type(character);
      await recorder.terminal.press('Enter');
      const steps = await recorder.finish();
      expect(steps.split('\n').slice(1)).toEqual(['TypeEnv SECRET_1', 'Enter', ...result, 'ExpectExit']);
    }
  });

  test('--cols and --rows are a part of the terminal, and a resize is recorded [20.5.size]', async () => {
    const recorder = await record(shell, {
      env: { PS1: '$ ' },
      options: ['--env', 'PS1', '--cols', '60', '--rows', '10'],
    });
    const { terminal } = recorder;
    await terminal.waitForText(prompt);
    await terminal.sendLine('stty size', { answer: '10 60' });
    await terminal.resize(50, 24);
    await terminal.sendLine('stty size', { answer: '10 50' });
    await terminal.sendLine('exit');
    const steps = await recorder.finish();
    expect(recorder.read()).toMatch(/^Set Cols 60\nSet Rows 10\n/);
    expect(steps).toContain('Resize 50 10\nExpect+Stable\n');
  });

  test('keys of the kitty protocol are recorded by their names, and replayed [20.5.decoder]', async () => {
    const recorder = await record([process.execPath, resolve('fixtures/programs/kitty.mjs'), '31']);
    const { terminal } = recorder;
    await terminal.waitForModes({ kittyKeyboard: 31 });
    for (const [key, shown] of [
      ['Ctrl+a', 'Ctrl+a'],
      ['Shift+F5', 'Shift+15~'],
      ['b', 'b "b"'],
      ['Alt+Enter', 'Alt+Enter'],
    ] as const) {
      await terminal.press(key);
      await terminal.waitForText(shown);
    }
    await terminal.press('q');
    const lines = (await recorder.finish()).split('\n');
    for (const line of ['Ctrl+a', 'Key "Shift+F5"', 'Key "b"', 'Key "Alt+Enter"', 'Key "q"'])
      expect(lines).toContain(line);
    const { exitCode, stdout } = await runCli(['test', recorder.path], { cwd: recorder.directory });
    expect(exitCode, stdout).toBe(0);
  });

  test('clicks, drags, the wheel, pastes and focus are commands; what has no name is a comment [20.5.tape] [20.5.unnamed]', async () => {
    const { recorder, end } = await recordKeys();
    const { terminal } = recorder;
    await switchModes(recorder, '?1002h', '?1006h', '?1004h', '?2004h');
    const see = async (hex: string): Promise<void> => void (await terminal.waitForText(hex));
    await terminal.click({ row: 3, col: 5 });
    await see('353b336d');
    await terminal.click({ row: 2, col: 4 }, { button: 'right' });
    await see('343b326d');
    await terminal.drag({ row: 1, col: 1 }, { row: 2, col: 3 });
    await see('333b326d');
    await terminal.scroll('down', { amount: 2, target: { row: 4, col: 6 } });
    await see('363b344d');
    await terminal.type('a paste', { paste: true });
    await see('3230317e');
    await terminal.focus(false);
    await see('1b5b4f');
    await terminal.click({ row: 5, col: 5 }, { modifiers: ['Ctrl'] });
    await see('353b356d');
    await terminal.sendBytes(Buffer.from('\x1b[99~'));
    await see('5b39397e');
    await switchModes(recorder, '?1002l', '?1006l', '?1004l', '?2004l');
    await end();
    const lines = recorder.read().split('\n');
    for (const line of ['Click 3 5', 'Click 2 4 Right', 'Drag 1 1 2 3', 'Wheel Down 2', 'Paste "a paste"', 'Focus Out'])
      expect(lines).toContain(line);
    // Ctrl and the left button, pressed and released.
    expect(lines).toContain('# Input without a name: 1b 5b 3c 31 36 3b 35 3b 35 4d');
    expect(lines).toContain('# Input without a name: 1b 5b 39 39 7e');
    expect((await terminal.text()).replaceAll('\n', '')).toContain('The input 1b 5b 39 39 7e has no name.');
  });

  test('a recording has what a tape cannot contain, and replays in a clean environment [20.5.jsonl] [20.3.recordings]', async () => {
    const pieces = [
      '\x1b[200~two\rlines\x1b[201~',
      '\x1b[<16;5;5M',
      '\x1b[<16;5;5m',
      '\x1b[99~',
      '\x1b[A',
      '\x0b',
      'q',
    ];
    const typed = pieces.join('');
    const script = `stty raw -echo; printf '\\033[?1002h\\033[?1006h\\033[?2004hready'; dd bs=1 count=${typed.length} of=typed 2>/dev/null
      stty sane; printf '\\033[?1002l\\033[?1006l\\033[?2004l'; exit 3`;
    const { terminal, ...recorder } = await record(['sh', '-c', script], { file: 'recorded.jsonl' });
    await terminal.waitForText('ready');
    for (const piece of pieces) await terminal.sendBytes(Buffer.from(piece));
    await terminal.waitForExit();
    expect((await terminal.text()).replaceAll('\n', '')).toMatch(/wrote \S+recorded\.jsonl: tuispec test/);
    const file = join(recorder.directory, 'typed');
    rmSync(file);
    const { exitCode, stdout } = await runCli(['test', recorder.path], { cwd: recorder.directory });
    expect(exitCode, stdout).toBe(0);
    expect(readFileSync(file, 'latin1')).toBe(typed);
    const env = { HOME: '/nowhere/mine' };
    const home = 'case $HOME in /nowhere/*) echo "a home of mine" ;; *) echo "$MINE home" ;; esac; read x';
    const options = ['--env', 'MINE=a clean'];
    const shell = await record(['sh', '-c', home], { file: 'shell.jsonl', options, env });
    await shell.terminal.waitForText('a clean home');
    await shell.terminal.press('Enter');
    await shell.finish();
    expect(readFileSync(shell.path, 'utf8')).toContain('a clean home');
    const again = await runCli(['test', shell.path], { cwd: shell.directory, env });
    expect(again.exitCode, again.stdout).toBe(0);
  });

  test('a text with all kinds of quotes is no wait, and does not end the recording [20.5.writer]', async () => {
    const recorder = await record([
      'sh',
      '-c',
      'stty -echo; echo "say \\"it\'s \\`so\\`\\""; read x; stty echo; exit 2',
    ]);
    await recorder.terminal.waitForText("it's");
    await recorder.terminal.press('Enter');
    expect((await recorder.finish(2)).split('\n').slice(-2)).toEqual(['Enter', 'ExpectExit 2']);
  });

  test('what a program displays before it ends is its result [20.5.rules]', async () => {
    const sum = 'printf "A number: "; read n; echo "sum = $((n + 20))"; echo "Done in 0.3 s"';
    const recorder = await record(['sh', '-c', sum]);
    await recorder.terminal.waitForText('A number:');
    await recorder.terminal.type('22');
    await recorder.terminal.press('Enter');
    const steps = await recorder.finish();
    expect(steps.split('\n').slice(-4)).toEqual(['Type "22"', 'Enter', 'Expect+New "sum = 42"', 'ExpectExit']);
    const cwd = recorder.directory;
    expect(await runCli(['test', recorder.path], { cwd })).toMatchObject({ exitCode: 0 });
    writeFileSync(recorder.path, recorder.read().replace('n + 20', 'n + 21'));
    const { exitCode, stdout } = await runCli(['test', recorder.path], { cwd });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('Expect+New "sum = 42" failed');
  });

  test('what is typed ahead is one burst, without a wait in between [20.5.rules]', async () => {
    const recorder = await record(shell, { env: { PS1: '$ ' }, options: ['--env', 'PS1'] });
    await recorder.terminal.waitForText(prompt);
    await recorder.terminal.sendBytes(Buffer.from('sleep 0.2\rexit 3\r'));
    const steps = await recorder.finish(3);
    expect(steps.split('\n')).toEqual([
      'Expect+New /^\\$ ?$/',
      'Type "sleep 0.2"',
      'Enter',
      'Type "exit 3"',
      'Enter',
      'ExpectExit 3',
    ]);
  });

  test('the reaction to keys that do not wait for each other can come before the last one [20.5.rules]', async () => {
    const menu = String.raw`stty raw -echo; printf '\033[?1049hready'; dd bs=1 count=4 2>/dev/null; printf 'A menu of things'; dd bs=1 count=1 >/dev/null 2>&1`;
    const recorder = await record(['sh', '-c', menu]);
    await recorder.terminal.waitForText('ready');
    await recorder.terminal.sendBytes(Buffer.from('\x1b[B\t'));
    await recorder.terminal.waitForText('A menu of things');
    await recorder.terminal.type('q');
    const lines = (await recorder.finish()).split('\n');
    expect(lines.slice(lines.indexOf('Down'), -1)).toEqual(['Down', 'Tab', 'Expect "A menu of things"', 'Type "q"']);
  });

  test('a signal is sent when nothing changes any more [20.5.rules]', async () => {
    const recorder = await record(['sh', '-c', 'echo A word; read x; echo "Now interrupt"; sleep 1000']);
    await recorder.terminal.waitForText('A word');
    await recorder.terminal.press('Enter');
    await recorder.terminal.waitForText('Now interrupt');
    await recorder.terminal.waitForStable(500);
    await recorder.terminal.press('Ctrl+c');
    expect(await recorder.finish(130)).toContain('Expect+New "Now interrupt"\nExpect+Stable\nCtrl+c\n');
  });

  test('Escape and the key after it are two keys, however fast they are typed [20.5.decoder]', async () => {
    const title = String.raw`stty raw -echo; printf '\033[?1049hready\r\n'; dd bs=1 count=1 >/dev/null 2>&1; printf 'A title'; dd bs=1 count=1 >/dev/null 2>&1`;
    const recorder = await record(['sh', '-c', title]);
    await recorder.terminal.waitForText('ready');
    await recorder.terminal.press('Escape');
    await recorder.terminal.waitForText('A title');
    await recorder.terminal.press('F3');
    expect(await recorder.finish()).toContain('Escape\nExpect+New "A title"\nKey "F3"\nExpectExit');
  });

  test('a burst ends where the person pauses, however long it is [20.5.rules]', async () => {
    const mirror = `import sys,tty
tty.setraw(0); w=sys.stdout.write; w("\\x1b[?1049hreads letters"); sys.stdout.flush()
n=0
while n<60:
  sys.stdin.read(1); n+=1; w("\\x1b[2J\\x1b[HLetter number %d of many" % n); sys.stdout.flush()`;
    const recorder = await record(['python3', '-c', mirror]);
    const { terminal } = recorder;
    await terminal.waitForText('reads letters');
    const sentAt: number[] = [];
    for (let letter = 0; letter < 60; letter += 1) {
      sentAt.push(performance.now());
      await terminal.type('x');
      if (letter < 59) await terminal.waitForText(`number ${letter + 1} of`);
    }
    const steps = await recorder.finish();
    // On a busy machine, the letters can come so late that they look like the pauses of a person.
    const pauses = sentAt.filter((at, index) => (sentAt[index + 2] ?? at) - at > 200).length;
    expect(steps.match(/^Type/gm)?.length).toBeLessThanOrEqual(1 + pauses);
  });

  test('rows that change by themselves are never waited for [20.5.volatile]', async () => {
    const spinner = `import sys,time,threading,tty
tty.setraw(0); w=sys.stdout.write
w("\\x1b[?1049h\\x1b[3;1HMain menu of things"); sys.stdout.flush()
def spin():
  for i in range(10000):
    w("\\x1b7\\x1b[1;1H%s Loading part %s\\x1b8" % ("|/-"[i%3], chr(97+i%26)*4)); sys.stdout.flush(); time.sleep(.05)
threading.Thread(target=spin,daemon=True).start()
n=0
while True:
  c=sys.stdin.read(1)
  if c=="q": break
  n+=1; w("\\x1b[5;1HChosen item %s  " % ("first" if n==1 else "second")); sys.stdout.flush()
w("\\x1b[?1049l"); sys.stdout.flush()`;
    const recorder = await record(['python3', '-c', spinner]);
    const { terminal } = recorder;
    await terminal.waitForText('Main menu');
    await terminal.waitForText('Loading part zzzz');
    await terminal.press('x');
    await terminal.waitForText('first');
    await terminal.waitForText('Loading part yyyy', { since: 'lastInput' });
    await terminal.press('ArrowDown');
    await terminal.waitForText('second');
    await terminal.waitForText('Loading part xxxx', { since: 'lastInput' });
    await terminal.type('q');
    const steps = await recorder.finish();
    expect(steps).not.toContain('Loading');
    expect(steps).toContain('Expect+New "Chosen item first"');
  });
});
