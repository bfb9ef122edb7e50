import { expect, onTestFinished, test, vi } from 'vitest';
import { Deadline } from '../../base/deadline.js';
import { FakeProgram } from '../../tests/support/fake-program.js';
import { toSelector } from '../../tests/support/matches.js';
import { regex } from '../../tests/support/selectors.js';
import { createTerminal } from '../../tests/support/terminal.js';
import { scheduleChecks } from '../observe.js';
import { SafeMatcher } from '../regex/matcher.js';
import { createVisibleCondition } from './conditions.js';
import { waitFor } from './wait.js';

test('pauses a program while too many observations are pending, and resumes it after the last wait [5.held-up]', async () => {
  const program = new FakeProgram(createTerminal());
  const checks = scheduleChecks(program);
  using deadline = new Deadline(600_000);
  using patterns = new SafeMatcher(deadline);
  const cancelling = new AbortController();
  const waiting = { program, checks, patterns, deadline, cancel: cancelling.signal };
  program.print('a'.repeat(60));
  // This pattern never stops backtracking in practice.
  const outcome = waitFor(waiting, createVisibleCondition(waiting, toSelector(regex('(a|a)*!', 'i')), undefined));
  for (let frame = 0; frame < 10; frame += 1) program.print('\x1b[?2026hx\x1b[?2026l');
  expect(program.isPaused).toBe(false);
  for (let frame = 0; frame < 10; frame += 1) program.print('\x1b[?2026hx\x1b[?2026l');
  expect(program.isPaused).toBe(true);
  cancelling.abort(new Error('cancelled'));
  await expect(outcome).rejects.toThrow('cancelled');
  expect(program.isPaused).toBe(false);
});

test('a wait whose time has passed before it starts reports its timeout, and only one without time was immediate', async () => {
  const program = new FakeProgram(createTerminal());
  const checks = scheduleChecks(program);
  const { signal: cancel } = new AbortController();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const milliseconds of [0, 20]) {
    using deadline = new Deadline(milliseconds);
    using patterns = new SafeMatcher(deadline);
    const waiting = { program, checks, patterns, deadline, cancel };
    vi.advanceTimersByTime(300);
    const outcome = await waitFor(waiting, createVisibleCondition(waiting, toSelector(regex('never')), undefined));
    expect(outcome).toMatchObject({ ended: 'timeout', isImmediate: milliseconds === 0 });
  }
});

test('a pattern that is still being matched long after the deadline decides the wait', async () => {
  const program = new FakeProgram(createTerminal());
  const checks = scheduleChecks(program);
  program.print('Ready');
  using deadline = new Deadline(0);
  const { signal: cancel } = new AbortController();
  let finish: (() => void) | undefined;
  // As slow as a thread on a machine that is busy.
  const patterns = {
    resolve: (run: () => unknown) =>
      finish === undefined ? new Promise((done) => (finish = () => done(run()))) : run(),
  } as unknown as SafeMatcher;
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] });
  onTestFinished(() => void vi.useRealTimers());
  const found = { matches: [] };
  const outcome = waitFor(
    { program, checks, patterns, deadline, cancel },
    { observe: () => ({ evaluate: () => found }) },
  );
  vi.advanceTimersByTime(5000);
  finish?.();
  expect(await outcome).toMatchObject({ found });
});
