import type { TextAssertionOptions } from './assertion.js';
import { connectionOf, type Terminal } from './terminal.js';
import type { AmbiguityMode, Selector } from './wire-types.js';

/** Waits until a selector matches, or until it does not; with `forMs`, continuously for that long. */
export async function checkText(
  terminal: Terminal,
  selector: Selector,
  isNegated: boolean,
  { since, forMs, timeout, signal }: TextAssertionOptions,
  ambiguity?: AmbiguityMode,
): Promise<void> {
  const state = isNegated ? 'hidden' : 'visible';
  const ambiguityMode = isNegated ? undefined : ambiguity;
  const startedAt = performance.now();
  const timeoutMs = connectionOf(terminal).limitTimeout(timeout);
  if (since !== undefined)
    await terminal.request('waitForText', { selector, since, state, timeoutMs, ambiguityMode }, { signal });
  if (since !== undefined && forMs === undefined) return;
  const method = isNegated ? 'expectNotVisible' : 'expectVisible';
  const remainingMs = Math.max(0, Math.round(timeoutMs - (performance.now() - startedAt)));
  await terminal.request(method, { selector, forMs, timeoutMs: remainingMs, ambiguityMode }, { signal });
}
