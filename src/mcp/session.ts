import { callAfterRunning } from '../base/deadline.js';
import { quote } from '../base/text.js';
import type { TerminalConnection } from '../client/connection.js';
import type { Terminal } from '../client/terminal.js';
import { CallQueue } from './call-queue.js';
import { ShownScreens } from './shown-screens.js';
import { ToolError } from './tool-result.js';

// A server that cannot respond must not delay the end of its session for longer.
const maxFinalReadMs = 500;

/** How a program ended, as results report it. */
export interface ExitFacts {
  readonly exited?: true;
  readonly exit_code?: number;
  readonly signal?: string;
}

/** What a session runs. */
export interface SessionFacts {
  readonly id: string;
  readonly command: string;
  readonly terminal: Terminal;
  readonly connection: TerminalConnection;
}

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
    return { exited: true, exit_code: 128 + (signalNumbers[signal] ?? 0), signal };
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

const signalNumbers: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
};

const createClosedError = (id: string): ToolError =>
  new ToolError({
    kind: 'closed',
    sentence: `Session ${quote(id)} was closed before the call was finished.`,
    advice: 'Start the program again with spawn_tui.',
  });
