import { clipText } from '../../base/text.js';
import type * as wire from '../../client/wire.js';
import type { FindTextResult, WaitForTextArguments, WaitForTextResult } from '../generated/types.js';
import { createJsonResult, ToolError, type ToolResult, toScreenText, toWellFormed } from '../results.js';
import { readScreenFacts } from '../screens.js';
import type { AgentSession } from '../session.js';
import {
  awaitOutcome,
  checkPattern,
  createFoundConditions,
  createGoneCondition,
  createNote,
  selectorOf,
  type TextPattern,
} from '../texts.js';
import { limitWait, runInSession, type ToolCall, type ToolHandler } from '../tool.js';

const maxTextLength = 200;
const maxTotalLength = 40_000;

export const findText: ToolHandler<'find_text'> = async (args, call) => {
  const selector = selectorOf(checkPattern(args.pattern, args.flags));
  return await runInSession(async (_: typeof args, { session, signal }) => {
    const scope = args.scrollback ? 'scrollback' : 'viewport';
    const { matches, matchCount, revision } = await session.terminal.request(
      'find',
      { selector, scope, limit: args.limit },
      { signal },
    );
    const shown: FindTextResult['matches'] = [];
    let length = 0;
    for (const { row, col, text } of matches) {
      const match = { row, col, text: toWellFormed(clipText(text, maxTextLength)) };
      length += JSON.stringify(match).length + 1;
      if (length > maxTotalLength) break;
      shown.push(match);
    }
    const note = shown.length < matches.length ? { note: `Only ${shown.length} matches fit into the result.` } : {};
    return createJsonResult({ matches: shown, total: matchCount, revision, ...note } satisfies FindTextResult);
  })(args, call);
};

export const waitForText: ToolHandler<'wait_for_text'> = async (args, call) => {
  const pattern = checkPattern(args.pattern, args.flags);
  const failPattern = args.fail_on === undefined ? undefined : checkPattern(args.fail_on, args.flags);
  if (args.gone && args.since !== 'any')
    throw new ToolError({ kind: 'arguments', sentence: '`gone` cannot be combined with `since`.' });
  return await waitWhileOpen(args, call, { found: false, reason: 'closed' }, async (session) => {
    const outcome = await waitForFind(args, pattern, failPattern, session, call);
    const facts = { ...measureElapsed(call), ...(await readScreenFacts(session, call.signal)), ...session.exit };
    return { ...outcome, ...facts } satisfies WaitForTextResult;
  });
};

type TextOutcome = Pick<WaitForTextResult, 'found' | 'reason' | 'match' | 'note'>;

async function waitForFind(
  args: WaitForTextArguments,
  pattern: TextPattern,
  failPattern: TextPattern | undefined,
  session: AgentSession,
  call: ToolCall,
): Promise<TextOutcome> {
  const stops: wire.Condition[] = failPattern === undefined ? [] : [{ visible: selectorOf(failPattern) }];
  const anyOf = [...stops, ...(args.gone ? [createGoneCondition(pattern)] : createFoundConditions(pattern))];
  const { remainingMs, note } = startDeadline(args.timeout_ms, call);
  const outcome = await awaitOutcome(session.wait(call.signal, createConditionWait(session, anyOf, args, remainingMs)));
  const { reason, met } = outcome;
  if (met === undefined) return { found: false, reason, ...createNote(outcome, note) };
  const { index = 0, match } = met;
  const isStopped = index < stops.length;
  // Text that has gone is nowhere.
  const hasPlace = match !== undefined && (isStopped || !args.gone);
  const place = hasPlace && {
    match: { row: match.row, col: match.col, text: toWellFormed(clipText(match.text, maxMatchLength)) },
  };
  return { found: !isStopped, reason: isStopped ? 'failed_on' : 'matched', ...place };
}

const maxMatchLength = 500;

/** A wait for conditions that can be repeated after an interruption without missing what appeared meanwhile. */
function createConditionWait(
  { terminal }: AgentSession,
  anyOf: readonly wire.Condition[],
  { since, gone }: WaitForTextArguments,
  remainingMs: () => number,
): (signal: AbortSignal, isRepeated: boolean) => Promise<wire.WaitForResult> {
  let mark: Promise<string> | undefined;
  return async (signal, isRepeated) => {
    // Sent before the wait, so that the server remembers the screen at its beginning.
    mark ??= terminal.mark();
    mark.catch(() => {});
    if (isRepeated && since === 'any' && !gone)
      return await resumeWait(terminal, { anyOf, timeout: remainingMs(), signal }, await mark);
    const baseline = { any: 'any', last_input: 'lastInput', now: since === 'now' ? await mark : '' }[since];
    return await terminal.waitFor({ anyOf, since: baseline, timeout: remainingMs(), signal });
  };
}

interface ResumedWait {
  readonly anyOf: readonly wire.Condition[];
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/**
 * Continues an interrupted wait: first checks what is new since the mark, then waits. Both requests are sent at once,
 * because the server processes no output between two requests that it has: a match cannot scroll away unseen.
 */
async function resumeWait(
  terminal: AgentSession['terminal'],
  { signal, ...wait }: ResumedWait,
  mark: string,
): Promise<wire.WaitForResult> {
  signal.throwIfAborted();
  const checking = awaitOutcome(terminal.waitFor({ ...wait, since: mark, timeout: 0, signal }));
  const ending = new AbortController();
  const end = (): void => ending.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  const waiting = terminal.waitFor({ ...wait, since: 'any', signal: ending.signal });
  waiting.catch(() => {});
  try {
    const { met } = await checking;
    return met ?? (await waiting);
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

export const waitForScreenChange: ToolHandler<'wait_for_screen_change'> = async (args, call) =>
  await waitWhileOpen(args, call, { changed: false }, async (session) => {
    const { remainingMs, note } = startDeadline(args.timeout_ms, call);
    let mark: Promise<string> | undefined;
    const { changed, revision, text } = await session.wait(call.signal, async (signal) => {
      if (args.since === 'now') mark ??= session.terminal.mark();
      const since = (await mark) ?? 'lastInput';
      return await session.terminal.waitForChange({ since, stable: args.stable_ms, timeout: remainingMs(), signal });
    });
    session.shown.add(revision, text);
    const limited = changed || note === undefined ? {} : { note };
    return { changed, ...measureElapsed(call), screen_text: toScreenText(text), revision, ...limited, ...session.exit };
  });

export const waitForExit: ToolHandler<'wait_for_exit'> = async (args, call) =>
  await waitWhileOpen(args, call, {}, async (session) => {
    const { remainingMs, note } = startDeadline(args.timeout_ms, call);
    const wait = session.wait(
      call.signal,
      async (signal) => await session.terminal.waitForExit({ timeout: remainingMs(), signal }),
    );
    const hasExited = (await awaitOutcome(wait)).reason !== 'timeout';
    const limited = hasExited || note === undefined ? {} : { note };
    const facts = { ...measureElapsed(call), ...(await readScreenFacts(session, call.signal)), ...limited };
    return { exited: hasExited, ...facts, ...session.exit };
  });

/** The time that is left for a wait, which may be interrupted and repeated. */
function startDeadline(requestedMs: number, call: ToolCall): { remainingMs: () => number; note?: string } {
  const { timeoutMs, ...others } = limitWait(requestedMs, call);
  let endsAt: number | undefined;
  const remainingMs = (): number => {
    endsAt ??= Math.min(Date.now() + timeoutMs, call.arrivedAt + call.host.options.maxWaitMs);
    return Math.max(0, endsAt - Date.now());
  };
  return { remainingMs, ...others };
}

const measureElapsed = ({ arrivedAt }: ToolCall): { readonly elapsed_ms: number } => ({
  elapsed_ms: Date.now() - arrivedAt,
});

/** Runs a wait. If the session is closed meanwhile, the result says so; it is not an error. */
async function waitWhileOpen(
  args: { readonly session_id: string },
  call: ToolCall,
  outcome: object,
  wait: (session: AgentSession) => Promise<object>,
): Promise<ToolResult> {
  const session = call.host.sessions.get(args.session_id);
  try {
    return createJsonResult(await wait(session));
  } catch (error) {
    if (!session.isClosed || call.signal.aborted) throw error;
    const text = toScreenText(await session.finalText);
    return createJsonResult({ ...outcome, exited: true, ...measureElapsed(call), screen_text: text });
  }
}
