import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createTemporaryDirectory, type TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { type FakeTmux, installFakeTmux } from '../support/fake-tmux.js';
import type { ReceivedMessage } from '../support/inbox.js';
import { needing } from '../support/packages.js';
import { pollUntil } from '../support/processes.js';
import { exact, regex } from '../support/selectors.js';
import { sample } from '../support/tier.js';
import { createTmuxClient, floodOf, TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux', 'bash');

/** Attaches with a fake version of tmux. */
async function attachWith(
  fake: FakeTmux,
  tmux: TmuxServer,
  params: object = {},
): Promise<{ readonly server: TestServer; readonly attached: ReceivedMessage }> {
  const server = createTmuxClient(installFakeTmux(fake));
  await server.request('initialize', { timeoutSeconds: 20, notifyExit: true });
  const attached = await server.request('attach', { pane: 'main', socketName: tmux.name, ...params });
  return { server, attached: attached as unknown as ReceivedMessage };
}

const echo = ['bash', '-c', 'stty -echo; echo READY; while read -r line; do echo "got $line"; done'];

const versions = ['3.2a', '3.3a', '3.4', '3.5a', '3.6b', '3.7c', 'next-3.8', '3.10', '4.0', 'openbsd-7.7', 'master'];
test.each(sample(versions, 2))(
  'tmux %s: a pane is attached, typed into and read [17.attach-versions] (needs tmux)',
  async (version) => {
    const tmux = new TmuxServer(echo);
    await tmux.waitForText('READY');
    const { server, attached } = await attachWith({ version }, tmux);
    expect(attached).toMatchObject({ tmuxVersion: version, pane: '%0' });
    await server.request('sendLine', { text: 'hello', expectAfter: regex('^got hello$') });
  },
);

test.each(['3.1c', '2.9a', '1.8'])(
  'tmux %s is refused with tmux-version [17.attach-versions] (needs tmux)',
  async (version) => {
    const tmux = new TmuxServer(['cat']);
    const failure = await failureOf(attachWith({ version }, tmux));
    expect(failure.data).toMatchObject({ kind: 'tmux-version', details: expect.stringContaining(version) });
  },
);

test.each([
  ['a client that the server does not accept (3.7 and 3.3)', { refusesClient: true, clientVersion: '3.7c' }],
  ['another protocol', { fails: 'protocol version mismatch (client 8, server 7)' }],
])('%s is tmux-version [17.attach-versions] (needs tmux)', async (_what, fake) => {
  const tmux = new TmuxServer(['cat']);
  const failure = await failureOf(attachWith({ version: '3.3a', ...fake }, tmux));
  expect(failure.data).toMatchObject({ kind: 'tmux-version' });
  expect(tmux.run('list-clients')).toBe('');
});

const errors: [stderr: string, data: object][] = [
  ['error connecting to /tmp/tmux-0/x (No such file or directory)', { kind: 'no-server' }],
  ['no server running on /tmp/tmux-0/x', { kind: 'no-server' }],
  ['error connecting to /tmp/tmux-0/x (Permission denied)', { kind: 'io', errorType: 'SUBPROCESS_FAILED' }],
  ['access not allowed', { kind: 'io', errorType: 'SUBPROCESS_FAILED' }],
  ['something else', { kind: 'io', errorType: 'SUBPROCESS_FAILED' }],
];
test.each(errors)('the error %j of tmux has a kind [17.attach-versions] (needs tmux)', async (fails, data) => {
  const failure = await failureOf(attachWith({ version: '3.5a', fails }, new TmuxServer(['cat'])));
  expect(failure.data).toMatchObject({ ...data, details: expect.stringContaining(fails) });
});

test('tmux that does not respond within 5 s is kind timeout [17.attach-versions] (needs tmux)', async () => {
  const failure = await failureOf(attachWith({ version: '3.5a', hangs: true }, new TmuxServer(['cat'])));
  expect(failure.data).toMatchObject({ kind: 'timeout', errorType: 'TIMEOUT' });
});

test('tmux 3.7 reports bracketed paste, and control characters are pasted with -S [17.attach-versions] (needs tmux)', async () => {
  const path = join(createTemporaryDirectory(), 'input');
  const tmux = new TmuxServer(['bash', '-c', `stty raw -echo; printf READY; exec cat > '${path}'`]);
  await tmux.waitForText('READY');
  const fake = { version: '3.7c', escapesPaste: true, formats: { bracket_paste_flag: '1' } };
  const { server, attached } = await attachWith(fake, tmux);
  expect(attached['unknownModes']).toEqual(['focusEvents', 'synchronizedOutput', 'kittyKeyboard']);
  await server.request('sendText', { text: 'a\nb', paste: true, settleMs: 0 });
  const long = `\x1b\x01${'x'.repeat(600)}`;
  await server.request('sendText', { text: long, settleMs: 0 });
  await server.request('sendText', { text: '.', settleMs: 0 });
  const expected = `\x1b[200~a\nb\x1b[201~${long}.`;
  await pollUntil(() => readFileSync(path, 'utf8').length >= expected.length);
  expect(readFileSync(path, 'utf8')).toBe(expected);
});

test('tmux 3.2 does not report the signal that has ended a program [17.attach-versions] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  tmux.run('split-window', '-d', '-t', 'main', 'read line; echo LAST; kill -KILL $$');
  const fake = { version: '3.2a', formats: { pane_dead_signal: '' } };
  const { server } = await attachWith(fake, tmux, { pane: '%1', keepLastWords: true });
  tmux.run('send-keys', '-t', '%1', 'Enter');
  const exited = await server.inbox.waitForMessage(({ method }) => method === 'session.exited');
  expect(exited['params']).toMatchObject({ exitCode: null, signal: null, complete: false });
  expect((await server.request('currentView')).text).toContain('LAST');
});

test('a tmux that names signals instead of counting them is understood [17.attach-versions] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  tmux.run('split-window', '-d', '-t', 'main', 'read line; kill -KILL $$');
  const fake = { version: '3.6b', formats: { pane_dead_signal: '#{?pane_dead,KILL,}' } };
  const { server } = await attachWith(fake, tmux, { pane: '%1', keepLastWords: true });
  tmux.run('send-keys', '-t', '%1', 'Enter');
  const exited = await server.inbox.waitForMessage(({ method }) => method === 'session.exited');
  expect(exited['params']).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
});

test('tmux 3.2 to 3.4 can lose the end of a program: it is reported within a second [17.attach-versions] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  tmux.run('split-window', '-d', '-t', 'main', 'read line; echo LAST; exit 7');
  const { server } = await attachWith({ version: '3.4', losesEnd: true }, tmux, { pane: '%1', keepLastWords: true });
  tmux.run('send-keys', '-t', '%1', 'Enter');
  const exited = await server.inbox.waitForMessage(({ method }) => method === 'session.exited');
  expect(exited['params']).toMatchObject({ exitCode: 7, lastLines: [expect.stringContaining('LAST')] });
});

test('tmux 3.4 has other widths: the screen is repaired [17.attach-versions, 17.attach-drift] (needs tmux)', async () => {
  const script =
    "stty -echo; printf READY; read -r line; printf '\\xe2\\x98\\xba\\xef\\xb8\\x8fafter'; exec sleep 1000";
  const tmux = new TmuxServer(['bash', '-c', script]);
  await tmux.waitForText('READY');
  const { server } = await attachWith({ version: '3.4', drops: '\ufe0f' }, tmux);
  await server.request('sendKey', { keys: ['Enter'] });
  await server.request('waitForText', { selector: exact('READY☺️after') });
  expect((await server.request('terminalState')).resynced).toBe(1);
});

test('tmux 3.8 defers notifications until the reply of a command has ended [17.attach-versions] (needs tmux)', async () => {
  const tmux = new TmuxServer(floodOf('日本語'));
  const { server } = await attachWith({ version: 'next-3.8', defersPause: true }, tmux);
  const client = tmux.run('list-clients', '-F', '#{client_name}');
  for (let round = 1; round <= 4; round += 1) {
    const { resynced = 0 } = await server.request('terminalState');
    tmux.run('refresh-client', '-t', client, '-A', '%0:pause');
    while (((await server.request('terminalState')).resynced ?? 0) <= resynced) await server.request('server.ping');
    const lines = (await server.request('currentView', { scrollback: 100 })).text.trimEnd().split('\n').slice(0, -1);
    const numbers = lines.map((line) => Number.parseInt(line, 10));
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] as number) + index));
    expect(lines.filter((line) => !/^\d+ 日本語$/.test(line))).toEqual([]);
  }
});

test('a session with `destroy-unattached` and no client is refused, in the words of 3.3 and of 3.4 [17.attach-versions] (needs tmux)', async () => {
  for (const value of ['on', '1', 'keep-last', 'keep-group']) {
    const tmux = new TmuxServer(['cat']);
    const failure = await failureOf(attachWith({ version: '3.4', formats: { 'destroy-unattached': value } }, tmux));
    expect(failure.data).toMatchObject({ kind: 'io', details: expect.stringContaining('destroy-unattached') });
  }
});

test('no version gets a command that it cannot survive: every input is checked, and no pane is switched off [17.attach-versions] (needs tmux)', async () => {
  const log = join(createTemporaryDirectory(), 'log');
  const tmux = new TmuxServer(echo);
  await tmux.waitForText('READY');
  const { server } = await attachWith({ version: '3.2a', log }, tmux, { keepLastWords: true });
  await server.request('sendText', { text: 'short' });
  await server.request('sendText', { text: 'x'.repeat(2000) });
  await server.request('sendText', { text: 'paste', paste: true });
  await failureOf(server.request('resize', { cols: 70, rows: 20 }));
  await server.request('close');
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  const inputs = lines.filter((line) => /send-keys|paste-buffer/.test(line));
  expect(inputs).toHaveLength(3);
  // A command that waits for a file in between would make the check worthless.
  for (const line of inputs) expect(line).toMatch(/^if-shell -F -t %0 '#\{\|\|:#\{pane_dead\},(?!.*load-buffer)/);
  const modes = lines.filter((line) => line.startsWith('mode '));
  expect(modes).toEqual(['mode 600', 'mode 600']);
  expect(lines.filter((line) => /:off|refresh-client.* -C|no-output|-S - /.test(line))).toEqual([]);
});

test('screens are requested one after another, with a limit of the scrollback, however often the layout changes [17.attach-versions] (needs tmux)', async () => {
  const log = join(createTemporaryDirectory(), 'log');
  const tmux = new TmuxServer(echo);
  await tmux.waitForText('READY');
  tmux.run('split-window', '-d', '-h', '-t', 'main', 'cat');
  const { server } = await attachWith({ version: '3.3a', log }, tmux, { pane: '%0', scrollback: 321 });
  for (let cols = 20; cols < 50; cols += 1) tmux.run('resize-pane', '-t', '%0', '-x', `${cols}`);
  await server.request('sendLine', { text: 'hello', expectAfter: regex('^got hello$') });
  expect((await server.request('currentView')).cols).toBe(49);
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  let pending: string | undefined;
  let count = 0;
  for (const [index, line] of lines.entries()) {
    if (line === pending) pending = undefined;
    if (!line.includes('capture-pane')) continue;
    expect(pending).toBe(undefined);
    pending = `reply ${/\S+$/.exec(lines[index + 1] ?? '')?.[0]}`;
    expect(line).toMatch(/capture-pane -p -e -J -S -(320|0) -t %0 /);
    count += 1;
  }
  expect(count).toBeGreaterThan(1);
});
