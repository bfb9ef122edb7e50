import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ExpectStatic } from 'vitest';
import { nameExit } from '../../base/exit.js';
import { drawFrame } from '../../base/frame.js';
import { createHermeticEnvironment, HermeticDirectories } from '../../base/hermetic.js';
import { now } from '../../base/timers.js';
import { isUpdateRequested, type UpdateMode } from '../assertion.js';
import { checkOptions, type OptionChecks } from '../check-options.js';
import type { TerminalConnection } from '../connection.js';
import { CancelledError, captureCaller, inLibraryWords, TuispecError } from '../errors.js';
import { type FailedStart, noResponse, type StartEvidence } from '../failed-start.js';
import { type LaunchOptions, launchChecks, launchTerminal } from '../launch.js';
import { checkRestored } from '../restored.js';
import { createTestDirectory, findInstalledServer, removeEmptyDirectories } from '../server-pool.js';
import { Terminal } from '../terminal.js';
import { pauseFailedTest } from './pause.js';

/** Options of a terminal in a test. */
export interface TestTerminalOptions extends Omit<LaunchOptions, 'trace'> {
  /** Whether the program gets its own working directory, home and environment. Default: true. */
  readonly hermetic?: boolean | undefined;
  /** Files to create in the working directory before the program starts. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | undefined;
  /** Which tests keep a recording and an HTML trace. Default: `retain-on-failure`. `launch` of `tuispec` has `on-failure` instead, because it knows failed requests, not failed tests. */
  readonly trace?: 'off' | 'on' | 'retain-on-failure' | undefined;
  /**
   * What to do at the end of a test if a program has exited and not left the terminal as it was: nothing, print a warning,
   * or fail. Default: `off`.
   */
  readonly restored?: 'off' | 'warn' | 'fail' | undefined;
}

const terminalChecks: OptionChecks<TestTerminalOptions> = {
  ...launchChecks,
  hermetic: 'boolean',
  files: 'any',
  trace: ['off', 'on', 'retain-on-failure'],
  restored: ['off', 'warn', 'fail'],
};

// A message of this library ends with the screen in a frame, and lines with paths.
const screenAtEnd = /\n\n┌─+┐\n(?:│.*│\n)+└─+┘\s*(?:\n[A-Z][a-z]+: .*)*\s*$/;

/** How a program ended, unless the message says it; and what may be the reason. */
function describeExit({ connection: { exit }, misplaced }: LaunchedTerminal, message: string): string[] {
  if (exit === undefined) return [];
  const isSaid = message.includes(exit.signal ?? `code ${exit.exitCode}`);
  const hints = exit.exitCode === 0 || misplaced === undefined ? [] : [misplaced];
  return [...(isSaid ? [] : [`The program exited with ${nameExit(exit)}.`]), ...hints];
}

interface LaunchedTerminal {
  readonly terminal: Terminal;
  readonly connection: TerminalConnection;
  readonly command: string;
  readonly restored: NonNullable<TestTerminalOptions['restored']>;
  /** What is wrong with a path in `args`. */
  readonly misplaced: string | undefined;
}

interface TestRecording {
  readonly command: string;
  readonly path: string;
  readonly isKept: boolean;
  /** Whether the program could be started; otherwise the recording shows nothing. */
  hasProgram: boolean;
}
const hasStarted = ({ hasProgram }: TestRecording): boolean => hasProgram;

/** Launches the terminals of one test, and closes them after it. */
export class TerminalFactory {
  readonly #binding: TestBinding;
  readonly #defaults: TestTerminalOptions;
  readonly #directories = new HermeticDirectories(createTestDirectory);
  readonly #terminals: LaunchedTerminal[] = [];
  /** The directories of programs that were launched again. */
  readonly #otherDirectories: HermeticDirectories[] = [];
  #written: Readonly<Record<string, string | Uint8Array>> = {};
  readonly #starting = new Set<{ readonly command: string; readonly caller: string }>();
  readonly #failedStarts: (FailedStart & {
    readonly ending: Promise<StartEvidence>;
    readonly misplaced: string | undefined;
  })[] = [];
  readonly #recordings: TestRecording[] = [];

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
    this.#written = { ...this.#written, ...files };
  }

  /** Starts a program in a terminal; the options are merged with `terminalOptions`, key by key. */
  async launch(command: string, options: TestTerminalOptions = {}): Promise<Terminal> {
    checkOptions('terminal.launch', options, terminalChecks);
    checkOptions('terminalOptions', this.#defaults, terminalChecks);
    const merged = { ...this.#defaults, ...options, env: { ...this.#defaults.env, ...options.env } };
    const { files = {}, trace = 'retain-on-failure', restored = 'off', hermetic = true } = merged;
    this.#written = { ...this.#written, ...files };
    const prepared = this.#prepare(command, merged, files, this.#directories);
    const number = this.#recordings.length + 1;
    const recordingPath = trace === 'off' ? undefined : join(this.#binding.artifactDir, `recording-${number}.jsonl`);
    const recording = { command, path: recordingPath ?? '', isKept: trace === 'on', hasProgram: true };
    if (recordingPath !== undefined) this.#recordings.push(recording);
    const misplaced = describeMisplaced(merged.args ?? [], prepared.options.cwd ?? '.');
    const started = { command, caller: captureCaller() };
    this.#starting.add(started);
    const remainingMs = (): number | undefined => this.#binding.computeRemainingMs();
    const launched = await launchTerminal(
      prepared.command,
      { name: `${number} ${command}`.slice(0, 200), ...prepared.options },
      {
        remainingMs,
        testTimeoutMs: this.#binding.timeoutMs,
        recordingPath,
        runner: {
          noteFailedStart: (start) => {
            this.#failedStarts.push({ ...start, misplaced });
            recording.hasProgram = !(start.error instanceof TuispecError && start.error.kind === 'spawn');
          },
        },
      },
    ).finally(() => this.#starting.delete(started));
    launched.connection.lastStep = this.#binding.lastStep;
    launched.connection.relaunch = async () => {
      // What the first one has left in its directory, such as a lock file, could change how the next one starts.
      const directories = hermetic ? new HermeticDirectories(createTestDirectory) : this.#directories;
      this.#otherDirectories.push(directories);
      const again = this.#prepare(command, merged, this.#written, directories);
      return (await launchTerminal(again.command, again.options, { remainingMs })).connection;
    };
    bindTerminal(launched.terminal, this.#binding);
    this.#terminals.push({ ...launched, command, restored, misplaced });
    return launched.terminal;
  }

  /** Writes the files of a program; returns its path and options. */
  #prepare(
    command: string,
    { hermetic = true, files: _, trace: __, restored: ___, env, ...others }: TestTerminalOptions,
    files: Readonly<Record<string, string | Uint8Array>>,
    directories: HermeticDirectories,
  ): { readonly command: string; readonly options: LaunchOptions } {
    const cwd = others.cwd ?? (hermetic ? directories.work : process.cwd());
    writeFiles(cwd, files);
    const isolation = hermetic
      ? { inheritEnv: false, env: { ...createHermeticEnvironment(directories, process.env), ...env } }
      : { env };
    const { artifactDir, snapshotDir, signal } = this.#binding;
    return {
      command: resolveCommand(command, cwd),
      options: { artifactDir, snapshotDir, signal, ...others, ...isolation, cwd },
    };
  }

  /** @internal Checks the programs that have exited, as `restored` asks for; the first failure, if there is one. */
  async checkRestored(): Promise<Error | undefined> {
    let failure: Error | undefined;
    for (const { connection, command, restored } of this.#terminals) {
      if (restored === 'off' || connection.exit === undefined || connection.isClosed) continue;
      try {
        await checkRestored(connection, {});
      } catch (error) {
        if (!(error instanceof TuispecError) || error.kind !== 'not-restored') throw error;
        const message = `${command}: ${error.data.details ?? error.reason}`;
        if (restored === 'warn')
          process.stderr.write(`Warning of ${JSON.stringify(this.#binding.testName)}: ${message}\n`);
        else failure ??= new Error(message);
      }
    }
    return failure;
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
    const kept = this.#recordings.filter((recording) => (recording.isKept || isFailed) && hasStarted(recording));
    const lines = await Promise.all(
      kept.map(async (recording) => {
        const path = await writeTestTrace(recording.path, this.#binding.testName);
        return path === undefined ? [] : [`${this.#titleOf('Trace', recording)}: ${path}`];
      }),
    );
    return lines.flat().join('\n');
  }

  /** The title of a line about a recording; of several, each names its program. */
  #titleOf(what: string, { command }: TestRecording): string {
    return this.#recordings.filter(hasStarted).length > 1 ? `${what} of ${command}` : what;
  }

  /** @internal Whether a recording is kept although the test has passed. */
  get hasKeptFiles(): boolean {
    return this.#recordings.some(({ isKept, hasProgram }) => isKept && hasProgram);
  }

  /** @internal Removes everything that is not kept. */
  removeFiles(isFailed: boolean): void {
    for (const directories of [this.#directories, ...this.#otherDirectories]) directories.remove();
    for (const { path, isKept, hasProgram } of this.#recordings)
      if (!hasProgram || !(isKept || isFailed)) rmSync(path, { force: true });
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
    const isShown = screenAtEnd.test(message);
    const hasPicture = [message, ...parts].some((part) => /^Picture: /m.test(part));
    for (const launched of this.#terminals) {
      const { connection, command } = launched;
      const { screen, picturePath } = hasPicture ? {} : await connection.captureEvidence();
      parts.push(...describeExit(launched, message));
      if (screen !== undefined && !isShown) parts.push(`Screen of ${command}:\n${drawFrame(screen)}`);
      if (picturePath !== undefined) parts.push(`Picture: ${picturePath}`);
    }
    for (const recording of this.#recordings.filter(hasStarted))
      parts.push(
        `${this.#titleOf('Recording', recording)}: npx tuispec replay ${relative(process.cwd(), recording.path)}`,
      );
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
    for (const { error, caller, commandLine = '', ending, misplaced } of this.#failedStarts) {
      const isPending = error instanceof CancelledError;
      // The test may have handled the error.
      if (!isPending && !(error instanceof TuispecError && message.includes(inLibraryWords(error.reason)))) continue;
      if (misplaced !== undefined && (error as TuispecError).kind === 'exited') parts.push(misplaced);
      const { screen, picturePath, found } = await ending;
      if (isPending) notePending(commandLine, caller, found);
      if (screen !== undefined) parts.push(`Screen of ${commandLine}:\n${drawFrame(screen)}`);
      if (picturePath !== undefined) parts.push(`Picture: ${picturePath}`);
    }
    return parts;
  }
}

// Time to report the failure before the runner ends the test, also on a busy machine.
const minReportMs = 1000;
const reportShare = 0.1;
const maxNameLength = 200;
// File names are limited to 255 bytes.
const maxSlugLength = 80;

// `terminal.press` is a likely mistake: only the result of `terminal.launch` is a terminal.
for (const name of Object.getOwnPropertyNames(Terminal.prototype)) {
  if (name in TerminalFactory.prototype) continue;
  Object.defineProperty(TerminalFactory.prototype, name, {
    get: () => {
      throw new TypeError(`Invalid \`terminal.${name}\`: \`${name}\` belongs to the result of \`terminal.launch\`.`);
    },
  });
}

/** What is used of a running test. */
interface RunningTest {
  readonly id: string;
  readonly name: string;
  readonly timeout: number;
  readonly file: { readonly filepath: string };
  readonly suite?: Suite | undefined;
  readonly context: { readonly signal: AbortSignal; readonly expect: ExpectStatic };
  readonly result?: { readonly retryCount?: number | undefined; readonly repeatCount?: number | undefined } | undefined;
}
interface Suite {
  readonly name: string;
  readonly suite?: Suite | undefined;
}

/** What the terminals of one test have in common. */
export class TestBinding {
  /** The title of the last step. */
  lastStep: string | undefined;
  readonly artifactDir: string;
  readonly snapshotDir: string;
  readonly #test: RunningTest;
  readonly #startedAt = now();
  #unnamedScreens = 0;

  constructor(test: RunningTest) {
    this.#test = test;
    const { filepath } = test.file;
    const attempt = (test.result?.retryCount ?? 0) + (test.result?.repeatCount ?? 0);
    const name = `${relative(process.cwd(), filepath)} ${this.testName}`;
    const hash = createHash('sha256').update(`${test.id} ${name}`).digest('hex').slice(0, 8);
    const slug = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(-maxSlugLength);
    const suffix = attempt === 0 ? '' : `-retry${attempt}`;
    this.artifactDir = join(process.cwd(), 'test-results', `${slug}-${hash}${suffix}`);
    this.snapshotDir = join(dirname(filepath), '__screens__', basename(filepath));
  }

  /** Aborted when the test ends too late or is cancelled. */
  get signal(): AbortSignal {
    return this.#test.context.signal;
  }

  /** The `expect` of vitest that belongs to this test, also among concurrent ones. */
  get expect(): ExpectStatic {
    return this.#test.context.expect;
  }

  /** The timeout of the test, if it has one. */
  get timeoutMs(): number | undefined {
    const { timeout } = this.#test;
    return timeout === 0 || !Number.isFinite(timeout) ? undefined : timeout;
  }

  /** The time that is left for waits, so that a failure is reported before the test's own timeout. */
  computeRemainingMs(): number | undefined {
    const timeout = this.timeoutMs;
    if (timeout === undefined) return undefined;
    const reportMs = Math.min(timeout / 2, Math.max(minReportMs, timeout * reportShare));
    return Math.max(0, Math.round(timeout - reportMs - (now() - this.#startedAt)));
  }

  /** The baselines to write: those that `vitest -u`, watch mode's `u` or the variable of the server ask for. */
  get updateMode(): UpdateMode | undefined {
    if (isUpdateRequested()) return 'all';
    const { snapshotState } = this.expect.getState() as unknown as { snapshotState?: { _updateSnapshot?: string } };
    // This member is internal: without it, the server decides by the variable CI.
    const modes: Readonly<Record<string, UpdateMode>> = { all: 'all', new: 'missing', none: 'none' };
    return modes[snapshotState?._updateSnapshot ?? ''];
  }

  /** The name of a baseline: that of the test, and the given name or a number. */
  nameSnapshot(name: string | undefined): string {
    if (name === undefined) this.#unnamedScreens += 1;
    const full = `${this.testName} ${name ?? this.#unnamedScreens}`;
    if (full.length <= maxNameLength) return full;
    const hash = createHash('sha256').update(full).digest('hex').slice(0, 8);
    return `${full.slice(0, maxNameLength - hash.length - 1)} ${hash}`;
  }

  /** Removes the directory of the test, unless it contains what is kept. */
  removeArtifacts(isKept: boolean): void {
    if (isKept) removeEmptyDirectories(this.artifactDir);
    else rmSync(this.artifactDir, { recursive: true, force: true });
    try {
      rmdirSync(dirname(this.artifactDir));
    } catch {
      // It contains the files of other tests, or it does not exist.
    }
  }

  /** The names of the suites and of the test. */
  get testName(): string {
    const names: string[] = [];
    for (let { suite } = this.#test; suite !== undefined && suite.name !== ''; { suite } = suite)
      names.unshift(suite.name);
    return [...names, this.#test.name].join(' ');
  }
}

// state: keyed weakly by the caller's terminals.
const bindings = new WeakMap<Terminal, TestBinding>();

/** Connects a terminal with the test that launched it. */
const bindTerminal = (terminal: Terminal, binding: TestBinding): void => void bindings.set(terminal, binding);

/** The test that launched a terminal; undefined for `launch` of `tuispec`. */
export const bindingOf = (terminal: Terminal): TestBinding | undefined => bindings.get(terminal);

const run = promisify(execFile);
const maxTraceMs = 30_000;

/** Writes the HTML trace of a recording next to it; returns its path, or undefined if that fails. */
async function writeTestTrace(recordingPath: string, title: string): Promise<string | undefined> {
  const [node = '', cli = ''] = findInstalledServer();
  const out = recordingPath.replace(/\.jsonl$/, '.html');
  try {
    await run(node, [cli, 'trace', recordingPath, '--out', out, '--title', title], { timeout: maxTraceMs });
    return out;
  } catch {
    // The program was not started, or the disk is full: the recording says the same.
    return undefined;
  }
}

function writeFiles(directory: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = resolve(directory, name);
    const inside = relative(directory, path);
    if (inside === '..' || inside.startsWith('../') || isAbsolute(inside))
      throw new TypeError(`Invalid \`files\`: ${JSON.stringify(name)} is outside of the working directory.`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** Advice about an argument that is a file of the project, but not of the working directory of the program. */
function describeMisplaced(args: readonly string[], directory: string): string | undefined {
  const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
  const name = args.find((arg) => !isAbsolute(arg) && isFile(arg) && !existsSync(resolve(directory, arg)));
  return name === undefined
    ? undefined
    : `${JSON.stringify(name)} is in the project, not in the directory of the test: pass \`resolve(${JSON.stringify(name)})\`.`;
}

/** A program as a test names it: a relative path is in the working directory of the program, else in the project. */
function resolveCommand(command: string, directory: string): string {
  if (!command.includes('/') || isAbsolute(command) || existsSync(resolve(directory, command))) return command;
  return existsSync(command) ? resolve(command) : command;
}
