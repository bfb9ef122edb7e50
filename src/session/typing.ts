import { encodeKey, type Key } from '../input/key.js';
import { textBeforeCursor } from '../screen/logical.js';
import { Failure } from './failure.js';
import type { Program } from './program.js';
import { maxWaitingBytes } from './pty-input.js';
import { sleep } from './timing.js';

/** Terminals tell Escape from Alt by the time that passes after it. */
const escapeGapMs = 60;
const escapeByte = '\x1b';
const enterByte = '\r';

/** How a key sequence is typed. */
export interface KeySequence {
  readonly keys: readonly Key[];
  readonly repeat: number;
  readonly delayMs: number;
}

/** Types into a program, and waits a little for its reaction. */
export class Typist {
  readonly #program: Program;
  readonly #beforeWrite: () => void;
  #escapedAt = Number.NEGATIVE_INFINITY;

  /** `beforeWrite` is told at the very moment before anything is written. */
  constructor(program: Program, beforeWrite: () => void) {
    this.#program = program;
    this.#beforeWrite = beforeWrite;
  }

  /** Presses keys one after another, each encoded as the program wants it at that moment. */
  async press({ keys, repeat, delayMs }: KeySequence, settleMs: number, cancel: AbortSignal): Promise<void> {
    for (let count = 0; count < keys.length * repeat; count += 1) {
      const encoded = encodeKey(keys[count % keys.length] as Key, this.#program.emulator.modes);
      const isLast = count === keys.length * repeat - 1;
      await this.#type(Buffer.from(encoded), isLast ? settleMs : 0, cancel);
      if (encoded === escapeByte) this.#escapedAt = performance.now();
      if (!isLast && delayMs > 0) await sleep(delayMs, cancel);
    }
  }

  async text(text: string, isPaste: boolean, settleMs: number, cancel: AbortSignal): Promise<void> {
    const isBracketed = isPaste && this.#program.emulator.modes.bracketedPaste;
    await this.bytes(Buffer.from(isBracketed ? bracketed(text) : text), settleMs, cancel);
  }

  async bytes(bytes: Buffer, settleMs: number, cancel: AbortSignal): Promise<void> {
    await this.#type(bytes, settleMs, cancel);
  }

  async #type(bytes: Buffer, settleMs: number, cancel: AbortSignal): Promise<void> {
    const program = this.#program;
    const gapMs = this.#escapedAt + escapeGapMs - performance.now();
    if (gapMs > 0) await sleep(gapMs, cancel);
    if (program.waitingInputBytes + bytes.length > maxWaitingBytes)
      throw new Failure(
        'io',
        `The program does not read its input: ${program.waitingInputBytes} bytes are waiting already.`,
      );
    // What is already on its way is older than this input, and no reaction to it.
    await program.drain();
    const reaction = settleMs === 0 ? undefined : reactionOf(program, settleMs, cancel);
    this.#beforeWrite();
    program.write(bytes);
    await reaction;
  }

  /** Types a line as a person would: its end only when its text stands there, or after `settleMs`. */
  async line(text: string, settleMs: number, cancel: AbortSignal): Promise<void> {
    await this.#type(Buffer.from(text), 0, cancel);
    if (settleMs > 0) await this.#echoed(text, settleMs, cancel);
    await this.#type(Buffer.from(enterByte), settleMs, cancel);
  }

  async #echoed(text: string, settleMs: number, cancel: AbortSignal): Promise<void> {
    const program = this.#program;
    const end = performance.now() + settleMs;
    const lastLine = text.split('\n').at(-1) ?? '';
    while (program.exit === undefined && !textBeforeCursor(program.screen).endsWith(lastLine)) {
      const leftMs = end - performance.now();
      if (leftMs <= 0) return;
      await reactionOf(program, leftMs, cancel);
    }
  }
}

// A paste must not be able to end itself.
const bracketed = (text: string): string => `\x1b[200~${text.replaceAll('\x1b[201~', '')}\x1b[201~`;

function reactionOf(program: Program, settleMs: number, cancel: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      clearTimeout(timer);
      for (const off of unsubscribe) off();
      cancel.removeEventListener('abort', onCancel);
      resolve();
    };
    const onCancel = (): void => {
      done();
      reject(cancel.reason as Error);
    };
    const timer = setTimeout(done, settleMs);
    const unsubscribe = [program.changed.on(done), program.exited.on(done)];
    cancel.addEventListener('abort', onCancel, { once: true });
  });
}
