import { Emitter } from '../async/emitter.js';
import { BaselineStore } from '../baseline/baseline-store.js';
import { WaitScheduler } from '../observers/wait-scheduler.js';
import { describeExit } from '../program/exit.js';
import { Program } from '../program/program.js';
import { type LaunchSpec, resolveLaunch } from '../program/resolve-launch.js';
import { MethodError } from '../protocol/errors.js';
import type { Profile } from '../terminal/queries/terminal-state.js';
import type { AmbiguityMode } from '../waits/wait-for-match.js';
import { InputWriter } from './input-writer.js';
import { endAtLimits, type Limits } from './run-limits.js';
import { HeldButtons } from './send-gesture.js';

/** What a session was initialized with. */
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
  /** What the terminal says of itself. */
  readonly profile: Profile;
  readonly updateSnapshots: boolean;
  /** What programs inherit. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Gets the raw output of programs; the bytes are only valid during the call. */
  readonly takeOutput: ((bytes: Uint8Array) => void) | undefined;
}
/** What to launch. */
export interface Launch extends LaunchSpec, Limits {
  readonly cols: number;
  readonly rows: number;
}
/** A program with those who look at it and type into it. */
export interface RunningProgram {
  readonly program: Program;
  readonly watch: WaitScheduler;
  readonly typist: InputWriter;
  readonly heldButtons: HeldButtons;
  readonly baselines: BaselineStore;
}

/** One terminal and the programs that run in it, one after another. */
export class Session {
  readonly settings: SessionSettings;
  /** A program has been started. */
  readonly launched = new Emitter<[Program]>();
  /** A program has ended: told once for each. */
  readonly exited = new Emitter<[Program]>();
  #stage: RunningProgram | undefined;
  #isKilled = false;
  #cols: number;
  #rows: number;

  constructor(settings: SessionSettings) {
    this.settings = settings;
    this.#cols = settings.cols;
    this.#rows = settings.rows;
  }

  get cols(): number {
    return this.#cols;
  }

  get rows(): number {
    return this.#rows;
  }

  /** The program launched last, whether it still runs or not. */
  get stage(): RunningProgram | undefined {
    return this.#stage;
  }

  /** The program launched last; kind `no-program` before any launch. */
  requireStage(): RunningProgram {
    if (this.#stage === undefined)
      throw new MethodError('no-program', 'No program has been launched yet; call launch first.');
    return this.#stage;
  }

  /** The program, which must still be running. */
  requireRunning(): RunningProgram {
    const stage = this.requireStage();
    const { exit } = stage.program;
    if (exit !== undefined) throw new MethodError('exited', `The program has ended ${describeExit(exit)}.`);
    return stage;
  }

  /**
   * Starts a program; one that runs is ended first, but not before it is sure that the new one can be started. Starts
   * nothing when it is cancelled meanwhile.
   */
  async launch(launch: Launch, cancel: AbortSignal): Promise<RunningProgram> {
    const { cwd, env } = resolveLaunch(launch, this.settings.environment);
    const previous = this.#stage;
    await this.close();
    cancel.throwIfAborted();
    if (this.#isKilled) throw new MethodError('spawn', `Cannot start ${launch.command}: the session is being ended.`);
    const firstRevision = previous === undefined ? 1 : previous.program.screen.revision + 1;
    const { scrollback, profile, takeOutput: onOutput = () => {} } = this.settings;
    const program = new Program({ ...launch, cwd, env, scrollback, profile, firstRevision, onOutput });
    previous?.program.dispose();
    this.#cols = launch.cols;
    this.#rows = launch.rows;
    const watch = new WaitScheduler(program);
    const baselines = new BaselineStore(program, this.#stage?.baselines);
    const typist = new InputWriter(program, (bytes) => baselines.noteInput(bytes));
    this.#stage = { program, watch, baselines, typist, heldButtons: new HeldButtons() };
    program.exited.on(() => this.exited.fire(program));
    endAtLimits(program, launch);
    this.launched.fire(program);
    return this.#stage;
  }

  resize(cols: number, rows: number): void {
    this.#cols = cols;
    this.#rows = rows;
    this.#stage?.program.resize(cols, rows);
  }

  /** Ends the program: SIGHUP, and SIGKILL after `graceMs` (default: 500). */
  async close(graceMs?: number): Promise<void> {
    await this.#stage?.program.end({ graceMs });
  }

  /** Ends everything at once. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    await this.#stage?.program.kill();
  }

  /** Gives back what the screen takes. */
  dispose(): void {
    this.#stage?.program.dispose();
  }
}
