import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { createCommandFolder } from '../support/paste-folder.js';
import { runCli } from '../support/run.js';
import { VitestProject } from '../support/vitest-project.js';

const tape = `Set Cols 70
Set Rows 12
Env PS1 "$ "
Env COLOR "it's red"
Launch "sh"

Expect+New /^\\$ ?$/
Type "echo one two | tr a-z A-Z"
Enter
Expect+New /^\\$ ?$/
Expect "ONE TWO"
Step "a hidden text"
Type 'stty -echo; printf "Word: "; read w; stty echo; echo; echo "has \${#w}"'
Enter
Expect+New "Word:"
TypeEnv SECRET_1
Enter
Expect+New "has 9"
Step "another size"
Resize 60 10
Expect+Stable
Type 'stty size; printf "\\033[7mdone\\033[m\\n"'
Enter
Expect+New "done" Style "inverse"
Expect "10 60"
Expect+Gone "Nowhere"
Type "x"
Backspace
Expect+Cursor 10 3
Type "exit 7"
Enter
ExpectExit 7
`;
const secret = { SECRET_1: 'secret123' };

/** Writes code for the tape in a new directory; returns the directory and the code. */
async function generate(extension: string, text = tape): Promise<{ directory: string; code: string }> {
  const directory = createTemporaryDirectory();
  writeFileSync(join(directory, 'demo.tape'), text);
  const out = `demo${extension}`;
  const { exitCode, stdout, stderr } = await runCli(['export', 'demo.tape', '--out', out], { cwd: directory });
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: `${out}\n`, stderr: '' });
  return { directory, code: readFileSync(join(directory, out), 'utf8') };
}

/** The variables of exported code. `TUISPEC` is a command with its arguments, so that its path has no blanks. */
const createEnv = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...secret,
  TUISPEC: join(createCommandFolder().directory, 'tuispec'),
});

describe('without edits, it passes', () => {
  test('TypeScript [20.6.code]', async () => {
    const { code } = await generate('.test.ts');
    const project = new VitestProject({ 'demo.test.ts': code });
    const { tests, output } = await project.runTests([], { env: secret });
    expect(
      [...tests.values()].map(({ status }) => status),
      output,
    ).toEqual(['passed']);
  });

  test('Python [20.6.code]', async () => {
    const { directory } = await generate('.py');
    const { status, stderr } = spawnSync('python3', ['demo.py'], {
      cwd: directory,
      env: createEnv(),
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    // Without what it expects, it fails.
    const path = join(directory, 'demo.py');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"exitCode"], 7', '"exitCode"], 8'));
    expect(spawnSync('python3', ['demo.py'], { cwd: directory, env: createEnv(), encoding: 'utf8' }).status).toBe(1);
  });

  test('shell [20.6.code]', async () => {
    const { directory } = await generate('.sh');
    const { status, stderr } = spawnSync('./demo.sh', { cwd: directory, env: createEnv(), encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const variables = { ...process.env, ...secret, PATH: createCommandFolder().path };
    const plain = spawnSync('./demo.sh', { cwd: directory, env: variables, encoding: 'utf8' });
    expect(plain.status, plain.stderr).toBe(0);
    const path = join(directory, 'demo.sh');
    writeFileSync(path, readFileSync(path, 'utf8').replace('ONE TWO', 'ONE THREE').replaceAll('15s', '200ms'));
    expect(spawnSync('./demo.sh', { cwd: directory, env: createEnv(), encoding: 'utf8' }).status).toBe(1);
  });

  test('code from a recording [20.6.code]', async () => {
    const directory = createTemporaryDirectory();
    const exact = (text: string): object => ({ type: 'exact', text });
    const requests: readonly (readonly [string, object])[] = [
      ['initialize', { name: 'demo', terminalCols: 60, terminalRows: 9 }],
      ['recording.start', { path: join(directory, 'demo.jsonl') }],
      [
        'launch',
        {
          command: 'sh',
          args: ['-c', 'printf "Name: "; read n; echo "Hello, $n!"; exit 3'],
          readySelector: exact('Name:'),
        },
      ],
      ['sendLine', { text: 'Ada', expectAfter: exact('Hello, Ada!') }],
      ['health', {}],
      ['events', {}],
      ['waitForExit', {}],
    ];
    const lines = requests.map(([method, params], id) => JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    await runCli(['server', '--artifact-dir', join(directory, 'artifacts')], { input: `${lines.join('\n')}\n` });
    const { exitCode, stderr } = await runCli(['export', 'demo.jsonl', '--out', 'demo.py'], { cwd: directory });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const code = readFileSync(join(directory, 'demo.py'), 'utf8');
    expect(code).toContain('tuispec.sendLine(text="Ada", expectAfter=exact("Hello, Ada!"))');
    expect(code).toContain('"exitCode"], 3)');
    expect(spawnSync('python3', ['demo.py'], { cwd: directory, env: createEnv() }).status).toBe(0);
    await runCli(['export', 'demo.jsonl', '--out', 'demo.sh'], { cwd: directory });
    // Methods that only read are no actions.
    expect(readFileSync(join(directory, 'demo.sh'), 'utf8')).not.toContain('Not available here');
  });
});

describe('it reads as if a person had written it', () => {
  test('TypeScript [20.6.style]', async () => {
    const { code } = await generate('.test.ts');
    expect(code).not.toMatch(/sleep|setTimeout/i);
    expect(code).not.toContain('secret123');
    for (const line of [
      'const prompt = /^\\$ ?$/;',
      `    env: { PS1: '$ ', COLOR: "it's red" },`,
      '    ready: prompt,',
      "  await sh.sendLine('echo one two | tr a-z A-Z', { answer: prompt });",
      "  await expect(sh).toHaveText('ONE TWO');",
      "  await step('a hidden text', async () => {",
      "    await sh.sendLine(process.env.SECRET_1 as string, { secret: true, answer: 'has 9' });",
      '    await sh.resize(60, 10);',
      '    await expect(sh).toHaveCursor(10, 3);',
      '    await expect(sh).toHaveExited(7);',
    ])
      expect(code.split('\n')).toContain(line);
  });

  test('Python and shell [20.6.style]', async () => {
    const { code: python } = await generate('.py');
    for (const line of [
      'PROMPT = regex(r"^\\$ ?$")',
      '        tuispec.sendLine(text=os.environ["SECRET_1"], secret=True, expectAfter=exact("has 9"))',
      '        tuispec.step(title="a hidden text")',
    ])
      expect(python.split('\n')).toContain(line);
    const { code: shell } = await generate('.sh');
    for (const line of [
      "prompt='/^\\$ ?$/'",
      "tuispec send --secret SECRET_1 Enter --expect 'has 9' --timeout 15s",
      '# a hidden text',
    ])
      expect(shell.split('\n')).toContain(line);
    for (const code of [python, shell]) expect(code).not.toMatch(/\bsleep\b|secret123/);
  });

  test('without the variable of a hidden text, it says which one to set [20.6.style]', async () => {
    const typescript = await generate('.test.ts');
    expect(typescript.code).toContain(
      "if (process.env.SECRET_1 === undefined) throw new Error('Set SECRET_1 to run this test.');\n",
    );
    for (const [extension, program] of [
      ['.py', 'python3'],
      ['.sh', 'sh'],
    ] as const) {
      const { directory } = await generate(extension);
      const variables = { ...createEnv(), SECRET_1: undefined };
      const run = spawnSync(program, [`demo${extension}`], { cwd: directory, env: variables, encoding: 'utf8' });
      expect(run.status).not.toBe(0);
      expect(run.stderr).toContain('Set SECRET_1 to run this test.');
    }
  });

  test('patterns and names are those of the tape [20.6.style]', async () => {
    const wait = 'Expect "-- INSERT --"\n';
    const text = `Launch "cat"\nExpect+New /^\\S+# ?$/\n${wait}Type "x"\nEnter\n${wait}Expect+New /^\\S+# ?$/\nExpectExit\n`;
    const { code } = await generate('.test.ts', text);
    expect(code).toContain('const prompt = /^\\S+# ?$/;\nconst insert = ');
    expect((await generate('.py', text)).code).toContain('\nINSERT = exact("-- INSERT --")\n');
  });

  test('what a language cannot express is a comment [20.6.style]', async () => {
    const text = 'Launch "cat"\nType "x"\nEnter\nExpect "x"\nCheck crash\nCtrl+d\nExpectExit\n';
    for (const extension of ['.test.ts', '.py', '.sh'])
      expect((await generate(extension, text)).code).toMatch(/(?:\/\/|#) Not available here: Check crash/);
  });

  test('code runs where the tape ran, wherever the file is [20.6.code]', async () => {
    const directory = createTemporaryDirectory();
    mkdirSync(join(directory, 'tests'));
    writeFileSync(join(directory, 'demo.tape'), 'Launch "cat here.txt"\nExpect "I am here"\nExpectExit\n');
    writeFileSync(join(directory, 'here.txt'), 'I am here\n');
    const { exitCode } = await runCli(['export', 'demo.tape', '--out', 'tests/demo.py'], { cwd: directory });
    expect(exitCode).toBe(0);
    const elsewhere = createTemporaryDirectory();
    const run = spawnSync('python3', [join(directory, 'tests/demo.py')], {
      cwd: elsewhere,
      env: createEnv(),
      encoding: 'utf8',
    });
    expect(run.status, run.stdout + run.stderr).toBe(0);
  });

  test('a text like an option is a text in the shell, too [20.6.code]', async () => {
    const program = `Launch ["sh", "-c", "printf '%s ' -- INSERT --; read x; clear; echo --done"]`;
    const waits = ['Expect "-- INSERT --"', 'Enter', 'Expect+Gone "-- INSERT --"', 'Expect "--done"', 'ExpectExit'];
    const { directory, code } = await generate('.sh', `${[program, ...waits].join('\n')}\n`);
    expect(code).toContain("insert='/-- INSERT --/'");
    const run = spawnSync('sh', ['demo.sh'], { cwd: directory, env: createEnv(), encoding: 'utf8' });
    expect(run.status, run.stderr).toBe(0);
  });

  test('a tape with an error, or none at all, is wrong usage [20.6.code]', async () => {
    const directory = createTemporaryDirectory();
    writeFileSync(join(directory, 'bad.tape'), 'Launch "cat"\nExepct "x"\n');
    const bad = await runCli(['export', 'bad.tape', '--out', 'bad.py'], { cwd: directory });
    expect(bad.exitCode).toBe(2);
    expect(bad.stderr).toContain('bad.tape:2:1: Unknown command "Exepct"');
  });
});
