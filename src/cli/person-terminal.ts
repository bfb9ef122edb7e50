import { spawnSync } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import type { ReadStream, WriteStream } from 'node:tty';
import { system } from '../base/system/system.js';
import type { TerminalListener, UsedTerminal } from './options.js';
import { writeSome, writeWithRetries } from './stdio.js';

// Delay before the next attempt when the terminal's buffer is full.
const retryMs = 2;
// Maximum time that a terminal that accepts no data can delay the exit.
const maxCloseMs = 500;
// For a terminal that does not report its size.
const usual = { cols: 80, rows: 24 };

/** Opens the terminal of a person, for a program that uses it as if it ran there; undefined without one. */
export function openPersonTerminal(input: ReadStream, output: WriteStream): UsedTerminal | undefined {
  return input.isTTY && output.isTTY ? new PersonTerminal(input, output) : undefined;
}

class PersonTerminal implements UsedTerminal {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  readonly #fd = openWithoutBlocking();
  /** What the terminal has not accepted yet. */
  #waiting: Buffer[] = [];
  #listener: TerminalListener | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(input: ReadStream, output: WriteStream) {
    this.#input = input;
    this.#output = output;
  }

  getSize(): { readonly cols: number; readonly rows: number } {
    return { cols: this.#output.columns || usual.cols, rows: this.#output.rows || usual.rows };
  }

  open(listener: TerminalListener): void {
    this.#listener = listener;
    this.#output.on('resize', () => this.#listener?.onResize());
    this.#input.on('error', () => this.#listener?.onLost());
    this.#input.on('end', () => this.#listener?.onLost());
    this.#input.on('data', (chunk: Buffer) => this.#listener?.onInput(chunk));
    this.#input.setRawMode(true).resume();
    // Node lets the kernel convert line feeds, but a program sends them as it means them.
    spawnSync('stty', ['-opost'], { stdio: ['inherit', 'ignore', 'ignore'] });
    this.#writeWaiting();
  }

  write(bytes: Uint8Array): void {
    // The bytes are valid only during the call.
    this.#waiting.push(Buffer.from(bytes));
    if (this.#waiting.length === 1) this.#writeWaiting();
  }

  close(end: string): void {
    clearTimeout(this.#timer);
    const listener = this.#listener;
    this.#listener = undefined;
    const rest = Buffer.concat([...this.#waiting, Buffer.from(end)]);
    this.#waiting = [];
    if (listener === undefined) return;
    try {
      writeWithRetries(this.#fd, rest, maxCloseMs);
    } catch {
      // The terminal has been closed.
    }
    try {
      this.#input.setRawMode(false).pause();
    } catch {
      // Likewise.
    }
  }

  #writeWaiting(): void {
    const listener = this.#listener;
    if (listener === undefined) return;
    try {
      for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
        const rest = first.subarray(writeSome(this.#fd, first));
        if (rest.length > 0) {
          this.#waiting[0] = rest;
          listener.onFull(true);
          this.#timer = setTimeout(() => this.#writeWaiting(), retryMs);
          return;
        }
        this.#waiting.shift();
      }
      listener.onFull(false);
    } catch {
      this.#waiting = [];
      listener.onLost();
    }
  }
}

// A separate open file description is non-blocking without affecting the other processes that share the terminal.
function openWithoutBlocking(): number {
  const path = system.pathOfStream(1);
  if (path === undefined) return 1;
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return 1;
  }
}
