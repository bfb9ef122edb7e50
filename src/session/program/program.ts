import { callAfterRunning } from '../../base/deadline.js';
import { Emitter } from '../../base/emitter.js';
import { MethodError } from '../../base/errors.js';
import type { Exit } from '../../base/exit.js';
import type { IdleQueue } from '../../base/idle-queue.js';
import type { Foreground, Member } from '../../base/system/facts.js';
import { system } from '../../base/system/system.js';
import type { Screen } from '../../screen/screen.js';
import { Emulator } from '../../terminal/emulator.js';
import type { Profile } from '../../terminal/queries/terminal-state.js';
import type { KernelSettings, LineMode } from './kernel-settings.js';
import { listLeftovers } from './processes.js';
import type { AvailabilityReason, SourceHealth, SourceListener, TerminalSource } from './terminal-source.js';

/** Whether an exit is known, or the connection to a terminal of others has ended: with its program or without it. */
export type ExitKind = 'complete' | 'incomplete' | 'detached';

// Limit for a program that sends queries and does not read the replies.
const maxWaitingBytes = 1024 * 1024;

/** Collects the terminal's query replies and writes them to the program. */
class QueryReplies {
  readonly #source: TerminalSource;
  #texts: string[] = [];
  #length = 0;

  constructor(source: TerminalSource) {
    this.#source = source;
  }

  /** Adds a reply; false if too much is already waiting. */
  add(text: string): boolean {
    if (this.#source.takeReply !== undefined) {
      this.#source.takeReply(text);
      return true;
    }
    if (this.#source.waitingInputBytes + this.#length + text.length > maxWaitingBytes) return false;
    this.#texts.push(text);
    this.#length += text.length;
    return true;
  }

  /** Sends the collected replies in order: thousands of queries in one chunk of output need only one write. */
  flush(): void {
    if (this.#length === 0) return;
    void this.#source.write(Buffer.from(this.#texts.join('')));
    this.#texts = [];
    this.#length = 0;
  }
}

/** Options of a `Program`. */
interface ProgramOptions {
  readonly cols: number;
  readonly rows: number;
  readonly scrollback: number;
  readonly firstRevision: number;
  /** How its terminal identifies itself. */
  readonly profile: Profile;
  /** Runs work that no response waits for. */
  readonly idleQueue: IdleQueue;
  /** Receives the raw output; the bytes are valid only during the call. */
  onOutput(bytes: Uint8Array): void;
  /** Starts the program, or connects to one that runs. */
  open(listener: SourceListener): TerminalSource;
}
/** The part of a program that waits observe. */
export interface VisibleProgram {
  readonly emulator: Emulator;
  readonly screen: Screen;
  /** Runs work that no response waits for. */
  readonly idleQueue: IdleQueue;
  readonly exit: Exit | undefined;
  /** Whether the exit is known (default: it is). */
  readonly exitKind?: ExitKind;
  /** Whether it ran before the session was attached to it (default: no). */
  readonly isForeign?: boolean;
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
  /** Repairs the screen if its terminal displays something else; undefined if that cannot be. */
  verify?(): Promise<void> | undefined;
}
/** Why the server ended a program by itself. */
export type TimeoutKind = 'idle' | 'runtime';
/** How to end a program: the limit that it exceeded, and the grace time after SIGHUP (default: 500 ms). */
interface ProgramEnding {
  readonly timeoutKind?: TimeoutKind;
  readonly graceMs?: number | undefined;
}

// Hung processes do not end on a signal; stop waiting for them after this time.
const maxExitWaitMs = 2000;

/** One run of one program: its terminal, its screen, and how it ended. */
export class Program implements VisibleProgram {
  readonly pid: number;
  readonly emulator: Emulator;
  readonly idleQueue: IdleQueue;
  /** Output was parsed, or the size changed. */
  readonly changed = new Emitter();
  /** It has ended and all it wrote is on the screen; fires once. */
  readonly exited = new Emitter();
  /** Whether it can receive input has changed, and why. */
  readonly availability = new Emitter<[isAvailable: boolean, reason: AvailabilityReason]>();
  exitKind: ExitKind = 'complete';
  readonly #source: TerminalSource;
  readonly #replies: QueryReplies;
  readonly #onOutput: (bytes: Uint8Array) => void;
  #exit: Exit | undefined;
  #timeoutKind: TimeoutKind | undefined;
  #lastOutputAt: number | undefined;
  #bytes = 0;

  constructor(options: ProgramOptions) {
    this.#onOutput = options.onOutput;
    this.idleQueue = options.idleQueue;
    // Created before the program, so that the program does not have to wait for its terminal.
    this.emulator = new Emulator({ ...options, answer: (text) => this.#replies.add(text) });
    this.#source = options.open({
      onOutput: (bytes) => this.#handleOutput(bytes),
      onRedraw: (bytes) => this.#handleRedraw(bytes),
      onResize: (cols, rows) => this.#handleResize(cols, rows),
      onExit: (exit, kind) => this.#handleExit(exit, kind),
      readLines: () => this.screen.lines.map(({ trimmed }) => trimmed),
      readCursor: () => this.screen.cursor,
      onAvailability: (isAvailable, reason) => this.availability.fire(isAvailable, reason),
    });
    this.#replies = new QueryReplies(this.#source);
    this.pid = this.#source.pid;
    this.#source.start();
  }

  /** How it ended; undefined while it runs. */
  get exit(): Exit | undefined {
    return this.#exit;
  }

  get isEnding(): boolean {
    return this.#exit === undefined && this.#source.isEnding;
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
    return this.#source.waitingInputBytes;
  }

  /** Whether it runs in a terminal of others, which it is not started or ended in. */
  get isForeign(): boolean {
    return this.#source.isForeign;
  }

  /** How often the screen was read again because output was missing; undefined if that cannot happen. */
  get resynced(): number | undefined {
    return this.#source.resynced;
  }

  /** Writes input. The result rejects if the terminal refuses it; undefined if it cannot. */
  write(bytes: Buffer, isPaste = false): Promise<void> | undefined {
    return this.#source.write(bytes, isPaste);
  }

  resize(cols: number, rows: number): void {
    this.#source.resize(cols, rows);
    this.#handleResize(cols, rows);
  }

  /** Sends a signal to the process group in the foreground of its terminal. */
  sendSignal(name: NodeJS.Signals): void {
    const group = -this.foreground.group;
    if (!system.sendSignal(group, name) && system.isForbidden(group))
      throw new MethodError('io', `Cannot send ${name}: the program in the foreground runs as another user.`);
  }

  /** The process group in the foreground of its terminal, and the name of its leader. */
  get foreground(): Foreground {
    return system.readForeground(this.#source.processes);
  }

  /** The processes of its session. */
  async listMembers(): Promise<readonly Member[]> {
    return await system.listMembers(this.#source.processes);
  }

  /** What the terminal reports about the program; undefined if only the system knows it. */
  async readHealth(): Promise<SourceHealth | undefined> {
    return await this.#source.readHealth();
  }

  /** How the kernel handles what is typed; undefined if that cannot be determined. */
  async readLineMode(): Promise<LineMode | undefined> {
    return await this.#source.readLineMode();
  }

  /** All settings that the kernel has for the terminal, also after the exit; undefined if they cannot be determined. */
  async readKernelSettings(): Promise<KernelSettings | undefined> {
    return await this.#source.readKernelSettings();
  }

  /** The processes of its session that still run after its exit: id and command line. */
  async listLeftovers(): Promise<readonly string[]> {
    return await listLeftovers(this.#source.processes);
  }

  /** Parses all output that has already arrived, and handles an exit that has. */
  async drain(): Promise<void> {
    await this.#source.drain();
  }

  verify(): Promise<void> | undefined {
    return this.#exit === undefined ? this.#source.verify() : undefined;
  }

  /** Parses all output that has already arrived, synchronously. */
  drainNow(): void {
    this.#source.drainNow();
  }

  /** Whether output is not being read, so that the program may block. */
  get isPaused(): boolean {
    return this.#source.isPaused;
  }

  /** Stops reading output, so that the program may block. */
  pauseOutput(): void {
    this.#source.pause();
  }

  resumeOutput(): void {
    if (this.isPaused) this.#source.resume();
  }

  /** Ends every process of its session, with SIGKILL after `graceMs`; resolves when its exit has been reported. */
  async end({ timeoutKind, graceMs }: ProgramEnding = {}): Promise<void> {
    if (this.#exit === undefined) this.#timeoutKind ??= timeoutKind;
    await this.#source.end('gently', graceMs);
    await this.#waitForExit();
  }

  /** Ends every process of its session at once. */
  async kill(): Promise<void> {
    await this.#source.end('at once');
    await this.#waitForExit();
  }

  /** Releases its resources; only after it has ended. */
  dispose(): void {
    this.#source.close();
    this.emulator.dispose();
  }

  async #waitForExit(): Promise<void> {
    if (this.#exit !== undefined) return;
    await new Promise<void>((resolve) => {
      const timer = callAfterRunning(maxExitWaitMs, resolve);
      this.exited.on(() => {
        timer[Symbol.dispose]();
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

  // Observers are notified when it is known what of it is new.
  #handleRedraw(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#lastOutputAt = performance.now();
    this.#onOutput(bytes);
    this.emulator.history.redraw(() => this.emulator.feed(bytes));
    this.changed.fire();
  }

  #handleResize(cols: number, rows: number): void {
    this.emulator.resize(cols, rows);
    this.changed.fire();
  }

  #handleExit(exit: Exit, kind: ExitKind = 'complete'): void {
    this.exitKind = kind;
    this.#exit = exit;
    this.exited.fire();
  }
}
