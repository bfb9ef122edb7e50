import { type TestAPI, test as vitestTest } from 'vitest';
import { isObject } from '../../base/json.js';
import { findInstalledServer, serverPool } from '../server-pool.js';
import { checkPauseVariable } from './pause.js';
import { TerminalFactory, TestBinding, type TestTerminalOptions } from './terminal-factory.js';

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Makes `override` and `scoped` of a test API merge `terminalOptions` with those of the enclosing suites, key by key:
 * vitest replaces the value of a fixture.
 */
function mergeOverrides<T extends object>(api: T): T {
  const methods = api as Record<string, Method | undefined>;
  for (const name of ['override', 'scoped']) {
    const method = methods[name];
    if (method === undefined) continue;
    methods[name] = function (first, ...others) {
      return method.call(this, ...withMerging(first, others));
    };
  }
  const { extend } = methods;
  methods['extend'] = function (...args) {
    return mergeOverrides(extend?.apply(this, args) as object);
  };
  return api;
}

/** The arguments `({ terminalOptions })` or `('terminalOptions', value)`, with a fixture that depends on itself. */
function withMerging(first: unknown, others: unknown[]): unknown[] {
  if (first === 'terminalOptions' && isObject(others[0])) return [{ terminalOptions: mergeWith(others[0]) }];
  const { terminalOptions } = first as { readonly terminalOptions?: unknown };
  if (!isObject(terminalOptions)) return [first, ...others];
  return [{ ...(first as object), terminalOptions: mergeWith(terminalOptions) }, ...others];
}

interface Outer {
  readonly terminalOptions: { readonly env?: object };
}

const mergeWith =
  (options: { readonly env?: object }) =>
  async ({ terminalOptions }: Outer, use: (value: object) => Promise<void>): Promise<void> => {
    const env = { ...terminalOptions.env, ...options.env };
    await use({ ...terminalOptions, ...options, env });
  };

/** The fixtures of a test. */
export interface TerminalFixtures {
  /** Launches terminals, and closes them after the test. */
  readonly terminal: TerminalFactory;
  /** Names a part of the test in recordings and in the message of a failure. */
  readonly step: <T>(title: string, run: () => T | Promise<T>) => Promise<T>;
  /** Default options of `terminal.launch`; `test.override` changes them for a file or a suite. */
  readonly terminalOptions: TestTerminalOptions;
}

checkPauseVariable();
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
    terminal: async ({ terminalOptions, task, onTestFinished }, use) => {
      const binding = new TestBinding(task);
      const factory = new TerminalFactory(binding, terminalOptions);
      const earlierErrors = task.result?.errors?.length ?? 0;
      let forgotten: Error | undefined;
      // vitest tears a fixture down twice if that fails, and reports the same error twice.
      onTestFinished(() => {
        if (forgotten !== undefined) throw forgotten;
      });
      await use(factory);
      forgotten = await endTest(task, earlierErrors, binding, factory);
    },
    step: async ({ terminal }, use) => {
      await use(async (title, run) => {
        await terminal.noteStep(title);
        return await run();
      });
    },
  }),
) as unknown as TestAPI<TerminalFixtures>;

interface TestError {
  name?: string;
  message: string;
  stack?: string;
}
interface EndedTask {
  /** Whether the test is expected to fail. */
  readonly fails?: boolean | undefined;
  readonly result?: { readonly state: string; readonly errors?: TestError[] | undefined };
}

/**
 * Completes the message of a failed test, closes its terminals and removes what is not kept. Returns the error of a
 * test that did not await an assertion, or whose program changed the terminal. A test that is retried also has the errors of earlier attempts.
 */
async function endTest(
  { result, fails = false }: EndedTask,
  earlierErrors: number,
  binding: TestBinding,
  factory: TerminalFactory,
): Promise<Error | undefined> {
  const hasFailed = result?.state === 'fail';
  const forgotten = hasFailed ? undefined : factory.findForgotten();
  const changed = hasFailed || forgotten !== undefined ? undefined : await factory.checkRestored();
  const isFailure = hasFailed || forgotten !== undefined || changed !== undefined;
  const error = result?.errors?.[earlierErrors];
  const description = isFailure ? await factory.describeFailure(error?.message ?? '') : '';
  if (isFailure && !fails) await factory.pause();
  await factory.closeAll();
  const isKept = isFailure !== fails;
  const traces = await factory.writeTraces(isKept);
  const details = isFailure && traces !== '' ? `${description}\n${traces}` : description;
  factory.removeFiles(isKept);
  binding.removeArtifacts(isKept || factory.hasKeptFiles);
  if (hasFailed && error !== undefined && details !== '') setMessage(error, joinDetails(error.message, details));
  if (changed !== undefined) setMessage(changed, `${changed.message}\n\n${details}`);
  return forgotten === undefined ? changed : describeForgotten(forgotten, details);
}

// A message that ends with the path of a picture is followed by other paths.
const joinDetails = (message: string, details: string): string =>
  `${message}${/\n[A-Z][a-z]+: .*$/.test(message) ? '' : '\n'}\n${details}`;

function describeForgotten({ message, stack }: Error, details: string): Error {
  const error = new Error();
  if (stack !== undefined) error.stack = stack;
  setMessage(error, `${message} Add \`await\` before it.\n\n${details}`);
  return error;
}

/** Changes a message, also in the stack: some reporters print only that. */
function setMessage(error: TestError, message: string): void {
  const { name = 'Error', stack = '' } = error;
  error.message = message;
  const start = stack.indexOf('\n    at ');
  error.stack = `${name}: ${message}${start === -1 ? '' : stack.slice(start)}`;
}
