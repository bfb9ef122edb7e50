import { callAfterRunning } from '../base/deadline.js';
import { statusAfterSignal } from '../base/exit.js';
import { quote } from '../base/text.js';
import type { TerminalConnection } from '../client/connection.js';
import type { Terminal } from '../client/terminal.js';
import { ToolError } from './results.js';

/** What a session runs. */
interface SessionFacts {
  readonly id: string;
  readonly command: string;
  readonly terminal: Terminal;
  readonly connection: TerminalConnection;
}

/** How a program ended, as results report it. */
interface ExitFacts {
  readonly exited?: true;
  readonly exit_code?: number;
  readonly signal?: string;
}

// A server that cannot respond must not delay the end of its session for longer.
const maxFinalReadMs = 500;

/** A program in a terminal that a client drives. */
export class AgentSession {
  readonly id: string;
  readonly command: string;
  readonly terminal: Terminal;
  readonly createdAt = Date.now();
  readonly shown = new ShownScreens();
  recordingPath: string | undefined;
  lastUsedAt = Date.now();
  readonly #connection: TerminalConnection;
  readonly #queue = new CallQueue();
  #closing: Promise<void> | undefined;
  #finalText: Promise<string> | undefined;

  constructor({ id, command, terminal, connection }: SessionFacts) {
    this.id = id;
    this.command = command;
    this.terminal = terminal;
    this.#connection = connection;
  }

  /** Whether a call is running or waiting for its turn. */
  get isBusy(): boolean {
    return this.#queue.isBusy;
  }

  /** Whether the session is being closed or has been. */
  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /** The screen when the session was closed. */
  get finalText(): Promise<string> {
    return this.#finalText ?? Promise.resolve('');
  }

  /** How the program ended; empty while it runs. */
  get exit(): ExitFacts {
    const { exit } = this.#connection;
    if (exit === undefined) return {};
    const { exitCode, signal } = exit;
    if (signal === null) return { exited: true, ...(exitCode === null ? {} : { exit_code: exitCode }) };
    return { exited: true, exit_code: statusAfterSignal(signal), signal };
  }

  /** Runs a call that reads or writes, in its turn. */
  async run<T>(cancelled: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await this.#queue.run(cancelled, call);
    } finally {
      this.lastUsedAt = Date.now();
    }
  }

  /** Runs a wait, which other calls may interrupt; then it is repeated. */
  async wait<T>(cancelled: AbortSignal, attempt: (signal: AbortSignal, isRepeated: boolean) => Promise<T>): Promise<T> {
    try {
      return await this.#queue.wait(cancelled, attempt);
    } finally {
      this.lastUsedAt = Date.now();
    }
  }

  /** Ends pending calls and the program. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // The server runs one request at a time: the pending one must end before the screen can be read.
    this.#queue.close(createClosedError(this.id));
    this.#finalText = this.#readFinalText();
    await this.#finalText;
    await this.terminal.close();
  }

  async #readFinalText(): Promise<string> {
    let timer: Disposable | undefined;
    const late = new Promise<string>((resolve) => {
      timer = callAfterRunning(maxFinalReadMs, () => resolve(this.shown.newest?.join('\n') ?? ''));
    });
    const read = this.terminal.text().catch(() => this.shown.newest?.join('\n') ?? '');
    const text = await Promise.race([read, late]);
    timer?.[Symbol.dispose]();
    return text;
  }
}

const createClosedError = (id: string): ToolError =>
  new ToolError({
    kind: 'closed',
    sentence: `Session ${quote(id)} was closed before the call was finished.`,
    advice: 'Start the program again with spawn_tui.',
  });

/** Runs the calls of one session: inputs and reads one after another, and waits as long as nothing else is to be done. */
export class CallQueue {
  readonly #calls = new Set<AbortController>();
  #closedReason: Error | undefined;
  /** Calls of `run` that are running or waiting for their turn. */
  #active = 0;
  #turn: Promise<void> = Promise.resolve();
  #waitTurn: Promise<void> = Promise.resolve();
  #pendingWait: AbortController | undefined;
  readonly #onIdle: (() => void)[] = [];

  /** Whether a call is running or waiting for its turn. */
  get isBusy(): boolean {
    return this.#calls.size > 0;
  }

  /** Runs a call in its turn. Its signal is aborted when the client cancels it or the queue is closed. */
  async run<T>(cancelled: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    using entry = this.#enter(cancelled);
    const { signal } = entry;
    using turn = this.#takeTurn();
    await turn.began;
    signal.throwIfAborted();
    return await call(signal);
  }

  /**
   * Runs a wait. The server runs one request at a time, so a call of `run` interrupts the wait, which is then repeated.
   * Several waits run one after another.
   */
  async wait<T>(cancelled: AbortSignal, attempt: (signal: AbortSignal, isRepeated: boolean) => Promise<T>): Promise<T> {
    using entry = this.#enter(cancelled);
    const previous = this.#waitTurn;
    let finish = (): void => {};
    this.#waitTurn = new Promise((resolve) => {
      finish = resolve;
    });
    try {
      await previous;
      for (let isRepeated = false; ; isRepeated = true) {
        await this.#waitForIdle();
        entry.signal.throwIfAborted();
        const outcome = await this.#attempt(entry.signal, (signal) => attempt(signal, isRepeated));
        if (outcome !== interrupted) return outcome;
      }
    } finally {
      finish();
    }
  }

  /** Ends all calls; later calls are rejected with the same reason. */
  close(reason: Error): void {
    this.#closedReason = reason;
    for (const controller of this.#calls) controller.abort(reason);
  }

  async #attempt<T>(signal: AbortSignal, act: (signal: AbortSignal) => Promise<T>): Promise<T | typeof interrupted> {
    const controller = new AbortController();
    using _link = linkSignal(signal, controller);
    this.#pendingWait = controller;
    try {
      return await act(controller.signal);
    } catch (error) {
      if (controller.signal.reason !== interrupted) throw error;
      return interrupted;
    } finally {
      this.#pendingWait = undefined;
    }
  }

  #enter(cancelled: AbortSignal): Disposable & { readonly signal: AbortSignal } {
    if (this.#closedReason !== undefined) throw this.#closedReason;
    const controller = new AbortController();
    const link = linkSignal(cancelled, controller);
    this.#calls.add(controller);
    return {
      signal: controller.signal,
      [Symbol.dispose]: () => {
        this.#calls.delete(controller);
        link[Symbol.dispose]();
      },
    };
  }

  #takeTurn(): Disposable & { readonly began: Promise<void> } {
    const began = this.#turn;
    let finish = (): void => {};
    this.#turn = new Promise((resolve) => {
      finish = resolve;
    });
    this.#active += 1;
    this.#pendingWait?.abort(interrupted);
    return {
      began,
      [Symbol.dispose]: () => {
        this.#active -= 1;
        finish();
        if (this.#active === 0) for (const resume of this.#onIdle.splice(0)) resume();
      },
    };
  }

  async #waitForIdle(): Promise<void> {
    while (this.#active > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }
}

const interrupted = Symbol('interrupted');

function linkSignal(signal: AbortSignal, controller: AbortController): Disposable {
  const abort = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', abort) };
}

// Enough for a conversation that goes back a few calls.
const maxScreens = 16;

/** The screens that results of a session contained, by revision, so that later results contain only what has changed. */
class ShownScreens {
  readonly #screens = new Map<number, readonly string[]>();
  #newest: readonly string[] | undefined;

  /** The screen of the newest result; undefined before the first. */
  get newest(): readonly string[] | undefined {
    return this.#newest;
  }

  get(revision: number): readonly string[] | undefined {
    return this.#screens.get(revision);
  }

  add(revision: number, text: string): readonly string[] {
    const lines = text.split('\n');
    this.#newest = lines;
    this.#screens.delete(revision);
    this.#screens.set(revision, lines);
    const [oldest] = this.#screens.keys();
    if (this.#screens.size > maxScreens && oldest !== undefined) this.#screens.delete(oldest);
    return lines;
  }
}
