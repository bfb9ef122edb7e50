import { expect } from 'vitest';
import type { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import type { ReceivedMessage } from '../support/inbox.js';
import { needing } from '../support/packages.js';
import { pollUntil } from '../support/processes.js';
import { exact } from '../support/selectors.js';
import { TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux', 'bash');
const notify = { notifyExit: true };

async function waitForNotification(server: TestServer, method: string): Promise<ReceivedMessage> {
  return (await server.inbox.waitForMessage((message) => message['method'] === method))['params'] as ReceivedMessage;
}

const endings: [script: string, exit: object][] = [
  ['exit 7', { exitCode: 7, signal: null }],
  ['exit 0', { exitCode: 0, signal: null }],
  ['kill -KILL $$', { exitCode: null, signal: 'SIGKILL' }],
];
test.each(endings)(
  'keepLastWords: %s is reported with the last output, and the pane closes [17.attach-death] (needs tmux)',
  async (script, exit) => {
    const tmux = new TmuxServer(['cat']);
    tmux.run('split-window', '-d', '-t', 'main', `read line; printf 'many words '; printf LAST-WORDS; ${script}`);
    const { server } = await tmux.attach({ pane: '%1', keepLastWords: true }, notify);
    tmux.run('send-keys', '-t', '%1', 'Enter');
    expect(await waitForNotification(server, 'session.exited')).toMatchObject({
      ...exit,
      lastLines: [expect.stringContaining('LAST-WORDS')],
    });
    expect((await server.request('currentView')).text).toContain('LAST-WORDS');
    await pollUntil(() => tmux.run('list-panes', '-a', '-F', '#{pane_id}') === '%0');
    expect(await server.request('waitForExit')).toMatchObject(exit);
    expect((await failureOf(server.request('sendText', { text: 'x' }))).data).toMatchObject({ kind: 'exited' });
    await pollUntil(() => tmux.run('list-clients') === '');
  },
);

test('without keepLastWords the exit is reported as incomplete [17.attach-death, 17.availability] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  tmux.run('split-window', '-d', '-t', 'main', 'read line; exit 7');
  const { server } = await tmux.attach({ pane: '%1' }, notify);
  tmux.run('send-keys', '-t', '%1', 'Enter');
  expect(await waitForNotification(server, 'session.exited')).toMatchObject({
    exitCode: null,
    signal: null,
    complete: false,
  });
  const changes = server.inbox.listNotifications('session.availability');
  expect(changes).toEqual([
    { available: true, reason: 'attached', timestamp: expect.any(Number) },
    { available: false, reason: 'exited', timestamp: expect.any(Number) },
  ]);
});

test('the last pane of the server, and the server itself, end [17.attach-death] (needs tmux)', async () => {
  for (const end of ['kill-pane', 'kill-session', 'kill-server']) {
    const tmux = new TmuxServer(['cat']);
    const { server } = await tmux.attach({}, notify);
    tmux.run(end);
    expect(await waitForNotification(server, 'session.exited')).toMatchObject({ exitCode: null, complete: false });
  }
});

test('a client that is detached ends waits and input with kind detached [17.attach-lost, 17.availability] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  const { server } = await tmux.attach({}, notify);
  const wait = failureOf(server.request('waitForText', { selector: exact('never') }));
  tmux.run('detach-client', '-s', 'main');
  expect((await wait).data).toMatchObject({ kind: 'detached' });
  expect((await failureOf(server.request('sendText', { text: 'x' }))).data).toMatchObject({ kind: 'detached' });
  expect(await waitForNotification(server, 'session.availability')).toBeDefined();
  expect(server.inbox.listNotifications('session.availability').at(-1)).toMatchObject({
    available: false,
    reason: 'detached',
  });
  expect(server.inbox.listNotifications('session.exited')).toEqual([]);
  // The same session can attach again.
  expect(await server.request('attach', { pane: 'main', socketName: tmux.name })).toMatchObject({ ok: true });
});

test('a pane that changes its size or moves to another session stays attached [17.attach-moved] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  // Displays each line that it reads once.
  tmux.run('split-window', '-d', '-h', '-t', 'main', 'stty -echo; echo READY; exec cat');
  await tmux.waitForText('READY', '%1');
  tmux.run('new-session', '-d', '-s', 'other', '-x', '90', '-y', '20', 'cat');
  const { server, attached } = await tmux.attach({ pane: '%1' });
  expect(attached.cols).toBe(39);
  const type = async (text: string): Promise<void> => {
    tmux.run('send-keys', '-t', '%1', text, 'Enter');
    await server.request('waitForText', { selector: exact(text) });
  };
  await type('one');
  tmux.run('resize-pane', '-Z', '-t', '%1');
  await type('two');
  expect(await server.request('currentView')).toMatchObject({ cols: 80, rows: 24 });
  tmux.run('break-pane', '-d', '-s', '%1');
  await type('three');
  tmux.run('join-pane', '-d', '-s', '%1', '-t', 'other');
  await type('four');
  await pollUntil(() => tmux.run('list-clients', '-F', '#{session_name}') === 'other');
  await type('five');
  const { text } = await server.request('currentView');
  expect(text.trimEnd()).toBe(tmux.capture('%1').trimEnd());
  tmux.run('kill-session', '-t', 'main');
  await type('six');
});
