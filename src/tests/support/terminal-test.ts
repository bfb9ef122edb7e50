import { test as terminalTest } from 'tuispec/vitest';

/** The test function for tests that use a program as a person does, through the library. */
export const test = terminalTest.extend({
  // Enough for a slow machine, but less than the test timeout. A person finds one of several equal texts enough.
  terminalOptions: { timeout: 60_000, ambiguity: 'first' },
});
