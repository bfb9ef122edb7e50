import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { needing } from '../support/packages.js';
import { findProcessesBy, pollUntil } from '../support/processes.js';
import { exact } from '../support/selectors.js';
import { isComplete, sample } from '../support/tier.js';
import { TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux', 'bash');

/** Everything that attaching could change for a person: sizes, windows, programs, environment, options, hooks, buffers. */
function readState(tmux: TmuxServer): string {
  const commands = [
    'list-sessions -F #{session_id}|#{session_name}|#{session_windows}|#{session_group}',
    'list-windows -a -F #{window_id}|#{window_name}|#{window_active}|#{window_width}x#{window_height}|#{window_layout}|#{window_flags}',
    'list-panes -a -F #{pane_id}|#{pane_pid}|#{pane_width}x#{pane_height}|#{pane_active}|#{pane_current_command}|#{pane_in_mode}|#{pane_dead}|#{pane_title}|#{pane_input_off}',
    'show-options -g',
    'show-options -s',
    'show-options -t main',
    'show-window-options -g',
    'show-window-options -t main',
    'show-options -p -t %0',
    'show-hooks -g',
    'show-hooks -t main',
    'show-hooks -p -t %0',
    'show-environment -t main',
    'show-environment -g',
    'list-buffers',
    'list-keys',
  ];
  const parts = commands.map((command) => tmux.run(...command.split(' ')));
  const pids = tmux.run('list-panes', '-a', '-F', '#{pane_pid}').split('\n');
  return [...parts, ...pids.map((pid) => readFileSync(`/proc/${pid}/environ`, 'latin1'))].join('\n---\n');
}

/** Uses a pane in all ways that it allows. */
async function usePane(server: TestServer): Promise<void> {
  await server.request('sendText', { text: 'hello' });
  await server.request('sendText', { text: 'x'.repeat(1000) });
  await server.request('sendKey', { keys: ['Enter', 'ArrowUp'] });
  await server.request('waitForText', { selector: exact('hello'), ambiguityMode: 'first' });
  await server.request('currentView', { scrollback: 100, styles: true });
  await server.request('health');
  await failureOf(server.request('resize', { cols: 50, rows: 10 }));
  await failureOf(server.request('waitForText', { selector: exact('absent'), timeoutMs: 10 }));
}

async function killServer(server: TestServer, signal: NodeJS.Signals): Promise<void> {
  server.process.kill(signal);
  await server.waitForExit();
}

type Leave = (server: TestServer, tmux: TmuxServer, clientPid: number) => unknown;
const leavings: [how: string, leave: Leave][] = [
  ['close', (server) => server.request('close')],
  ['the end of input', (server) => server.end()],
  ['SIGTERM', (server) => killServer(server, 'SIGTERM')],
  ['SIGKILL', (server) => killServer(server, 'SIGKILL')],
  ['SIGKILL of the client of tmux', (_server, _tmux, clientPid) => process.kill(clientPid, 'SIGKILL')],
  ['closed pipes', (server) => [server.process.stdout?.destroy(), server.process.stdin?.destroy()]],
];
const cases = leavings.flatMap(([how, leave]) =>
  [false, true].flatMap((hasPerson) =>
    [false, true].map((keepLastWords) => [how, hasPerson, keepLastWords, leave] as const),
  ),
);
// By default, each way to leave once: with a person, or with the last words.
test.each(
  isComplete
    ? cases
    : cases.filter((_, index) => index === 4 * Math.floor(index / 4) + 1 + (Math.floor(index / 4) % 2)),
)(
  'attaching, use and leaving by %s change nothing; with a person %j, with keepLastWords %j [17.attach-unchanged, 17.attach-restored] (needs tmux)',
  async (_how, hasPerson, keepLastWords, leave) => {
    const tmux = new TmuxServer(['exec cat']);
    tmux.run('set-hook', '-g', 'client-detached[0]', 'display-message bye');
    tmux.run('set-environment', '-t', 'main', 'DISPLAY', ':7');
    tmux.run('set-option', '-g', 'automatic-rename', 'off');
    tmux.run('new-window', '-t', 'main', 'exec cat');
    // The shell of the person, which may be dash, becomes the program, with its process id.
    await pollUntil(() => tmux.run('list-panes', '-a', '-F', '#{pane_current_command}') === 'cat\ncat');
    if (hasPerson) await tmux.attachPerson();
    const people = tmux.run('list-clients');
    const before = readState(tmux);
    const { server } = await tmux.attach({ pane: '%0', keepLastWords });
    const clientPid = Number(tmux.run('list-clients', '-F', '#{client_pid}').split('\n').at(-1));
    await usePane(server);
    if (!keepLastWords) expect(readState(tmux)).toBe(before);
    await leave(server, tmux, clientPid);
    await pollUntil(() => tmux.run('list-clients').split('\n').length === people.split('\n').length);
    await pollUntil(() => readState(tmux) === before);
    tmux.run('send-keys', '-t', '%0', 'Enter', 'still', 'Enter');
    await tmux.waitForText('still\nstill', '%0');
  },
);

test.each(sample([true, false]))(
  'SIGKILL of the tmux server ends the session and leaves no process and no file; with keepLastWords %j [17.attach-crash] (needs tmux)',
  async (keepLastWords) => {
    const tmux = new TmuxServer(['cat']);
    const { server, attached } = await tmux.attach({ pane: '%0', keepLastWords }, { notifyExit: true });
    await usePane(server);
    process.kill(Number(tmux.read('#{pid}')), 'SIGKILL');
    const exited = await server.inbox.waitForMessage(({ method }) => method === 'session.exited');
    expect(exited['params']).toMatchObject({ exitCode: null, complete: false });
    await pollUntil(() => findProcessesBy(new RegExp(tmux.name)).length === 0);
    expect(attached.ok).toBe(true);
    expect(await server.request('currentView')).toMatchObject({ text: expect.stringContaining('hello') });
    expect((await failureOf(server.request('attach', { pane: '%0', socketName: tmux.name }))).data).toMatchObject({
      kind: 'no-server',
    });
  },
);

const sizes = ['largest', 'smallest', 'manual', 'latest'].flatMap((value) =>
  [0, 1, 2].map((count) => [value, count] as const),
);
test.each(sample(sizes, 2))(
  'no size changes with window-size %s and %i persons [17.attach-unchanged] (needs tmux)',
  async (value, count) => {
    const tmux = new TmuxServer(['cat']);
    tmux.run('set-option', '-g', 'window-size', value);
    for (let person = 0; person < count; person += 1) await tmux.attachPerson();
    const read = (): string =>
      tmux.run('list-panes', '-a', '-F', '#{pane_width}x#{pane_height} #{window_width}x#{window_height}');
    const before = read();
    const { server, attached } = await tmux.attach({}, { terminalCols: 50, terminalRows: 12 });
    await usePane(server);
    expect(`${attached.cols}x${attached.rows}`).toBe(before.split(' ')[0]);
    expect(read()).toBe(before);
    await server.request('close');
    expect(read()).toBe(before);
  },
);
