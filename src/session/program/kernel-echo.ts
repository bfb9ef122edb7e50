import { closeSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { createSystemError } from '../../base/errors.js';
import { loadNative } from './native-pty.js';

// Erasing each typed character keeps the line of the kernel, which has a maximum length, empty.
const [typed, erase] = [Buffer.from('a'), Buffer.from('\x7f')];

/**
 * Measures how long the echo of the kernel takes in a terminal without a program. No program can react faster, so this is
 * what the machine adds to a reaction at that time.
 */
export class KernelEcho implements Disposable {
  /** How long each echo took, in milliseconds. */
  readonly times: number[] = [];
  readonly #master: number;
  readonly #slave: number;
  readonly #reader: ReadStream;
  #typedAt: number | undefined;
  #isTyped = false;
  #isClosed = false;

  constructor() {
    const { master, slave } = openTerminal();
    this.#master = master;
    this.#slave = slave;
    this.#reader = new ReadStream(master);
    this.#reader.on('data', () => this.#handleEcho());
    this.#reader.on('error', () => {});
    this.#reader.unref();
  }

  /** Types a character, unless the echo of the last one has not come yet. */
  measure(): void {
    if (this.#isClosed || this.#typedAt !== undefined) return;
    this.#typedAt = performance.now();
    try {
      writeSync(this.#master, this.#isTyped ? erase : typed);
      this.#isTyped = !this.#isTyped;
    } catch {
      this.#typedAt = undefined;
    }
  }

  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#reader.destroy();
    closeSync(this.#slave);
  }

  #handleEcho(): void {
    if (this.#typedAt === undefined) return;
    this.times.push(performance.now() - this.#typedAt);
    this.#typedAt = undefined;
  }
}

function openTerminal(): { readonly master: number; readonly slave: number } {
  try {
    return loadNative().native.open(80, 24);
  } catch (error) {
    throw createSystemError('io', 'Cannot open a terminal for the echo of the kernel', error);
  }
}
