import type { ChildProcess } from 'node:child_process';
import { expect } from 'vitest';
import type { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { needing } from '../support/packages.js';
import { findProcessesBy, pollUntil } from '../support/processes.js';
import { isComplete, sample } from '../support/tier.js';
import { floodOf, TmuxServer } from '../support/tmux-server.js';

const test = needing('tmux');
const flood = floodOf('x'.repeat(40));

/** The number of the last line that tmux displays. */
const readNumber = (tmux: TmuxServer): number =>
  Math.max(
    0,
    ...tmux
      .capture()
      .split('\n')
      .map((line) => (/^\d+ x+$/.test(line) ? Number.parseInt(line, 10) : 0)),
  );

/** Waits until the program has written many more lines. */
async function expectRunning(tmux: TmuxServer): Promise<void> {
  const first = readNumber(tmux);
  await pollUntil(() => readNumber(tmux) > first + 1000);
}

/**
 * Waits until the pipe and the buffers of tmux are full, so that the program stands still: two reads are equal. If that takes
 * longer than 5 s, on a busy machine, tmux gives up on the client instead, and the program continues.
 */
async function waitUntilUnread(tmux: TmuxServer): Promise<void> {
  const first = readNumber(tmux);
  let last = -1;
  await pollUntil(() => {
    const before = last;
    last = readNumber(tmux);
    return last === before || last > first + 20_000;
  });
}

async function expectConsecutive(server: TestServer): Promise<void> {
  const { text } = await server.request('currentView', { scrollback: 300 });
  const lines = text.trimEnd().split('\n').slice(0, -1);
  const numbers = lines.map((line) => Number.parseInt(line, 10));
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] as number) + index));
}

const continueProcess = ({ pid }: ChildProcess): boolean => process.kill(pid as number, 'SIGCONT');

const crashes: [what: string, crash: (server: TestServer, tmux: TmuxServer) => unknown][] = [
  ['SIGKILL of the server', (server) => server.process.kill('SIGKILL')],
  ['SIGKILL of a server that is stopped', (server) => [server.process.kill('SIGSTOP'), server.process.kill('SIGKILL')]],
  ['closed pipes of the server', (server) => [server.process.stdout?.destroy(), server.process.stdin?.destroy()]],
  [
    'SIGKILL of the client of tmux',
    (_, tmux) => process.kill(Number(tmux.run('list-clients', '-F', '#{client_pid}')), 'SIGKILL'),
  ],
  [
    'SIGKILL of the relay',
    (server) => {
      for (const pid of findProcessesBy(/^cat /, server.pid)) process.kill(pid, 'SIGKILL');
    },
  ],
];
test.each(sample(crashes, 2))(
  '%s during a flood leaves no client, no process and no stalled program [17.attach-crash] (needs tmux)',
  async (_what, crash) => {
    const tmux = new TmuxServer(flood);
    for (let round = 0; round < (isComplete ? 5 : 1); round += 1) {
      const { server } = await tmux.attach();
      await server.request('currentView');
      crash(server, tmux);
      await pollUntil(
        () => tmux.run('list-clients') === '' && findProcessesBy(new RegExp(`${tmux.name} -C`)).length === 0,
      );
      await expectRunning(tmux);
    }
  },
);

test('a server that is stopped during a flood continues with a repaired screen [17.attach-resync] (needs tmux)', async () => {
  const tmux = new TmuxServer(flood);
  // While a person is attached, the program does not wait for us.
  await tmux.attachPerson();
  const { server } = await tmux.attach();
  server.process.kill('SIGSTOP');
  const first = readNumber(tmux);
  await pollUntil(() => readNumber(tmux) > first + 5000);
  server.process.kill('SIGCONT');
  await expectConsecutive(server);
});

test('a server that is stopped during a flood, with no person attached, continues, and so does the program [17.attach-crash] (needs tmux)', async () => {
  const tmux = new TmuxServer(flood);
  const { server } = await tmux.attach();
  server.process.kill('SIGSTOP');
  await waitUntilUnread(tmux);
  continueProcess(server.process);
  await expectRunning(tmux);
  await expectConsecutive(server);
});

test('a client of tmux that is stopped does not matter: the server of tmux itself reads and writes [17.attach-crash] (needs tmux)', async () => {
  const tmux = new TmuxServer(flood);
  const { server } = await tmux.attach();
  const client = Number(tmux.run('list-clients', '-F', '#{client_pid}'));
  process.kill(client, 'SIGSTOP');
  await expectRunning(tmux);
  await expectConsecutive(server);
  process.kill(client, 'SIGCONT');
  await server.request('close');
  await pollUntil(() => tmux.run('list-clients') === '');
});

test('an input that meets the death of its program never crashes the tmux server [17.attach-refused] (needs tmux)', async () => {
  const tmux = new TmuxServer(['cat']);
  tmux.run('set-option', '-g', 'remain-on-exit', 'on');
  const pid = tmux.read('#{pid}');
  for (let round = 0; round < 10; round += 1) {
    tmux.run('new-window', '-d', '-n', `w${round}`, 'read line');
    const { server } = await tmux.attach({ pane: `main:w${round}` });
    const inputs = ['\n', 'x'.repeat(1000), 'y', 'z'.repeat(2000)].map((text) =>
      failureOf(server.request('sendText', { text, settleMs: 0 })).catch(() => {}),
    );
    await Promise.all(inputs);
    await server.request('close');
  }
  expect(tmux.read('#{pid}')).toBe(pid);
});

test('a session that ends while its client does not read never crashes the tmux server [17.attach-crash] (needs tmux)', async () => {
  const tmux = new TmuxServer(flood);
  tmux.run('new-session', '-d', '-s', 'other', 'cat');
  const pid = tmux.read('#{pid}', 'other');
  const { server } = await tmux.attach();
  server.process.kill('SIGSTOP');
  await waitUntilUnread(tmux);
  tmux.run('kill-session', '-t', 'main');
  // tmux checks subscriptions once a second.
  tmux.run('run-shell', '-d', '2.5');
  expect(tmux.read('#{pid}', 'other')).toBe(pid);
  server.process.kill('SIGCONT');
  await pollUntil(() => tmux.run('list-clients') === '');
});
