import { expect } from 'vitest';
import type { TestServer } from '../../testing/client.js';
import { failureOf } from '../../testing/failure-of.js';
import type { ReceivedMessage } from '../../testing/inbox.js';
import { needing } from '../../testing/packages.js';
import { pollUntil } from '../../testing/processes.js';
import { exact } from '../../testing/selectors.js';
import { TmuxServer } from '../../testing/tmux-server.js';

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

/** All options and hooks that could be changed. */
const readSettings = (tmux: TmuxServer): string =>
  [
    'show-options -g',
    'show-options -s',
    'show-options -t main',
    'show-window-options -t main',
    'show-options -p -t %0',
    'show-hooks -g',
    'show-hooks -t main',
    'show-hooks -p -t %0',
    'show-environment -t main',
    'show-environment -g',
    'list-windows -a -F #{window_id}#{window_active}#{window_layout}',
    'list-buffers',
  ]
    .map((command) => tmux.run(...command.split(' ')))
    .join('\n---\n');

async function killServer(server: TestServer, signal: NodeJS.Signals): Promise<void> {
  server.process.kill(signal);
  await server.waitForExit();
}

const leavings: [how: string, leave: (server: TestServer) => Promise<unknown>][] = [
  ['close', (server) => server.request('close')],
  ['the end of input', (server) => server.end()],
  ['SIGTERM', (server) => killServer(server, 'SIGTERM')],
  ['SIGKILL', (server) => killServer(server, 'SIGKILL')],
];
test.each(
  leavings.flatMap(([how, leave]) => [false, true].map((keepLastWords) => [how, keepLastWords, leave] as const)),
)(
  'attaching and leaving by %s changes nothing, with keepLastWords %j [17.attach-unchanged, 17.attach-restored] (needs tmux)',
  async (_how, keepLastWords, leave) => {
    const tmux = new TmuxServer(['cat']);
    tmux.run('set-hook', '-g', 'client-detached[0]', 'display-message bye');
    tmux.run('new-window', '-t', 'main', 'cat');
    await tmux.attachPerson();
    const before = readSettings(tmux);
    const { server } = await tmux.attach({ pane: '%0', keepLastWords });
    await server.request('sendText', { text: 'hello' });
    if (!keepLastWords) expect(readSettings(tmux)).toBe(before);
    await leave(server);
    await pollUntil(() => tmux.run('list-clients').split('\n').length === 1);
    await pollUntil(() => readSettings(tmux) === before);
  },
);

test('SIGKILL of the server during a flood leaves no client and no stalled program [17.attach-crash] (needs tmux)', async () => {
  const tmux = new TmuxServer(['perl', '-e', '$|=1; for ($i=1;;$i++) { print "$i ", "x" x 200, "\\n" }']);
  for (let round = 0; round < 5; round += 1) {
    const { server } = await tmux.attach();
    await server.request('currentView');
    server.process.kill('SIGKILL');
    await server.waitForExit();
    await pollUntil(() => tmux.run('list-clients') === '');
    const number = (): number =>
      Number.parseInt(
        tmux
          .capture()
          .split('\n')
          .find((line) => /^\d+ x/.test(line)) ?? '0',
        10,
      );
    const first = number();
    await pollUntil(() => number() > first + 1000);
  }
});

test('a pane that changes its size or moves to another session stays attached [17.attach-moved] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  tmux.run('split-window', '-d', '-h', '-t', 'main', 'cat');
  tmux.run('new-session', '-d', '-s', 'other', '-x', '90', '-y', '20', 'cat');
  const { server, attached } = await tmux.attach({ pane: '%1' });
  expect(attached.cols).toBe(39);
  const type = async (text: string): Promise<void> => {
    tmux.run('send-keys', '-t', '%1', text, 'Enter');
    await server.request('waitForText', { selector: exact(text), ambiguityMode: 'first' });
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

test('a server that is stopped during a flood continues with a repaired screen [17.attach-resync] (needs tmux)', async () => {
  const tmux = new TmuxServer(['perl', '-e', '$|=1; for ($i=1;;$i++) { print "$i ", "x" x 40, "\\n" }']);
  // While a person is attached, the program does not wait for us.
  await tmux.attachPerson();
  const { server } = await tmux.attach();
  server.process.kill('SIGSTOP');
  const number = (): number =>
    Number.parseInt(
      tmux
        .capture()
        .split('\n')
        .find((line) => /^\d+ x/.test(line)) ?? '0',
      10,
    );
  const first = number();
  await pollUntil(() => number() > first + 20_000);
  server.process.kill('SIGCONT');
  const { text } = await server.request('currentView');
  const numbers = text
    .trimEnd()
    .split('\n')
    .slice(0, -1)
    .map((line) => Number.parseInt(line, 10));
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] as number) + index));
});
