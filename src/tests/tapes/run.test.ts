import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { system } from '../../base/system/system.js';
import { runTape, runTapes, type TapeRun } from '../support/tapes.js';
import { sample } from '../support/tier.js';

const passed = { exitCode: 0, stderr: '' };
const failureOf = ({ exitCode, stdout }: TapeRun): string => {
  expect(exitCode, stdout).toBe(1);
  return /^ {2}(demo\.tape:\d.*)$/m.exec(stdout)?.[1] ?? stdout;
};

describe('a tape asserts', () => {
  test.each([
    [
      'Type "nosuchprogram x"\nEnter',
      'demo.tape:1:1: Type "nosuchprogram x" failed: the command was not found (status 127).',
    ],
    [
      'Type "/etc/passwd"\nSleep 10ms\nEnter\nSleep 9s\nExpect "never"',
      'demo.tape:3:1: Enter failed: the command cannot be executed (status 126).',
    ],
    [
      'Type "PS1=x"\nEnter\nType "nosuchprogram"\nEnter\nWait /x/',
      'demo.tape:3:1: Type "nosuchprogram" failed: the command was not found (status 127).',
    ],
  ])('that no command is missing: %j [20.3.missing]', async (source, message) => {
    expect(failureOf(await runTape(source))).toBe(message);
  });

  test.each(['zsh', 'fish'])('that no command is missing in %s [20.3.missing] [20.2.shells]', async (shell) => {
    const good = `Set Shell ${shell}\nType "echo one"\nEnter\nWait\nExpect+New "one"\n`;
    expect(await runTape(good)).toMatchObject(passed);
    expect(failureOf(await runTape(`${good}Type "nosuchprogram"\nEnter\nWait`))).toMatch(
      /^demo\.tape:6:1: Type "nosuchprogram" failed: the command was not found/,
    );
  });

  test('that the program does not end while input follows [20.3.ended]', async () => {
    expect(failureOf(await runTape('Type "exit"\nEnter\nSleep 5s\nType "more"'))).toBe(
      'demo.tape:4:1: Type "more" failed: the program has ended with code 0.',
    );
    expect(failureOf(await runTape('Type "kill -SEGV $$"\nEnter\nSleep 5s'))).toContain('has ended by SIGSEGV');
    expect(failureOf(await runTape('Launch "sh -c \'read x; kill -SEGV $$\'"\nType "x"\nEnter'))).toContain(
      'Type "x" failed: the program has ended by SIGSEGV',
    );
  });

  test('that the program ends with a status, which is 128 + n after a signal [20.1.expect]', async () => {
    const source = 'Launch "cat"\nType "a"\nCtrl+c\nExpectExit';
    expect(await runTape(`${source} 130`)).toMatchObject(passed);
    expect(failureOf(await runTape(`${source} 2`))).toBe(
      'demo.tape:4:1: ExpectExit 2 failed: the program has ended by SIGINT, not with code 2.',
    );
  });

  test('that its shell or program can be started [20.3.require]', async () => {
    expect(failureOf(await runTape('Set Cols 50\nLaunch "nosuchprogram"\nExpect "x"'))).toBe(
      'demo.tape:2:1: Launch "nosuchprogram" failed: cannot start "nosuchprogram": command not found in PATH.',
    );
    const { exitCode, stderr } = await runTapes({ 'demo.tape': 'Enter' }, [
      'demo.tape',
      '--reporter',
      'junit=no/out.xml',
    ]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: 'tuispec: Cannot write no/out.xml: ENOENT: no such file or directory.\n',
    });
  });

  test('that its program uses the mouse [20.1.input]', async () => {
    expect(failureOf(await runTape('Set WaitTimeout 100ms\nLaunch "cat"\nClick 1 1'))).toBe(
      'demo.tape:3:1: Click 1 1 failed: the program has not enabled mouse reporting.',
    );
  });

  test('that the programs of Require are there [20.3.require]', async () => {
    expect(await runTape('Require sh\nType "true"\nEnter')).toMatchObject(passed);
    expect(failureOf(await runTape('Require nosuchprogram\nType "true"\nEnter'))).toBe(
      'demo.tape:1:1: Require nosuchprogram failed: command not found in PATH.',
    );
  });
});

describe('time in tests', () => {
  test('a Sleep ends when the shell is at a new prompt, or a program is quiet [20.2.time]', async () => {
    const source = `Set TypingSpeed 1s
Type "echo abc" Sleep 20s Enter Sleep 20s
Type "less /etc/passwd" Enter Sleep 30s
Expect "root"
Type "q" Sleep 20s
Type "sleep 0.3; echo def" Enter Sleep 20s
Expect+New "def"`;
    // All in all, 130 s are written.
    expect(await runTape(source, ['--timeout', '60s'])).toMatchObject(passed);
  });

  test('a Sleep is not shortened while a command runs in canonical mode [20.2.time]', async () => {
    expect(await runTape('Type "sleep 0.7; echo done"\nEnter\nSleep 20s\nExpect@1ms /^done$/')).toMatchObject(passed);
    expect(
      await runTape(
        'Type "read -p name: x; sleep 0.4; echo got $x"\nEnter\nSleep 500ms\nType "me"\nEnter\nExpect "got me"',
      ),
    ).toMatchObject(passed);
  });

  test('--real-time sleeps and types as written [20.2.real-time]', async () => {
    const { exitCode, stdout } = await runTape('Set TypingSpeed 20ms\nType "echo abc"\nEnter\nSleep 600ms', [
      '--real-time',
    ]);
    expect(exitCode).toBe(0);
    expect(Number(/\((\d+\.\d) s\)/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(0.7);
  });
});

describe('the program', () => {
  test('has the size that VHS computes [20.2.size]', async () => {
    const sizes: readonly (readonly [settings: string, size: string])[] = [
      ['', '16 75'],
      ['Set FontSize 32\nSet Width 1400\nSet Height 800\n', '15 62'],
      ['Set Margin 20\nSet WindowBar Colorful\nSet Padding 20\nSet LineHeight 1.2\nSet LetterSpacing 2\n', '14 73'],
      ['Set Cols 40\nSet Rows 10\n', '10 40'],
    ];
    for (const [settings, size] of sizes) {
      const { cwd, ...run } = await runTape(`${settings}Type "stty size > size"\nEnter\nWait`);
      expect(run).toMatchObject(passed);
      expect(readFileSync(join(cwd, 'size'), 'utf8').trim(), settings).toBe(size);
    }
  });

  test('runs in a hermetic environment with Env, and in the working directory [20.2.environment]', async () => {
    const source = `Type \`test "$HOME" != "$OUTER" && ls -A $HOME | wc -l; echo home $FOO\`
Enter
Expect "home bar"
Env FOO "bar"
Type "test -f demo.tape && echo here"
Enter
Expect /^here$/`;
    const env = { FOO: 'outer' };
    expect(await runTape(source, [], env)).toMatchObject(passed);
    expect(await runTape('Type "echo [$MARK]"\nEnter\nExpect "[]"', [], { MARK: 'x' })).toMatchObject(passed);
    expect(await runTape('Type "echo [$MARK]"\nEnter\nExpect "[x]"', ['--no-hermetic'], { MARK: 'x' })).toMatchObject(
      passed,
    );
    expect(await runTape('Set Cwd "tmp"\nType "ls -A | wc -l"\nEnter\nExpect /^0$/')).toMatchObject(passed);
    const { cwd } = await runTape('Type "ls -d $HOME $XDG_RUNTIME_DIR > places"\nEnter\nWait');
    const places = readFileSync(join(cwd, 'places'), 'utf8').trim().split('\n');
    expect(places.map((place) => existsSync(place))).toEqual([false, false]);
  });

  test('is the one that Launch names, between Setup and Cleanup [20.1.launch]', async () => {
    const source = `Setup "echo made > input"
Cleanup "cat input > last"
Cleanup "echo cleaned > input"
Launch "cat input -"
Expect "made"
Type "typed"
Enter
Expect+New "typed"
Ctrl+D
ExpectExit`;
    const { cwd, ...run } = await runTape(source);
    expect(run).toMatchObject(passed);
    expect(readFileSync(join(cwd, 'last'), 'utf8')).toBe('cleaned\n');
    const failed = await runTape('Setup "echo no disk >&2; exit 3"\nCleanup "touch cleaned"\nType "x"');
    expect(failureOf(failed)).toBe(
      'demo.tape:1:1: Setup "echo no disk >&2; exit 3" failed: it has ended with code 3: no disk.',
    );
    expect(existsSync(join(failed.cwd, 'cleaned'))).toBe(true);
  });

  test('receives every kind of input [20.1.input]', async () => {
    const program = String.raw`const { stdin, stdout } = process; stdin.setRawMode(true);
stdout.write('\x1b[?1000;1006;1004;2004hready\r\n');
process.on('SIGUSR1', () => stdout.write('SIGUSR1\r\n'));
process.on('SIGWINCH', () => stdout.write('size ' + stdout.columns + 'x' + stdout.rows + '\r\n'));
stdin.on('data', (data) => { if (String(data) === 'q') process.exit(); stdout.write(JSON.stringify(String(data)) + '\r\n'); });`;
    const source = `Set Rows 40
Launch ["${process.execPath}", "-e", ${JSON.stringify(program)}]
Expect "ready"
Key "Ctrl+Right F5"
Expect+New "[15~"
Click "ready"
Expect "[<0;1;1M"
Click 2 3 Right
Expect "[<2;3;2M"
Drag 1 1 2 2
Expect "[<0;2;2m"
Wheel Up 2
Expect "[<64;"
Focus Out
Expect "[O"
Paste "two words"
Expect "[200~two words"
Copy "copied"
Paste
Expect "copied"
Signal USR1
Expect "SIGUSR1"
Resize 60 30
Expect "size 60x30"
Shift+Tab
Expect "[Z"
Alt+x
Expect "u001bx"
Type "q"
ExpectExit`;
    expect(await runTape(source)).toMatchObject(passed);
  });

  test('receives secrets that appear nowhere else [20.1.type-env]', async () => {
    const source =
      'Type "read -s x; echo ${#x}"\nEnter\nTypeEnv TOKEN\nEnter\nExpect /^9$/\nType "echo $x"\nEnter\nExpect@300ms "never"';
    const { cwd, stdout, exitCode } = await runTape(source, [], { TOKEN: 'hush-1234' });
    expect(exitCode).toBe(1);
    expect(stdout).not.toContain('hush-1234');
    const directory = join(cwd, 'test-results/sessions');
    const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(1);
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name), 'latin1')).not.toContain('hush-1234');
    for (const [env, message] of [
      [{}, 'The variable TOKEN of TypeEnv is not set.'],
      [{ TOKEN: 'abc' }, 'The variable TOKEN of TypeEnv must have 4 to 1,000 characters.'],
    ] as const) {
      const { exitCode: code, stderr } = await runTape('TypeEnv TOKEN', [], env);
      expect({ code, stderr }).toEqual({ code: 2, stderr: `demo.tape:1:1: ${message}\n  TypeEnv TOKEN\n  ^\n` });
    }
  });
});

test('Source includes a tape of the working directory, or one next to the tape, without its Output [20.1.source]', async () => {
  const files = {
    'tapes/demo.tape': 'Source style.tape\nSource near.tape\nExpect /^near$/',
    'style.tape': 'Output style.gif\nSet Cols 50',
    'tapes/near.tape': 'Type "echo near"\nEnter',
  };
  expect(await runTapes(files, ['tapes/demo.tape'])).toMatchObject(passed);
  const wrong = {
    'demo.tape': 'Source a.tape\nSource b.tape\nSource c.tape',
    'a.tape': 'Tpye "x"',
    'b.tape': 'Source a.tape',
  };
  const { exitCode, stderr } = await runTapes(wrong, ['demo.tape']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('a.tape:1:1: Unknown command "Tpye". Did you mean Type?\n  Tpye "x"\n  ^\n');
  expect(stderr).toContain('b.tape:1:1: A tape that is included cannot include another one.');
  expect(stderr).toContain('demo.tape:3:1: Cannot find the tape "c.tape".');
});

test('nothing runs if a tape has an error; warnings are printed once [20.1.nothing-runs]', async () => {
  const files = {
    'good.tape': 'Type "touch ran"\nEnter\nWait',
    'bad.tape': 'Set Shell bahs\nSet Width 100\nSet FontFamily "x"\n  Exepct "x"\nType "x"',
  };
  const { cwd, exitCode, stdout, stderr } = await runTapes(files, ['good.tape', 'bad.tape']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toBe(`bad.tape:1:1: Unknown shell "bahs". Did you mean bash?
  Set Shell bahs
  ^
bad.tape:2:1: Width must be at least 120 with this padding, margin and window bar, not 100.
  Set Width 100
  ^
bad.tape:4:3: Unknown command "Exepct". Did you mean Expect?
    Exepct "x"
    ^
`);
  expect(existsSync(join(cwd, 'ran'))).toBe(false);
  const late = await runTape('Type "true"\nSet Width 300\nRequire nosuchprogram\nSet TypingSpeed 1ms\nType " "\nEnter');
  expect(late.exitCode).toBe(0);
  expect(late.stderr).toContain(
    'demo.tape:2:1: Warning: Set Width after another command is ignored. Move it to the top.',
  );
  expect(late.stderr).toContain(
    'demo.tape:3:1: Warning: Require after another command is ignored. Move it to the top.',
  );
});

test('Check finds what is always wrong [20.1.check]', async () => {
  const launch = (code: string): string =>
    `Set Cols 60\nSet Rows 12\nLaunch ["python3", "-c", ${JSON.stringify(code)}]\n`;
  const rows: readonly (readonly [source: string, message: string | undefined])[] = [
    [`${launch('print("ok")')}ExpectExit\nCheck crash restored replacement overflow`, undefined],
    [`${launch('import sys; sys.exit(3)')}ExpectExit 3\nCheck crash`, 'crash: the program has ended with code 3.'],
    [`${launch('import sys; sys.exit(3)')}ExpectExit 3\nCheck crash allow 2,3`, undefined],
    [`${launch('raise ValueError')}ExpectExit 1\nCheck crash allow 1`, 'crash: the program has reported'],
    [`${launch('print("\\033[?1000h")')}ExpectExit\nCheck restored`, 'restored: the program left mouse tracking on'],
    [`${launch('print("\\ufffd")')}ExpectExit\nCheck replacement`, 'replacement: U+FFFD is in row 1, column 1.'],
    [
      `${launch('print("\\033[?1049h" + "x" * 70, flush=True); input()')}Expect "x"\nCheck overflow`,
      'overflow: row 1 continues',
    ],
    ['Type "true"\nEnter\nWait\nCheck restored crash hang resize memory', undefined],
    // Blocked elsewhere; or busy, which takes a processor for 5 s.
    ...sample(['import time; time.sleep(60)', 'while True: pass']).map(
      (code) =>
        [
          `${launch(`print("x", flush=True)\n${code}`)}Expect "x"\nCheck hang`,
          'hang: for 5 s there was no output',
        ] as const,
    ),
    [`${launch('input("x")')}Expect "x"\nCheck hang`, undefined],
    [
      `${launch('import signal\nsignal.signal(signal.SIGWINCH, lambda *_: print("\\033[2J", end="", flush=True))\nprint("\\033[?1049h\\033[Hx", end="", flush=True)\ninput()')}Expect "x"\nCheck resize`,
      'resize: ',
    ],
    [
      `${launch('print("x", flush=True); input(); b = bytearray(200_000_000); b[::4096] = b"1" * len(b[::4096]); input("y")')}Expect "x"\nEnter\nExpect "y"\nCheck memory`,
      'memory: the memory has grown from',
    ],
    ['Type "(kill -SEGV $BASHPID)"\nEnter\nWait\nCheck crash', 'crash: '],
  ];
  for (const [source, message] of rows) {
    const run = await runTape(source);
    const isUnknown = source.endsWith('Check hang') && system.isWaitingForInput === undefined;
    if (message === undefined || isUnknown) expect(run, source).toMatchObject(passed);
    else expect(failureOf(run), source).toContain(message);
  }
});

test('Snapshot compares with a baseline next to the tape [20.1.snapshot]', async () => {
  const source = 'Set WaitTimeout 1s\nType "echo abc"\nEnter\nWait\nSnapshot "done" Mask /c/';
  const first = await runTape(source, ['--update', 'missing'], { CI: '' });
  expect(first).toMatchObject(passed);
  const baselines = join(first.cwd, '__screens__/demo');
  expect(readdirSync(baselines).toSorted()).toEqual(['done.ansi.txt', 'done.meta.json']);
  const files = { 'demo.tape': source.replace('abc', 'xyz') };
  for (const name of readdirSync(baselines))
    Object.assign(files, { [`__screens__/demo/${name}`]: readFileSync(join(baselines, name), 'utf8') });
  const changed = await runTapes(files, ['demo.tape']);
  expect(failureOf(changed)).toContain('Snapshot "done" Mask /c/ failed:');
  expect(failureOf(changed)).toContain('If the change is intended, run it with -u.');
  const updated = await runTapes(files, ['demo.tape', '-u']);
  expect(updated).toMatchObject(passed);
  const missing = await runTape(source, ['--update', 'none']);
  expect(failureOf(missing)).toContain('Snapshot "done" Mask /c/ failed:');
});
