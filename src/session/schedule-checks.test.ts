import { expect, onTestFinished, test, vi } from 'vitest';
import type { Emitter } from '../base/emitter.js';
import { FakeProgram } from '../tests/support/fake-program.js';
import { createTerminal } from '../tests/support/terminal.js';
import { scheduleChecks } from './observe.js';

const checkEveryMs = 5;

/** A program, the emitter of its checks, and their times. */
function createWatched(): { readonly program: FakeProgram; readonly due: Emitter; readonly times: number[] } {
  const program = new FakeProgram(createTerminal());
  const due = scheduleChecks(program);
  const times: number[] = [];
  due.on(() => times.push(performance.now()));
  return { program, due, times };
}

test('checks a change immediately, and the changes right after it together and soon [5.look-rate, 5.last-change]', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { program, times } = createWatched();
  program.print('a');
  expect(times).toHaveLength(1);
  program.print('b');
  program.print('c');
  await vi.advanceTimersByTimeAsync(checkEveryMs - 1);
  expect(times).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(times).toHaveLength(2);
});

test('checks a screen that changes constantly at most every 5 ms [5.look-rate]', async () => {
  const { program, times } = createWatched();
  const startedAt = performance.now();
  while (performance.now() < startedAt + 100) {
    program.print('\rx');
    await new Promise((resolve) => setImmediate(resolve));
  }
  const gaps = times.slice(1).map((time, index) => time - (times[index] as number));
  expect(gaps.filter((gap) => gap < checkEveryMs - 0.1)).toEqual([]);
  expect(times.length).toBeGreaterThan(1);
});

test('always checks synchronized updates, and lines before they leave the scrollback [5.look-rate]', () => {
  const { program, times } = createWatched();
  // With a frozen clock, no check is due only because time has passed.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  program.print('\x1b[?2026hone\x1b[?2026l\x1b[?2026htwo\x1b[?2026l');
  expect(times).toHaveLength(2);
  program.print('\r\n'.repeat(210));
  expect(times).toHaveLength(4);
});
