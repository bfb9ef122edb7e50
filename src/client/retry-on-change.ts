import { now as readClock } from '../base/timers.js';
import { Mismatch } from './assertion.js';
import { connectionOf, type Terminal } from './terminal.js';

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
