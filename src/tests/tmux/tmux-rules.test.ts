import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { installFakeTmux } from '../support/fake-tmux.js';
import { needing } from '../support/packages.js';
import { pollUntil, readProcessState } from '../support/processes.js';
import { exact, regex } from '../support/selectors.js';
import { createTmuxClient, TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux', 'bash');

test('input that is refused does not move `lastInput` [17.attach-refused] (needs tmux)', async () => {
  const tmux = new TmuxServer(['bash', '-c', 'stty -echo; echo READY; while read -r line; do echo "got $line"; done']);
  await tmux.waitForText('READY');
  const { server } = await tmux.attach();
  await server.request('sendText', { text: 'one\n' });
  await server.request('waitForText', { selector: regex('^got one$') });
  tmux.run('copy-mode', '-t', 'main');
  for (const text of ['x', 'long '.repeat(200)])
    expect((await failureOf(server.request('sendText', { text }))).data).toMatchObject({ kind: 'pane-mode' });
  const since = 'lastInput';
  expect(await server.request('waitForText', { selector: regex('^got one$'), since, timeoutMs: 0 })).toBeDefined();
});

test('the pane in which the server itself runs is refused with own-pane [17.attach-errors] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  tmux.run('split-window', '-d', '-t', 'main', 'cat');
  const TMUX = `${tmux.read('#{socket_path}')},${tmux.read('#{pid}')},0`;
  const server = createTmuxClient({ TMUX, TMUX_PANE: '%0' });
  await server.request('initialize');
  const failure = await failureOf(server.request('attach', { pane: 'main:0.0' }));
  expect(failure.data).toMatchObject({ kind: 'own-pane' });
  expect(await server.request('attach', { pane: '%1' })).toMatchObject({ pane: '%1' });
});

test('a session with `destroy-unattached` survives our leaving while a person is attached [17.attach-unchanged] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  tmux.run('new-session', '-d', '-s', 'other', 'cat');
  await tmux.attachPerson();
  tmux.run('set-option', '-t', 'main', 'destroy-unattached', 'on');
  tmux.run('detach-client', '-s', 'other');
  const { server } = await tmux.attach();
  await server.request('close');
  expect(tmux.run('has-session', '-t', 'main')).toBe('');
});

test('before attach and launch, requests fail with no-program and NO_PANE_ID [17.attach-errors] (needs tmux)', async () => {
  const server = createTmuxClient();
  await server.request('initialize');
  for (const method of ['sendText', 'submit'] as const)
    expect((await failureOf(server.request(method, { text: 'x' }))).data).toMatchObject({
      kind: 'no-program',
      errorType: 'NO_PANE_ID',
    });
});

test('tmux that is not in PATH is tmux-missing, and a socket without permission is io [17.attach-errors] (needs tmux)', async () => {
  const directory = createTemporaryDirectory();
  const server = createTmuxClient({ PATH: directory });
  await server.request('initialize');
  const missing = { kind: 'tmux-missing', errorType: 'TMUX_NOT_INSTALLED' };
  expect((await failureOf(server.request('attach', { pane: 'main' }))).data).toMatchObject(missing);
  const other = createTmuxClient();
  await other.request('initialize');
  const absent = { pane: 'main', socketPath: join(directory, 'socket') };
  expect((await failureOf(other.request('attach', absent))).data).toMatchObject({ kind: 'no-server' });
  expect(spawnSync('ls', [directory], { encoding: 'utf8' }).stdout).toBe('');
});

test('a dead pane that a person keeps is refused with pane-dead [17.attach-errors] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  tmux.run('set-option', '-g', 'remain-on-exit', 'on');
  tmux.run('split-window', '-d', '-t', 'main', 'exit 3');
  await pollUntil(() => tmux.read('#{pane_dead}', '%1') === '1');
  const failure = await failureOf(tmux.attach({ pane: '%1' }));
  expect(failure.data).toMatchObject({ kind: 'pane-dead' });
});

test('a text is pasted with brackets when the program has enabled that before we attached [17.attach-paste] (needs tmux)', async () => {
  const path = join(createTemporaryDirectory(), 'input');
  const script = `stty raw -echo; printf '\\033[?2004hREADY'; exec cat > '${path}'`;
  const tmux = new TmuxServer(['bash', '-c', script]);
  await tmux.waitForText('READY');
  const { server, attached } = await tmux.attach();
  expect(attached.unknownModes).toContain('bracketedPaste');
  await server.request('sendText', { text: 'one\ntwo', paste: true, settleMs: 0 });
  await server.request('sendText', { text: '\x1b[201~end', paste: true, settleMs: 0 });
  await server.request('sendText', { text: '.', settleMs: 0 });
  const read = (): string => spawnSync('cat', [path], { encoding: 'utf8' }).stdout;
  await pollUntil(() => read().endsWith('.'));
  expect(read()).toBe('\x1b[200~one\ntwo\x1b[201~\x1b[200~end\x1b[201~.');
});

test('a text is pasted without brackets into a program that has not enabled them [17.attach-paste] (needs tmux)', async () => {
  const path = join(createTemporaryDirectory(), 'input');
  const tmux = new TmuxServer(['bash', '-c', `stty raw -echo; printf READY; exec cat > '${path}'`]);
  await tmux.waitForText('READY');
  const { server } = await tmux.attach();
  await server.request('sendText', { text: 'one\ntwo', paste: true, settleMs: 0 });
  await server.request('sendText', { text: '.', settleMs: 0 });
  const read = (): string => spawnSync('cat', [path], { encoding: 'utf8' }).stdout;
  await pollUntil(() => read().endsWith('.'));
  expect(read()).toBe('one\ntwo.');
});

test('a person who changes windows, renames and detaches does not disturb the session [17.attach-moved] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  tmux.run('new-window', '-d', '-t', 'main', 'cat');
  await tmux.attachPerson();
  const { server } = await tmux.attach({ pane: '%0' });
  const window = tmux.run('list-windows', '-t', 'main', '-F', '#{window_active}');
  for (const command of ['select-window -t main:1', 'rename-window -t main:0 a', 'rename-session -t main b'])
    tmux.run(...command.split(' '));
  tmux.run('detach-client', '-a', '-t', tmux.run('list-clients', '-F', '#{client_name}').split('\n').at(-1) ?? '');
  await server.request('sendLine', { text: 'still', settleMs: 0 });
  await server.request('waitForText', { selector: exact('still'), ambiguityMode: 'first' });
  expect(window).toBe('1\n0');
  expect(readProcessState(server.pid)).toBeDefined();
});

test('our client counts for no size, is paused when it is slow, and has the session as its target [17.attach-unchanged] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  await tmux.attach();
  const [flags = '', ...facts] = tmux
    .run('list-clients', '-F', '#{client_flags}|#{client_control_mode}|#{client_session}|#{client_utf8}')
    .split('|');
  expect(flags.split(',')).toEqual(expect.arrayContaining(['control-mode', 'ignore-size', 'pause-after=5', 'UTF-8']));
  expect(flags).not.toMatch(/no-output|wait-exit|read-only|active-pane/);
  expect(facts).toEqual(['1', 'main', '1']);
});

test('a pane that gets another program while we attach is refused with stale-pane [17.attach-errors] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  const server = createTmuxClient(
    installFakeTmux({ version: '3.3a', afterList: ['respawn-pane', '-k', '-t', '%0', 'cat'] }),
  );
  await server.request('initialize');
  const failure = await failureOf(server.request('attach', { pane: '%0', socketName: tmux.name }));
  expect(failure.data).toMatchObject({ kind: 'stale-pane', errorType: 'PANE_NOT_FOUND' });
  expect(tmux.run('list-clients')).toBe('');
  const { attached } = await tmux.attach({ pane: '%0' });
  expect(attached.pid).toBe(Number(tmux.read('#{pane_pid}')));
});

test('a pane that moves to another session while we attach is followed [17.attach-moved] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  tmux.run('split-window', '-d', '-t', 'main', 'cat');
  tmux.run('new-session', '-d', '-s', 'other', '-x', '80', '-y', '24', 'cat');
  const afterList = ['join-pane', '-d', '-s', '%1', '-t', 'other'];
  const server = createTmuxClient(installFakeTmux({ version: '3.3a', afterList }));
  await server.request('initialize');
  await server.request('attach', { pane: '%1', socketName: tmux.name });
  tmux.run('send-keys', '-t', '%1', 'moved', 'Enter');
  await server.request('waitForText', { selector: exact('moved'), ambiguityMode: 'first' });
  expect(tmux.run('list-clients', '-F', '#{session_name}')).toBe('other');
});

test('without a socket and `$TMUX`, the default server is used [17.attach] (needs tmux)', async () => {
  const directory = createTemporaryDirectory();
  const env = { ...process.env, TMUX_TMPDIR: directory, TMUX: '' };
  const run = (...command: string[]): string => spawnSync('tmux', command, { env, encoding: 'utf8' }).stdout;
  onTestFinished(() => void run('kill-server'));
  run('-f', '/dev/null', 'new-session', '-d', '-s', 'main', 'cat');
  const server = createTmuxClient({ TMUX_TMPDIR: directory, TMUX: '' });
  await server.request('initialize');
  const { pid } = await server.request('attach', { pane: 'main' });
  expect(`${pid}\n`).toBe(run('list-panes', '-F', '#{pane_pid}'));
});
