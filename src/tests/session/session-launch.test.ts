import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { findLiveProcesses, readProcessState } from '../support/processes.js';
import { runToExit, waitForExitNumber } from '../support/programs.js';
import { exact } from '../support/selectors.js';

const hourMs = 3_600_000;

test('the program leads its own session and process group, and launch returns its pid [3.own-session] [3.pid]', async () => {
  const server = new TestServer();
  const pid = await server.launch('sh', ['-c', 'echo "pid=$$."; exec cat'], { readySelector: exact('pid=') });
  expect(readProcessState(pid)).toMatchObject({ group: pid, session: pid });
  expect((await server.request('currentView')).text).toContain(`pid=${pid}.`);
});

test.each([
  [{}, { terminalCols: 61, terminalRows: 17 }, 17, 61],
  [{ cols: 40 }, { terminalRows: 17 }, 17, 40],
  [{ cols: 2, rows: 1000 }, {}, 1000, 2],
  [{ cols: 1000, rows: 1 }, {}, 1, 1000],
])(
  'terminal and screen have the size of launch %j in session %j [3.launch-size]',
  async (launch, session, rows, cols) => {
    const server = new TestServer();
    const writeProgram = join(server.directory, 'size');
    await server.request('initialize', { ...session, notifyExit: true });
    await runToExit(server, 'sh', ['-c', `stty size > ${writeProgram}`], launch);
    expect(readFileSync(writeProgram, 'utf8')).toBe(`${rows} ${cols}\n`);
    expect(await server.request('currentView')).toMatchObject({ rows, cols });
  },
);

describe('a spawn error', () => {
  function createUnstartable(directory: string): Record<string, object> {
    const file = (name: string, text: string, mode: number): string => {
      const path = join(directory, name);
      writeFileSync(path, text);
      chmodSync(path, mode);
      return path;
    };
    mkdirSync(join(directory, 'folder'));
    const plain = file('plain', 'echo\n', 0o644);
    return {
      'a name that is not in PATH': { command: 'no-such-command-here' },
      'a name that is not in the PATH of the program': { command: 'sh', env: { PATH: directory } },
      'a path to nothing': { command: join(directory, 'nothing') },
      'a path below a file': { command: join(plain, 'x') },
      'a directory': { command: join(directory, 'folder') },
      'a name of a directory in PATH': { command: 'folder', env: { PATH: directory } },
      'a file that is not executable': { command: plain },
      'a file in PATH that is not executable': { command: 'plain', env: { PATH: directory } },
      'a script without its interpreter': { command: file('script', '#!/no/such/interpreter -x\n', 0o755) },
      'a cwd that does not exist': { command: 'cat', cwd: join(directory, 'nothing') },
      'a cwd that is a file': { command: 'cat', cwd: plain },
    };
  }

  test('is reported before any program starts or ends [3.spawn-before-end] [3.spawn-kind]', async () => {
    const server = new TestServer();
    const cases = createUnstartable(server.directory);
    await server.request('initialize', { notifyExit: true });
    const seen: [string, unknown][] = [];
    const tryAll = async (): Promise<void> => {
      for (const [name, params] of Object.entries(cases)) {
        const { code, data } = await failureOf(server.request('launch', params));
        seen.push([name, { code, kind: data['kind'] }]);
      }
    };
    const expected = Object.keys(cases).map((name) => [name, { code: -32004, kind: 'spawn' }]);
    await tryAll();
    expect((await failureOf(server.request('currentView'))).data).toMatchObject({ kind: 'no-program' });
    const readySelector = exact('still here');
    const { pid } = await server.request('launch', {
      command: 'sh',
      args: ['-c', 'echo still here; cat'],
      readySelector,
    });
    const before = await server.request('currentView');
    await tryAll();
    expect(seen).toEqual([...expected, ...expected]);
    expect(findLiveProcesses(pid)).toContain(pid);
    expect(await server.request('currentView')).toEqual(before);
    await server.request('sendLine', { text: 'typed', expectAfter: exact('typed') });
    expect(server.inbox.listNotifications('session.exited')).toEqual([]);
  });

  test.each([
    ['no-such-command-here', 'command not found in PATH'],
    ['ls -l', 'command not found in PATH. Pass arguments in `args`'],
    ['./run me', 'no such file. Pass arguments in `args`'],
  ])('names the command and the reason: %s [3.spawn-kind]', async (command, reason) => {
    const server = new TestServer();
    await server.request('initialize');
    const { message } = await failureOf(server.request('launch', { command }));
    expect(message).toBe(`launch failed: Cannot start ${JSON.stringify(command)}: ${reason}.`);
  });
});

describe('launch while a program runs', () => {
  test('terminates it first, with all its processes, and sends session.exited before the response [3.relaunch-ends]', async () => {
    const server = new TestServer();
    const script =
      '(trap "" HUP; exec sleep 1000) & trap "echo good-bye; exit 9" HUP; echo up; while :; do sleep 0.01; done';
    const first = await server.launch('bash', ['-c', script], { readySelector: exact('up') }, { notifyExit: true });
    expect(findLiveProcesses(first).length).toBeGreaterThanOrEqual(2);
    const { pid } = await server.request('launch', { command: 'cat' });
    expect(findLiveProcesses(first)).toEqual([]);
    expect(findLiveProcesses(pid)).toEqual([pid]);
    const exited = server.inbox.messages.findIndex((message) => 'method' in message);
    const answered = server.inbox.messages.findIndex((message) => 'id' in message && message['id'] === 3);
    expect(exited).toBeGreaterThan(0);
    expect(exited).toBeLessThan(answered);
    const exits = server.inbox.listNotifications('session.exited');
    expect(exits).toMatchObject([{ exitCode: 9, signal: null, lastLines: expect.arrayContaining(['good-bye']) }]);
  });

  test('starts the new program with a blank screen and default modes [3.relaunch-blank]', async () => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true, scrollback: 100 });
    const dirty =
      '\\033]0;old title\\007\\033[?25l\\033[31;44m\\033[5;10r\\033[?2004h\\033[?1049h\\033[3;3Hdirt\\033[?2026h';
    await runToExit(server, 'sh', ['-c', `seq 1 200; printf '${dirty}'`]);
    const dirtied = await server.request('currentView');
    expect(dirtied).toMatchObject({ title: 'old title', altScreen: true, cursor: { visible: false } });
    await server.request('launch', { command: 'cat' });
    const blank = await server.request('currentView', { styles: true, scrollback: 1000 });
    expect(blank).toMatchObject({
      text: '\n'.repeat(39),
      rows: 40,
      cursor: { row: 1, col: 1, visible: true },
      title: '',
      altScreen: false,
      exited: false,
      styles: [],
    });
    expect(blank.revision).toBeGreaterThan(dirtied.revision);
  });
});

describe('readySelector', () => {
  test('ends launch when it is visible, without a delay by readyPollIntervalMs [3.ready]', async () => {
    const server = new TestServer();
    const script = 'sleep 0.05; echo almost; sleep 0.05; echo ready; exec cat';
    const ready = { readySelector: { type: 'regex', pattern: '^ready$' }, readyPollIntervalMs: hourMs };
    await server.launch('sh', ['-c', script], ready);
    expect((await server.request('currentView')).text).toMatch(/^almost\nready\n/);
  });

  test('leaves the new program running if it fails [3.ready-fails]', async () => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    const ready = { readySelector: exact('never'), readyTimeoutMs: 100 };
    const failure = await failureOf(server.request('launch', { command: 'cat', ...ready }));
    expect(failure.data).toMatchObject({ kind: 'timeout', screen: '\n'.repeat(39) });
    expect(failure.data['elapsedMs']).toBeGreaterThanOrEqual(100);
    await server.request('sendLine', { text: 'I am here', expectAfter: exact('I am here') });
    expect(server.inbox.listNotifications('session.exited')).toEqual([]);
  });

  test('fails at once with kind exited if the program exits without it [3.exited-wait]', async () => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    const launch = { command: 'sh', args: ['-c', 'echo other; exit 4'], readySelector: exact('never') };
    const { code, data } = await failureOf(server.request('launch', { ...launch, readyTimeoutMs: hourMs }));
    expect(code).toBe(-32004);
    expect(data).toMatchObject({
      kind: 'exited',
      exitCode: 4,
      signal: null,
      screen: expect.stringMatching(/^other\n/),
    });
    expect(await waitForExitNumber(server, 1)).toMatchObject({ exitCode: 4 });
    const [first, second] = server.inbox.messages.slice(-2);
    expect(first).toMatchObject({ method: 'session.exited' });
    expect(second).toMatchObject({ id: 2 });
  });
});

test('launch fails with kind spawn if the working directory of the server is gone, unless cwd is absolute [3.spawn-kind]', () => {
  const directory = createTemporaryDirectory();
  const calls = [
    ['initialize', {}],
    ['launch', { command: 'true' }],
    ['launch', { command: 'true', cwd: '/' }],
  ] as const;
  const input = calls
    .map(([method, params], id) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    .join('');
  const intoGone = 'mkdir gone; cd gone; rmdir ../gone; exec "$0" "$@"';
  const server = [process.execPath, resolve('dist/cli.js'), 'server', '--artifact-dir', join(directory, 'artifacts')];
  const answers = execFileSync('sh', ['-c', intoGone, ...server], { cwd: directory, input, encoding: 'utf8' })
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const reason = "the server's working directory no longer exists. Set `cwd` to an absolute path.";
  const details = `Cannot start "true": ${reason}`;
  expect(answers[1]).toMatchObject({ error: { code: -32004, data: { kind: 'spawn', details } } });
  expect(answers[2]).toMatchObject({ result: { ok: true } });
});
