import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { methodsOf, readEvents, recordingPathOf, startRecording } from '../support/recordings.js';
import { launchEcho, showEcho } from '../support/scripted-program.js';

type Step = readonly [method: string, params?: object, atMs?: number];

/** Creates a recording of these requests. */
function writeRecording(steps: readonly (Step | string)[]): string {
  const path = join(createTemporaryDirectory(), 'steps.jsonl');
  const lines = steps.map((step, index) => {
    const [method, params, atMs = 0] = typeof step === 'string' ? [] : step;
    const line = typeof step === 'string' ? step : JSON.stringify({ jsonrpc: '2.0', id: index, method, params });
    return `${JSON.stringify({ timestampMicros: 1_000_000 + atMs * 1000, direction: 'request', line })}\n`;
  });
  writeFileSync(path, lines.join(''));
  return path;
}

const echo: Step = ['launch', { command: 'sh', args: ['-c', 'stty -echo; echo READY; exec cat'] }];
const ready: Step = ['waitForText', { selector: { type: 'exact', text: 'READY' } }];

test('replays a recorded session on a new server [9.replay-runs, 9.replay-skips]', async () => {
  const first = new TestServer();
  const path = await startRecording(first);
  await launchEcho(first);
  await showEcho(first, '-again');
  await first.request('server.ping');
  await first.request('batch', { steps: [{ method: 'currentView' }, { method: 'sendText', params: { text: '!' } }] });
  first.send('[{"jsonrpc":"2.0","id":1,"method":"currentView"},{"jsonrpc":"2.0","method":"currentView"}]');
  await first.request('recording.stop');
  const second = new TestServer();
  const answer = await second.request('replay', { path });
  const counts = { replayedRequests: 7, skippedRequests: 2, skippedLines: 0 };
  expect(answer).toEqual({ ok: true, ...counts, path, speed: 'as-fast-as-possible' });
  // The program prints its last output with a delay.
  await second.request('waitUntil', { pattern: '^READY-again!$' });
});

test('replays in the active session, without recording the replayed requests [9.replay-runs, 9.replay-skips, 9.record-requests]', async () => {
  const server = new TestServer();
  const path = writeRecording([
    ['initialize', { name: 'other' }],
    ['recording.start', { path: 'nowhere' }],
    ['sendText', { text: 'typed' }],
    ['replay', { path: 'nowhere' }],
    ['recording.stop'],
    ['server.shutdown', { now: true }],
    ['server.nonsense'],
    '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}',
    ['rpc.discover'],
  ]);
  await launchEcho(server);
  const recording = await startRecording(server);
  const counts = { replayedRequests: 2, skippedRequests: 7, skippedLines: 0 };
  expect(await server.request('replay', { path })).toMatchObject(counts);
  await server.request('recording.stop');
  await server.request('waitUntil', { pattern: '^READYtyped$' });
  expect(methodsOf(readEvents(recording))).toEqual(['replay', 'recording.stop']);
});

test('replays initialize after a recorded close [9.replay-skips]', async () => {
  const path = writeRecording([['initialize', {}], ['close'], ['initialize', { terminalCols: 33 }], echo, ready]);
  const server = new TestServer();
  await server.request('initialize');
  expect(await server.request('replay', { path })).toMatchObject({ replayedRequests: 4, skippedRequests: 1 });
  expect((await server.request('currentView')).cols).toBe(33);
});

const missing: Step = ['expectVisible', { selector: { type: 'exact', text: 'never' }, timeoutMs: 0 }];
test.each<[what: string, bad: Step | string, method: string, error: object]>([
  ['a wait that fails', missing, 'expectVisible', { code: -32004, data: { kind: 'timeout' } }],
  ['an unknown method', ['nope'], 'nope', { code: -32601 }],
  ['bad params', ['sendText', {}], 'sendText', { code: -32602 }],
  ['positional params', '{"jsonrpc":"2.0","id":1,"method":"mark","params":[1]}', 'mark', { code: -32602 }],
  ['invalid JSON', 'junk', '', { code: -32700 }],
  ['a failing entry of an array', '[{"jsonrpc":"2.0","id":1,"method":"nope"}]', 'nope', { code: -32601 }],
  [
    'a failing step of a batch',
    ['batch', { steps: [{ method: 'server.ping' }, { method: missing[0], params: missing[1] }] }],
    'batch',
    { code: -32004, data: { kind: 'timeout' } },
  ],
  ['a failing notification', '{"jsonrpc":"2.0","method":"nope"}', 'nope', { code: -32601 }],
])('ends a replay at the first failing step: %s [9.replay-step]', async (_, bad, method, error) => {
  const server = new TestServer();
  await launchEcho(server);
  const path = writeRecording([['server.ping'], ['sendText', { text: 'A' }], bad, ['sendText', { text: 'B' }]]);
  const failure = await failureOf(server.request('replay', { path }));
  expect(failure).toMatchObject({ code: -32004, data: { kind: 'replay-step', step: 3, method, error } });
  expect(failure.message).toMatch(/^replay failed: Step 3.* failed.*: /);
  await server.request('sendText', { text: 'C' });
  await server.request('waitUntil', { pattern: '^READYAC$' });
});

test('a replayed request that needs a session fails without one [9.replay-step]', async () => {
  const failure = await failureOf(new TestServer().request('replay', { path: writeRecording([echo]) }));
  expect(failure.data).toMatchObject({ kind: 'replay-step', step: 1, method: 'launch', error: { code: -32001 } });
});

test('replays requests with the recorded delays in real time, and ignores earlier timestamps [9.replay-real-time]', async () => {
  const steps: Step[] = [
    ['initialize', {}, 5_000_000],
    ['currentView', {}, 5_000_000],
    ['mark', {}, 5_000_250],
    ['mark', {}, 5_000_100],
    ['mark', {}, 5_000_400],
  ];
  const path = writeRecording([steps[0] as Step, [...echo, 5_000_000] as unknown as Step, ...steps.slice(2)]);
  const server = new TestServer();
  const startedAt = performance.now();
  expect(await server.request('replay', { path, speed: 'real-time' })).toMatchObject({ speed: 'real-time' });
  expect(performance.now() - startedAt).toBeGreaterThan(399);
});

test.each<[where: string, second: Step]>([
  ['between two steps', ['mark', {}, 3_600_000]],
  ['during a step', ['waitForText', { selector: { type: 'exact', text: 'never' }, timeoutMs: 3_600_000 }]],
])('responds to pings during a replay, and cancels it %s [9.replay-cancel]', async (_, second) => {
  const server = new TestServer();
  await launchEcho(server);
  await server.request('viewSubscribe', { debounceMs: 0, includeText: true });
  const path = writeRecording([['sendText', { text: 'A' }], second, ['sendText', { text: 'B' }]]);
  server.send(JSON.stringify({ jsonrpc: '2.0', id: 'r', method: 'replay', params: { path, speed: 'real-time' } }));
  await server.inbox.waitForNotification('view.changed', ({ text }) => (text as string).startsWith('READYA'));
  await server.request('server.ping');
  server.send(JSON.stringify({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'r' } }));
  expect(await server.inbox.waitForResponse('r')).toMatchObject({ error: { code: -32800 } });
  await server.request('sendText', { text: 'C' });
  await server.request('waitUntil', { pattern: '^READYAC$' });
});

test.each<[where: string, steps: Step[]]>([
  ['after a request', [['initialize']]],
  ['at its beginning', []],
])('cancels a replay while it searches a long file without requests: %s [9.replay-cancel]', async (_, steps) => {
  const server = new TestServer();
  const path = writeRecording(steps);
  // A sparse file that would take minutes to read, but uses no disk space.
  truncateSync(path, 2 ** 40);
  server.send(JSON.stringify({ jsonrpc: '2.0', id: 'r', method: 'replay', params: { path } }));
  await server.request('server.ping');
  server.send(JSON.stringify({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'r' } }));
  expect(await server.inbox.waitForResponse('r')).toMatchObject({ error: { code: -32800 } });
  expect(await server.request('recording.status')).toMatchObject({ active: false });
});

test('replays the active recording up to the position where it was at the start [9.replay-length]', async () => {
  const server = new TestServer();
  await launchEcho(server);
  const path = await startRecording(server);
  await server.request('sendText', { text: 'x' });
  await server.request('sendText', { text: 'y' });
  expect(await server.request('replay', { path })).toMatchObject({ replayedRequests: 2, skippedRequests: 1 });
  await server.request('waitUntil', { pattern: '^READYxyxy$' });
});

test('skips and counts invalid lines and a truncated last line [9.replay-lines]', async () => {
  const server = new TestServer();
  const path = writeRecording([['server.ping'], ['rpc.discover']]);
  const [first = '', second = ''] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, `${first}\n{"timestampMi\n\n7\n${second}\n${first.slice(0, -4)}`);
  expect(await server.request('replay', { path })).toMatchObject({
    replayedRequests: 1,
    skippedRequests: 1,
    skippedLines: 3,
  });
});

test.each<[what: string, make: (path: string) => unknown, kind: string, words: RegExp]>([
  ['a missing file', () => {}, 'io', /^replay failed: File not found: /],
  ['a directory', (path) => mkdirSync(path), 'io', /Cannot read .*recording.jsonl: not a regular file/],
  [
    'a file that is not a recording',
    (path) => writeFileSync(path, '# Title\n'),
    'bad-recording',
    /recording.jsonl is not a recording: /,
  ],
  [
    'a recording of a newer format',
    (path) => writeFileSync(path, '{"version":3}\n'),
    'bad-recording',
    /unknown format version/,
  ],
])('rejects %s with one sentence [9.replay-refused]', async (_, make, kind, words) => {
  const server = new TestServer();
  make(recordingPathOf(server));
  const failure = await failureOf(server.request('replay', { path: 'recording.jsonl' }));
  expect(failure).toMatchObject({ code: -32004, message: expect.stringMatching(words) as unknown, data: { kind } });
});

test('rejects replay in a batch [9.replay-forbidden]', async () => {
  const steps = [{ method: 'replay', params: { path: 'x' } }];
  expect(await new TestServer().request('batch', { steps })).toMatchObject({ ok: false, error: { code: -32020 } });
});
