import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkOptions, type OptionChecks } from '../client/check-options.js';
import { CancelledError, captureCaller, drawFrame, TuispecError } from '../client/errors.js';
import { type FailedStart, noResponse, type StartEvidence } from '../client/failed-start.js';
import { type LaunchOptions, launchChecks, launchTerminal } from '../client/launch.js';
import { inLibraryWords } from '../client/library-words.js';
import type { Terminal } from '../client/terminal.js';
import type { TerminalConnection } from '../client/terminal-connection.js';
import { createHermeticEnvironment, resolveCommand, TestDirectories, writeFiles } from './hermetic.js';
import { pauseFailedTest } from './pause.js';
import { bindTerminal, type TestBinding } from './test-binding.js';
import { writeTrace } from './write-trace.js';

/** Options of a terminal in a test. */
export interface TestTerminalOptions extends Omit<LaunchOptions, 'trace'> {
  /** Whether the program gets its own working directory, home and environment. Default: true. */
  readonly hermetic?: boolean | undefined;
  /** Files to create in the working directory before the program starts. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | undefined;
  /** Which tests keep a recording and an HTML trace. Default: `retain-on-failure`. */
  readonly trace?: 'off' | 'on' | 'retain-on-failure' | undefined;
}

const terminalChecks: OptionChecks<TestTerminalOptions> = {
  ...launchChecks,
  hermetic: 'boolean',
  files: 'any',
  trace: ['off', 'on', 'retain-on-failure'],
};

// A message of this library ends with the screen in a frame.
const screenAtEnd = /\n\n┌─+┐\n(?:│.*│\n)+└─+┘\s*$/;

/** Launches the terminals of one test, and closes them after it. */
export class TerminalFactory {
  readonly #binding: TestBinding;
  readonly #defaults: TestTerminalOptions;
  readonly #directories = new TestDirectories();
  readonly #terminals: { readonly terminal: Terminal; readonly connection: TerminalConnection }[] = [];
  readonly #starting = new Set<{ readonly command: string; readonly caller: string }>();
  readonly #failedStarts: (FailedStart & { readonly ending: Promise<StartEvidence> })[] = [];
  readonly #recordings: { readonly path: string; readonly isKept: boolean }[] = [];

  /** @internal */
  constructor(binding: TestBinding, defaults: TestTerminalOptions) {
    this.#binding = binding;
    this.#defaults = defaults;
  }

  /** The working directory of the programs of this test. */
  get dir(): string {
    return this.#directories.work;
  }

  /** The home directory of the programs of this test. */
  get home(): string {
    return this.#directories.home;
  }

  /** Creates files in the working directory of the programs of this test, before or after a program starts. */
  writeFiles(files: Readonly<Record<string, string | Uint8Array>>): void {
    const { hermetic = true, cwd = hermetic ? this.dir : process.cwd() } = this.#defaults;
    writeFiles(cwd, files);
  }

  /** Starts a program in a terminal; the options are merged with `terminalOptions`, key by key. */
  async launch(command: string, options: TestTerminalOptions = {}): Promise<Terminal> {
    checkOptions('terminal.launch', options, terminalChecks);
    checkOptions('terminalOptions', this.#defaults, terminalChecks);
    const merged = { ...this.#defaults, ...options };
    const { hermetic = true, files, trace = 'retain-on-failure', ...others } = merged;
    const cwd = others.cwd ?? (hermetic ? this.dir : process.cwd());
    if (files !== undefined) writeFiles(cwd, files);
    const env = { ...this.#defaults.env, ...options.env };
    const isolation = hermetic
      ? { inheritEnv: false, env: { ...createHermeticEnvironment(this.#directories), ...env } }
      : { env };
    const number = this.#recordings.length + 1;
    const recordingPath = trace === 'off' ? undefined : join(this.#binding.artifactDir, `recording-${number}.jsonl`);
    if (recordingPath !== undefined) this.#recordings.push({ path: recordingPath, isKept: trace === 'on' });
    const started = { command, caller: captureCaller() };
    this.#starting.add(started);
    const launched = await launchTerminal(
      resolveCommand(command, cwd),
      {
        name: `${number} ${command}`.slice(0, 200),
        artifactDir: this.#binding.artifactDir,
        snapshotDir: this.#binding.snapshotDir,
        signal: this.#binding.signal,
        ...others,
        ...isolation,
        cwd,
      },
      {
        remainingMs: () => this.#binding.computeRemainingMs(),
        recordingPath,
        runner: { noteFailedStart: (start) => this.#failedStarts.push(start) },
      },
    ).finally(() => this.#starting.delete(started));
    launched.connection.lastStep = this.#binding.lastStep;
    bindTerminal(launched.terminal, this.#binding);
    this.#terminals.push(launched);
    return launched.terminal;
  }

  /** @internal Names a part of the test, in all of its terminals. */
  async noteStep(title: string): Promise<void> {
    this.#binding.lastStep = title;
    for (const { terminal, connection } of this.#terminals) {
      connection.lastStep = title;
      if (!connection.isClosed) await terminal.request('step', { title });
    }
  }

  /** @internal The place of an assertion that was not awaited. */
  findForgotten(): Error | undefined {
    for (const { connection } of this.#terminals) for (const place of connection.notAwaited) return place;
    return undefined;
  }

  /** @internal Keeps the programs that run for a person, if TUISPEC_PAUSE asks for it. */
  async pause(): Promise<void> {
    const connections = this.#terminals.map(({ connection }) => connection);
    await pauseFailedTest(this.#binding.testName, connections);
  }

  /** @internal Closes the terminals. */
  async closeAll(): Promise<void> {
    // A terminal that cannot be closed was killed with its server.
    await Promise.allSettled([
      ...this.#terminals.map(({ terminal }) => terminal.close()),
      ...this.#failedStarts.map(({ ending }) => ending),
    ]);
  }

  /** @internal Writes the HTML traces of the recordings; returns a line about each. */
  async writeTraces(isFailed: boolean): Promise<string> {
    const kept = this.#recordings.filter(({ isKept }) => isKept || isFailed);
    const paths = await Promise.all(kept.map(async ({ path }) => await writeTrace(path, this.#binding.testName)));
    return paths.flatMap((path) => (path === undefined ? [] : [`Trace: ${path}`])).join('\n');
  }

  /** @internal Whether a recording is kept although the test has passed. */
  get hasKeptFiles(): boolean {
    return this.#recordings.some(({ isKept }) => isKept);
  }

  /** @internal Removes everything that is not kept. */
  removeFiles(isFailed: boolean): void {
    this.#directories.remove();
    if (isFailed) return;
    for (const { path, isKept } of this.#recordings) if (!isKept) rmSync(path, { force: true });
  }

  /** @internal The end of a failure message: the last step, and each terminal with its screen and exit code. */
  async describeFailure(message: string): Promise<string> {
    for (const { connection } of this.#terminals) connection.cancelPending();
    const parts: string[] = [];
    const { lastStep } = this.#binding;
    if (lastStep !== undefined && !message.includes('Last step: '))
      parts.push(`Last step: ${JSON.stringify(lastStep)}`);
    parts.push(...(await this.#describeStarts(message)));
    for (const { connection } of this.#terminals) parts.push(...(await connection.describeInterrupted()));
    for (const { terminal, connection } of this.#terminals) {
      const isShown = screenAtEnd.test(message);
      const { screen, picturePath } = isShown ? {} : await connection.captureEvidence();
      const { exit } = connection;
      if (exit !== undefined) parts.push(`The program exited with ${exit.signal ?? `exit code ${exit.exitCode}`}.`);
      if (picturePath !== undefined) parts.push(`Picture: ${picturePath}`);
      if (screen !== undefined) parts.push(`Screen of process ${terminal.pid}:\n${drawFrame(screen)}`);
    }
    for (const { path } of this.#recordings)
      parts.push(`Recording: npx tuispec replay ${relative(process.cwd(), path)}`);
    return parts.join('\n');
  }

  /** The launches that the end of the test has interrupted, and the pictures of those that have failed. */
  async #describeStarts(message: string): Promise<string[]> {
    const parts: string[] = [];
    const notePending = (what: string, caller: string, found: string | undefined): void => {
      parts.push(`Pending: launch of ${what}\n${caller.split('\n', 1)[0] ?? ''}`.trimEnd());
      if (found !== undefined) parts.push(`Found so far: ${found}`);
    };
    for (const { command, caller } of this.#starting) notePending(command, caller, noResponse);
    for (const { error, caller, commandLine = '', ending } of this.#failedStarts) {
      const isPending = error instanceof CancelledError;
      // The test may have handled the error.
      if (!isPending && !(error instanceof TuispecError && message.includes(inLibraryWords(error.reason)))) continue;
      const { screen, picturePath, found } = await ending;
      if (isPending) notePending(commandLine, caller, found);
      if (picturePath !== undefined) parts.push(`Picture: ${picturePath}`);
      if (screen !== undefined) parts.push(`Screen of ${commandLine}:\n${drawFrame(screen)}`);
    }
    return parts;
  }
}
