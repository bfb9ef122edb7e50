import { resolve } from 'node:path';
import { launch, type Terminal } from 'tuispec';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { requestFailure } from '../support/library-failure.js';
import { openShell, openTerminal } from '../support/library-terminal.js';
import { pollUntil, readProcessState } from '../support/processes.js';

const serverOf = ({ pid }: Terminal): number => readProcessState(pid)?.parent ?? 0;

/** The command of a server behind a proxy, which handles each `line` of the client with a script; `kept` is a list. */
const proxyOf = (script: string): string[] => [
  process.execPath,
  '-e',
  `const { spawn } = require('node:child_process');
  const { createInterface } = require('node:readline');
  const server = spawn(process.execPath, [process.argv[1], 'server'], { stdio: ['pipe', 'inherit', 'inherit'] });
  const kept = [];
  createInterface({ input: process.stdin }).on('close', () => server.stdin.end()).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    ${script}
  });
  process.on('SIGTERM', () => server.kill());
  server.on('exit', () => process.exit());`,
  resolve('dist/cli.js'),
];

test('`close` returns the server, and the next launch uses it again [13.pool-reuse]', async () => {
  const first = await openTerminal('cat');
  const server = serverOf(first);
  await first.close();
  expect(readProcessState(first.pid)).toBeUndefined();
  const second = await openTerminal('cat', { cols: 30 });
  expect(serverOf(second)).toBe(server);
  expect((await second.view()).cols).toBe(30);
});

test('parallel terminals use parallel servers [13.pool-parallel]', async () => {
  const open = async (): Promise<Terminal> => await openTerminal('cat');
  const terminals = await Promise.all([open(), open(), open(), open()]);
  expect(new Set(terminals.map(serverOf)).size).toBe(4);
  // One that waits does not delay the others.
  const wait = requestFailure(terminals[0].waitForText('never', { timeout: 60_000 }));
  for (const terminal of terminals.slice(1)) await terminal.text();
  await terminals[0].close();
  expect((await wait).code).toBe(-32800);
});

test('`close` cancels pending requests, and its server is used again [13.pool-reuse]', async () => {
  const first = await openTerminal('cat');
  const server = serverOf(first);
  const failures = [first.waitForText('never', { timeout: 60_000 }), first.text()].map(requestFailure);
  await first.close();
  for (const failure of await Promise.all(failures)) expect(failure.code).toBe(-32800);
  expect(serverOf(await openTerminal('cat'))).toBe(server);
});

test('a launch that fails returns its server [13.pool-reuse]', async () => {
  const first = await openTerminal('cat');
  const server = serverOf(first);
  await first.close();
  await requestFailure(launch('does-not-exist'));
  await requestFailure(launch('sh', { theme: 'no-such-theme' }));
  expect(serverOf(await openTerminal('cat'))).toBe(server);
});

test('a session that ended leaves nothing to the next one on its server [13.pool-clean]', async () => {
  const first = await openShell('echo "old text"; exit 3', { ready: 'old text' });
  const events: unknown[] = [];
  first.on('change', (event) => events.push(event));
  const server = serverOf(await openTerminal('cat'));
  await first.waitForExit();
  await first.close();
  const count = events.length;
  const second = await openShell('echo new; sleep 100', { ready: 'new' });
  expect(serverOf(second)).not.toBe(server);
  expect(await second.text()).not.toContain('old');
  expect(events).toHaveLength(count);
  expect((await requestFailure(second.waitForText('x', { since: 'mark-1' }))).code).toBe(-32602);
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'pending requests fail with the reason when the server dies by %s, and later launches work [13.pool-death]',
  async (signal) => {
    const terminal = await openShell('sleep 1000');
    const server = serverOf(terminal);
    const failures = [terminal.waitForText('never', { timeout: 60_000 }), terminal.text()].map(requestFailure);
    process.kill(server, signal);
    const [wait, read] = await Promise.all(failures);
    const ended =
      /^No response to "(waitForText|currentView)" from the server ".*node"\. The server ended with (SIG\w+|exit code 0)\.$/;
    for (const failure of [wait, read]) expect(failure?.message).toMatch(ended);
    expect((await requestFailure(terminal.text())).message).toContain('The server ended with');
    await terminal.close();
    await pollUntil(() => readProcessState(terminal.pid) === undefined);
    const next = await openTerminal('cat');
    expect(serverOf(next)).not.toBe(server);
  },
);

test('a server that died while it was idle is not used [13.pool-death]', async () => {
  const first = await openTerminal('cat');
  const server = serverOf(first);
  await first.close();
  process.kill(server, 'SIGKILL');
  await pollUntil(() => readProcessState(server) === undefined);
  expect(serverOf(await openTerminal('cat'))).not.toBe(server);
});

test('a server that is slow to close but responds is used again [13.pool-reuse]', async () => {
  // Keeps `close` until it is asked whether it responds.
  const server = proxyOf(`
    if (method === 'close') return kept.push(line + '\\n');
    server.stdin.write(line + '\\n');
    if (method === 'server.ping') for (const close of kept.splice(0)) server.stdin.write(close);`);
  const artifactDir = createTemporaryDirectory();
  const first = await openTerminal('cat', { server, artifactDir });
  const pid = serverOf(first);
  await first.close();
  expect(serverOf(await openTerminal('cat', { server, artifactDir }))).toBe(pid);
});

test('a server that responds to nothing for a second is discarded [13.pool-stopped]', async () => {
  const terminal = await openTerminal('cat');
  const server = serverOf(terminal);
  process.kill(server, 'SIGSTOP');
  const startedAt = performance.now();
  await terminal.close();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  expect(serverOf(await openTerminal('cat'))).not.toBe(server);
  await pollUntil(() => readProcessState(server) === undefined && readProcessState(terminal.pid) === undefined);
});

test('a server that reports an internal error is discarded when its terminal is closed [13.pool-internal-error]', async () => {
  // Responds to `mark` with an internal error.
  const server = proxyOf(`
    if (method !== 'mark') return server.stdin.write(line + '\\n');
    console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error.' } }));`);
  const artifactDir = createTemporaryDirectory();
  const first = await openTerminal('cat', { server, artifactDir });
  const pid = serverOf(first);
  expect(await requestFailure(first.mark())).toMatchObject({ code: -32603, message: 'Internal error.' });
  expect(await first.text()).toBeDefined();
  await first.close();
  await pollUntil(() => readProcessState(pid) === undefined);
  const second = await openTerminal('cat', { server, artifactDir });
  expect(serverOf(second)).not.toBe(pid);
  await second.close();
  expect(serverOf(await openTerminal('cat', { server, artifactDir }))).not.toBe(pid);
});

test('servers of different commands are not mixed [13.pool-reuse]', async () => {
  const first = await openTerminal('cat');
  const pid = serverOf(first);
  await first.close();
  const server = [process.execPath, resolve('dist/cli.js'), 'server', '--log-level', 'error'];
  expect(serverOf(await openTerminal('cat', { server }))).not.toBe(pid);
});
