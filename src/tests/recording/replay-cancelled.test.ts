import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { startRecording } from '../support/recordings.js';
import { launchEcho } from '../support/scripted-program.js';

const never = { type: 'exact', text: 'this never appears' };
const timeoutMs = 2_147_483_647;
const request = (id: string, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** Records these requests on a new server; each is cancelled as soon as it is pending. */
async function recordCancelled(...lines: readonly string[]): Promise<string> {
  const server = new TestServer();
  const path = await startRecording(server);
  await launchEcho(server);
  for (const line of lines) {
    server.send(line);
    await server.request('server.ping');
    server.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"cancelled"}}');
    await server.request('mark');
  }
  await server.request('recording.stop');
  return path;
}

test.each(['real-time', 'as-fast-as-possible'] as const)(
  'replay skips a wait that was cancelled: %s [9.replay-cancelled]',
  async (speed) => {
    const path = await recordCancelled(
      request('cancelled', 'waitForText', { selector: never, timeoutMs }),
      `[${request('cancelled', 'expectVisible', { selector: never, timeoutMs })},${request('text', 'sendText', { text: 'typed' })}]`,
    );
    const server = new TestServer();
    // Skipped: two pings, two cancellations, two waits, recording.stop.
    expect(await server.request('replay', { path, speed })).toMatchObject({ replayedRequests: 5, skippedRequests: 7 });
    await server.request('waitUntil', { pattern: '^READYtyped$' });
  },
);

test('replay repeats a cancelled launch and a cancelled input, and cancels them after the same time [9.replay-cancelled]', async () => {
  const server = new TestServer();
  const path = join(server.directory, 'steps.jsonl');
  const cancelledAfterMs = 400;
  const silent = { command: 'sh', args: ['-c', 'stty -echo; exec cat'] };
  const requests = [
    request('cancelled', 'launch', { ...silent, readySelector: never, readyTimeoutMs: timeoutMs }),
    request('cancelled', 'sendText', { text: 'typed', settleMs: timeoutMs }),
  ];
  const event = (direction: string, line: string, atMs: number): string =>
    JSON.stringify({ timestampMicros: 1000 * atMs, direction, line });
  const response = '{"jsonrpc":"2.0","id":"cancelled","error":{"code":-32800,"message":"The request was cancelled."}}';
  const events = requests.flatMap((line, index) => [
    event('request', line, index * 1000),
    event('response', response, index * 1000 + cancelledAfterMs),
  ]);
  writeFileSync(path, `${events.join('\n')}\n`);
  await server.request('initialize');
  const startedAt = performance.now();
  expect(await server.request('replay', { path })).toMatchObject({ replayedRequests: 2, skippedRequests: 0 });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(2 * cancelledAfterMs - 2);
  await server.request('sendLine', { text: '' });
  await server.request('waitUntil', { pattern: '^typed$' });
});
