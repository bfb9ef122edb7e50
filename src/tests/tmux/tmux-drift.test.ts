import { expect } from 'vitest';
import type { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { needing } from '../support/packages.js';
import { exact } from '../support/selectors.js';
import { TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux', 'bash');

/** Starts a program that has written text, and attaches to it. */
async function attachWith(output: string): Promise<{ readonly tmux: TmuxServer; readonly server: TestServer }> {
  const tmux = new TmuxServer(['bash', '-c', `stty -echo; ${output}; exec sleep 1000`]);
  await tmux.waitForText('READY');
  const { server } = await tmux.attach({}, { notifyExit: true });
  await server.request('waitForText', { selector: exact('READY') });
  return { tmux, server };
}

test('`send-keys -R`, which no event reports, is found within a second [17.attach-drift] (needs tmux)', async () => {
  const { tmux, server } = await attachWith("printf 'READY\\033[31m red'");
  const wait = server.request('waitForText', { selector: exact('READY'), state: 'hidden', timeoutMs: 20_000 });
  tmux.run('send-keys', '-R', '-t', 'main');
  await wait;
  expect((await server.request('terminalState')).resynced).toBe(1);
  expect((await server.request('currentView')).text.trim()).toBe('');
});

test('a wait compares the screen with that of tmux before it fails [17.attach-drift] (needs tmux)', async () => {
  const { tmux, server } = await attachWith("printf 'READY'");
  const wait = failureOf(server.request('waitForText', { selector: exact('absent'), timeoutMs: 1 }));
  tmux.run('send-keys', '-R', '-t', 'main');
  await wait;
  const failure = await failureOf(server.request('waitForText', { selector: exact('absent'), timeoutMs: 1 }));
  expect(failure.data).toMatchObject({ kind: 'timeout', screen: expect.stringMatching(/^\s*$/) });
});

test('`clear-history` changes nothing on the screen [17.attach-drift] (needs tmux)', async () => {
  const { tmux, server } = await attachWith('seq 100; printf READY');
  const before = await server.request('currentView', { scrollback: 200 });
  tmux.run('clear-history', '-t', 'main');
  await failureOf(server.request('waitForText', { selector: exact('absent'), timeoutMs: 1200 }));
  expect(await server.request('currentView', { scrollback: 200 })).toMatchObject({ text: before.text });
  expect((await server.request('terminalState')).resynced).toBe(0);
});

test('`respawn-pane -k` ends the session, also while nothing is displayed [17.attach-drift] (needs tmux)', async () => {
  const { tmux, server } = await attachWith('printf READY');
  tmux.run('respawn-pane', '-k', '-t', 'main', 'sleep 1000');
  const exited = await server.inbox.waitForMessage(({ method }) => method === 'session.exited');
  expect(exited['params']).toMatchObject({ exitCode: null, complete: false });
  expect((await failureOf(server.request('sendText', { text: 'x' }))).data).toMatchObject({ kind: 'exited' });
});

test('output that tmux and the emulator display alike is never repaired [17.attach-drift] (needs tmux)', async () => {
  const output = [
    "printf '\\033(0lqqk\\033(B\\t|tabs\\n%080d' 7",
    "printf '\\n日本 e\\xcc\\x81 👍🏽 \\033[53mover\\033[m\\n'",
    'sleep 0.4; printf "\\033[5;10r\\033[7;1Hregion"; sleep 0.4; printf READY',
  ];
  const tmux = new TmuxServer(['bash', '-c', `read -rs line; ${output.join('; ')}; exec sleep 1000`]);
  const { server } = await tmux.attach();
  await server.request('sendKey', { keys: ['Enter'] });
  await server.request('waitForText', { selector: exact('regionREADY') });
  await failureOf(server.request('waitForText', { selector: exact('absent'), timeoutMs: 1200 }));
  const { resynced } = await server.request('terminalState');
  expect(resynced).toBe(0);
  const second = await tmux.attach();
  const read = async (one: TestServer): Promise<unknown> => {
    const { text, cursor, styles } = await one.request('currentView', { styles: true });
    return { text, cursor, styles };
  };
  expect(await read(second.server)).toEqual(await read(server));
});
