import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { findLiveProcesses, pollUntil } from '../support/processes.js';
import { Sessions } from '../support/sessions.js';

test('of ten opens at once, one starts the program, and all use it [18.open-once]', async () => {
  const sessions = new Sessions();
  const script = 'echo started >> log; exec cat';
  const opens = await Promise.all(
    Array.from({ length: 10 }, () => sessions.run(['open', '-s', 'ten', '--', 'sh', '-c', script])),
  );
  expect(opens.map(({ exitCode, stdout }) => `${exitCode} ${stdout}`)).toEqual(
    Array.from({ length: 10 }, () => '0 ten\n'),
  );
  expect(opens.filter(({ stderr }) => stderr.includes('already open'))).toHaveLength(9);
  expect(readFileSync(join(sessions.cwd, 'log'), 'utf8')).toBe('started\n');
});

test('another program is a conflict; --new and --restart say what is wanted [18.open-conflict]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'a', '--', 'cat');
  const conflict = await sessions.run(['open', '-s', 'a', '--', 'sh']);
  expect(conflict).toMatchObject({ exitCode: 6, stdout: '', stderr: expect.stringContaining('runs "cat"') });
  expect(await sessions.run(['open', '-s', 'a'])).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('already open'),
  });
  expect(await sessions.print('open', '-s', 'a', '--new', '--', 'cat')).toBe('a-2\n');
  const { pid } = sessions.record('a');
  await sessions.print('open', '-s', 'a', '--restart');
  expect(sessions.record('a').pid).not.toBe(pid);
  // What a terminal would interpret is not printed.
  await sessions.print('open', '-s', 'a', '--restart', '--', 'sh', '-c', '#\x1b[2J\x7f\u009b\nexec cat');
  const [list, json] = [await sessions.print('ls'), await sessions.print('ls', '--json')];
  const { stderr } = await sessions.run(['open', '-s', 'a', '--', 'sh']);
  expect(list).toContain('  sh -c #\\x1b[2J\\x7f\\x9b\\nexec cat\n');
  expect(stderr).toContain('runs "sh -c #');
  expect([list, json, stderr].join('')).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
});

test('without a command, a program that has ended is started again as it was [18.open]', async () => {
  const sessions = new Sessions();
  const program = ['--', 'sh', '-c', 'echo "$WORD in $(stty size)"; exit 3'];
  const size = ['--cols', '50', '--rows', '10'];
  const first = await sessions.print('open', '-s', 'a', ...size, '--env', 'WORD=again', ...program);
  expect(first).toBe('a\nagain in 10 50\n');
  expect(await sessions.print('open', '-s', 'a')).toBe(first);
  expect(await sessions.print('open', '-s', 'a', '--restart', '--rows', '20')).toBe('a\nagain in 20 50\n');
});

test('a program that cannot be started, and wrong usage, leave no session [18.open-fails]', async () => {
  const sessions = new Sessions();
  expect(await sessions.run(['open', '-s', 'a', '--', '/nonexistent'])).toMatchObject({ exitCode: 5, stdout: '' });
  expect(await sessions.run(['open', '-s', 'a', '--foo'])).toMatchObject({ exitCode: 2 });
  const { exitCode, stderr } = await sessions.run(['open', '-s', 'a', 'less', '-R', 'a b', '--rows', '9']);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining("tuispec open -- less -R 'a b'."),
  });
  expect(await sessions.run(['open', '-s', 'a', '--while', '2147483647', '--', 'cat'])).toMatchObject({
    exitCode: 2,
    stderr: 'tuispec: --while: there is no process 2147483647.\n',
  });
  expect(await sessions.print('ls', '--json')).toBe('[]\n');
  expect(existsSync(sessions.directory) ? readdirSync(sessions.directory) : []).toEqual([]);
});

test('the session of a project is found from its folders; names are found everywhere [18.names]', async () => {
  const sessions = new Sessions();
  mkdirSync(join(sessions.cwd, '.git'));
  const deep = join(sessions.cwd, 'a', 'b');
  mkdirSync(deep, { recursive: true });
  const name = (await sessions.print('open', '--', 'cat')).trim();
  expect(name).toMatch(/^project-[0-9a-f]{4}$/);
  expect(await sessions.run(['send', 'x', 'Enter', '--expect', 'x'], { cwd: deep })).toMatchObject({ exitCode: 0 });
  expect(await sessions.run(['show', '-s', name], { cwd: '/' })).toMatchObject({ exitCode: 0, stdout: 'x\nx\n' });
  expect(await sessions.run(['show'], { cwd: '/', env: { TUISPEC_SESSION: name } })).toMatchObject({ exitCode: 0 });
  const missing = await sessions.run(['show', '-s', `${name}x`]);
  expect(missing).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining(`Did you mean ${name}? Open: ${name}.`),
  });
  for (const wrong of ['.x', '-x', 'a b', 'x'.repeat(65), 'a/b'])
    expect(await sessions.run(['show', `--session=${wrong}`]), wrong).toMatchObject({ exitCode: 2 });
});

test('close ends all processes, and frees the name at once [18.close]', async () => {
  const sessions = new Sessions();
  for (let round = 0; round < 3; round += 1) {
    await sessions.print('open', '-s', 'c', '--', 'sh', '-c', 'trap "" HUP; echo up; sleep 1000 & wait');
    const { pid } = sessions.record('c');
    await sessions.print('close', '-s', 'c');
    expect(findLiveProcesses(pid)).toEqual([]);
  }
  expect(await sessions.run(['close', '-s', 'c'])).toMatchObject({ exitCode: 3 });
  expect(await sessions.run(['close', '--all'])).toMatchObject({ exitCode: 0 });
  // A command that waits meanwhile.
  await sessions.print('open', '-s', 'c', '--', 'cat');
  const pending = sessions.run(['send', '-s', 'c', 'typed', '--expect', 'never']);
  await sessions.print('wait', '-s', 'c', 'typed');
  await sessions.print('close', '-s', 'c');
  expect(await pending).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/has ended|has been closed/) });
});

test('a session that was killed is reported once, its program ends, and open replaces it [18.died]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'd', '--', 'sh', '-c', 'trap "" HUP TERM; echo up; sleep 1000');
  const { pid, session_pid: process_ } = sessions.record('d');
  process.kill(process_, 'SIGKILL');
  await pollUntil(() => findLiveProcesses(pid).length === 0);
  const died = await sessions.run(['show', '-s', 'd']);
  expect(died).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Session d died') });
  expect(await sessions.run(['show', '-s', 'd'])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('No session "d"'),
  });
  await sessions.print('open', '-s', 'd', '--', 'cat');
  const { session_pid: second } = sessions.record('d');
  process.kill(second, 'SIGKILL');
  await pollUntil(() => findLiveProcesses(second).length === 0);
  expect(JSON.parse(await sessions.print('ls', '--json'))).toMatchObject([{ name: 'd', state: 'died' }]);
  expect(await sessions.print('ls', '--json')).toBe('[]\n');
  expect(readdirSync(sessions.directory)).toEqual([]);
});

test('sessions that were killed do not count towards the maximum of 32 [18.maximum]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'd0', '--', 'cat');
  process.kill(sessions.record('d0').session_pid, 'SIGKILL');
  await pollUntil(() => findLiveProcesses(sessions.record('d0').session_pid).length === 0);
  for (let number = 1; number < 32; number += 1)
    cpSync(join(sessions.directory, 'd0'), join(sessions.directory, `d${number}`), {
      recursive: true,
      filter: (path) => basename(path) !== 's',
    });
  expect(await sessions.print('open', '-s', 'new', '--', 'cat')).toBe('new\n');
});

test('where no file can be written, the reason is named: of a start, and of a recording [18.full]', async () => {
  const sessions = new Sessions();
  const limit = (blocks: number): string[] => ['sh', '-c', `ulimit -f ${blocks}; exec "$@"`, 'sh'];
  const none = await sessions.run(['open', '-s', 'a', '--', 'cat'], { via: limit(0) });
  expect(none).toMatchObject({ exitCode: 5, stdout: '' });
  expect(none.stderr).toBe(
    'tuispec: The session could not start: EFBIG: file too large, write. Free some space, or set TUISPEC_SESSION_DIR to a directory elsewhere.\n',
  );
  const script = 'while read number; do seq -s " " $number; done';
  await sessions.run(['open', '-s', 'b', '--record', 'b.jsonl', '--', 'sh', '-c', script], { via: limit(16) });
  for (let number = 2001; number < 2010; number += 1)
    await sessions.print('send', '-s', 'b', String(number), 'Enter', '--expect', `${number - 1} ${number}`);
  const closed = await sessions.run(['close', '-s', 'b']);
  expect(closed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('The recording is incomplete: ') });
  expect(await sessions.print('ls', '--json')).toBe('[]\n');
});

test('a session ends when its directory is removed, and leaves the one that replaces it [18.removed]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'r', '--', 'cat');
  const { pid } = sessions.record('r');
  const removed = join(sessions.cwd, 'removed');
  renameSync(join(sessions.directory, 'r'), removed);
  rmSync(removed, { recursive: true, force: true, maxRetries: 5 });
  await pollUntil(() => findLiveProcesses(pid).length === 0);
  await sessions.print('open', '-s', 'r', '--', 'cat');
  const second = sessions.record('r').pid;
  renameSync(join(sessions.directory, 'r'), join(sessions.directory, 'moved'));
  await pollUntil(() => findLiveProcesses(second).length === 0);
  rmSync(join(sessions.directory, 'moved'), { recursive: true, force: true });
});

test('a session ends with the process of --while [18.while]', async () => {
  const sessions = new Sessions();
  const other = spawn('sleep', ['1000'], { stdio: 'ignore' });
  onTestFinished(() => void other.kill('SIGKILL'));
  await sessions.print('open', '-s', 'w', '--while', String(other.pid), '--', 'cat');
  const { pid } = sessions.record('w');
  other.kill('SIGKILL');
  await pollUntil(() => findLiveProcesses(pid).length === 0);
  await pollUntil(() => !existsSync(join(sessions.directory, 'w')));
});

test('a session ends after --idle without a command, and on SIGTERM [18.idle]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'i', '--idle', '1s', '--', 'cat');
  await pollUntil(() => !existsSync(join(sessions.directory, 'i')));
  await sessions.print('open', '-s', 't', '--', 'cat');
  process.kill(sessions.record('t').session_pid, 'SIGTERM');
  await pollUntil(() => !existsSync(join(sessions.directory, 't')));
});

test('a directory that others may use is refused; nothing is created in it [18.unsafe]', async () => {
  const sessions = new Sessions();
  mkdirSync(sessions.directory);
  chmodSync(sessions.directory, 0o755);
  const open = ['open', '-s', 'u', '--', 'cat'];
  expect(await sessions.run(open)).toMatchObject({
    exitCode: 5,
    stdout: '',
    stderr: expect.stringContaining('0755 instead of 0700'),
  });
  expect(readdirSync(sessions.directory)).toEqual([]);
  rmSync(sessions.directory, { recursive: true });
  symlinkSync(sessions.cwd, sessions.directory);
  expect(await sessions.run(open)).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('is not a directory'),
  });
  rmSync(sessions.directory);
  writeFileSync(sessions.directory, '');
  expect(await sessions.run(open)).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('is not a directory'),
  });
  rmSync(sessions.directory);
  const env = { TUISPEC_SESSION_DIR: join(sessions.directory, 'inner') };
  expect(await sessions.run(open, { env })).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('Create the directory that contains it'),
  });
});

test('paths of 190 bytes work, also with blanks and other scripts [18.long-paths]', async () => {
  const sessions = new Sessions();
  const long = join(sessions.cwd, `${'ü '.repeat(40)}x`, 'y'.repeat(120));
  mkdirSync(join(long, '..'), { recursive: true });
  const env = { TUISPEC_SESSION_DIR: long };
  expect(await sessions.run(['open', '-s', 'p', '--', 'cat'], { env })).toMatchObject({ exitCode: 0, stdout: 'p\n' });
  expect(await sessions.run(['send', '-s', 'p', 'a', 'Enter', '--expect', 'a'], { env })).toMatchObject({
    exitCode: 0,
  });
  const relative = { env: { TUISPEC_SESSION_DIR: basename(long) }, cwd: join(long, '..') };
  expect(await sessions.run(['show', '-s', 'p'], relative)).toMatchObject({ exitCode: 0 });
  expect(await sessions.run(['close', '-s', 'p'], { env })).toMatchObject({ exitCode: 0 });
  expect(await sessions.run(['open', '-s', 'p', '--', 'cat'], relative)).toMatchObject({ exitCode: 0 });
  expect(await sessions.run(['close', '-s', 'p'], relative)).toMatchObject({ exitCode: 0 });
});

test("the program gets its caller's environment, without what identifies agents and sessions [18.environment]", async () => {
  const sessions = new Sessions();
  const env = { CLAUDECODE: '1', TUISPEC_SESSION: 'n', TERM: 'dumb', MINE: 'kept' };
  const { stdout } = await sessions.run(
    ['open', '--rows', '200', '--env', 'ADDED=a=b', '--', 'sh', '-c', 'env; exec sleep 1000'],
    {
      env,
    },
  );
  expect(stdout).toMatch(/^MINE=kept$/m);
  expect(stdout).toMatch(/^ADDED=a=b$/m);
  expect(stdout).toMatch(/^TERM=xterm-256color$/m);
  expect(stdout).not.toMatch(/^(CLAUDECODE|TUISPEC_SESSION|TUISPEC_CALLER)=/m);
});

test('a session holds no stream of its caller [18.detached]', async () => {
  const sessions = new Sessions();
  // `runCli` resolves when both pipes have been closed by all who have them.
  expect(await sessions.run(['open', '-s', 'd', '--', 'cat'])).toMatchObject({ exitCode: 0 });
  const { session_pid: pid } = sessions.record('d');
  const targets = [0, 1, 2].map((descriptor) => readlinkSync(`/proc/${pid}/fd/${descriptor}`));
  expect(targets).toEqual(['/dev/null', '/dev/null', '/dev/null']);
});

test('a session of another protocol refuses the command; unknown commands name both versions [18.versions]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'v', '--', 'cat');
  const ask = async (request: object): Promise<string[]> => await converse(join(sessions.directory, 'v', 's'), request);
  const base = { protocol: 1, version: '99.0.0', cwd: '/', caller: 'x', session: 'v' };
  expect(await ask({ ...base, protocol: 2, args: ['show'] })).toEqual([
    expect.stringContaining('protocol 1'),
    '{"code":5}',
  ]);
  expect(await ask({ ...base, args: ['teleport'] })).toEqual([expect.stringContaining('99.0.0'), '{"code":2}']);
  expect(await ask({ ...base, args: ['show', '--new-option'] })).toEqual([
    expect.stringContaining('99.0.0'),
    '{"code":2}',
  ]);
});

/** What a session says to a request. */
async function converse(path: string, request: object): Promise<string[]> {
  const socket = connect(path);
  socket.write(`${JSON.stringify(request)}\n`);
  return (await text(socket)).trimEnd().split('\n');
}

test('a session outlives what is no request: nothing, garbage, huge lines, callers that leave [18.hostile]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'h', '--', 'cat');
  const path = join(sessions.directory, 'h', 's');
  const request = { protocol: 1, version: '0', cwd: '/', caller: 'x', session: 'h' };
  const lines = ['', '{}', 'null', '[]', '"x"', '{"args":[1]}', '\0\xff', JSON.stringify({ ...request, args: 'show' })];
  for (const line of [...lines, 'x'.repeat(3_000_000), 'x'.repeat(10_000_000)]) {
    const socket = connect(path);
    socket.on('error', () => {});
    socket.write(`${line}\n`);
    expect(await text(socket), line.slice(0, 40)).toContain('"code":');
  }
  // Callers that leave in the middle.
  for (const part of [
    '',
    '{"proto',
    `${JSON.stringify({ ...request, args: ['wait', 'never', '--timeout', '1h'] })}\n`,
  ]) {
    const socket = connect(path);
    await once(socket, 'connect');
    socket.write(part);
    socket.destroy();
  }
  expect(await sessions.print('send', '-s', 'h', 'alive', 'Enter', '--expect', 'alive')).toContain('alive');
});

test('64 commands can be pending in a session; one more is a conflict, and reads go on after them [18.limits]', async () => {
  const sessions = new Sessions();
  await sessions.print('open', '-s', 'p', '--', 'cat');
  const path = join(sessions.directory, 'p', 's');
  const request = {
    protocol: 1,
    version: '0',
    cwd: '/',
    caller: 'x',
    session: 'p',
    args: ['wait', 'go', '--timeout', '10m'],
  };
  const begin = async (): Promise<Socket> => {
    const socket = connect(path);
    await once(socket, 'connect');
    socket.write(`${JSON.stringify(request)}\n`);
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: 64 }, begin));
  expect(await text(await begin())).toContain('"code":6');
  sockets.pop()?.destroy();
  const send = async (): Promise<number | null> => (await sessions.run(['send', '-s', 'p', 'go', 'Enter'])).exitCode;
  // The session has not yet seen that one has left.
  let exitCode = await send();
  while (exitCode === 6) exitCode = await send();
  expect(exitCode).toBe(0);
  for (const socket of sockets) expect(await text(socket)).toContain('"code":0');
});
