import { Deadline } from '../../base/deadline.js';
import type { methodFacts } from '../../protocol/generated/tables.js';
import type { MethodName, MethodParams, MethodResults } from '../../protocol/generated/types.js';
import type { Secrets } from '../../screen/redaction/secrets.js';
import { SafeMatcher } from '../../session/regex/matcher.js';
import type { WaitContext } from '../../session/waits/wait.js';
import type { Baseline } from '../../terminal/freshness/baseline.js';
import { type ContextOf, defineMethod, type MethodHandler, type ProgramContext } from './context.js';

/** A wait in a session, with its deadline. */
export type SessionWait = WaitContext & ProgramContext & { readonly secrets: Secrets };

type MethodOfProgram = {
  [M in MethodName]: (typeof methodFacts)[M]['needs'] extends 'program' ? M : never;
}[MethodName];

/** Defines a method that waits until `timeoutMs` of its params, or else of the session, has passed. */
export const defineWait = <M extends MethodOfProgram, P = MethodParams[M]>(
  name: M,
  {
    parse = (params) => params as P,
    run,
  }: { parse?(params: MethodParams[M]): P; run(wait: SessionWait, parsed: P): Promise<MethodResults[M]> },
): MethodHandler<M, { readonly parsed: P; readonly timeoutMs: number | undefined }> =>
  defineMethod(name, {
    parse: (params) => ({
      parsed: parse(params),
      timeoutMs: (params as { readonly timeoutMs?: number }).timeoutMs,
    }),
    run: (context: ContextOf<M>, { parsed, timeoutMs }) =>
      withDeadline(context as ProgramContext, timeoutMs, (wait) => run(wait, parsed)),
  });

/** Runs a function that may wait, and disposes its deadline and its patterns afterwards. */
export async function withDeadline<T>(
  context: ProgramContext,
  timeoutMs: number | undefined,
  run: (wait: SessionWait) => Promise<T>,
): Promise<T> {
  const { server, session, program } = context;
  const { secrets } = session;
  const deadline = new Deadline(timeoutMs ?? session.settings.timeoutMs);
  const patterns = new SafeMatcher(deadline, server.patternWorker);
  const isSingleCheck = deadline.isImmediate;
  try {
    // With a zero timeout, process pending output first; that of a tmux pane only arrives on request.
    if (isSingleCheck || program.isForeign) await program.drain();
    return await run({ ...context, secrets, deadline, patterns });
  } finally {
    // What a single check has reported counts as displayed.
    if (isSingleCheck) program.emulator.history.settle();
    patterns[Symbol.dispose]();
    program.idleQueue.defer(() => deadline[Symbol.dispose]());
  }
}

/** Returns the baseline that `since` names. With `now`, output that has already arrived is old. */
export function resolveBaseline({ baselines, program }: SessionWait, since: string): Baseline | undefined {
  if (since === 'now') program.drainNow();
  return baselines.find(since);
}
