import { writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { needing } from '../support/packages.js';
import { pollUntil } from '../support/processes.js';
import { exact } from '../support/selectors.js';
import { TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux');
// Displays each line that it reads once.
const copier = ['sh', '-c', 'stty -echo; echo READY; exec cat'];

async function startCopier(): Promise<TmuxServer> {
  const tmux = new TmuxServer(copier);
  await tmux.waitForText('READY');
  return tmux;
}

/** Types into the pane `%0` as a person does, and requires that the session displays what the pane displays. */
async function expectSameScreen(tmux: TmuxServer, server: TestServer, typed: string): Promise<void> {
  tmux.run('send-keys', '-t', '%0', typed, 'Enter');
  await server.request('waitForText', { selector: exact(typed) });
  const { cols, rows, text } = await server.request('currentView');
  expect(`${cols}x${rows}`).toBe(tmux.read('#{pane_width}x#{pane_height}', '%0'));
  expect(text.trimEnd()).toBe(tmux.capture('%0').trimEnd());
}

test('a pane that people resize, split, swap and zoom stays attached with its size [17.attach-moved] (needs tmux)', async () => {
  const tmux = await startCopier();
  const { server } = await tmux.attach();
  await expectSameScreen(tmux, server, 'alone');
  await tmux.attachPerson();
  await pollUntil(() => tmux.read('#{pane_width}', '%0') === '100');
  await expectSameScreen(tmux, server, 'with a person');
  const commands = [
    'split-window -d -h -t %0 cat',
    'split-window -d -v -t %0 cat',
    'swap-pane -d -s %0 -t %1',
    'resize-pane -t %0 -x 30 -y 7',
    'resize-pane -Z -t %0',
    'resize-pane -Z -t %0',
    'select-layout -t %0 even-vertical',
    'rotate-window -t %0',
  ];
  for (const [index, command] of commands.entries()) {
    tmux.run(...command.split(' '));
    await expectSameScreen(tmux, server, `step ${index}: ${command}`);
  }
});

test('a pane whose window moves to another session is followed [17.attach-moved] (needs tmux)', async () => {
  const tmux = await startCopier();
  tmux.run('new-window', '-d', '-t', 'main', 'cat');
  tmux.run('new-session', '-d', '-s', 'other', '-x', '80', '-y', '24', 'cat');
  const { server } = await tmux.attach({ pane: '%0' });
  tmux.run('move-window', '-d', '-s', 'main:0', '-t', 'other:5');
  await pollUntil(() => tmux.run('list-clients', '-F', '#{session_name}') === 'other');
  await expectSameScreen(tmux, server, 'moved');
  tmux.run('kill-session', '-t', 'main');
  await expectSameScreen(tmux, server, 'without the first session');
});

const modes: [command: string, mode: string, leave: readonly string[]][] = [
  ['copy-mode', 'copy-mode', ['-X', 'cancel']],
  ['choose-tree', 'tree-mode', ['q']],
  ['clock-mode', 'clock-mode', ['q']],
];
test.each(modes)(
  'in %s of tmux, output is read and input is refused [17.attach-refused, 17.availability] (needs tmux)',
  async (command, mode, leave) => {
    const tmux = new TmuxServer(['cat']);
    const { server } = await tmux.attach({}, { notifyExit: true });
    const waitForChange = async (wanted: object): Promise<void> => {
      await server.inbox.waitForMessage(({ method, params }) => {
        if (method !== 'session.availability') return false;
        const { available, reason } = params as { available: boolean; reason: string };
        return JSON.stringify({ available, reason }) === JSON.stringify(wanted);
      });
    };
    tmux.run(command, '-t', 'main');
    await waitForChange({ available: false, reason: 'pane-mode' });
    writeFileSync(tmux.read('#{pane_tty}'), 'written meanwhile\r\n');
    await server.request('waitForText', { selector: exact('written meanwhile') });
    const { data } = await failureOf(server.request('sendText', { text: 'q' }));
    expect(data).toMatchObject({ kind: 'pane-mode', paneMode: mode });
    expect(tmux.read('#{pane_mode}')).toBe(mode);
    const { length } = server.inbox.listNotifications('session.availability');
    tmux.run('send-keys', '-t', 'main', ...leave);
    await pollUntil(() => server.inbox.listNotifications('session.availability').length > length);
    expect(server.inbox.listNotifications('session.availability').at(-1)).toMatchObject({ available: true });
    await server.request('sendLine', { text: 'typed afterwards', settleMs: 0 });
    await server.request('waitForText', { selector: exact('typed afterwards'), ambiguityMode: 'first' });
  },
);

const ends: [how: string, command: readonly string[]][] = [
  ['kill-pane', ['kill-pane', '-t', '%0']],
  ['kill-window', ['kill-window', '-t', '%0']],
  ['kill-session', ['kill-session', '-t', 'main']],
];
const cases = ends.flatMap(([how, command]) => ['on', 'off'].map((detaches) => [how, detaches, command] as const));
test.each(cases)(
  '%s with detach-on-destroy %s ends the session; no client moves to another one [17.attach-death] (needs tmux)',
  async (_how, detaches, command) => {
    const tmux = new TmuxServer(['cat']);
    tmux.run('set-option', '-g', 'detach-on-destroy', detaches);
    tmux.run('split-window', '-d', '-t', 'main', 'cat');
    tmux.run('new-window', '-d', '-t', 'main', 'cat');
    tmux.run('new-session', '-d', '-s', 'other', 'cat');
    const { server } = await tmux.attach({ pane: '%0' }, { notifyExit: true });
    tmux.run(...command);
    const exited = await server.inbox.waitForMessage(({ method }) => method === 'session.exited');
    expect(exited['params']).toMatchObject({ exitCode: null, signal: null, complete: false });
    expect((await failureOf(server.request('sendText', { text: 'x' }))).data).toMatchObject({ kind: 'exited' });
    await pollUntil(() => tmux.run('list-clients') === '');
    expect(tmux.run('has-session', '-t', 'other')).toBe('');
  },
);
