import { Deadline } from '../async/deadline.js';
import { defer } from '../async/idle-queue.js';
import type { Baseline } from '../baseline/baseline.js';
import type { Secrets } from '../redaction/secrets.js';
import { SafeMatcher } from '../regex/safe-matcher.js';
import type { RunningProgram, Session } from '../session/session.js';
import type { WaitContext } from '../waits/wait.js';
import type { Context } from './context.js';

/** A wait in a session, with its deadline. */
export type SessionWait = WaitContext & RunningProgram & { readonly session: Session; readonly secrets: Secrets };

/** Runs a function that may wait, and disposes its deadline and its patterns afterwards. */
export async function withDeadline<T>(
  { app, cancel }: Context,
  timeoutMs: number | undefined,
  run: (wait: SessionWait) => Promise<T>,
): Promise<T> {
  const session = app.requireSession();
  const deadline = new Deadline(timeoutMs ?? session.settings.timeoutMs);
  const patterns = new SafeMatcher(deadline);
  const current = session.requireCurrent();
  const isSingleCheck = deadline.isOver;
  try {
    // With a zero timeout, process pending output first; that of a tmux pane only arrives on request.
    if (isSingleCheck || current.program.isForeign) await current.program.drain();
    return await run({ ...current, session, secrets: session.secrets, deadline, patterns, cancel });
  } finally {
    // What a single check has reported counts as displayed.
    if (isSingleCheck) current.program.emulator.history.settle();
    patterns[Symbol.dispose]();
    defer(() => deadline[Symbol.dispose]());
  }
}

/** Returns the baseline that `since` names. With `now`, output that has already arrived is old. */
export function resolveBaseline({ baselines, program }: SessionWait, since: string): Baseline | undefined {
  if (since === 'now') program.drainNow();
  return baselines.find(since);
}
