// Tapes and recordings as tests: workers with a server each, attempts, and results in the order of the arguments.
import { rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSystemError } from '../base/errors.js';
import { createHermeticEnvironment } from '../base/hermetic.js';
import type { Server } from '../server/server.js';
import { RealTimeStage, TestStage } from './pace.js';
import { describeTape, findTapeFiles, formatProblem, isRecording, readTape, TapeUsageError } from './read-tape.js';
import { createReporter, type Reporter, type ReporterName, type TestResult } from './reporters.js';
import { createTestDirectories, runTape, type TapeFailure, type TapeResult } from './run-tape.js';
import { type FileProblem, prepareTape, type Tape } from './tape.js';

/** How tests run. */
export interface TestOptions {
  readonly paths: readonly string[];
  readonly reporters: readonly { readonly name: ReporterName; readonly path: string | undefined }[];
  readonly workers: number;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly repeat: number;
  readonly isBail: boolean;
  /** A part of the names of the tests that run. */
  readonly text: string | undefined;
  readonly isStrict: boolean;
  readonly isRealTime: boolean;
  readonly isHermetic: boolean;
  readonly trace: 'off' | 'on' | 'on-failure';
  readonly update: 'none' | 'missing' | 'all' | undefined;
  readonly artifactDir: string;
}

/** The process in which tests run. */
export interface TestHost {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Opens a server whose programs inherit this environment (default: that of the person). */
  openServer(environment?: TestHost['variables']): Promise<Server>;
  write(text: string): Promise<unknown>;
  writeError(text: string): void;
  onSignal(handle: (name: string) => void): void;
}

interface Test {
  readonly name: string;
  readonly path: string;
  /** Undefined for a recording. */
  readonly tape: Tape | undefined;
}

/** What `tuispec test --list` prints; and whether there are no errors. */
export function listTapes(
  paths: readonly string[],
  artifactDir: string,
): { readonly text: string; readonly isValid: boolean } {
  const files = findTapeFiles(paths, artifactDir).filter((path) => !isRecording(path));
  const tapes = files.map(readTape);
  const lines = tapes.map((tape) => `${JSON.stringify(describeTape(tape))}\n`);
  return { text: lines.join(''), isValid: tapes.every(({ errors }) => errors.length === 0) };
}

/** Runs tests; resolves with the exit code: 0 passed, 1 failed, 2 syntax, 128 + n after a signal. */
export async function runTests(
  options: TestOptions,
  host: TestHost,
  statusOf: (signal: string) => number,
): Promise<number> {
  const tests = collectTests(options, host);
  if (tests === undefined) return 2;
  const run = new TestRun(tests, options, host);
  host.onSignal((name) => run.interrupt(name));
  const { isFailed, signal } = await run.run();
  if (signal !== undefined) return statusOf(signal);
  return isFailed ? 1 : 0;
}

/** The tests; undefined if a tape has an error, which is printed. */
function collectTests({ paths, artifactDir, text, repeat }: TestOptions, host: TestHost): Test[] | undefined {
  const tests: Test[] = [];
  let isValid = true;
  for (const path of new Set(findTapeFiles(paths, artifactDir))) {
    if (isRecording(path)) {
      tests.push({ name: path, path, tape: undefined });
      continue;
    }
    const tape = prepareTape(readTape(path), host.variables);
    const problems = 'commands' in tape ? tape.warnings : tape;
    const word = 'commands' in tape ? 'Warning: ' : '';
    for (const problem of problems) host.writeError(formatFileProblem(problem, word));
    if ('commands' in tape) tests.push({ name: path, path, tape });
    else isValid = false;
  }
  if (!isValid) return undefined;
  const chosen = tests.filter(({ name }) => text === undefined || name.includes(text));
  if (chosen.length === 0) throw new TapeUsageError(`No test has ${JSON.stringify(text)} in its name.`);
  if (repeat === 1) return chosen;
  return chosen.flatMap((test) =>
    Array.from({ length: repeat }, (_, index) => ({ ...test, name: `${test.name} (${index + 1} of ${repeat})` })),
  );
}

const formatFileProblem = ({ path, line, column, text, message }: FileProblem, word: string): string =>
  formatProblem(path, { line, column, message: `${word}${message}` }, text);

const maxSessionName = 200;

/** The time of a test is over. */
class TestTimeout extends Error {
  override readonly name = 'TestTimeout';
}

/** The server of a worker, which is replaced after a failure. */
class ServerSlot {
  readonly #host: TestHost;
  #server: Server | undefined;

  constructor(host: TestHost) {
    this.#host = host;
  }

  async open(): Promise<Server> {
    this.#server ??= await this.#host.openServer();
    return this.#server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.close();
  }
}

class TestRun {
  readonly #tests: readonly Test[];
  readonly #options: TestOptions;
  readonly #host: TestHost;
  readonly #reporters: readonly { readonly reporter: Reporter; readonly path: string | undefined; text: string }[];
  readonly #results: (TestResult | undefined)[] = [];
  readonly #abort = new AbortController();
  #signal: string | undefined;
  #next = 0;
  #reported = 0;
  #isFailed = false;
  #writing: Promise<unknown> = Promise.resolve();
  readonly #removals: Promise<void>[] = [];

  constructor(tests: readonly Test[], options: TestOptions, host: TestHost) {
    this.#tests = tests;
    this.#options = options;
    this.#host = host;
    this.#reporters = options.reporters.map(({ name, path }) => ({ reporter: createReporter(name), path, text: '' }));
  }

  interrupt(signal: string): void {
    this.#signal ??= signal;
    this.#abort.abort(new Error(`interrupted by ${signal}`));
  }

  async run(): Promise<{ readonly isFailed: boolean; readonly signal: string | undefined }> {
    const startedAt = performance.now();
    this.#report((reporter) => reporter.begin());
    const count = Math.min(this.#options.workers, this.#tests.length);
    await Promise.all(Array.from({ length: count }, async () => await this.#work()));
    const skipped = this.#tests.length - this.#reported;
    const ms = performance.now() - startedAt;
    this.#report((reporter) => reporter.end({ ms, skipped, signal: this.#signal }));
    for (const { path, text } of this.#reporters) if (path !== undefined) writeReport(path, text);
    await this.#writing;
    await Promise.all(this.#removals);
    removeIfEmpty(join(this.#options.artifactDir, 'sessions'));
    removeIfEmpty(this.#options.artifactDir);
    return { isFailed: this.#isFailed, signal: this.#signal };
  }

  get #isOver(): boolean {
    return this.#abort.signal.aborted || (this.#isFailed && this.#options.isBail);
  }

  /** Runs tests until none is left. */
  async #work(): Promise<void> {
    const slot = new ServerSlot(this.#host);
    while (!this.#isOver && this.#next < this.#tests.length) {
      const index = this.#next;
      this.#next += 1;
      const result = await this.#test(this.#tests[index] as Test, slot);
      if (result !== undefined) this.#note(index, result);
    }
    await slot.close();
  }

  /** Runs a test until it passes or its attempts are over; undefined if it was interrupted. */
  async #test(test: Test, slot: ServerSlot): Promise<TestResult | undefined> {
    const { name, path } = test;
    const startedAt = performance.now();
    let first: TapeFailure | undefined;
    for (let left = this.#options.retries; ; left -= 1) {
      const result = await this.#attempt(test, await slot.open());
      if (result === undefined) return undefined;
      const { failure, tracePath } = result;
      first ??= failure;
      if (failure !== undefined) await slot.close();
      if (failure !== undefined && left > 0) continue;
      const status = failure !== undefined ? 'failed' : first === undefined ? 'passed' : 'flaky';
      return { name, path, status, failure: failure ?? first, tracePath, ms: performance.now() - startedAt };
    }
  }

  /** The result of one attempt; undefined if it was interrupted. */
  async #attempt({ name, path, tape }: Test, server: Server): Promise<TapeResult | undefined> {
    const { timeoutMs, artifactDir, trace, update, isHermetic, isRealTime, isStrict } = this.#options;
    const abort = new AbortController();
    const interrupt = (): void => abort.abort(this.#abort.signal.reason);
    this.#abort.signal.addEventListener('abort', interrupt);
    const timer = setTimeout(
      () => abort.abort(new TestTimeout(`The test took longer than ${timeoutMs / 1000} s.`)),
      timeoutMs,
    );
    const sessionName = name.slice(-maxSessionName);
    const { variables } = this.#host;
    const { signal } = abort;
    try {
      if (tape === undefined)
        return await (isHermetic ? this.#replayHermetic(path, signal) : replay(path, server, signal));
      const stage = isRealTime ? new RealTimeStage() : new TestStage();
      const how = { artifactDir, sessionName, trace, update, isHermetic, isStrict, stage, variables, signal };
      const onRemoval = (removal: Promise<void>): void => void this.#removals.push(removal);
      const result = await runTape(tape, server, { ...how, onRemoval });
      for (const { command, message } of result.warnings)
        this.#host.writeError(formatFileProblem({ ...command, message }, 'Warning: '));
      return result;
    } catch (error) {
      if (this.#abort.signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
      this.#abort.signal.removeEventListener('abort', interrupt);
    }
  }

  /** The requests of a recording inherit the environment of their server. */
  async #replayHermetic(path: string, signal: AbortSignal): Promise<TapeResult> {
    const directories = createTestDirectories();
    const server = await this.#host.openServer(createHermeticEnvironment(directories, this.#host.variables));
    try {
      return await replay(path, server, signal);
    } finally {
      await server.close();
      this.#removals.push(directories.removeLater());
    }
  }

  /** Reports the results whose turn it is. */
  #note(index: number, result: TestResult): void {
    this.#results[index] = result;
    if (result.status === 'failed') this.#isFailed = true;
    for (let next = this.#results[this.#reported]; next !== undefined; next = this.#results[this.#reported]) {
      this.#reported += 1;
      const reported = next;
      this.#report((reporter) => reporter.note(reported));
    }
  }

  #report(format: (reporter: Reporter) => string): void {
    for (const one of this.#reporters) {
      const text = format(one.reporter);
      if (one.path !== undefined) one.text += text;
      else if (text !== '') this.#writing = this.#writing.then(() => this.#host.write(text));
    }
  }
}

async function replay(path: string, server: Server, signal: AbortSignal): Promise<TapeResult> {
  let failure: TapeFailure | undefined;
  try {
    await server.call('replay', { path, speed: 'as-fast-as-possible' }, signal);
  } catch (error) {
    if (signal.aborted && !(signal.reason instanceof TestTimeout)) throw error;
    const { message, data } = (signal.aborted ? signal.reason : error) as Error & {
      readonly data?: { readonly screen?: string; readonly details?: string };
    };
    const command = { path, line: 1, column: 1, text: '' };
    failure = { command, message: data?.details ?? message, step: undefined, screen: data?.screen, exit: undefined };
  }
  if (server.session !== undefined) await server.end('gently');
  return { failure, warnings: [], tracePath: undefined };
}

function writeReport(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw createSystemError('io', `Cannot write ${path}`, error);
  }
}

function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // It has files, or does not exist.
  }
}
