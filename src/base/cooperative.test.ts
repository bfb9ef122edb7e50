import { expect, test } from 'vitest';
import { runAtOnce, runInSlices, type Steps } from './idle-queue.js';

test('events that arrive during long work are handled before its end [7.png-responsive]', async () => {
  let hasArrived = false;
  setImmediate(() => {
    hasArrived = true;
  });
  function* work(): Steps<string> {
    while (!hasArrived) yield;
    return 'done';
  }
  expect(await runInSlices(work())).toBe('done');
});

test('short work can run at once, and errors are propagated [7.png-responsive]', async () => {
  let steps = 0;
  function* work(): Steps<number> {
    for (; steps < 3; steps += 1) yield;
    return steps;
  }
  expect(runAtOnce(work())).toBe(3);
  function* failing(): Steps<void> {
    yield;
    throw new RangeError('no');
  }
  await expect(runInSlices(failing())).rejects.toThrow(RangeError);
});
