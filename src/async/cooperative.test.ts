import { expect, test } from 'vitest';
import { atOnce, inSlices, type Steps } from './cooperative.js';

test('handles events that arrive during long work [7.png-responsive]', async () => {
  let hasArrived = false;
  setImmediate(() => {
    hasArrived = true;
  });
  function* work(): Steps<string> {
    while (!hasArrived) yield;
    return 'done';
  }
  expect(await inSlices(work())).toBe('done');
});

test('runs short work synchronously, and passes on its errors [7.png-responsive]', async () => {
  let steps = 0;
  function* work(): Steps<number> {
    for (; steps < 3; steps += 1) yield;
    return steps;
  }
  expect(atOnce(work())).toBe(3);
  function* failing(): Steps<void> {
    yield;
    throw new RangeError('no');
  }
  await expect(inSlices(failing())).rejects.toThrow(RangeError);
});
