import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { pollUntil } from '../support/processes.js';
import { methodsOf, parseEvent, readEvents, startRecording } from '../support/recordings.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';
import { canMount, ServerOnSmallDisk } from '../support/small-disk.js';

const start = async (server: TestServer, path: string): Promise<unknown> =>
  await server.request('recording.start', { path });

test.skipIf(!canMount)(
  'a disk that becomes full ends the recording with a line on stderr, and the session continues (needs to mount) [9.record-disk-fails]',
  async () => {
    const server = ServerOnSmallDisk.start(64);
    await launchEcho(server);
    const file = join(server.disk, 'r.jsonl');
    await start(server, file);
    server.fill();
    // The recording may end before the first output.
    await showEcho(server, '!');
    while ((await server.request('recording.status')).active) await showEcho(server, '!');
    const error = `Recording to ${file} stopped: ENOSPC: no space left on device, write.`;
    expect(await server.request('recording.status')).toEqual({ active: false, path: null, error });
    expect((await server.request('currentView')).text).toMatch(/^READY!/);
    const failure = await failureOf(server.request('recording.stop'));
    expect(failure).toMatchObject({ code: -32004, data: { kind: 'io', details: error } });
    expect(await server.request('recording.stop')).toEqual({ ok: true });
    expect(await server.request('recording.status')).toEqual({ active: false, path: null });
    const path = await startRecording(server);
    expect(await server.request('recording.status')).toEqual({ active: true, path });
    await pollUntil(() => server.stderr.endsWith('\n'));
    expect(server.stderr).toBe(`tuispec error: ${error}\n`);
  },
);

/** Starts a recording that must not be ended by later steps. */
async function startFirstRecording(server: TestServer): Promise<string> {
  return await startRecording(server, { path: join(server.directory, 'first.jsonl') });
}

async function expectRefused(server: TestServer, path: string, running: string): Promise<void> {
  const failure = await failureOf(start(server, path));
  expect(failure).toMatchObject({ code: -32004, data: { kind: 'io', details: expect.stringContaining('ENOSPC') } });
  expect(await server.request('recording.status')).toEqual({ active: true, path: running });
}

test('rejects a recording on a full device, and continues the active one [9.record-unwritable]', async () => {
  const server = new TestServer();
  const running = await startFirstRecording(server);
  await expectRefused(server, '/dev/full', running);
  await server.request('recording.stop');
  expect(methodsOf(readEvents(running))).toEqual(['recording.start', 'recording.status', 'recording.stop']);
  expect(server.stderr).toBe('');
});

test.skipIf(!canMount)(
  'rejects a recording on a full disk, changes no files, and continues the active one (needs to mount) [9.record-unwritable]',
  async () => {
    const server = ServerOnSmallDisk.start(64);
    const running = await startFirstRecording(server);
    writeFileSync(server.toDiskPath('old.jsonl'), 'what was there');
    chmodSync(server.toDiskPath('old.jsonl'), 0o640);
    server.fill();
    for (const name of ['new.jsonl', 'old.jsonl']) await expectRefused(server, join(server.disk, name), running);
    expect(readdirSync(server.toDiskPath('.')).toSorted()).toEqual(['filler', 'old.jsonl']);
    expect(readFileSync(server.toDiskPath('old.jsonl'), 'utf8')).toBe('what was there');
    expect(statSync(server.toDiskPath('old.jsonl')).mode & 0o777).toBe(0o640);
    server.free();
    await start(server, join(server.disk, 'new.jsonl'));
    await server.request('recording.stop');
    expect(methodsOf(readEvents(server.toDiskPath('new.jsonl')))).toEqual(['recording.stop']);
    expect(readdirSync(server.toDiskPath('.')).toSorted()).toEqual(['new.jsonl', 'old.jsonl']);
  },
);

test('recording.stop reports that the file was removed [9.record-removed]', async () => {
  const server = new TestServer();
  // `initialize` clears this directory.
  const path = await startRecording(server, { path: join(server.directory, 'artifacts/sessions/session/r.jsonl') });
  await launchEcho(server);
  const { code, data } = await failureOf(server.request('recording.stop'));
  const error = `Recording to ${path} stopped: the file was removed.`;
  expect({ code, data }).toMatchObject({ code: -32004, data: { kind: 'io', details: error } });
  expect(await server.request('recording.status')).toEqual({ active: false, path: null });
  expect(await server.end()).toBe(0);
  expect(server.stderr).toBe(`tuispec error: ${error}\n`);
});

test('a file that reaches its size limit contains only complete lines, except the last [9.record-disk-fails, 9.record-killed]', async () => {
  const directory = createTemporaryDirectory();
  // The program may write at most 8 KiB: blocks of 512 bytes. Not bash, whose start-up file may need more.
  const script = 'ulimit -f 16; exec "$0" "$@"';
  const command = ['-c', script, process.execPath, resolve('dist/cli.js'), 'server'];
  const child = spawn('sh', command, { cwd: directory, stdio: ['pipe', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => {
    stderr += text.toString();
  });
  const toCall = (method: string, params: object = {}): string =>
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`;
  child.stdin.write(toCall('recording.start', { path: 'r.jsonl' }));
  await once(child.stdout, 'data');
  child.stdin.end(toCall('server.ping', {}).repeat(200));
  child.stdout.resume();
  const [exitCode] = (await once(child, 'close')) as [number | null];
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/^tuispec error: Recording to \S*r\.jsonl stopped: EFBIG: .*\n$/);
  const lines = readFileSync(join(directory, 'r.jsonl'), 'utf8').split('\n').slice(0, -1);
  expect(lines.length).toBeGreaterThan(20);
  expect(() => lines.map(parseEvent)).not.toThrow();
});

test('a file that accepts no data does not block the server; exceeding the memory limit ends the recording [9.record-slow-disk]', async () => {
  const server = new TestServer();
  const path = join(server.directory, 'pipe');
  spawnSync('mkfifo', [path]);
  // Open, but never read: the pipe has room for 64 KiB.
  await using _ = await open(path, 'r+');
  await server.request('recording.start', { path, frameIntervalMs: 1 });
  await launchEcho(server, { terminalCols: 200 });
  const megabyte = 'x'.repeat(1_000_000);
  const sendPing = (n: number): void =>
    server.send(JSON.stringify({ jsonrpc: '2.0', id: `n${n}`, method: 'server.ping', ignored: megabyte }));
  for (let n = 0; n < 20; n += 1) sendPing(n);
  await server.inbox.waitForResponse('n19');
  expect(await server.request('recording.status')).toEqual({ active: true, path });
  for (let n = 20; n < 40; n += 1) sendPing(n);
  await server.inbox.waitForResponse('n39');
  const { error } = await server.request('recording.status');
  expect(error).toMatch(/^Recording to .*pipe stopped: the file is too slow: 32 MiB are waiting to be written\.$/);
  await showEcho(server, '!');
  await pollUntil(() => server.stderr.endsWith('\n'));
  expect(server.stderr).toBe(`tuispec error: ${error}\n`);
});

test('a file that accepts no data does not prevent the server from exiting [9.record-slow-disk]', async () => {
  const server = new TestServer();
  const path = join(server.directory, 'pipe');
  spawnSync('mkfifo', [path]);
  await using _ = await open(path, 'r+');
  await server.request('recording.start', { path });
  server.send(JSON.stringify({ jsonrpc: '2.0', method: 'server.ping', ignored: 'x'.repeat(100_000) }));
  expect(await server.end()).toBe(0);
});

test('records to a pipe at the speed of its reader [9.record-slow-disk]', async () => {
  const server = new TestServer();
  const path = join(server.directory, 'pipe');
  spawnSync('mkfifo', [path]);
  const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(reader, 'close');
  let text = '';
  reader.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const start = async (): Promise<unknown> => await server.request('recording.start', { path }).catch(start);
  await start();
  for (let count = 0; count < 20; count += 1)
    server.send(JSON.stringify({ jsonrpc: '2.0', method: 'server.ping', n: count, ignored: 'x'.repeat(50_000) }));
  await server.request('recording.stop');
  await closed;
  const lines = text.split('\n').slice(0, -1).map(parseEvent);
  const pings = lines
    .filter(({ line }) => line.includes('ignored'))
    .map(({ line }) => (JSON.parse(line) as { n: number }).n);
  expect(pings).toEqual(Array.from({ length: 20 }, (__, n) => n));
});
