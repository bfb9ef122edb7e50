import type { AssertionHooks } from './assertion.js';
import { Locator } from './locator.js';
import { LocatorAssertions } from './locator-assertions.js';
import { Terminal } from './terminal.js';
import { TerminalAssertions } from './terminal-assertions.js';

/** Creates assertions that retry until they hold or the timeout passes. */
export interface Expect {
  (terminal: Terminal): TerminalAssertions;
  (locator: Locator): LocatorAssertions;
}

/** @internal Creates the assertions about a terminal or a locator; undefined for anything else. */
export function createAssertions(
  subject: unknown,
  hooks: (terminal: Terminal) => AssertionHooks,
): TerminalAssertions | LocatorAssertions | undefined {
  if (subject instanceof Terminal) return new TerminalAssertions(subject, hooks(subject));
  if (subject instanceof Locator) return new LocatorAssertions(subject, hooks(subject.terminal));
  return undefined;
}

const throwError: AssertionHooks = {
  settle: (error) => {
    if (error !== undefined) throw error;
  },
};

/** Asserts about a terminal or a locator, in any test runner. Failures are instances of `AssertionError`. */
export const expect = ((subject: unknown) => {
  const assertions = createAssertions(subject, () => throwError);
  if (assertions === undefined) throw new TypeError('`expect` received neither a terminal nor a locator.');
  return assertions;
}) as Expect;
