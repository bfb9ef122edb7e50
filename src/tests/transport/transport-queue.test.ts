import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { findProcessesIn } from '../support/leftover-processes.js';
import { readPeakMebibytes } from '../support/processes.js';

const hasProc = existsSync('/proc/self/status');
const mebibyte = 1024 * 1024;
const maxPeakMebibytes = 260;
const maxLineBytes = 16 * mebibyte;
const createRequests = (count: number, line: (id: string) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(`queued ${index}`)}\n`).join('');
const request = (id: unknown, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const createLongestLine = (id: string): string => {
  const empty = request(id, 'sendText', { text: '', settleMs: 0 });
  return request(id, 'sendText', { text: 'x'.repeat(maxLineBytes - empty.length), settleMs: 0 });
};

/** A server with an endless wait pending and these requests queued after it. */
async function startWithQueue(queued: string): Promise<TestServer> {
  const server = new TestServer({ isNew: true });
  await server.launch('sh', ['-c', 'stty -echo; echo ready; exec cat > /dev/null'], {
    readySelector: { type: 'exact', text: 'ready' },
  });
  const never = { type: 'exact', text: 'this never appears' };
  server.send(request('wait', 'waitForText', { selector: never, timeoutMs: 2_147_483_647 }));
  server.process.stdin?.write(queued);
  return server;
}

const queues: readonly [string, string][] = [
  ['three requests of the maximum length', createRequests(3, createLongestLine)],
  ['60,000 short requests', createRequests(60_000, (id) => request(id, 'currentView'))],
];

test.each(queues)('control requests are handled with %s queued [1.control-queue]', async (_, queued) => {
  const server = await startWithQueue(queued);
  expect(await server.request('server.ping')).toMatchObject({ pong: true });
  server.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"queued 0"}}');
  expect(await server.inbox.waitForResponse('queued 0')).toMatchObject({ error: { code: -32800 } });
  server.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"wait"}}');
  expect(await server.inbox.waitForResponse('wait')).toMatchObject({ error: { code: -32800 } });
  expect(await server.inbox.waitForResponse('queued 1')).not.toHaveProperty('error');
  if (hasProc) expect(readPeakMebibytes(server.pid)).toBeLessThan(maxPeakMebibytes);
});

test.each(queues)('server.shutdown now ends the server with %s queued [1.control-queue]', async (_, queued) => {
  const server = await startWithQueue(queued);
  expect(await server.request('server.shutdown', { now: true })).toEqual({ shuttingDown: true });
  expect(await server.waitForExit()).toBe(0);
  expect(await server.inbox.waitForResponse('wait')).toMatchObject({ error: { code: -32800 } });
  expect(findProcessesIn(server.directory)).toEqual([]);
});
