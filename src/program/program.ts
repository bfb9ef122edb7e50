import { Emitter } from '../async/emitter.js';
import { yieldToEvents } from '../async/idle-queue.js';
import { MethodError } from '../protocol/errors.js';
import type { Screen } from '../screen/screen.js';
import { Emulator } from '../terminal/emulator.js';
import type { Profile } from '../terminal/queries/terminal-state.js';
import type { Exit } from './exit.js';
import type { LineMode } from './line-mode.js';
import { findForegroundGroup, hasEnded, isForbidden, readCommandName, sendSignal } from './processes.js';
import { Pty, type PtyOptions } from './pty.js';
import { QueryReplies } from './query-replies.js';
import { endProcesses, killProcesses, type SessionOfProcesses } from './terminate.js';

/** Options of a `Program`. */
export interface ProgramOptions extends PtyOptions {
  readonly scrollback: number;
  readonly firstRevision: number;
  /** How its terminal identifies itself. */
  readonly profile: Profile;
  /** Receives the raw output; the bytes are valid only during the call. */
  onOutput(bytes: Uint8Array): void;
}
/** The part of a program that waits observe. */
export interface VisibleProgram {
  readonly emulator: Emulator;
  readonly screen: Screen;
  readonly exit: Exit | undefined;
  /** Which limit ended it, if one did. */
  readonly timeoutKind: TimeoutKind | undefined;
  /** It has ended, but its exit has not been reported yet. */
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
/** How to end a program: the limit that it exceeded, and the grace time after SIGHUP (default: 500 ms). */
export interface ProgramEnding {
  readonly timeoutKind?: TimeoutKind;
  readonly graceMs?: number | undefined;
}

// Hung processes do not end on a signal; stop waiting for them after this time.
const maxExitWaitMs = 2000;

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
    // Created before the program, so that the program does not have to wait for its terminal.
    this.emulator = new Emulator({ ...options, answer: (text) => this.#replies.add(text) });
    this.#pty = new Pty(options, {
      onOutput: (bytes) => this.#handleOutput(bytes),
      onExit: (exit) => this.#handleExit(exit),
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

  /** The number of bytes that it has written. */
  get outputBytes(): number {
    return this.#bytes;
  }

  get screen(): Screen {
    return this.emulator.getScreen();
  }

  /** Bytes written to the program that its terminal has not accepted yet. */
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
  sendSignal(name: NodeJS.Signals): void {
    const group = -findForegroundGroup(this.pid);
    if (!sendSignal(group, name) && isForbidden(group))
      throw new MethodError('io', `Cannot send ${name}: the program in the foreground runs as another user.`);
  }

  /** The process group in the foreground of its terminal, and the name of its leader. */
  get foreground(): { readonly group: number; readonly command: string | undefined } {
    const group = findForegroundGroup(this.pid);
    return { group, command: readCommandName(group) };
  }

  /** How the kernel handles what is typed; undefined if that cannot be determined. */
  async readLineMode(): Promise<LineMode | undefined> {
    return await this.#pty.readLineMode();
  }

  /** Parses all output that has already arrived, and handles an exit that has. */
  async drain(): Promise<void> {
    await yieldToEvents();
    this.drainNow();
  }

  /** Parses all output that has already arrived, synchronously. */
  drainNow(): void {
    this.#pty.drainNow();
  }

  /** Whether output is not being read, so that the program may block. */
  get isPaused(): boolean {
    return this.#pty.isPaused;
  }

  /** Stops reading output, so that the program may block. */
  pauseOutput(): void {
    this.#pty.pause();
  }

  resumeOutput(): void {
    this.#pty.resume();
  }

  /** Ends every process of its session, with SIGKILL after `graceMs`; resolves when its exit has been reported. */
  async end({ timeoutKind, graceMs }: ProgramEnding = {}): Promise<void> {
    if (this.#exit === undefined) this.#timeoutKind ??= timeoutKind;
    await endProcesses(this.#processes, graceMs);
    await this.#waitForExit();
  }

  /** Ends every process of its session at once. */
  async kill(): Promise<void> {
    await killProcesses(this.#processes);
    await this.#waitForExit();
  }

  /** Releases its resources; only after it has ended. */
  dispose(): void {
    this.#pty.close();
    this.emulator.dispose();
  }

  async #waitForExit(): Promise<void> {
    if (this.#exit !== undefined) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxExitWaitMs);
      this.exited.on(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #handleOutput(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#lastOutputAt = performance.now();
    this.#onOutput(bytes);
    this.emulator.feed(bytes);
    this.#replies.flush();
    this.changed.fire();
  }

  #handleExit(exit: Exit): void {
    this.#exit = exit;
    this.exited.fire();
  }
}
