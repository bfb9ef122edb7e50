import { expect } from 'vitest';
import type { TestServer } from '../support/client.js';
import type { ReceivedMessage } from '../support/inbox.js';
import { needing } from '../support/packages.js';
import { pollUntil } from '../support/processes.js';
import { isComplete } from '../support/tier.js';
import { TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux', 'bash');

async function waitForEnd(server: TestServer): Promise<ReceivedMessage> {
  return (await server.inbox.waitForMessage(({ method }) => method === 'session.exited'))['params'] as ReceivedMessage;
}

/** The options and hooks that `keepLastWords` changes. */
const readOptions = (tmux: TmuxServer, pane: string): string =>
  [
    ['show-options', '-p', '-t', pane],
    ['show-hooks', '-p', '-t', pane],
    ['show-hooks', '-g', 'client-detached'],
    ['show-hooks', '-t', 'main'],
    ['display-message', '-p', '-t', pane, '#{remain-on-exit}|#{remain-on-exit-format}'],
  ]
    .map((command) => tmux.run(...command))
    .join('\n---\n');

const own: [what: string, settings: readonly (readonly string[])[]][] = [
  ['none', []],
  ['on for the server', [['-g', 'remain-on-exit', 'on']]],
  ['on for the pane', [['-p', '-t', '%1', 'remain-on-exit', 'on']]],
  ['failed for the pane', [['-p', '-t', '%1', 'remain-on-exit', 'failed']]],
  [
    'off for the pane, on for the server',
    [
      ['-g', 'remain-on-exit', 'on'],
      ['-p', '-t', '%1', 'remain-on-exit', 'off'],
    ],
  ],
  ['a format for the pane', [['-p', '-t', '%1', 'remain-on-exit-format', 'a "b" \'c\' ; $d #{pane_dead} \\e']]],
];
const leavings: [how: string, leave: (server: TestServer, tmux: TmuxServer) => unknown][] = [
  ['close', (server) => server.request('close')],
  ['SIGKILL', (server) => server.process.kill('SIGKILL')],
  ['a detached client', (_, tmux) => tmux.run('detach-client', '-s', 'main')],
];
const restored = own.flatMap(([what, settings]) =>
  leavings.map(([how, leave]) => [what, how, settings, leave] as const),
);
// By default, each setting and each way to leave, but not each pair of them.
test.each(isComplete ? restored : restored.filter((_, index) => index % 3 === Math.floor(index / 3) % 3))(
  'remain-on-exit %s is restored after %s [17.attach-restored] (needs tmux)',
  async (_what, _how, settings, leave) => {
    const tmux = new TmuxServer(['cat']);
    tmux.run('split-window', '-d', '-t', 'main', 'cat');
    tmux.run('set-hook', '-p', '-t', '%1', 'pane-died[3]', 'display-message died');
    for (const words of settings) tmux.run('set-option', ...words);
    const before = readOptions(tmux, '%1');
    const { server } = await tmux.attach({ pane: '%1', keepLastWords: true });
    expect(tmux.read('#{remain-on-exit}', '%1')).toMatch(/^(on|1)$/);
    await leave(server, tmux);
    await pollUntil(() => readOptions(tmux, '%1') === before && tmux.run('list-clients') === '');
  },
);

const fates: [remain: string, script: string, status: number, panes: string][] = [
  ['on', 'exit 0', 0, '%0 0\n%1 1'],
  ['on', 'exit 7', 7, '%0 0\n%1 1'],
  ['failed', 'exit 0', 0, '%0 0'],
  ['failed', 'exit 7', 7, '%0 0\n%1 1'],
  ['off', 'exit 7', 7, '%0 0'],
];
test.each(fates)(
  'a person with remain-on-exit %s finds the pane as expected after %s [17.attach-restored] (needs tmux)',
  async (remain, script, status, panes) => {
    const tmux = new TmuxServer(['cat']);
    tmux.run('set-option', '-g', 'remain-on-exit', remain);
    tmux.run('split-window', '-d', '-t', 'main', `read line; printf LAST-WORDS; read line; ${script}`);
    const { server } = await tmux.attach({ pane: '%1', keepLastWords: true }, { notifyExit: true });
    tmux.run('send-keys', '-t', '%1', 'Enter');
    // tmux forgets what the kernel has not handed it when the program ends: it ends once its words are there.
    await server.request('waitForText', { selector: { type: 'exact', text: 'LAST-WORDS' } });
    tmux.run('send-keys', '-t', '%1', 'Enter');
    expect(await waitForEnd(server)).toMatchObject({ exitCode: status });
    expect((await server.request('currentView')).text).toContain('LAST-WORDS');
    await pollUntil(() => tmux.run('list-panes', '-a', '-F', '#{pane_id} #{pane_dead}') === panes);
    await pollUntil(() => tmux.run('list-clients') === '');
    expect(tmux.run('show-hooks', '-g', 'client-detached')).toBe('client-detached');
  },
);

test('a pane that a person closes leaves no hook and no option [17.attach-restored] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  tmux.run('split-window', '-d', '-t', 'main', 'cat');
  const { server } = await tmux.attach({ pane: '%1', keepLastWords: true }, { notifyExit: true });
  tmux.run('kill-pane', '-t', '%1');
  await waitForEnd(server);
  await pollUntil(() => tmux.run('list-clients') === '');
  expect(tmux.run('show-hooks', '-g', 'client-detached')).toBe('client-detached');
  expect(tmux.run('list-panes', '-a', '-F', '#{pane_id}')).toBe('%0');
});

test('60 KB that are unread when the program ends: what arrives is whole, and the exit status is known [17.attach-death] (needs tmux)', async () => {
  // tmux up to 3.6 can drop what it has not read yet; what it displays is whole.
  const flood = `perl -e '$| = 0; print map { sprintf("%05d %033d\\n", $_, $_) } 1..1500; print "LAST-WORDS"; exit 7'`;
  const tmux = new TmuxServer(['cat']);
  for (let round = 0; round < 5; round += 1) {
    tmux.run('new-window', '-d', '-n', `w${round}`, `read line; exec ${flood}`);
    const pane = `main:w${round}`;
    const { server } = await tmux.attach({ pane, keepLastWords: true, scrollback: 2000 }, { notifyExit: true });
    tmux.run('send-keys', '-t', pane, 'Enter');
    expect(await waitForEnd(server)).toMatchObject({ exitCode: 7, signal: null });
    const { text } = await server.request('currentView', { scrollback: 2000 });
    const lines = text.split('\n').filter((line) => /^\d{5} /.test(line));
    const numbers = lines.map((line) => Number.parseInt(line, 10));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    for (const line of lines.slice(0, -1))
      expect(line).toBe(`${line.slice(0, 5)} ${line.slice(0, 5).padStart(33, '0')}`);
  }
});
