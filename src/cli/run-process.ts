import { constants, openSync } from 'node:fs';
import { constants as osConstants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { statusAfterSignal } from '../base/exit.js';
import { system } from '../base/system/system.js';
import type { Display, DisplayListener, ProcessHost } from './options.js';
import { openPersonTerminal } from './person-terminal.js';
import { openError, openOutput, writeSome, writeWithRetries } from './stdio.js';

// Signals that request termination. Other signals have other meanings or cannot be caught.
const endings = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGALRM', 'SIGQUIT', 'SIGABRT'] as const;
// The default action of these signals is a core dump.
const dumping: readonly string[] = ['SIGQUIT', 'SIGABRT'];

// The only file that accesses the global process state.
/** Runs a command line in this process, and exits. */
export async function runProcess(run: (args: readonly string[], host: ProcessHost) => Promise<number>): Promise<void> {
  process.exitCode = 1;
  let isOfProgram = false;
  const exitCode = await run(process.argv.slice(2), {
    variables: process.env,
    input: process.stdin,
    isInteractive: process.stdin.isTTY === true,
    openOutput: () => openOutput(process.stdout),
    openDisplay: () => openDisplay(process.stdin, process.stdout),
    openTerminal: () => openPersonTerminal(process.stdin, process.stdout),
    isErrorTerminal: process.stderr.isTTY === true,
    asProgramStatus: (status) => {
      isOfProgram = true;
      return status;
    },
    writeError: openError(),
    suspend: async () => {
      // Signal the whole process group, as the terminal does.
      process.kill(0, 'SIGTSTP');
      // Timers do not run while the process is stopped.
      await sleep(50);
    },
    onSignal: (handle) => {
      for (const name of endings) process.on(name, () => handle(name));
    },
    onBug: (handle) => {
      process.on('uncaughtException', handle);
      process.on('unhandledRejection', handle);
    },
  });
  const signal = Object.keys(osConstants.signals).find((name) => exitCode === statusAfterSignal(name));
  if (signal !== undefined && !isOfProgram && !dumping.includes(signal)) {
    // The parent process sees the signal itself. Node's own exit would abort if the terminal has been closed.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    await sleep(1000);
  }
  process.exit(exitCode);
}

const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l';
// Resets in this order: style, synchronized update, autowrap, cursor, alternate screen.
const leave = '\x1b[0m\x1b[?2026l\x1b[?7h\x1b[?25h\x1b[?1049l';
// CAN aborts an escape sequence of which only the beginning was written.
const cancel = '\x18';
// For a terminal that does not report its size.
const usual = { cols: 80, rows: 24 };
// Delay before the next write attempt when the terminal's buffer is full.
const retryMs = 2;
// Maximum time that a terminal that accepts no data can delay the exit.
const maxCloseMs = 500;

/** Opens the terminal connected to standard output, with keys from standard input; undefined if there is none. */
function openDisplay(input: ReadStream, output: WriteStream): Display | undefined {
  return output.isTTY ? new TerminalDisplay(input, output) : undefined;
}

class TerminalDisplay implements Display {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  readonly #fd = openOwnEnd();
  #listener: DisplayListener | undefined;
  #isListening = false;
  /** Whether only the beginning of the last text has been written. */
  #isTorn = false;

  constructor(input: ReadStream, output: WriteStream) {
    this.#input = input;
    this.#output = output;
  }

  getSize(): { readonly cols: number; readonly rows: number } {
    return { cols: this.#output.columns || usual.cols, rows: this.#output.rows || usual.rows };
  }

  open(listener: DisplayListener): void {
    this.#listener = listener;
    this.#listen();
    if (this.#input.isTTY) this.#input.setRawMode(true).resume();
    this.#writeNow(enter);
  }

  async write(text: string): Promise<void> {
    try {
      for (let rest = Buffer.from(text); this.#listener !== undefined && rest.length > 0; ) {
        rest = rest.subarray(writeSome(this.#fd, rest));
        this.#isTorn = rest.length > 0;
        if (this.#isTorn) await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    } catch {
      this.#listener?.onLost();
    }
  }

  close(): void {
    if (this.#listener === undefined) return;
    this.#listener = undefined;
    try {
      this.#writeNow(this.#isTorn ? cancel + leave : leave);
    } catch {
      // The terminal has been closed.
    }
    try {
      if (this.#input.isTTY) this.#input.setRawMode(false).pause();
    } catch {
      // Likewise.
    }
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#output.on('resize', () => this.#listener?.onResize());
    if (!this.#input.isTTY) return;
    this.#input.on('error', () => this.#listener?.onLost());
    this.#input.on('end', () => this.#listener?.onLost());
    this.#input.setEncoding('latin1').on('data', (text: string) => this.#listener?.onKeys(text));
  }

  #writeNow(text: string): void {
    writeWithRetries(this.#fd, Buffer.from(text), maxCloseMs);
  }
}

// A separate open file description is non-blocking without affecting the other processes that share the terminal.
function openOwnEnd(): number {
  const path = system.pathOfStream(1);
  if (path === undefined) return 1;
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return 1;
  }
}
