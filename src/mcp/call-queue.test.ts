import { expect, test } from 'vitest';
import { CallQueue } from './session.js';

const neverCancelled = new AbortController().signal;

/** A wait that ends when its signal is aborted, or when the test resolves it. */
const pending = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));

test('calls run one after another, in the order of their arrival [16.concurrency]', async () => {
  const queue = new CallQueue();
  const order: number[] = [];
  const run = (number: number): Promise<void> =>
    queue.run(neverCancelled, async () => {
      await Promise.resolve();
      order.push(number);
    });
  await Promise.all([run(1), run(2), run(3)]);
  expect(order).toEqual([1, 2, 3]);
  expect(queue.isBusy).toBe(false);
});

test('a call interrupts a wait, which is repeated afterwards [16.concurrency]', async () => {
  const queue = new CallQueue();
  const attempts: boolean[] = [];
  const wait = queue.wait(neverCancelled, async (signal, isRepeated) => {
    attempts.push(isRepeated);
    return isRepeated ? 'met' : await pending(signal);
  });
  await new Promise(setImmediate);
  await queue.run(neverCancelled, async () => {
    expect(attempts).toEqual([false]);
  });
  expect(await wait).toBe('met');
  expect(attempts).toEqual([false, true]);
});

test('a cancelled call never begins, and does not hold up the next one [16.cancel]', async () => {
  const queue = new CallQueue();
  const cancelled = new AbortController();
  let release = (): void => {};
  const first = queue.run(
    neverCancelled,
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  const second = queue.run(cancelled.signal, async () => expect.unreachable());
  const third = queue.run(neverCancelled, async () => 'third');
  cancelled.abort();
  await new Promise(setImmediate);
  release();
  await expect(second).rejects.toThrow();
  await first;
  expect(await third).toBe('third');
});

test('closing ends running, queued and later calls with the same reason [16.close-ends-waits]', async () => {
  const queue = new CallQueue();
  const running = queue.run(neverCancelled, pending);
  const queued = queue.run(neverCancelled, pending);
  const wait = queue.wait(neverCancelled, pending);
  await new Promise(setImmediate);
  const reason = new Error('closed');
  queue.close(reason);
  const all = [
    running,
    queued,
    wait,
    queue.run(neverCancelled, async () => 1),
    queue.wait(neverCancelled, async () => 1),
  ];
  for (const { status } of await Promise.allSettled(all)) expect(status).toBe('rejected');
  await expect(queue.run(neverCancelled, async () => 1)).rejects.toBe(reason);
  expect(queue.isBusy).toBe(false);
});
