import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from './client.js';
import { readProcessorMs } from './processes.js';

// A shorter interval would keep the server busy with pings.
const betweenPingsMs = 5;

/**
 * Sends pings until the promise settles; returns the 90th percentile of the processor time in milliseconds that the server spends
 * until it responds to one.
 */
export async function pingUntil(server: TestServer, done: Promise<unknown>): Promise<number> {
  let isDone = false;
  const end = done.finally(() => {
    isDone = true;
  });
  const tookMs: number[] = [];
  while (!isDone) {
    const before = readProcessorMs(server.pid);
    await server.request('server.ping');
    tookMs.push(readProcessorMs(server.pid) - before);
    await sleep(betweenPingsMs);
  }
  await end;
  return tookMs.toSorted((left, right) => left - right)[Math.ceil(tookMs.length * 0.9) - 1] as number;
}
