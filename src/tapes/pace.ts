// When a test goes on: `Sleep` and the time that VHS spends typing are upper bounds, because nothing else in a tape says
// what it waits for.
import { system } from '../base/system/system.js';
import type { RunningProgram } from '../session/terminal-session.js';
import type { ShellState } from './shells.js';

/** What a tape runs in. */
export interface TapeTerminal {
  readonly current: RunningProgram;
  /** The marks of the shell; undefined if it has none. */
  readonly shell: ShellState | undefined;
  /** Whether it is a program instead of a shell. */
  readonly isLaunched: boolean;
  readonly signal: AbortSignal;
}

// How long the screen must not change: at a prompt, and in a program that has reacted.
export const promptQuietMs = 50;
const programQuietMs = 250;
const readingMs = 25;

/** Waits at most some time, as long as something can still change. Rejects when the test is cancelled. */
export async function passTime(terminal: TapeTerminal, maxMs: number): Promise<void> {
  if (maxMs > 0) await new Idleness(terminal, maxMs, 'program').reached;
}

/** Waits at most some time, until a program that has just started is ready for input: it has drawn, or reads a line. */
export async function passUntilReady(terminal: TapeTerminal, maxMs: number): Promise<void> {
  await new Idleness(terminal, maxMs, 'reader').reached;
}

/** Waits at most some time, until the shell is at its prompt. Rejects when the run is cancelled. */
export async function passUntilPrompt(terminal: TapeTerminal, maxMs: number): Promise<void> {
  if (maxMs > 0) await new Idleness(terminal, maxMs, 'prompt').reached;
}

/** How time passes in a tape. */
export interface Stage {
  /** Whether keys are pressed one after another, as VHS does. */
  readonly isSlow: boolean;
  /** How long an input waits for the first reaction; undefined for as long as with any client. */
  readonly settleMs?: number;
  /** Before input: `typingMs` is the time that VHS spends typing it. */
  beforeInput(terminal: TapeTerminal, typingMs: number): Promise<void>;
  /** After a key, for which VHS waits some time. */
  afterKey(terminal: TapeTerminal, ms: number): Promise<void>;
  sleep(terminal: TapeTerminal, ms: number): Promise<void>;
  /** While something is awaited. */
  during<T>(terminal: TapeTerminal, awaited: Promise<T>): Promise<T>;
  hide(terminal: TapeTerminal): void;
  show(terminal: TapeTerminal): void;
}

/** A test: the times are upper bounds, and what follows a key may follow at once. */
export class TestStage implements Stage {
  readonly isSlow: boolean = false;
  /** What VHS would still have waited for after the last key. */
  #owedMs = 0;

  async beforeInput(terminal: TapeTerminal, typingMs: number): Promise<void> {
    await this.sleep(terminal, typingMs);
  }

  async afterKey(_: TapeTerminal, ms: number): Promise<void> {
    this.#owedMs += ms;
  }

  async sleep(terminal: TapeTerminal, ms: number): Promise<void> {
    const maxMs = this.#owedMs + ms;
    this.#owedMs = 0;
    await passTime(terminal, maxMs);
  }

  async during<T>(_: TapeTerminal, awaited: Promise<T>): Promise<T> {
    this.#owedMs = 0;
    return await awaited;
  }

  hide(): void {}

  show(): void {}
}

/** Everything takes as long as it is written. */
export class RealTimeStage extends TestStage {
  override readonly isSlow = true;

  override async beforeInput(): Promise<void> {}

  override async afterKey(terminal: TapeTerminal, ms: number): Promise<void> {
    await passRealTime(terminal, ms);
  }

  override async sleep(terminal: TapeTerminal, ms: number): Promise<void> {
    await passRealTime(terminal, ms);
  }
}

/** Waits some time, or until the program has ended. Rejects when the test is cancelled. */
export async function passRealTime({ current: { program }, signal }: TapeTerminal, ms: number): Promise<void> {
  signal.throwIfAborted();
  if (ms <= 0 || program.exit !== undefined) return;
  await new Promise<void>((resolve, reject) => {
    const finish = (): void => {
      clearTimeout(timer);
      off();
      signal.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      finish();
      reject(signal.reason as Error);
    };
    const end = (): void => {
      finish();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const off = program.exited.on(end);
    signal.addEventListener('abort', abort);
  });
}

/** Whether the program reads single keys; undefined if that is unknown. */
export async function readsKeys({ program }: RunningProgram): Promise<boolean | undefined> {
  const mode = program.exit === undefined ? await program.readLineMode().catch(() => undefined) : undefined;
  return mode === undefined ? undefined : !mode.isCanonical;
}

/** What counts: the prompt of the shell; also a program that has reacted and is quiet; also one that reads a line. */
type Counted = 'prompt' | 'program' | 'reader';

/** Whether a program in the foreground waits until somebody types. */
async function isReadingTerminal({ program }: RunningProgram): Promise<boolean> {
  if (system.isReadingTerminal === undefined) return false;
  const { group } = program.foreground;
  return (await program.listMembers()).some(
    (member) => member.group === group && system.isReadingTerminal?.(member.pid),
  );
}

class Idleness {
  readonly reached: Promise<void>;
  readonly #terminal: TapeTerminal;
  readonly #endsAt: number;
  readonly #counts: Counted;
  #revision: number;
  #changedAt: number;
  #timer: NodeJS.Timeout | undefined;
  #cleanups: (() => void)[] = [];
  #resolve: () => void = () => {};
  #isReading = false;
  #hasEnded = false;

  constructor(terminal: TapeTerminal, maxMs: number, counts: Counted) {
    this.#terminal = terminal;
    this.#counts = counts;
    const { current, signal } = terminal;
    const now = performance.now();
    this.#endsAt = now + maxMs;
    this.#revision = current.program.screen.revision;
    // What has changed before counts, too.
    this.#changedAt = now - (current.program.lastOutputAgeMs ?? 0);
    this.reached = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      const abort = (): void => {
        reject(signal.reason as Error);
        this.#end();
      };
      signal.addEventListener('abort', abort);
      this.#cleanups = [
        () => signal.removeEventListener('abort', abort),
        current.checks.on(() => this.#noteChange()),
        current.program.exited.on(() => this.#end()),
      ];
      if (signal.aborted) abort();
      else this.#check();
    });
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    for (const cleanup of this.#cleanups) cleanup();
    this.#resolve();
  }

  #noteChange(): void {
    const { revision } = this.#terminal.current.program.screen;
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.#changedAt = performance.now();
    this.#check();
  }

  #check(): void {
    if (this.#hasEnded || this.#isReading) return;
    const now = performance.now();
    if (this.#terminal.current.program.exit !== undefined || now >= this.#endsAt) {
      this.#end();
      return;
    }
    const quietMs = now - this.#changedAt;
    if (this.#terminal.shell?.isAtPrompt) {
      if (quietMs >= promptQuietMs) this.#end();
      else this.#checkIn(promptQuietMs - quietMs);
    } else if (this.#counts === 'reader') void this.#checkReader(quietMs);
    else this.#checkProgram(quietMs);
  }

  #checkProgram(quietMs: number): void {
    if (this.#counts === 'prompt' || !this.#hasReacted()) this.#checkIn(programQuietMs);
    else if (quietMs >= programQuietMs) void this.#checkKeys();
    else this.#checkIn(programQuietMs - quietMs);
  }

  /** A program such as `cat` draws nothing before its first line. */
  async #checkReader(quietMs: number): Promise<void> {
    const { current } = this.#terminal;
    this.#isReading = true;
    const isReader = (await isReadingTerminal(current)) && (await readsKeys(current)) === false;
    this.#isReading = false;
    if (isReader) this.#end();
    else if (this.#hasReacted()) this.#checkProgram(quietMs);
    else this.#checkIn(readingMs);
  }

  /** Whether the program has reacted to the last input, size or signal. A shell without marks says too little about its commands. */
  #hasReacted(): boolean {
    const { current, shell, isLaunched } = this.#terminal;
    const { lastOutputAgeMs } = current.program;
    if (lastOutputAgeMs === undefined || (shell === undefined && !isLaunched)) return false;
    return performance.now() - lastOutputAgeMs > current.inputTime.actedAt;
  }

  /** Each reading starts a process. */
  async #checkKeys(): Promise<void> {
    this.#isReading = true;
    const isReading = await readsKeys(this.#terminal.current);
    this.#isReading = false;
    if (isReading && performance.now() - this.#changedAt >= programQuietMs) this.#end();
    else this.#checkIn(programQuietMs);
  }

  #checkIn(ms: number): void {
    clearTimeout(this.#timer);
    const leftMs = Math.max(0, this.#endsAt - performance.now());
    this.#timer = setTimeout(() => this.#check(), Math.ceil(Math.min(ms, leftMs)));
  }
}
