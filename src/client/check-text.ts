import { now } from '../base/timers.js';
import { isTimeout, type TextAssertionOptions } from './assertion.js';
import { describeSelector } from './locator.js';
import { retryOnChange, type UnmetReason } from './retry-on-change.js';
import { connectionOf, type Terminal } from './terminal.js';
import type { AmbiguityMode, Selector } from './wire-types.js';

/** Waits until a selector matches, or until it does not; with `forMs`, continuously for that long. */
export async function checkText(
  terminal: Terminal,
  selector: Selector,
  isNegated: boolean,
  options: TextAssertionOptions,
  ambiguity?: AmbiguityMode,
): Promise<void> {
  const { since, forMs, timeout, signal } = options;
  if (isNegated && since !== undefined && since !== 'any') return await checkNothingNew(terminal, selector, options);
  const state = isNegated ? 'hidden' : 'visible';
  const ambiguityMode = isNegated ? undefined : ambiguity;
  const startedAt = now();
  const timeoutMs = connectionOf(terminal).limitTimeout(timeout);
  if (since !== undefined)
    await connectionOf(terminal).request(
      'waitForText',
      { selector, since, state, timeoutMs, ambiguityMode },
      { signal },
    );
  if (since !== undefined && forMs === undefined) return;
  const method = isNegated ? 'expectNotVisible' : 'expectVisible';
  const remainingMs = Math.max(0, Math.round(timeoutMs - (now() - startedAt)));
  await connectionOf(terminal).request(method, { selector, forMs, timeoutMs: remainingMs, ambiguityMode }, { signal });
}

/** Waits until a selector has no new match: the server's `state: hidden` counts all text. */
async function checkNothingNew(terminal: Terminal, selector: Selector, options: TextAssertionOptions): Promise<void> {
  const since = options.since === 'now' ? await terminal.mark() : options.since;
  const check = async (): Promise<UnmetReason> => {
    try {
      const { match } = await terminal.waitForText(selector, { since, timeout: 0, ambiguity: 'first' });
      return { reason: `There is a new match of ${describeSelector(selector)}.`, actual: match?.text };
    } catch (error) {
      if (isTimeout(error)) return undefined;
      throw error;
    }
  };
  await retryOnChange(terminal, check, options);
}
