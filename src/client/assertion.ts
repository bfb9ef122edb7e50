// How an assertion runs, whatever it asserts: it retries while the screen changes, and its failure shows the screen.
import { now as readClock } from '../base/timers.js';
import { checks } from './check-options.js';
import { formatDifference } from './difference.js';
import { type ErrorData, ScreenAssertionError, stackFramesOf, TuispecError } from './errors.js';
import { connectionOf, type Terminal } from './terminal.js';

/** Options of every assertion. */
export interface AssertionOptions {
  /** Timeout in milliseconds (default: the `timeout` of `launch`). */
  readonly timeout?: number | undefined;
  /** Cancels the assertion when aborted. */
  readonly signal?: AbortSignal | undefined;
}
/** Options of assertions about text. */
export interface TextAssertionOptions extends AssertionOptions {
  /** What counts: all text (`any`, the default), or only text that is new since `now`, `lastInput` or a mark. */
  readonly since?: string | undefined;
  /** How long the assertion must hold without interruption, in milliseconds. Default: 0. */
  readonly forMs?: number | undefined;
}

/** The checks of the options of assertions about text. */
export const textChecks = { ...checks.wait, since: 'text', forMs: 'time' } as const;

/** The snapshot baselines to write: none, missing ones, or also those that differ. */
export type UpdateMode = 'none' | 'missing' | 'all';

/** Whether a variable is set: not empty, `0` or `false`. */
export const isSet = (value: string | undefined): boolean => !['', '0', 'false'].includes(value ?? '');

/** Whether a variable asks to write all snapshot baselines, as it does for the server. */
export const isUpdateRequested = (): boolean => isSet(process.env['TUISPEC_UPDATE_SNAPSHOTS']);

/** What a test runner adds to assertions. */
export interface AssertionHooks {
  /** Receives the result; it throws the error, or reports it later. */
  readonly settle: (error: Error | undefined) => void | Promise<void>;
  /** The snapshot baselines to write; undefined leaves it to the server. */
  readonly updateMode?: () => UpdateMode | undefined;
  /** What to do about a failure of a snapshot assertion. */
  readonly adviseOn?: (kind: 'snapshot-missing' | 'snapshot-mismatch') => string;
  /** The name of a snapshot baseline, which may be unnamed in the test. */
  readonly nameSnapshot?: (name: string | undefined) => string;
}

/** One assertion, before it runs. */
interface AssertionCall {
  readonly terminal: Terminal;
  readonly hooks: AssertionHooks;
  /** The assertion as it was written. */
  readonly title: string;
  readonly expected?: unknown;
  /** Throws a `TuispecError` or a `Mismatch` if the assertion does not hold. */
  readonly run: () => Promise<unknown>;
  /** The public method; the stack of a failure begins at its caller. */
  readonly caller: (...args: never[]) => unknown;
}

/** The assertion does not hold. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
  readonly actual: unknown;
  /** What the server reported about the wait that failed. */
  readonly data: ErrorData | undefined;

  constructor(reason: string, actual?: unknown, data?: ErrorData) {
    super(reason);
    this.actual = actual;
    this.data = data;
  }
}

// Other failures are errors of the test or of the server, not of the program.
const assertionKinds: ReadonlySet<string | undefined> = new Set([
  'timeout',
  'exited',
  'ambiguous',
  'not-found',
  'stopped',
  'snapshot-mismatch',
  'snapshot-missing',
  'not-restored',
  'lines-mismatch',
  'resize-damage',
  'low-contrast',
  'too-many-colors',
]);

/** Whether a wait ended because of its timeout. */
export const isTimeout = (error: unknown): boolean => error instanceof TuispecError && error.kind === 'timeout';

/** Whether a wait ended because its condition was not met: in time, or before the program exited. */
export const isUnmet = (error: unknown): error is TuispecError =>
  error instanceof TuispecError && (error.kind === 'timeout' || error.kind === 'exited');

/** Writes an argument of an assertion as in source code. */
export const toSource = (value: unknown): string => (value instanceof RegExp ? String(value) : JSON.stringify(value));

/** Starts an assertion. The result remembers whether it was awaited, because a forgotten one must not pass. */
export function startAssertion(call: AssertionCall): Promise<void> {
  const connection = connectionOf(call.terminal);
  const place = new Error(`${call.title} was not awaited.`);
  Error.captureStackTrace(place, call.caller);
  connection.notAwaited.add(place);
  const result = runAssertion(call, place);
  // If it is not awaited, closing the terminal reports that instead.
  result.catch(() => {});
  return new AwaitedPromise(result, () => connection.notAwaited.delete(place));
}

async function runAssertion(call: AssertionCall, place: Error): Promise<void> {
  let failure: Error | undefined;
  using _ = connectionOf(call.terminal).track({ title: call.title, caller: stackFramesOf(place) });
  try {
    await call.run();
  } catch (error) {
    failure = await describeFailure(call, error);
    failure.stack = `${failure.name}: ${failure.message}\n${stackFramesOf(place)}`;
  }
  await call.hooks.settle(failure);
}

async function describeFailure(call: AssertionCall, error: unknown): Promise<Error> {
  const isMismatch = error instanceof Mismatch;
  if (!isMismatch && !(error instanceof TuispecError && assertionKinds.has(error.kind)))
    return error instanceof Error ? error : new Error(String(error));
  const connection = connectionOf(call.terminal);
  const { screen, picturePath } = await connection.captureEvidence(error.data?.screen);
  const data = { tracePath: connection.tracePath, ...error.data, screen };
  const { kind } = data;
  const isSnapshot = kind === 'snapshot-missing' || kind === 'snapshot-mismatch';
  const advice = isSnapshot ? adviceOn(call.hooks, kind) : undefined;
  const difference = error.data?.diff === undefined ? undefined : formatDifference(error.data.diff);
  const reason = isMismatch ? error.message : (error.data.details ?? error.reason);
  return new ScreenAssertionError({
    call: call.title,
    reason: [reason, advice, difference].filter((part) => part !== undefined).join('\n'),
    actual: isMismatch ? (error.actual ?? screen) : screen?.trimEnd(),
    expected: call.expected,
    data,
    step: connection.lastStep,
    picturePath,
  });
}

const adviceOn = ({ adviseOn }: AssertionHooks, kind: 'snapshot-missing' | 'snapshot-mismatch'): string | undefined =>
  adviseOn === undefined && kind === 'snapshot-mismatch'
    ? 'To accept the difference, run the test with `TUISPEC_UPDATE_SNAPSHOTS=1`.'
    : adviseOn?.(kind);

class AwaitedPromise implements Promise<void> {
  readonly [Symbol.toStringTag] = 'Promise';
  readonly #promise: Promise<void>;
  readonly #noteAwaited: () => void;

  constructor(promise: Promise<void>, noteAwaited: () => void) {
    this.#promise = promise;
    this.#noteAwaited = noteAwaited;
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` calls it.
  then: Promise<void>['then'] = (onFulfilled, onRejected) => this.#markAwaited().then(onFulfilled, onRejected);
  catch: Promise<void>['catch'] = (onRejected) => this.#markAwaited().catch(onRejected);
  finally: Promise<void>['finally'] = (onFinally) => this.#markAwaited().finally(onFinally);

  #markAwaited(): Promise<void> {
    this.#noteAwaited();
    return this.#promise;
  }
}

/** What was found: undefined if the condition holds, else why not. */
export type UnmetReason = { readonly reason: string; readonly actual?: unknown } | undefined;

/** Options of `retryOnChange`. */
interface RetryOptions {
  readonly timeout?: number | undefined;
  readonly forMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Checks a condition that the server cannot wait for, again after each change of the screen, until it has held for
 * `forMs`. Fails with a `Mismatch` after the timeout.
 */
export async function retryOnChange(
  terminal: Terminal,
  check: () => Promise<UnmetReason>,
  { timeout, forMs = 0, signal }: RetryOptions,
): Promise<void> {
  const deadline = readClock() + connectionOf(terminal).limitTimeout(timeout);
  let heldSince: number | undefined;
  let hasExited = false;
  // A revision from before the check, so that a change during the check is noticed. It is not a mark, because the
  // server keeps a limited number of those.
  let sinceRevision = await readRevision(terminal);
  for (;;) {
    const finding = await check();
    connectionOf(terminal).noteFinding(finding?.reason);
    const now = readClock();
    heldSince = finding === undefined ? (heldSince ?? now) : undefined;
    // The screen of a program that has exited does not change.
    if (heldSince !== undefined && (hasExited || now - heldSince >= forMs)) return;
    const remaining = deadline - now;
    if (hasExited || remaining <= 0) throw toMismatch(finding, forMs);
    const waitMs = heldSince === undefined ? remaining : Math.min(remaining, heldSince + forMs - now);
    const params = { sinceRevision, stableMs: 0, timeoutMs: Math.ceil(waitMs) };
    const change = await connectionOf(terminal).request('waitForChange', params, { signal });
    sinceRevision = change.revision;
    hasExited = change.exited === true;
  }
}

/** The revision of the screen, which increases with every change. */
export const readRevision = async (terminal: Terminal): Promise<number> =>
  (await terminal.view({ rows: { start: 1, end: 1 } })).revision;

const toMismatch = (finding: UnmetReason, forMs: number): Mismatch =>
  finding === undefined
    ? new Mismatch(`The assertion did not hold for ${forMs} ms.`)
    : new Mismatch(finding.reason, finding.actual);
