import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { createHostileLine } from '../support/hostile-lines.js';
import type { ReceivedMessage } from '../support/inbox.js';
import { findProcessesIn } from '../support/leftover-processes.js';
import { pollUntil, readPeakMebibytes, readProcessState } from '../support/processes.js';
import { Random } from '../support/random.js';
import { readEvents } from '../support/recordings.js';
import { ResourceCheck } from '../support/resource-check.js';
import { exact } from '../support/selectors.js';
import { hasProc, soakTimeoutMs, times } from '../support/soak.js';

const echo = 'stty -echo; echo up; while read x; do echo "got $x"; done';
const up = exact('up');
const toCall = (id: string, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

// Used only if taskset can pin a process to these processors.
const pinned = ['taskset', '--cpu-list', '0,1'] as const;

test.skipIf(!hasProc)(
  `${times(12, 64)} servers on two cores, each with a program, return correct responses (needs /proc)`,
  { timeout: soakTimeoutMs },
  async ({ annotate }) => {
    const via = spawnSync(pinned[0], [...pinned.slice(1), 'true']).status === 0 ? pinned : [];
    const all = Array.from({ length: times(12, 64) }, () => new TestServer({ via }));
    const runs = all.map(async (server, number) => {
      const script = `seq 1 3000; printf 'ready %d ' ${number}; read x; echo "got $x"; exit ${number}`;
      const readySelector = exact(`ready ${number} `);
      await server.request('initialize', { timeoutSeconds: 120 });
      const balance = ResourceCheck.startBeforeLaunch(server);
      const ready = { readySelector, readyTimeoutMs: 120_000 };
      await server.request('launch', { command: 'sh', args: ['-c', script], ...ready });
      await server.request('sendLine', { text: `line ${number}`, expectAfter: exact(`got line ${number}`) });
      expect(await server.request('waitForExit')).toMatchObject({ exitCode: number });
      expect((await server.request('currentView')).text).toContain(`3000\nready ${number} `);
      const report = await balance.verify();
      const peakMb = readPeakMebibytes(server.pid);
      expect(await server.end()).toBe(0);
      expect(findProcessesIn(server.directory)).toEqual([]);
      return { report, peakMb };
    });
    const ends = await Promise.all(runs);
    const worst = ends.toSorted((left, right) => right.peakMb - left.peakMb)[0];
    await annotate(`each: ${worst?.report}`);
  },
);

test.skipIf(!hasProc)(
  'memory stays bounded for a client that sends requests without reading while its program floods (needs /proc) [1.slow-client, 8.slow-client]',
  { timeout: soakTimeoutMs },
  async ({ annotate }) => {
    const server = new TestServer({ isNew: true });
    const done = join(server.directory, 'done');
    const read = async (megabytes: number, requests: number): Promise<void> => {
      const flood = `yes "$(seq -s ' ' 1 40)" | head -c ${megabytes}M; echo; echo the-end; : > done`;
      const args = ['-c', `stty -echo; echo up; read x; ${flood}; read y`];
      await server.request('launch', { command: 'sh', args, cwd: server.directory, readySelector: up });
      await server.request('viewSubscribe', { debounceMs: 0, includeText: true });
      server.inbox.clear();
      server.process.stdout?.pause();
      const asked = Array.from({ length: requests }, (_, number) => toCall(`look ${number}`, 'currentView'));
      server.send('{"jsonrpc":"2.0","method":"sendLine","params":{"text":"go"}}');
      // Not everything is accepted before the client reads.
      server.send(asked.join('\n'));
      await pollUntil(() => existsSync(done));
      server.process.stdout?.resume();
      await server.inbox.waitForResponse(`look ${requests - 1}`);
      const answers = (server.inbox.messages as ReceivedMessage[]).filter(({ id }) => typeof id === 'string');
      expect(answers.map(({ id }) => id)).toEqual(asked.map((_, number) => `look ${number}`));
      await server.inbox.waitForNotification('view.changed', ({ text }) => String(text).includes('the-end'));
      const { text } = await server.request('currentView');
      expect(text).toContain('the-end');
      expect(server.inbox.listNotifications('view.changed').at(-1)?.['text']).toBe(text);
      rmSync(done);
    };
    await server.request('initialize');
    await read(5, 1000);
    const balance = await ResourceCheck.start(server);
    const megabytes = times(10, 500);
    const requests = times(2000, 100_000);
    await read(megabytes, requests);
    await annotate(`${megabytes} MB, ${requests} requests, ${await balance.verify()}`);
  },
);

test.skipIf(!hasProc)(
  'after invalid lines the server has no internal error, and serves the next request (needs /proc) [1.carries-on]',
  { timeout: soakTimeoutMs },
  async ({ annotate }) => {
    const server = new TestServer({ isNew: true });
    await server.launch('sh', ['-c', echo], { readySelector: up });
    const lines = times(50, 500);
    const sendJunk = async (seed: number): Promise<void> => {
      const random = new Random(seed);
      server.send(Buffer.concat(Array.from({ length: lines }, () => createHostileLine(random))));
      if (seed % 10 === 0) server.send(Buffer.alloc(17 * 1024 * 1024, 'junk'));
      const line = { text: `line ${seed}`, expectAfter: exact(`got line ${seed}`) };
      server.send(toCall(line.text, 'sendLine', line));
      expect(await server.inbox.waitForResponse(line.text)).toMatchObject({ result: { ok: true } });
      const codes = server.inbox.messages.flat().map(({ error }) => (error as { code: number } | undefined)?.code);
      expect(codes).not.toContain(-32603);
      expect(codes).toContain(-32700);
      server.inbox.clear();
    };
    const first = times(3, 25);
    for (let seed = 0; seed < first; seed += 1) await sendJunk(seed);
    const balance = await ResourceCheck.start(server);
    const rounds = times(8, 200);
    for (let seed = first; seed < first + rounds; seed += 1) await sendJunk(seed);
    await annotate(`${rounds * lines} lines, ${await balance.verify()}`);
    expect(server.stderr).toBe('');
  },
);

const deaf = 'trap "" HUP; echo up; while :; do echo flood; sleep 0.001; done';
const begin = [
  toCall('recording', 'recording.start', { path: 'recording.jsonl' }),
  toCall('session', 'initialize'),
  toCall('watch', 'viewSubscribe', { debounceMs: 0, includeText: true }),
  toCall('program', 'launch', { command: 'sh', args: ['-c', deaf], readySelector: up }),
];
const never = toCall('never', 'waitForText', { selector: exact('never'), timeoutMs: 1_000_000 });
const kill = 'process.kill(process.pid, "SIGKILL")';

// Each row: what the client does, the last bytes that it sends, and the code that ends it.
const vanishings: readonly (readonly [how: string, last: string, act: string])[] = [
  ['is killed during a wait', `${never}\n`, kill],
  ['is killed in the middle of a line', '{"jsonrpc":"2.0","id":1,"meth', kill],
  ['is killed with unread responses', `${toCall('look', 'currentView')}\n`.repeat(500), kill],
  ['stops reading', `${never}\n`, 'server.stdout.destroy(); setInterval(() => {}, 1000)'],
  ['is stopped and then killed', `${never}\n`, 'process.kill(process.pid, "SIGSTOP")'],
];

// A client between the test and its server, which acts when its input ends.
const toClientScript = (act: string): string => `
  const [cli, cwd] = process.argv.slice(1);
  const server = require('node:child_process').spawn(process.execPath, [cli, 'server'], { cwd });
  process.stdin.pipe(server.stdin, { end: false });
  process.stdin.on('end', () => { ${act} });
  let heard = '';
  server.stdout.on('data', (data) => {
    const before = heard.includes('"id":"program"');
    heard += data;
    if (!before && heard.includes('"id":"program"')) console.log('heard');
  });`;

describe.skipIf(!hasProc)('when a client disappears (needs /proc)', { timeout: soakTimeoutMs }, () => {
  test.each(vanishings)(
    'because it %s, its server and program exit, and the recording is complete [10.nothing-left, 9.record-last-frame]',
    async (_, last, act) => {
      for (let round = 0; round < times(1, 20); round += 1) {
        const cwd = createTemporaryDirectory();
        const vanishing = spawn(process.execPath, ['-e', toClientScript(act), resolve('dist/cli.js'), cwd]);
        vanishing.stdin.write(`${begin.join('\n')}\n`);
        await once(vanishing.stdout, 'data');
        expect(findProcessesIn(cwd).length).toBeGreaterThanOrEqual(2);
        const ended = once(vanishing, 'exit');
        vanishing.stdin.end(last);
        const isGone = (): boolean =>
          vanishing.signalCode !== null ||
          readProcessState(vanishing.pid ?? 0)?.state === 'T' ||
          findProcessesIn(cwd).length === 0;
        await pollUntil(isGone);
        if (!act.includes('destroy')) vanishing.kill('SIGKILL');
        await pollUntil(() => findProcessesIn(cwd).length === 0);
        vanishing.kill('SIGKILL');
        await ended;
        expect(readEvents(join(cwd, 'recording.jsonl')).length).toBeGreaterThan(begin.length);
      }
    },
  );
});

test('a client that ends in the middle of a line receives an error [1.eof]', async () => {
  const server = new TestServer({ args: ['--artifact-dir', join(createTemporaryDirectory(), 'artifacts')] });
  server.process.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"server.ping"}\n{"jsonrpc":"2.0","id":2,"meth');
  expect(await server.waitForExit()).toBe(0);
  expect(server.inbox.messages).toMatchObject([{ id: 1 }, { id: null, error: { code: -32700 } }]);
});
