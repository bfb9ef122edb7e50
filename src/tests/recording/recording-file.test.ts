import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { pollUntil } from '../support/processes.js';
import { stillClock } from '../support/programs.js';
import {
  messagesOf,
  methodsOf,
  parseEvent,
  readEvents,
  readLastScreen,
  recordingPathOf,
  screensOf,
  startRecording,
} from '../support/recordings.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';

test('a recording contains requests as received, responses, notifications and frames, in order [9.record-format, 9.record-messages]', async () => {
  const server = new TestServer();
  const path = await startRecording(server);
  await launchEcho(server);
  await server.request('viewSubscribe', { debounceMs: 0 });
  const odd = ' { "method":"sendText" , "jsonrpc":"2.0", "extra":[1], "id":"ä", "params":{"text":"pass\\u0077ord"}} ';
  server.send(odd);
  await server.inbox.waitForResponse('ä');
  await server.inbox.waitForNotification('view.changed', ({ changedRows }) => (changedRows as number[]).length === 1);
  await server.request('recording.stop');
  const events = readEvents(path);
  expect(methodsOf(events)).toEqual(['initialize', 'launch', 'viewSubscribe', 'sendText', 'recording.stop']);
  expect(events.map(({ line }) => line)).toContain(odd);
  const sent = server.inbox.lines.slice(0, -1);
  expect(events.filter(({ direction }) => /response|notification/.test(direction)).map(({ line }) => line)).toEqual(
    sent,
  );
  expect(readLastScreen(path)).toContain('password');
  const isSorted = events.every(({ timestampMicros }, at) => timestampMicros >= (events[at - 1]?.timestampMicros ?? 0));
  expect(isSorted).toBe(true);
  expect(Math.abs((events[0]?.timestampMicros ?? 0) / 1000 - Date.now())).toBeLessThan(60_000);
});

test('records the lines of a piped script that follow recording.start, including invalid ones [9.record-requests]', async () => {
  const server = new TestServer();
  const path = recordingPathOf(server);
  const toCall = (method: string, params: object = {}): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const start = toCall('recording.start', { path });
  server.send(
    [toCall('rpc.discover'), start, toCall('nope'), 'junk', `[${toCall('initialize')},7]`, toCall('close')].join('\n'),
  );
  expect(await server.end()).toBe(0);
  const requests = readEvents(path).filter(({ direction }) => direction === 'request');
  expect(requests.map(({ line }) => line)).toEqual([
    toCall('nope'),
    'junk',
    `[${toCall('initialize')},7]`,
    toCall('close'),
  ]);
  expect(
    messagesOf(readEvents(path), 'response').map(({ error }) => (error as { code: number } | undefined)?.code),
  ).toEqual([undefined, -32601, -32700, undefined, undefined]);
});

test('does not record the steps of a batch separately [9.record-requests]', async () => {
  const server = new TestServer();
  const path = await startRecording(server);
  await server.request('batch', { steps: [{ method: 'initialize' }, { method: 'close' }] });
  expect(await server.end()).toBe(0);
  expect(methodsOf(readEvents(path))).toEqual(['batch']);
});

/** Returns the events whose lines are complete in the file. */
const readWholeEvents = (path: string): ReturnType<typeof readEvents> =>
  readFileSync(path, 'utf8').split('\n').slice(0, -1).map(parseEvent);

test('records a pending wait, requests handled meanwhile, and its cancellation promptly [9.record-prompt, 9.record-requests]', async () => {
  // With a clock that stands still, nothing is written only because time has passed.
  const server = new TestServer({ env: stillClock });
  const path = await startRecording(server);
  await launchEcho(server);
  const wait = {
    jsonrpc: '2.0',
    id: 'w',
    method: 'waitForText',
    params: { selector: { type: 'exact', text: 'never' } },
  };
  server.send(JSON.stringify(wait));
  for (let count = 1; count <= 10; count += 1) {
    await server.request('server.ping');
    await pollUntil(
      () => methodsOf(readWholeEvents(path)).filter((method) => method === 'server.ping').length === count,
    );
  }
  server.send(JSON.stringify({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'w' } }));
  await server.inbox.waitForResponse('w');
  await server.end();
  expect(methodsOf(readEvents(path)).slice(-12)).toEqual([
    'waitForText',
    ...Array.from({ length: 10 }, () => 'server.ping'),
    '$/cancelRequest',
  ]);
});

test('creates parent directories and a private file, and returns its absolute path [9.record-parents, 9.record-private]', async () => {
  const server = new TestServer();
  const { path } = await server.request('recording.start', { path: 'a/b/../c/d.jsonl' });
  expect(path).toBe(join(server.directory, 'a/c/d.jsonl'));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await server.request('recording.status')).toEqual({ active: true, path });
  expect(await server.request('recording.stop')).toEqual({ ok: true });
  expect(await server.request('recording.status')).toEqual({ active: false, path: null });
  expect(await server.request('recording.stop')).toEqual({ ok: true });
});

test('appends to an existing file on a new line and with later timestamps [9.record-append]', async () => {
  const server = new TestServer();
  const path = recordingPathOf(server);
  const year2200 = 7_258_118_400_000_000;
  const early = JSON.stringify({ timestampMicros: year2200, direction: 'request', line: '{}' });
  writeFileSync(path, `${early}\n{"timestampMi`);
  await startRecording(server);
  await startRecording(server);
  await server.end();
  const [first, truncated, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect([first, truncated]).toEqual([early, '{"timestampMi']);
  const events = lines.map(parseEvent);
  expect(methodsOf(events)).toEqual(['recording.start']);
  expect(events[0]?.timestampMicros).toBeGreaterThanOrEqual(year2200);
});

test('records a step as a request, and step needs a session [9.step]', async () => {
  const server = new TestServer();
  const path = await startRecording(server);
  expect((await failureOf(server.request('step', { title: 'too early' }))).code).toBe(-32001);
  await server.request('initialize');
  expect(await server.request('step', { title: 'save' })).toEqual({ ok: true });
  await server.request('recording.stop');
  const steps = messagesOf(readEvents(path), 'request').filter(({ method }) => method === 'step');
  expect(steps.map(({ params }) => params)).toEqual([{ title: 'too early' }, { title: 'save' }]);
});

test('a recording with append false replaces the content of its file [9.record-replace]', async () => {
  const server = new TestServer();
  const path = recordingPathOf(server);
  writeFileSync(path, '{"timestampMi');
  await startRecording(server, { append: false });
  await server.request('recording.stop');
  expect(methodsOf(readEvents(path))).toEqual(['recording.stop']);
});

test('a recording with append false first ends an active recording of the same file [9.record-replace]', async () => {
  const server = new TestServer();
  await launchEcho(server);
  const path = await startRecording(server);
  await showEcho(server, '-first');
  await startRecording(server, { append: false });
  await showEcho(server, '-second');
  await server.request('recording.stop');
  expect(methodsOf(readEvents(path))).toEqual(['sendText', 'waitFor', 'recording.stop']);
  expect(screensOf(readEvents(path), 'keyframe')[0]).toMatch(/^READY-first\n/);
  expect(readLastScreen(path)).toMatch(/^READY-first-second\n/);
});

test('a second recording.start ends the first recording with its last frame [9.record-restart]', async () => {
  const server = new TestServer();
  const path = await startRecording(server, { frameIntervalMs: 60_000 });
  await launchEcho(server);
  await showEcho(server, '-LATE');
  const second = join(server.directory, 'second.jsonl');
  await server.request('recording.start', { path: second });
  expect(readLastScreen(path)).toMatch(/^READY-LATE\n/);
  await showEcho(server, '!');
  await server.request('recording.stop');
  expect(methodsOf(readEvents(path)).at(-1)).toBe('recording.start');
  expect(methodsOf(readEvents(second))).toEqual(['sendText', 'waitFor', 'recording.stop']);
  const screens = screensOf(readEvents(second), 'keyframe');
  expect(screens[0]).toMatch(/^READY-LATE\n/);
  expect(screens.at(-1)).toMatch(/^READY-LATE!\n/);
});

test.each<[what: string, path: string]>([
  ['a directory', 'folder'],
  ['a path below a file', 'file/recording.jsonl'],
  ['a directory that cannot be created', '/proc/nope/recording.jsonl'],
  ['a file that cannot be created', '/proc/recording.jsonl'],
  ['a pipe without a reader', 'pipe'],
])('rejects a recording to %s, and continues the active one [9.record-unwritable]', async (_, bad) => {
  const server = new TestServer();
  mkdirSync(join(server.directory, 'folder'));
  writeFileSync(join(server.directory, 'file'), '');
  spawnSync('mkfifo', [join(server.directory, 'pipe')]);
  const before = await failureOf(server.request('recording.start', { path: bad }));
  expect(before).toMatchObject({ code: -32004, data: { kind: 'io' } });
  expect(before.message).toMatch(/^recording.start failed: Cannot record to .*: E[A-Z]+: /);
  expect(await server.request('recording.status')).toEqual({ active: false, path: null });
  const path = await startRecording(server);
  await failureOf(server.request('recording.start', { path: bad }));
  expect(await server.request('recording.status')).toEqual({ active: true, path });
});

test.skipIf(process.platform !== 'linux')(
  'recordings and replays leave no descriptor open, even if they fail (needs /proc)',
  async () => {
    const server = new TestServer({ args: ['--log-level', 'silent'] });
    const countDescriptors = (): number => readdirSync(`/proc/${server.pid}/fd`).length;
    const recordOnce = async (): Promise<void> => {
      const path = await startRecording(server);
      for (const bad of ['/tmp', '/dev/full', '/proc/nope/x'])
        await server.request('recording.start', { path: bad }).catch(() => {});
      await server.request('recording.stop').catch(() => {});
      for (const one of [path, '/tmp', 'nope', process.execPath])
        await server.request('replay', { path: one }).catch(() => {});
    };
    await recordOnce();
    const before = countDescriptors();
    for (let count = 0; count < 20; count += 1) await recordOnce();
    expect(countDescriptors()).toBe(before);
  },
);
