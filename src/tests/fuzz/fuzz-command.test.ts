import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { system } from '../../base/system/system.js';
import { createTemporaryDirectory } from '../support/client.js';
import { fuzz, fuzzList, list, one, readActions, tapesIn } from '../support/fuzz-run.js';
import { runCli } from '../support/run.js';
import { runTape, writeTapes } from '../support/tapes.js';

describe('the plan', () => {
  test('is printed without running anything [21.list]', async () => {
    const cwd = createTemporaryDirectory();
    const listed = await fuzz(['--list', '--seed', '7', '--runs', '3', '--actions', '5', '--', 'nosuchprogram'], cwd);
    expect(listed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(listed.lines.map((line) => line.split(' ')[0])).toEqual(
      [1, 2, 3].flatMap((run) => [1, 2, 3, 4, 5].map((action) => `${run}.${action}`)).concat(''),
    );
    expect((await fuzz(['--list', '--seed', '7', '--runs', '3', '--actions', '5'])).stdout).toBe(listed.stdout);
    expect(readdirSync(cwd)).toEqual([]);
    const random = await fuzz(['--list', '--runs', '1']);
    const [, seed = ''] = /^tuispec: The seed is (\d+)\.\n$/.exec(random.stderr) ?? [];
    expect((await fuzz(['--list', '--runs', '1', '--seed', seed])).stdout).toBe(random.stdout);
  });

  test.each([
    [[], 'Missing command. Put it after `--`'],
    [['--oracles', 'crash,hangs', '--', 'true'], '--oracles must contain only crash, hang'],
    [['--oracles', 'invariant', '--', 'true'], 'The oracle invariant needs --invariant FILE.tape.'],
    [['--allow-exit', '0,256', '--', 'true'], '--allow-exit must contain only exit codes from 0 to 255'],
    [['--duration', '10', '--', 'true'], '--duration must be a time with a unit'],
    [['--exclude', 'Ctrl+Nosuch', '--', 'true'], '--exclude: Unknown key "Ctrl+Nosuch"'],
    [['--invariant', 'no.tape', '--', 'true'], 'No such file: "no.tape".'],
    [['--corpus', '/dev/null', '--', 'true'], 'Cannot write tapes to "/dev/null": it is no directory.'],
    [['--setup', `"'\``, '--', 'true'], 'A tape cannot contain the command or --setup'],
  ])('is not made of %j, of which nothing is left [21.exit-codes]', async (args, message) => {
    const temporary = createTemporaryDirectory();
    const { exitCode, stderr } = await runCli(['fuzz', ...args], { env: { TMPDIR: temporary } });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(readdirSync(temporary).filter((name) => !name.includes('compile-cache'))).toEqual([]);
  });

  test.each([
    [['nosuchprogram'], 'nosuchprogram'],
    [['true'], 'has ended with code 0'],
  ])('ends with code 5 if %j draws nothing [21.exit-codes]', async (command, message) => {
    const { exitCode, stderr, stdout } = await fuzz([...one, '--', ...command]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: 'Seed 1: 100 runs of 40 actions.\n' });
    expect(stderr).toMatch(/^tuispec: Nothing was drawn: /);
    expect(stderr).toContain(message);
  });
});

test('a program that fails before any input is not fuzzed [21.exit-codes]', async () => {
  const { exitCode, stderr, cwd } = await fuzz([...one, '--', 'sh', 'menu.sh']);
  expect(exitCode).toBe(5);
  expect(stderr).toMatch(
    /^tuispec: The program has ended with code \d+ before any input: ".*menu\.sh.*"\. Each run has a/,
  );
  expect(tapesIn(cwd)).toEqual([]);
});

test('a crash becomes a tape, which fails as long as it is there and is replayed first [21.crash] [21.tape] [21.corpus] [21.limits] [21.exit-codes]', async () => {
  const found = await fuzzList('size', ['--runs', '30', '--bail']);
  expect(found.exitCode).toBe(1);
  const [path = ''] = tapesIn(found.cwd);
  expect(path).toMatch(/^crash-[\da-f]{8}\.tape$/);
  const line = found.lines.find((one) => one.startsWith('crash: ')) ?? '';
  expect(line).toMatch(
    /^crash: the program has ended with code 1\. Last line: "[^"]+"\. After: Resize \d+ 24\. Run \d+, \d of 3 replays, \d+ → 1 actions in \d+ runs: /,
  );
  expect(line).toContain(`fuzz/${path}, test-results/sessions/`);
  const [trace = ''] = /test-results\S+trace\.html$/.exec(line) ?? [];
  expect(existsSync(join(found.cwd, trace))).toBe(true);
  expect(found.stdout).toMatch(/\n\d+ runs?, \d+ actions in [\d.]+ s \([\d.]+ per second of a run\): 1 finding\.\n$/);
  const source = readFileSync(join(found.cwd, 'fuzz', path), 'utf8');
  expect(source).toMatch(
    /^# crash: the program has ended with code 1\.\n# Found by tuispec fuzz with seed 1 in run \d+, first seen on \d{4}-\d\d-\d\d\.\n# Program: node /,
  );
  expect(readActions(found.cwd)).toEqual([expect.stringMatching(/^Resize \d+ 24$/), 'Check crash allow 0,130']);
  const failed = await runCli(['test', 'fuzz/'], { cwd: found.cwd });
  expect(failed.exitCode).toBe(1);
  expect(failed.stdout).toContain('Check crash allow 0,130 failed: crash: the program has ended with code 1.');

  const again = await fuzzList('size', ['--runs', '3'], found.cwd);
  expect(again.exitCode).toBe(1);
  expect(again.lines.filter((text) => !text.startsWith('off: '))[1]).toBe(
    `fuzz/${path} still fails: Check crash allow 0,130 failed: crash: the program has ended with code 1.`,
  );
  expect(again.lines.at(-2)).toMatch(/^3 runs, \d+ actions .*: 1 finding\.$/);

  const fixed = join(createTemporaryDirectory(), 'fuzz');
  mkdirSync(fixed);
  writeFileSync(join(fixed, path), source.replaceAll(/(\.mjs\W+)size/g, '$1none'));
  expect(await runCli(['test', '.'], { cwd: fixed })).toMatchObject({ exitCode: 0, stderr: '' });
});

test('what an exit leaves behind becomes a tape of one key [21.restored]', async () => {
  const { exitCode, stdout, cwd } = await fuzzList('modes', ['--runs', '9', '--bail']);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('restored: the program left the alternate screen on');
  const actions = readActions(cwd);
  expect(actions).toHaveLength(2);
  expect(actions[1]).toBe('Check restored');
});

test('a program without defects has no findings, and files of --setup are in its directory [21.nothing] [21.runs] [21.calibration] [21.exit-codes]', async () => {
  const { exitCode, stdout, stderr, cwd } = await fuzz([
    ...[...one, '--runs', '3', '--oracles', 'crash,restored,replacement,overflow,resize', '--allow-exit', '0'],
    ...['--setup', 'pwd > place; echo "only $(ls)" > f', '--', 'less', 'f'],
  ]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toContain('\noff: hang (not in --oracles)\noff: memory (not in --oracles)\n');
  expect(stdout).toMatch(/\n3 runs, \d+ actions in .*: nothing found\.\n$/);
  expect(readdirSync(cwd)).toEqual([]);
});

test('a signal ends it with its status, and nothing is left [21.exit-codes]', async () => {
  const [cwd, temporary] = [createTemporaryDirectory(), createTemporaryDirectory()];
  const args = [resolve('dist/cli.js'), 'fuzz', ...one, '--', 'node', list];
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, TMPDIR: temporary } });
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  // Shells report 130.
  expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
  expect(readdirSync(temporary).filter((name) => !name.includes('compile-cache'))).toEqual([]);
});

const invariant = { 'title.tape': 'Expect "List"\n' };

test('a tape of --invariant holds on every settled screen [21.invariant] [21.limits]', async () => {
  const cwd = writeTapes(invariant);
  const args = ['--invariant', 'title.tape', '--duration', '1ms'];
  expect(await fuzzList('title', args, cwd)).toMatchObject({ exitCode: 0 });
  const found = await fuzzList('title', [...args.slice(0, 2), '--runs', '5', '--bail'], cwd);
  expect(found.exitCode).toBe(1);
  expect(found.stdout).toMatch(/\ninvariant: Expect "List": .* Run \d+, [23] of 3 replays, \d+ → 1 actions/);
  const actions = readActions(cwd);
  expect(actions).toHaveLength(2);
  expect(actions[1]).toBe('Expect "List"');
});

test('what no replay shows is listed, and is no finding [21.not-reproduced]', async () => {
  const cwd = writeTapes(invariant);
  const args = [...one, '--invariant', 'title.tape', '--runs', '1', '--oracles', 'invariant'];
  const { exitCode, stdout } = await fuzz([...args, '--', 'node', list, 'title', join(cwd, 'once')], cwd);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/\nnot reproduced: invariant: Expect "List": .* Run 1, 0 of 3 replays\.\n/);
  expect(tapesIn(cwd)).toEqual([]);
});

test('a program that sleeps is a hang only if it does nothing in between [21.hang]', async () => {
  const check = (script: string): string =>
    `Launch ["sh", "-c", ${JSON.stringify(script)}]\nExpect "ready"\nCheck hang`;
  const says = system.isWaitingForInput === undefined ? '1 passed' : 'Check hang failed: hang: for 5 s';
  expect((await runTape(check('printf ready; exec sleep 100'))).stdout).toContain(says);
  expect(await runTape(check('printf ready; while :; do sleep 0.2; done'))).toMatchObject({ exitCode: 0 });
  const napping = 'exec perl -MTime::HiRes=sleep -e \'$|=1; print "ready"; sleep 0.2 while 1\'';
  expect(await runTape(check(napping))).toMatchObject({ exitCode: 0 });
});

test('rows that a program lets the terminal wrap do not overflow [21.overflow]', async () => {
  const lines = 'for n in $(seq 70 120); do printf "%0${n}d\\n" "$n" | tr 0 x; printf "%${n}s\\n" "$n"; done > f';
  const args = [...one, '--runs', '5', '--oracles', 'overflow', '--setup', lines];
  expect((await fuzz([...args, '--', 'less', 'f'])).stdout).toMatch(/: nothing found\.\n$/);
});

test('bytes of a character that are drawn apart are found, and the tape is short [21.replacement]', async () => {
  const { exitCode, cwd, stdout } = await fuzzList('bytes', ['--bail']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: expect.stringContaining('\nreplacement: ') });
  expect(readActions(cwd).length - 1).toBeLessThanOrEqual(6);
});
