import { Emitter } from '../async/emitter.js';
import { turn } from '../async/idle-queue.js';
import { MethodError } from '../protocol/errors.js';
import type { Screen } from '../screen/screen.js';
import { Emulator } from '../terminal/emulator.js';
import type { Profile } from '../terminal/queries/terminal-state.js';
import type { Exit } from './exit.js';
import { foregroundGroupOf, hasEnded, isForbidden, sendSignal } from './processes.js';
import { Pty, type PtyOptions } from './pty.js';
import { QueryReplies } from './query-replies.js';
import { endProcesses, killProcesses, type SessionOfProcesses } from './terminate.js';

/** What a program is started with. */
export interface ProgramOptions extends PtyOptions {
  readonly scrollback: number;
  readonly firstRevision: number;
  /** What its terminal says of itself. */
  readonly profile: Profile;
  /** Told of the raw output; the bytes are only valid during the call. */
  onOutput(bytes: Uint8Array): void;
}
/** What those who wait see of a program. */
export interface VisibleProgram {
  readonly emulator: Emulator;
  readonly screen: Screen;
  readonly exit: Exit | undefined;
  /** It has ended, but that has not been told yet. */
  readonly isEnding: boolean;
  /** Milliseconds since its last output; undefined when there was none. */
  readonly lastOutputAgeMs: number | undefined;
  /** Output was parsed, or the size changed. */
  readonly changed: Emitter;
  /** It has ended and all it wrote is on the screen; fires once. */
  readonly exited: Emitter;
  pauseOutput(): void;
  resumeOutput(): void;
}
/** Why the server ended a program by itself. */
export type TimeoutKind = 'idle' | 'runtime';
/** How to end a program: because of which limit, and how long it has after SIGHUP (default: 500 ms). */
export interface Ending {
  readonly timeoutKind?: TimeoutKind;
  readonly graceMs?: number | undefined;
}

// Hung processes do not end by a signal; nobody waits for them longer.
const maxEndingMs = 2000;

/** One run of one program: its terminal, its screen, and how it ended. */
export class Program implements VisibleProgram {
  readonly pid: number;
  readonly emulator: Emulator;
  /** Output was parsed, or the size changed. */
  readonly changed = new Emitter();
  /** It has ended and all it wrote is on the screen; fires once. */
  readonly exited = new Emitter();
  readonly #pty: Pty;
  readonly #replies: QueryReplies;
  readonly #processes: SessionOfProcesses;
  readonly #onOutput: (bytes: Uint8Array) => void;
  #exit: Exit | undefined;
  #timeoutKind: TimeoutKind | undefined;
  #lastOutputAt: number | undefined;
  #bytes = 0;

  constructor(options: ProgramOptions) {
    this.#onOutput = options.onOutput;
    // Before the program, which is not to wait for its terminal.
    this.emulator = new Emulator({ ...options, answer: (text) => this.#replies.add(text) });
    this.#pty = new Pty(options, {
      output: (bytes) => this.#take(bytes),
      exit: (exit) => this.#finish(exit),
    });
    this.#replies = new QueryReplies(this.#pty.input);
    this.pid = this.#pty.pid;
    this.#processes = { leader: this.pid, isLeaderGone: () => this.#exit !== undefined };
  }

  /** How it ended; undefined while it runs. */
  get exit(): Exit | undefined {
    return this.#exit;
  }

  get isEnding(): boolean {
    return this.#exit === undefined && hasEnded(this.pid);
  }

  /** Which limit ended it, if one did. */
  get timeoutKind(): TimeoutKind | undefined {
    return this.#timeoutKind;
  }

  /** Milliseconds since its last output; undefined when there was none. */
  get lastOutputAgeMs(): number | undefined {
    return this.#lastOutputAt === undefined ? undefined : performance.now() - this.#lastOutputAt;
  }

  /** How much it has written. */
  get outputBytes(): number {
    return this.#bytes;
  }

  get screen(): Screen {
    return this.emulator.screen();
  }

  /** Bytes that were written to the program and that its terminal has not taken yet. */
  get waitingInputBytes(): number {
    return this.#pty.input.waitingBytes;
  }

  write(bytes: Buffer): void {
    this.#pty.input.write(bytes);
  }

  resize(cols: number, rows: number): void {
    this.#pty.resize(cols, rows);
    this.emulator.resize(cols, rows);
    this.changed.fire();
  }

  /** Sends a signal to the process group in the foreground of its terminal. */
  signal(name: NodeJS.Signals): void {
    const group = -foregroundGroupOf(this.pid);
    if (!sendSignal(group, name) && isForbidden(group))
      throw new MethodError('io', `${name} cannot be sent: the program in the foreground runs as another user.`);
  }

  /** Parses all output that has already arrived, and takes an exit that has. */
  async drain(): Promise<void> {
    await turn();
    this.readArrived();
  }

  /** Parses all output that has already arrived, in this very moment. */
  readArrived(): void {
    this.#pty.readArrived();
  }

  /** Whether the program has to wait until its output is read. */
  get isPaused(): boolean {
    return this.#pty.isPaused;
  }

  /** Reads no more output for now: the program has to wait. */
  pauseOutput(): void {
    this.#pty.pause();
  }

  resumeOutput(): void {
    this.#pty.resume();
  }

  /** Ends every process of its session, gently for `graceMs`; resolves when its exit has been reported. */
  async end({ timeoutKind, graceMs }: Ending = {}): Promise<void> {
    if (this.#exit === undefined) this.#timeoutKind ??= timeoutKind;
    await endProcesses(this.#processes, graceMs);
    await this.#settled();
  }

  /** Ends every process of its session at once. */
  async kill(): Promise<void> {
    await killProcesses(this.#processes);
    await this.#settled();
  }

  /** Gives back what the screen takes; only after its end. */
  dispose(): void {
    this.#pty.close();
    this.emulator.dispose();
  }

  async #settled(): Promise<void> {
    if (this.#exit !== undefined) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxEndingMs);
      this.exited.on(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #take(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#lastOutputAt = performance.now();
    this.#onOutput(bytes);
    this.emulator.feed(bytes);
    this.#replies.flush();
    this.changed.fire();
  }

  #finish(exit: Exit): void {
    this.#exit = exit;
    this.exited.fire();
  }
}
