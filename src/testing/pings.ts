import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from './client.js';

// A shorter interval would keep the server busy with pings.
const betweenPingsMs = 5;

/** Sends pings until the promise settles; returns the 90th percentile of the response time in milliseconds. */
export async function pingUntil(server: TestServer, done: Promise<unknown>): Promise<number> {
  let isDone = false;
  const end = done.finally(() => {
    isDone = true;
  });
  const tookMs: number[] = [];
  while (!isDone) {
    const sentAt = performance.now();
    await server.request('server.ping');
    tookMs.push(performance.now() - sentAt);
    await sleep(betweenPingsMs);
  }
  await end;
  return tookMs.toSorted((left, right) => left - right)[Math.ceil(tookMs.length * 0.9) - 1] as number;
}
