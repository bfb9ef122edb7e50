import { type TestAPI, test as vitestTest } from 'vitest';
import { findInstalledServer } from '../client/installed-server.js';
import { serverPool } from '../client/server-pool.js';
import { mergeOverrides } from './merge-overrides.js';
import { TerminalFactory, type TestTerminalOptions } from './terminal-factory.js';
import { TestBinding } from './test-binding.js';

/** The fixtures of a test. */
export interface TerminalFixtures {
  /** Launches terminals, and closes them after the test. */
  readonly terminal: TerminalFactory;
  /** Names a part of the test in recordings and in the message of a failure. */
  readonly step: <T>(title: string, run: () => T | Promise<T>) => Promise<T>;
  /** Default options of `terminal.launch`; `test.override` changes them for a file or a suite. */
  readonly terminalOptions: TestTerminalOptions;
}

// A server starts in about 100 ms: the first one starts while the test file is loaded.
serverPool.prepare(findInstalledServer());

const withServers = vitestTest.extend<{ readonly terminalServers: undefined }>({
  terminalServers: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures that are used.
    async ({}, use) => {
      await use(undefined);
      serverPool.endIdle();
    },
    { scope: 'worker', auto: true },
  ],
});

/** vitest's `test` with the fixtures `terminal`, `step` and `terminalOptions`. */
export const test: TestAPI<TerminalFixtures> = mergeOverrides(
  withServers.extend<TerminalFixtures>({
    terminalOptions: {},
    terminal: async ({ terminalOptions, task }, use) => {
      const binding = new TestBinding(task);
      const factory = new TerminalFactory(binding, terminalOptions);
      await use(factory);
      await endTest(task, binding, factory);
    },
    step: async ({ terminal }, use) => {
      await use(async (title, run) => {
        await terminal.noteStep(title);
        return await run();
      });
    },
  }),
) as unknown as TestAPI<TerminalFixtures>;

interface FailedTask {
  readonly result?: { readonly state: string; readonly errors?: { message: string; stack?: string }[] | undefined };
}

/** Completes the message of a failed test, closes its terminals and removes what is not kept. */
async function endTest(task: FailedTask, binding: TestBinding, factory: TerminalFactory): Promise<void> {
  const hasFailed = task.result?.state === 'fail';
  const forgotten = factory.findForgotten();
  const [error] = task.result?.errors ?? [];
  const details = hasFailed || forgotten !== undefined ? await factory.describeFailure(error?.message ?? '') : '';
  await factory.closeAll();
  const isFailure = hasFailed || forgotten !== undefined;
  factory.removeFiles(isFailure);
  binding.removeArtifacts(isFailure || factory.hasKeptFiles);
  if (hasFailed) {
    if (error !== undefined && details !== '') error.message = `${error.message}\n\n${details}`;
    return;
  }
  if (forgotten === undefined) return;
  const reason = `${forgotten.message} Add \`await\` before it.`;
  const stack = forgotten.stack?.replace(forgotten.message, reason);
  throw Object.assign(new Error(`${reason}\n\n${details}`), stack === undefined ? {} : { stack });
}
