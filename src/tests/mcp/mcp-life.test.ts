import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import type { ReceivedMessage } from '../support/inbox.js';
import { findProcessesIn } from '../support/leftover-processes.js';
import { McpProcess } from '../support/mcp.js';

/** Resolves when no process runs in the directory of a server. */
const expectNoneLeft = async (directory: string): Promise<void> =>
  await expect.poll(() => findProcessesIn(directory), { timeout: 60_000 }).toEqual([]);

// A program that ignores the first signals, with a background job of its own.
const stubborn = 'bash --norc -c "trap \'\' HUP TERM INT; sleep 1000 & while :; do sleep 1000; done"';

test('calls of different sessions run concurrently, and a wait does not block other requests [16.concurrency]', async () => {
  const server = new McpProcess();
  const [first, second] = [await server.spawn('cat'), await server.spawn('cat')];
  const waits = [first, second].map((session_id) =>
    server.json('wait_for_text', { session_id, pattern: `to ${session_id}`, timeout_ms: 45_000 }),
  );
  expect(await server.request('ping')).toEqual({});
  expect((await server.request('tools/list'))['tools']).toHaveLength(13);
  for (const session_id of [second, first]) await server.json('send_input', { session_id, input: `to ${session_id}` });
  for (const wait of waits) expect(await wait).toMatchObject({ found: true });
});

test('a session whose server dies is reported as ended; the others continue [16.isolation]', async () => {
  const server = new McpProcess();
  const [broken, other] = [await server.spawn('cat'), await server.spawn('cat')];
  const waiting = server.callTool('wait_for_text', { session_id: broken, pattern: 'never', timeout_ms: 45_000 });
  await server.json('list_sessions');
  const { sessions } = await server.json('list_sessions');
  const program = (sessions as ReceivedMessage[]).find(({ id }) => id === broken)?.['pid'];
  process.kill(parentOf(Number(program)), 'SIGKILL');
  expect(await waiting).toMatchObject({ isError: true });
  expect(await server.failure('get_screen', { session_id: broken })).toContain('spawn_tui');
  await server.json('send_input', { session_id: other, input: 'still here', expect: 'still' });
});

const parentOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[1]);

test('a cancelled call gets no response, and the session continues [16.cancel]', async () => {
  const server = new McpProcess();
  const session_id = await server.spawn('cat');
  const waits = { wait_for_text: { pattern: 'never' }, wait_for_exit: {}, wait_for_screen_change: { since: 'now' } };
  const ids = Object.entries(waits).map(([name, more]) =>
    server.post('tools/call', { name, arguments: { session_id, timeout_ms: 45_000, ...more } }),
  );
  const [wait] = ids;
  for (const requestId of ids) server.notify('notifications/cancelled', { requestId, reason: 'no longer needed' });
  server.notify('notifications/cancelled', { requestId: wait });
  await server.json('send_input', { session_id, input: 'next', expect: 'next' });
  const starting = server.post('tools/call', { name: 'spawn_tui', arguments: { command: 'cat', wait_for: 'never' } });
  server.notify('notifications/cancelled', { requestId: starting });
  await server.json('close_session', { session_id });
  await expect.poll(async () => (await server.json('list_sessions'))['sessions']).toEqual([]);
  const answered = server.inbox.messages.map((message) => (message as ReceivedMessage)['id']);
  expect(answered.filter((id) => id === starting || ids.includes(Number(id)))).toEqual([]);
});

test('progress is sent every 5 s to a client that requests it, never after the response [16.progress]', async () => {
  const server = new McpProcess();
  const session_id = await server.spawn('cat');
  const wait = { name: 'wait_for_text', arguments: { session_id, pattern: 'end', timeout_ms: 45_000 } };
  const id = server.post('tools/call', { ...wait, _meta: { progressToken: 'p' } });
  await server.inbox.waitForNotification('notifications/progress', ({ progress }) => Number(progress) >= 10);
  await server.json('send_input', { session_id, input: 'end' });
  await server.inbox.waitForResponse(id);
  const kinds = server.inbox.messages.map(
    (message) => (message as ReceivedMessage)['method'] ?? (message as ReceivedMessage)['id'],
  );
  expect(kinds.lastIndexOf('notifications/progress')).toBeLessThan(kinds.indexOf(id));
  const values = server.inbox
    .listNotifications('notifications/progress')
    .map(({ progressToken, progress }) => [progressToken, progress]);
  expect(values).toEqual([
    ['p', 5],
    ['p', 10],
  ]);
});

test.each(['a pending wait', 'a program that floods', 'nothing pending'])(
  'the end of input ends everything, with %s [16.ending]',
  async (what) => {
    const server = new McpProcess();
    await server.spawn(stubborn);
    const session_id = await server.spawn(what.includes('floods') ? 'yes' : 'cat');
    if (what.includes('wait')) server.post('tools/call', { name: 'wait_for_exit', arguments: { session_id } });
    await server.json('list_sessions');
    expect(await server.end()).toBe(0);
    await expectNoneLeft(server.directory);
  },
);

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  '%s ends every session and program [16.ending]',
  async (signal) => {
    const server = new McpProcess();
    await server.spawn(stubborn);
    const session_id = await server.spawn('cat');
    server.post('tools/call', { name: 'wait_for_exit', arguments: { session_id } });
    await server.json('list_sessions');
    server.process.kill(signal);
    await once(server.process, 'exit');
    await expectNoneLeft(server.directory);
  },
);

test('when its client is killed, the server ends with everything that it has started [16.ending]', async () => {
  const directory = createTemporaryDirectory();
  const calls = ['cat', stubborn].map((command, id) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'spawn_tui', arguments: { command } } }),
  );
  const script = `
    const { spawn } = require('node:child_process');
    const server = spawn(process.execPath, [${JSON.stringify(resolve('dist/cli.js'))}, 'mcp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    server.stdin.write(${JSON.stringify(`${calls.join('\n')}\n`)});
    server.stdout.pipe(process.stdout);`;
  const client = spawn(process.execPath, ['-e', script], { cwd: directory, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void client.kill('SIGKILL'));
  let output = '';
  client.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await expect.poll(() => output.trim().split('\n').length, { timeout: 60_000 }).toBe(2);
  client.kill('SIGKILL');
  await expectNoneLeft(directory);
});

test('sixteen sessions run at once, and one more is refused with what to do [16.max-sessions]', async () => {
  const server = new McpProcess();
  const ids = await Promise.all(Array.from({ length: 16 }, () => server.spawn('cat')));
  expect(new Set(ids).size).toBe(16);
  const failure = await server.failure('spawn_tui', { command: 'cat' });
  expect(failure).toContain('16 sessions are open');
  expect(failure).toContain('close_session');
  await Promise.all(
    ids.map((session_id) => server.json('send_input', { session_id, input: session_id, expect: session_id })),
  );
  await server.json('close_session', { session_id: ids[0] });
  await server.spawn('cat');
  expect(await server.end()).toBe(0);
  await expectNoneLeft(server.directory);
});

test('a session without a call is closed after --idle-minutes; its id is reported as expired, not as unknown [16.idle, 16.readable-after-exit]', async () => {
  const server = new McpProcess({ args: ['--idle-minutes', '0.02'] });
  const ended = await server.spawn('sh -c "echo done"', { wait_for: 'done' });
  expect(await server.json('get_screen', { session_id: ended })).toMatchObject({ content: { text: 'done' } });
  const busy = await server.spawn('cat');
  const waiting = server.json('wait_for_exit', { session_id: busy, timeout_ms: 4000 });
  await expect
    .poll(() => server.failure('get_screen', { session_id: ended }).catch(() => ''), {
      interval: 1500,
      timeout: 60_000,
    })
    .toMatch(/was closed after 0\.02 minutes without a call[\s\S]*spawn_tui/);
  expect(await waiting).toMatchObject({ exited: false });
  expect(await server.failure('get_screen', { session_id: 'other' })).toContain('Unknown session "other".');
});

test('a session whose program has ended stays readable until it is closed [16.readable-after-exit, 16.last-screen]', async () => {
  const server = new McpProcess();
  const session_id = await server.spawn('sh -c "echo result; exit 2"', { wait_for: 'result' });
  await server.json('wait_for_exit', { session_id });
  expect(await server.json('get_screen', { session_id })).toMatchObject({ content: { text: 'result' } });
  expect((await server.callTool('get_screenshot', { session_id })).content[0]?.type).toBe('image');
  expect(await server.json('list_sessions')).toMatchObject({
    sessions: [{ id: session_id, exited: true, exit_code: 2 }],
  });
  await server.json('close_session', { session_id });
  expect(await server.failure('get_screen', { session_id })).toContain('has been closed');
});

test('nothing is written to disk before a tool needs it, and nothing is left at the end [16.lazy-files]', async () => {
  const server = new McpProcess({ env: { NODE_DISABLE_COMPILE_CACHE: '1' } });
  const filesNow = (): string[] => readdirSync(server.directory, { recursive: true, encoding: 'utf8' });
  await server.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  });
  await server.request('tools/list');
  await server.json('list_sessions');
  expect(filesNow()).toEqual([]);
  const session_id = await server.spawn('cat');
  await server.callTool('get_screenshot', { session_id });
  await server.end();
  await expect.poll(filesNow).toEqual([]);
});
