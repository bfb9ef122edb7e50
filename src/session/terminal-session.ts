import { Emitter } from '../base/emitter.js';
import { MethodError } from '../base/errors.js';
import type { IdleQueue } from '../base/idle-queue.js';
import { Secrets } from '../screen/redaction/secrets.js';
import { BaselineStore } from '../terminal/freshness/baseline.js';
import type { Profile } from '../terminal/queries/terminal-state.js';
import { HeldButtons } from './gestures.js';
import { type BeforeWrite, type InputTimes, InputWriter } from './input.js';
import { scheduleChecks } from './observe.js';
import { type LaunchSpec, resolveLaunch } from './program/launch.js';
import { describeExit, Program, type TimeoutKind } from './program/program.js';
import { Pty } from './program/pty.js';
import type { SourceListener, TerminalSource } from './program/terminal-source.js';
import { LineEditors } from './submit/input-state.js';
import type { AmbiguityMode } from './waits/wait.js';

/** When the server ends a program. 0 means never. */
interface Limits {
  readonly idleTimeoutMs: number;
  readonly maxRuntimeMs: number;
}

/** Ends a program that exceeds its runtime or its idle time. */
function endAtLimits(program: Program, { idleTimeoutMs, maxRuntimeMs }: Limits): void {
  const timers = new Map<TimeoutKind, NodeJS.Timeout>();
  const startedAt = performance.now();
  // After a delay of the server, the exit of the program or its output may not have been processed yet.
  const end = (kind: TimeoutKind): void => {
    if (program.exit === undefined && !program.isEnding) void program.end({ timeoutKind: kind });
  };
  const getSilenceMs = (): number => {
    if (program.isPaused) return 0;
    program.drainNow();
    return program.lastOutputAgeMs ?? performance.now() - startedAt;
  };
  const checkIdle = (): void => {
    const silentMs = getSilenceMs();
    if (silentMs >= idleTimeoutMs) end('idle');
    else timers.set('idle', setTimeout(checkIdle, idleTimeoutMs - silentMs));
  };
  if (idleTimeoutMs > 0) timers.set('idle', setTimeout(checkIdle, idleTimeoutMs));
  if (maxRuntimeMs > 0)
    timers.set(
      'runtime',
      setTimeout(() => end('runtime'), maxRuntimeMs),
    );
  program.exited.on(() => {
    for (const timer of timers.values()) clearTimeout(timer);
  });
}

/** The settings of a session. */
export interface SessionSettings {
  readonly name: string;
  readonly artifactRoot: string;
  /** The directory of the snapshot baselines. */
  readonly snapshotDir: string;
  readonly timeoutMs: number;
  readonly cols: number;
  readonly rows: number;
  readonly scrollback: number;
  readonly ambiguityMode: AmbiguityMode;
  readonly snapshotTheme: string;
  /** How the terminal identifies itself. */
  readonly profile: Profile;
  readonly updateSnapshots: boolean;
  /** The environment that programs inherit. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Receives the raw output of programs. The bytes are valid during the call only. */
  readonly takeOutput: ((bytes: Uint8Array) => void) | undefined;
  /** Texts that must not reach files, logs and errors. */
  readonly secrets: readonly string[];
}
/** A program to launch, with its limits and its screen size. */
interface Launch extends LaunchSpec, Limits {
  readonly cols: number;
  readonly rows: number;
}
/** How to open a terminal, and its size. */
interface OpenTerminal {
  readonly cols: number;
  readonly rows: number;
  /** Default: that of the session. */
  readonly scrollback?: number | undefined;
  open(listener: SourceListener): TerminalSource;
}
/** A terminal of others, with a name for errors. */
interface ForeignTerminal extends OpenTerminal {
  readonly name: string;
}
/** When input was written. */
interface InputTime extends InputTimes {
  writtenAt: number;
  /** Fires directly before each write. */
  readonly written: Emitter;
}
/** A program with its input writers, the checks of its waits and its baselines. */
export interface RunningProgram {
  readonly program: Program;
  /** Fires when waits check the screen. */
  readonly checks: Emitter;
  readonly input: InputWriter;
  /** Writes what a person types: it moves no baseline, because the client did not send it. */
  readonly manualInput: InputWriter;
  /** When input was last written, by the client or by a person. */
  readonly inputTime: InputTime;
  readonly heldButtons: HeldButtons;
  readonly lineEditors: LineEditors;
  readonly baselines: BaselineStore;
}

/** One terminal and the programs that run in it, one after another. */
export class Session {
  readonly settings: SessionSettings;
  /** What must not reach files, logs and errors. Inputs can add to it. */
  readonly secrets: Secrets;
  /** Fires when a program has been started. */
  readonly launched = new Emitter<[Program]>();
  /** Fires once for each program, when it has ended. */
  readonly exited = new Emitter<[Program]>();
  readonly #idleQueue: IdleQueue;
  #current: RunningProgram | undefined;
  #isKilled = false;
  #cols: number;
  #rows: number;

  /** `idleQueue` runs work that no response waits for. */
  constructor(settings: SessionSettings, idleQueue: IdleQueue) {
    this.settings = settings;
    this.#idleQueue = idleQueue;
    this.secrets = new Secrets(settings.secrets);
    this.#cols = settings.cols;
    this.#rows = settings.rows;
  }

  get cols(): number {
    return this.#cols;
  }

  get rows(): number {
    return this.#rows;
  }

  /** The program that was launched last. It may have ended. */
  get current(): RunningProgram | undefined {
    return this.#current;
  }

  /** Returns the program that was launched last. Fails with kind `no-program` if there is none. */
  requireCurrent(): RunningProgram {
    if (this.#current === undefined)
      throw new MethodError('no-program', 'No program has been launched. Call `launch` first.');
    return this.#current;
  }

  /** Returns the program. Fails with kind `exited` if it has ended. */
  requireRunning(): RunningProgram {
    const current = this.requireCurrent();
    const { exit, exitKind } = current.program;
    if (exitKind === 'detached')
      throw new MethodError('detached', 'The connection to the tmux pane has ended. Call `attach` again.');
    if (exit !== undefined) throw new MethodError('exited', `The program has ended ${describeExit(exit)}.`);
    return current;
  }

  /**
   * Starts a program. First validates the launch, then ends the program that is running. Starts nothing if it is
   * cancelled before that program has ended.
   */
  async launch(launch: Launch, cancel: AbortSignal): Promise<RunningProgram> {
    const { cwd, env } = resolveLaunch(launch, this.settings.environment);
    const { cols, rows } = launch;
    const open = (listener: SourceListener): TerminalSource =>
      new Pty({ ...launch, cwd, env }, listener, this.#idleQueue);
    const current = await this.#replace({ cols, rows, open }, launch.command, cancel);
    endAtLimits(current.program, launch);
    this.launched.fire(current.program);
    return current;
  }

  /** Ends the program that is running, and continues with a terminal of others. */
  async attach(terminal: ForeignTerminal, cancel: AbortSignal): Promise<RunningProgram> {
    const current = await this.#replace(terminal, terminal.name, cancel);
    this.launched.fire(current.program);
    return current;
  }

  async #replace(
    { cols, rows, open, scrollback = this.settings.scrollback }: OpenTerminal,
    command: string,
    cancel: AbortSignal,
  ): Promise<RunningProgram> {
    const previous = this.#current;
    await this.close();
    cancel.throwIfAborted();
    if (this.#isKilled)
      throw new MethodError('spawn', `Cannot start ${JSON.stringify(command)}: the session is being closed.`);
    const firstRevision = previous === undefined ? 1 : previous.program.screen.revision + 1;
    const { profile, takeOutput } = this.settings;
    const log = takeOutput && this.secrets.openStream(takeOutput);
    const onOutput = (bytes: Uint8Array): void => log?.push(bytes);
    const idleQueue = this.#idleQueue;
    const program = new Program({ cols, rows, open, scrollback, profile, firstRevision, idleQueue, onOutput });
    previous?.program.dispose();
    this.#cols = cols;
    this.#rows = rows;
    const checks = scheduleChecks(program);
    const baselines = new BaselineStore(program, this.#current?.baselines);
    const never = Number.NEGATIVE_INFINITY;
    const inputTime: InputTime = { escapedAt: never, manualAt: never, writtenAt: never, written: new Emitter() };
    const createInput = (noteInput: BeforeWrite): InputWriter =>
      new InputWriter(
        program,
        (bytes, hasNoEcho) => {
          inputTime.writtenAt = performance.now();
          const undo = noteInput(bytes, hasNoEcho);
          inputTime.written.fire();
          return undo;
        },
        inputTime,
      );
    const input = createInput((bytes, hasNoEcho) => baselines.noteInput(bytes, hasNoEcho));
    const manualInput = createInput(() => {
      inputTime.manualAt = inputTime.writtenAt;
      return () => {};
    });
    const lineEditors = new LineEditors(program);
    const heldButtons = new HeldButtons();
    this.#current = { program, checks, baselines, input, manualInput, inputTime, heldButtons, lineEditors };
    program.exited.on(() => log?.flush());
    program.exited.on(() => this.exited.fire(program));
    return this.#current;
  }

  resize(cols: number, rows: number): void {
    this.#current?.program.resize(cols, rows);
    this.#cols = cols;
    this.#rows = rows;
  }

  /** Ends the program with SIGHUP, and with SIGKILL after `graceMs` (default: 500). */
  async close(graceMs?: number): Promise<void> {
    await this.#current?.program.end({ graceMs });
  }

  /** Kills the program immediately and prevents further launches. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    await this.#current?.program.kill();
  }

  /** Releases the memory of the screen. */
  dispose(): void {
    this.#current?.program.dispose();
  }
}
