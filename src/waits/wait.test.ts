import { expect, test } from 'vitest';
import { Deadline } from '../async/deadline.js';
import { scheduleChecks } from '../observers/schedule-checks.js';
import { SafeMatcher } from '../regex/safe-matcher.js';
import { FakeProgram } from '../testing/fake-program.js';
import { toSelector } from '../testing/matches.js';
import { regex } from '../testing/selectors.js';
import { createTerminal } from '../testing/terminal.js';
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
