import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type AttachOptions, attach, expect as expectTerminal, type Terminal } from 'tuispec';
import { afterEach, expect, onTestFinished, vi } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { requestFailure } from '../support/library-failure.js';
import { needing } from '../support/packages.js';
import { pollUntil, readProcessState } from '../support/processes.js';
import { TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux', 'bash');
const shell = ['env', 'PS1=$ ', 'HISTFILE=/dev/null', 'bash', '--norc', '--noprofile'];

afterEach(() => vi.unstubAllEnvs());

/** Attaches with the library; the terminal is closed after the test. */
async function openPane(tmux: TmuxServer, options: AttachOptions = {}, pane = 'main'): Promise<Terminal> {
  const terminal = await attach(pane, {
    socketName: tmux.name,
    artifactDir: createTemporaryDirectory(),
    timeout: 20_000,
    ...options,
  });
  onTestFinished(async () => await terminal.close().catch(() => {}));
  return terminal;
}

async function startShell(): Promise<TmuxServer> {
  const tmux = new TmuxServer(shell, { cols: 60, rows: 10 });
  await tmux.waitForText('$');
  return tmux;
}

test('`attach` resolves with a terminal that types, waits, finds and asserts in a pane [17.library] (needs tmux, bash)', async () => {
  const tmux = await startShell();
  const terminal = await openPane(tmux);
  expect([terminal.cols, terminal.rows, terminal.pid]).toEqual([60, 10, Number(tmux.read('#{pane_pid}'))]);
  await terminal.sendLine('echo one-$((1+1))', { answer: 'one-2' });
  await expectTerminal(terminal.getByText(/^one-2$/)).toBeVisible();
  await terminal.type('echo two');
  await terminal.press('Enter');
  await terminal.getByText(/^two$/).waitFor();
  expect(await terminal.submit('printf "\\e[31mred\\e[m\\n"', { answer: /^red$/ })).toMatchObject({
    evidence: 'line-editor',
  });
  await expectTerminal(terminal.getByText(/^red$/)).toHaveStyle({ fg: 'red' });
  expect((await requestFailure(terminal.waitForText(/^two$/, { since: 'now', timeout: 100 }))).kind).toBe('timeout');
  expect((await requestFailure(terminal.resize(80, 24))).kind).toBe('foreign-size');
  await terminal.close();
  expect(tmux.run('list-clients')).toBe('');
  expect(Number(tmux.read('#{pane_pid}'))).toBe(terminal.pid);
});

test('a pane has snapshots, pictures, recordings and traces [17.library-files] (needs tmux, bash)', async () => {
  const tmux = await startShell();
  const [artifactDir, snapshotDir] = [createTemporaryDirectory(), createTemporaryDirectory()];
  const terminal = await openPane(tmux, { artifactDir, snapshotDir, name: 'pane', trace: 'on' });
  await using recording = await terminal.record(join(artifactDir, 'recording.jsonl'));
  await terminal.sendLine('echo shown', { answer: /^shown$/ });
  await terminal.request('expectSnapshot', { name: 'shown', update: 'all' });
  await expectTerminal(terminal).toMatchScreen('shown');
  await terminal.sendLine('echo more', { answer: /^more$/ });
  await expect(expectTerminal(terminal).toMatchScreen('shown', { timeout: 50 })).rejects.toThrow('toMatchScreen');
  expect(existsSync(await terminal.screenshot())).toBe(true);
  await recording.stop();
  expect(readFileSync(recording.path, 'utf8')).toContain('echo shown');
  await terminal.close();
  const trace = readFileSync(join(artifactDir, 'sessions/pane/trace.html'), 'utf8');
  expect(trace).toContain('</html>');
});

test('`keepLastWords` reports the exit, and `readOnly` refuses input [17.library-options] (needs tmux, bash)', async () => {
  const tmux = new TmuxServer(['cat']);
  tmux.run('split-window', '-d', '-t', 'main', 'read line; echo last words; exit 7');
  const reader = await openPane(tmux, { readOnly: true });
  expect((await requestFailure(reader.type('x'))).kind).toBe('read-only');
  const terminal = await openPane(tmux, { keepLastWords: true, title: 'worker' }, '%1');
  const exit = new Promise((done) => terminal.on('exit', done));
  await terminal.press('Enter');
  expect(await exit).toMatchObject({ exitCode: 7, title: 'worker' });
  await expectTerminal(terminal).toHaveExited(7);
  await expectTerminal(terminal).toHaveText('last words');
});

test('`attach` rejects with the reason, and its server is used again [17.library-errors] (needs tmux, bash)', async () => {
  const tmux = await startShell();
  const failure = await requestFailure(openPane(tmux, {}, 'main:7'));
  expect(failure).toMatchObject({ kind: 'pane-not-found', method: 'attach', code: -32004 });
  expect(failure.data).toMatchObject({ errorType: 'PANE_NOT_FOUND', candidates: [{ pane: '%0' }] });
  expect((await requestFailure(openPane(tmux, { socketName: 'tuispec-test-absent' }))).kind).toBe('no-server');
  const both = { socketName: 'a', socketPath: 'b' };
  expect((await requestFailure(openPane(tmux, both))).code).toBe(-32602);
  const controller = new AbortController();
  controller.abort();
  expect((await requestFailure(openPane(tmux, { signal: controller.signal }))).code).toBe(-32800);
});

test('the server of `$TMUX`, a socket path and another server are found [17.library-socket] (needs tmux, bash)', async () => {
  const tmux = await startShell();
  const path = tmux.read('#{socket_path}');
  const findServer = async (options: AttachOptions): Promise<number> => {
    const terminal = await openPane(tmux, { socketName: undefined, ...options });
    await terminal.close();
    return terminal.pid;
  };
  const pid = Number(tmux.read('#{pane_pid}'));
  expect(await findServer({ socketPath: path })).toBe(pid);
  expect(readProcessState(pid)?.state).not.toBe('Z');
  // A server that is already running has another value of the variable.
  vi.stubEnv('TMUX', `${path},1,0`);
  expect(await findServer({})).toBe(pid);
  vi.stubEnv('TMUX', undefined);
  const server = [process.execPath, resolve('dist/cli.js'), 'server'];
  expect(await findServer({ server, socketPath: path })).toBe(pid);
  await pollUntil(() => tmux.run('list-clients') === '');
});
