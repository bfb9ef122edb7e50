import { expect, onTestFinished, test, vi } from 'vitest';
import { callAfterRunning } from './deadline.js';

test('a limit in running time handles events many times before it ends, however long each pause is', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let isOver = false;
  callAfterRunning(1000, () => {
    isOver = true;
  });
  let turns = 0;
  for (; !isOver; turns += 1) {
    // The process was stopped: the next timer is due at once.
    vi.setSystemTime(Date.now() + 10_000);
    vi.advanceTimersToNextTimer();
  }
  expect(turns).toBeGreaterThanOrEqual(20);
});

test('a limit in running time can be cancelled in each step', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const called = vi.fn();
  const limit = callAfterRunning(200, called);
  vi.advanceTimersByTime(120);
  limit[Symbol.dispose]();
  vi.advanceTimersByTime(1000);
  expect(called).not.toHaveBeenCalled();
});
