import { beforeEach, expect, test, vi } from 'vitest';
import { yieldToEvents } from './deadline.js';
import { IdleQueue } from './idle-queue.js';

// The clock does not advance, so the pause for the client never ends, however busy the machine is.
beforeEach(() => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  return () => clock.mockRestore();
});

/** Waits for a few turns of the event loop, in which planned work runs. */
const rest = async (): Promise<void> => {
  for (let turns = 0; turns < 3; turns += 1) await yieldToEvents();
};

test('deferred work runs in order, after the current work', async () => {
  const queue = new IdleQueue();
  const done: string[] = [];
  queue.noteRequestReceived();
  queue.defer(() => done.push('one'));
  queue.defer(() => done.push('two'));
  done.push('now');
  await rest();
  expect(done).toEqual(['now', 'one', 'two']);
});

test('deferred work may defer more work', async () => {
  const queue = new IdleQueue();
  const done: string[] = [];
  queue.noteRequestReceived();
  queue.defer(() => queue.defer(() => done.push('inner')));
  await rest();
  await rest();
  expect(done).toEqual(['inner']);
});

test('after a response, deferred work waits for the next request', async () => {
  const queue = new IdleQueue();
  const done: string[] = [];
  queue.defer(() => done.push('before'));
  queue.noteResponseSent();
  queue.defer(() => done.push('after'));
  await rest();
  expect(done).toEqual([]);
  queue.noteRequestReceived();
  await rest();
  expect(done).toEqual(['before', 'after']);
});

test('after a response without a request, deferred work runs after a while', async () => {
  const queue = new IdleQueue();
  queue.noteResponseSent();
  const done = new Promise<void>((resolve) => queue.defer(resolve));
  await rest();
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2);
  await done;
});

test('a response also delays work that is already planned', async () => {
  const queue = new IdleQueue();
  const done: string[] = [];
  queue.noteRequestReceived();
  queue.defer(() => done.push('planned'));
  await Promise.resolve();
  await Promise.resolve();
  queue.noteResponseSent();
  await rest();
  expect(done).toEqual([]);
  queue.noteRequestReceived();
  await rest();
  expect(done).toEqual(['planned']);
});

test('a full queue does not wait for a request', async () => {
  const queue = new IdleQueue();
  let done = 0;
  queue.noteResponseSent();
  for (let count = 0; count < 64; count += 1)
    queue.defer(() => {
      done += 1;
    });
  await rest();
  expect(done).toBe(64);
});

test('a response of one queue does not delay the work of another', async () => {
  const done: string[] = [];
  const [first, second] = [new IdleQueue(), new IdleQueue()];
  first.noteResponseSent();
  first.defer(() => done.push('first'));
  second.defer(() => done.push('second'));
  await rest();
  expect(done).toEqual(['second']);
});
