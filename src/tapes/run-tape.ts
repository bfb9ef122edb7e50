// Runs a tape from its preparation to its cleanup, and describes the first failure.

import { spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path';
import { describeExit } from '../base/exit.js';
import { createHermeticEnvironment, HermeticDirectories } from '../base/hermetic.js';
import { system } from '../base/system/system.js';
import { capitalize } from '../base/text.js';
import { textOf } from '../screen/screen.js';
import type { Server } from '../server/server.js';
import type { RunningProgram } from '../session/terminal-session.js';
import type { TapeCommand } from './commands.js';
import { CommandFailure } from './keyboard.js';
import { passTime, passUntilReady, type Stage, type TapeTerminal } from './pace.js';
import { formatTime, Performance } from './perform.js';
import { ShellState, shells } from './shells.js';
import type { Tape } from './tape.js';

/** How to run a tape. */
export interface RunOptions {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly artifactDir: string;
  /** The name of the session, and of its directory. */
  readonly sessionName: string;
  readonly trace: 'off' | 'on' | 'on-failure';
  readonly update: 'none' | 'missing' | 'all' | undefined;
  readonly isHermetic: boolean;
  /** Whether warnings and each `Sleep` are failures. */
  readonly isStrict: boolean;
  readonly stage: Stage;
  readonly signal: AbortSignal;
  /** Receives the removal of the directories, so that the run does not wait for it. */
  readonly onRemoval?: (removal: Promise<void>) => void;
  /** Called when the terminal is ready for the first command. */
  readonly onReady?: (terminal: TapeTerminal) => void;
  /** Called after the last command, before the program ends. */
  readonly onDone?: (terminal: TapeTerminal) => Promise<void>;
  readonly saveScreenshot?: (path: string) => Promise<void>;
}

/** Why a tape has failed, and what was on the screen then. */
export interface TapeFailure {
  readonly command: Pick<TapeCommand, 'path' | 'line' | 'column' | 'text'>;
  readonly message: string;
  readonly step: string | undefined;
  readonly screen: string | undefined;
  /** How the program has ended, in words. */
  readonly exit: string | undefined;
}

/** Where an old match has met a `Wait`. */
export interface RunWarning {
  readonly command: TapeCommand;
  readonly message: string;
}

/** What a run has found. */
export interface TapeResult {
  readonly failure: TapeFailure | undefined;
  readonly warnings: readonly RunWarning[];
  readonly tracePath: string | undefined;
}

type Failure = CommandFailure<Pick<TapeCommand, 'path' | 'line' | 'column' | 'text' | 'source'>>;

const scriptMs = 30_000;
const firstDrawingMs = 5000;
// A command that does not end may run when a tape ends: what it has said until then counts.
const maxEndMs = 1000;
// An interactive shell ends at SIGHUP.
const graceMs = 500;
const maxTitle = 200;
const missingStatuses = [126, 127];
// Commands to which a program reacts.
const inputs: ReadonlySet<string> = new Set(
  'type type-env press chord paste click drag wheel resize focus signal'.split(' '),
);
const faults = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGSYS', 'SIGTRAP'];

/** The directories of a test, created on first use. */
export const createTestDirectories = (): HermeticDirectories =>
  new HermeticDirectories((place = tmpdir()) => mkdtempSync(join(place, 'tuispec-test-')));

/** Runs a tape in a server without a session. Resolves when everything that it has started has ended. */
export const runTape = async (tape: Tape, server: Server, options: RunOptions): Promise<TapeResult> =>
  await new TapeRun(tape, server, options).run();

class TapeRun {
  readonly #tape: Tape;
  readonly #server: Server;
  readonly #options: RunOptions;
  readonly #directories = createTestDirectories();
  readonly #warnings: RunWarning[] = [];
  #terminal: TapeTerminal | undefined;
  #performance: Performance | undefined;
  /** The command that Enter was pressed with last, or the last one that typed something. */
  #typing: TapeCommand | undefined;
  #previous: TapeCommand | undefined;
  /** A command of the shell that could not be run, and where it was submitted. */
  #missing: { readonly status: number; readonly command: TapeCommand } | undefined;

  constructor(tape: Tape, server: Server, options: RunOptions) {
    this.#tape = tape;
    this.#server = server;
    this.#options = options;
    // Each method and wait listens to it.
    setMaxListeners(0, options.signal);
  }

  async run(): Promise<TapeResult> {
    const failure = await this.#try(async () => {
      const { commands } = this.#tape;
      this.#checkBefore();
      for (const command of this.#tape.setups)
        await this.#runScript(command, command.action.command, this.#options.signal);
      await this.#start();
      for (const [index, command] of commands.entries()) await this.#perform(command, commands[index + 1]);
      await this.#finish();
    });
    const tracePath = await this.#end(failure);
    const late = await this.#cleanUp();
    const { signal } = this.#options;
    if (signal.aborted && !isTimeout(signal.reason)) throw signal.reason;
    return { failure: failure ?? late, warnings: this.#warnings, tracePath };
  }

  async #try(run: () => Promise<void>): Promise<TapeFailure | undefined> {
    try {
      await run();
      return undefined;
    } catch (error) {
      const { signal } = this.#options;
      if (!signal.aborted) return this.#describe(error);
      const reason = signal.reason as Error;
      const command = this.#previous;
      return this.#describe(
        command !== undefined && isTimeout(reason) ? new CommandFailure(toReason(reason), command) : reason,
      );
    }
  }

  #checkBefore(): void {
    const path = this.#tape.env['PATH'] ?? this.#options.variables['PATH'] ?? '';
    const missing = this.#tape.requires.find(({ action }) => !isExecutable(action.text, path));
    if (missing !== undefined) throw new CommandFailure('failed: command not found in PATH.', missing);
    const [warning] = this.#tape.warnings;
    if (this.#options.isStrict && warning !== undefined)
      throw new CommandFailure(warning.message, { ...warning, source: '' });
  }

  get #workingDirectory(): string {
    const { value } = this.#tape.settings.Cwd;
    return value === 'tmp' ? this.#directories.work : resolve(value);
  }

  /** The variables of the program, and whether it inherits those of this process. */
  get #environment(): { readonly inheritEnv: boolean; readonly env: Readonly<Record<string, string>> } {
    const { isHermetic, variables } = this.#options;
    const env = isHermetic ? createHermeticEnvironment(this.#directories, variables) : {};
    return { inheritEnv: !isHermetic, env: { ...env, ...this.#tape.env } };
  }

  async #start(): Promise<void> {
    const { launch, settings, cols, rows, path, secrets } = this.#tape;
    const { artifactDir, sessionName: name, trace, signal, stage, variables, update } = this.#options;
    const shell = shells[settings.Shell.value];
    const start = launch === undefined ? shell?.start(this.#directories.runtime) : undefined;
    const snapshotDir = resolve(dirname(path), '__screens__', basename(path).replace(/\.tape$/, ''));
    const size = { terminalCols: cols, terminalRows: rows, timeoutSeconds: settings.WaitTimeout.number / 1000 };
    const params = { name, artifactDir, snapshotDir, trace, ...size, secrets: [...secrets] };
    await this.#server.call('initialize', params, signal);
    const [command = '', ...args] = launch ?? start?.command ?? [];
    const { inheritEnv, env } = this.#environment;
    const cwd = this.#workingDirectory;
    const launching = { command, args, env: { ...start?.env, ...env }, inheritEnv, cwd };
    await this.#server.call('launch', launching, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new CommandFailure(toReason(error), this.#tape.starting);
    });
    const current = this.#server.session?.current as RunningProgram;
    const hasMarks = launch === undefined && shell?.hasMarks === true;
    const terminal: TapeTerminal = {
      current,
      shell: hasMarks ? new ShellState(current.program, (status) => this.#noteStatus(status)) : undefined,
      isLaunched: launch !== undefined,
      signal,
    };
    this.#terminal = terminal;
    this.#performance = new Performance({
      ...{ tape: this.#tape, server: this.#server, terminal, stage, variables, update },
      saveScreenshot: this.#options.saveScreenshot ?? (async () => {}),
      warn: (warned, message) => this.#warn(warned, message),
    });
    if (hasMarks) await this.#waitForPrompt(terminal);
    else if (!this.#beginsWithWait()) await passUntilReady(terminal, firstDrawingMs);
    await this.#performance.prepareChecks();
    this.#options.onReady?.(terminal);
  }

  /** Nothing is typed before the first prompt. */
  async #waitForPrompt({ shell }: TapeTerminal): Promise<void> {
    const { settings } = this.#tape;
    const observe = (): { evaluate(): object | undefined } => ({
      evaluate: () => (shell?.isPromptComplete ? {} : undefined),
    });
    const unmet = { words: `the shell ${settings.Shell.value} has not displayed a prompt` };
    const timeoutMs = settings.WaitTimeout.number;
    await this.#server.waitFor(
      { start: () => ({ condition: { observe }, unmet }) },
      { cancel: this.#options.signal, timeoutMs },
    );
  }

  #beginsWithWait(): boolean {
    const first = this.#tape.commands.find(({ action }) => !['hide', 'show', 'step', 'nothing'].includes(action.do));
    return first !== undefined && /^(?:wait|expect)/.test(first.action.do);
  }

  #noteStatus(status: number): void {
    this.#performance?.statuses.push(status);
    const command = this.#typing;
    if (missingStatuses.includes(status) && command !== undefined) this.#missing ??= { status, command };
  }

  #warn(command: TapeCommand, message: string): void {
    if (this.#options.isStrict) throw new CommandFailure(message, { ...command, source: '' });
    this.#warnings.push({ command, message });
  }

  async #perform(command: TapeCommand, next: TapeCommand | undefined): Promise<void> {
    const { action } = command;
    const { isStrict, trace, signal } = this.#options;
    if (isStrict && action.do === 'sleep')
      throw new CommandFailure('failed: Sleep is not allowed with --strict. Use Wait or Expect.', command);
    if (trace !== 'off') {
      const own = `${basename(command.path)}:${command.line} ${command.source}`;
      await this.#server.call(
        'step',
        { title: (action.do === 'step' ? action.title : own).slice(0, maxTitle) },
        signal,
      );
    }
    const wasLine = /^type/.test(this.#previous?.action.do ?? '') && action.do === 'press';
    if (/^(?:press|type|type-env|chord)$/.test(action.do) && !wasLine) this.#typing = command;
    this.#previous = command;
    try {
      await this.#performance?.perform(command, next);
    } catch (error) {
      signal.throwIfAborted();
      const failure = error as Failure;
      throw failure instanceof CommandFailure && failure.command !== undefined
        ? failure
        : new CommandFailure(toReason(error), command);
    }
    this.#checkShell();
  }

  #checkShell(): void {
    const exit = this.#terminal?.current.program.exit;
    if (exit?.signal != null && faults.includes(exit.signal))
      throw new CommandFailure(`failed: the program has ended ${describeExit(exit)}.`, this.#typing);
    if (this.#missing === undefined) return;
    const { status, command } = this.#missing;
    const why = status === 127 ? 'the command was not found' : 'the command cannot be executed';
    throw new CommandFailure(`failed: ${why} (status ${status}).`, command);
  }

  /** What the last command says counts, too, and so does a program that its input ends. */
  async #finish(): Promise<void> {
    const terminal = this.#terminal as TapeTerminal;
    await this.#options.onDone?.(terminal);
    const { shell, current } = terminal;
    const isPending = shell === undefined ? inputs.has(this.#previous?.action.do ?? '') : !shell.isAtPrompt;
    if (isPending) await passTime(terminal, maxEndMs);
    else await current.program.drain();
    this.#checkShell();
  }

  #describe(error: unknown): TapeFailure {
    const isOwn = error instanceof CommandFailure;
    const { command, message } = isOwn ? (error as Failure) : { message: toReason(error) };
    const { path } = this.#tape;
    const { session } = this.#server;
    const program = session?.current?.program;
    const screen = program && (session?.secrets.redactFrame(program.screen) ?? program.screen);
    const exit = program?.exit;
    return {
      command: command ?? { path, line: 1, column: 1, text: '' },
      message:
        command === undefined
          ? capitalize(message.replace(/^failed: /, ''))
          : `${command.source} ${message}`.trimStart(),
      step: this.#performance?.step,
      screen: screen && textOf(screen),
      exit: exit && `The program has ended ${describeExit(exit)}.`,
    };
  }

  /** Ends the session; resolves with the path of its trace. */
  async #end(failure: TapeFailure | undefined): Promise<string | undefined> {
    const { session, tracePath } = this.#server;
    if (session === undefined) return undefined;
    const { trace } = this.#options;
    if (failure !== undefined) this.#server.noteFailure();
    // A shell that only waits at its prompt has nothing to save.
    const { isAtPrompt = false } = this.#terminal?.shell ?? {};
    const isIdle = isAtPrompt && (await this.#terminal?.current.program.listMembers())?.length === 1;
    await (isIdle ? this.#server.end('at once') : this.#server.end('gently', graceMs));
    const isInterrupted = this.#options.signal.aborted && !isTimeout(this.#options.signal.reason);
    if (!isInterrupted && (trace === 'on' || (trace === 'on-failure' && failure !== undefined)))
      return tracePath && relative(process.cwd(), tracePath);
    if (failure === undefined || isInterrupted) rmSync(session.settings.artifactRoot, { recursive: true, force: true });
    return undefined;
  }

  async #cleanUp(): Promise<TapeFailure | undefined> {
    let failure: TapeFailure | undefined;
    for (const command of this.#tape.cleanups.toReversed())
      failure ??= await this.#try(async () => await this.#runScript(command, command.action.command));
    const removal = this.#directories.removeLater();
    if (this.#options.onRemoval === undefined) await removal;
    else this.#options.onRemoval(removal);
    return failure;
  }

  async #runScript(command: Omit<TapeCommand, 'action'>, script: string, signal?: AbortSignal): Promise<void> {
    const { inheritEnv, env } = this.#environment;
    const child = spawn('/bin/sh', ['-c', script], {
      cwd: this.#workingDirectory,
      env: inheritEnv ? { ...this.#options.variables, ...env } : env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, which can be ended as a whole.
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = `${output}${text}`.slice(-2000);
      });
    let isLate = false;
    const kill = (): void => void system.sendSignal(-(child.pid ?? 0), 'SIGKILL');
    const timer = setTimeout(() => {
      isLate = true;
      kill();
    }, scriptMs);
    signal?.addEventListener('abort', kill);
    const [exitCode, endedBy] = await new Promise<[number | null, string | null]>((done) => {
      child.on('error', () => done([null, null]));
      child.on('exit', (...exit) => done(exit));
    });
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    if (exitCode === 0) return;
    const why = isLate
      ? `it took longer than ${scriptMs / 1000} s`
      : `it has ended ${describeExit({ exitCode, signal: endedBy })}`;
    const last = output.trimEnd().split('\n').at(-1)?.trim() ?? '';
    throw new CommandFailure(`failed: ${why}${last === '' ? '' : `: ${last}`}.`, command);
  }
}

const isTimeout = (reason: unknown): boolean => (reason as Error).name === 'TestTimeout';

function isExecutable(name: string, path: string): boolean {
  const folders = name.includes('/') ? ['.'] : path.split(delimiter);
  return folders.some((folder) => {
    try {
      const candidate = resolve(folder, name);
      accessSync(candidate, constants.X_OK);
      return statSync(candidate).isFile();
    } catch {
      return false;
    }
  });
}

/** The message of an error as the end of a sentence that begins with a command. */
function toReason(error: unknown): string {
  if (error instanceof CommandFailure) return error.message;
  const { message, data } = error as Error & { readonly data?: { readonly details?: string } };
  const text = (data?.details ?? message).replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  const reason = text
    .replaceAll(/\b(within|after) (\d+) ms\b/g, (_, word: string, ms: string) => `${word} ${formatTime(Number(ms))}`)
    .replace(/ To send the event anyway, set `force`\./, '')
    .replace(/update the baseline: set .*?"all"`\./, 'run it with -u.')
    // The command names what was searched for.
    .replace(/^no (new )?match for .*? (?=within |after )/, 'no $1match ')
    .replace(/^no (new )?match for .*?, and /, 'no $1match, and ');
  return `failed: ${reason}`;
}
