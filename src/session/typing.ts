import { encodeKey, KeyError, parseKey } from '../input/key.js';
import { bracketedPaste } from '../input/paste.js';
import type { Key, KeyEvent } from '../input/pressed.js';
import { describeExit } from '../program/exit.js';
import type { Program } from '../program/program.js';
import { maxWaitingBytes } from '../program/pty-input.js';
import { Failure, Unacceptable } from '../protocol/failure.js';
import { type Answer, Echo, promptArrives } from './echo.js';
import { pause, reactionOf } from './reaction.js';

/** Programs tell Escape from Alt by the time that passes after it. */
const escapeGapMs = 60;
const escapeByte = '\x1b';
const enter = parseKey('Enter');

/** A key to press; `pointer` is where the request names it. */
export interface Stroke {
  readonly key: Key;
  readonly pointer: string;
}
/** How a key sequence is typed. */
export interface KeySequence {
  readonly strokes: readonly Stroke[];
  readonly repeat: number;
  readonly delayMs: number;
  readonly event: KeyEvent;
}

/** Types into a program, and waits a little for its reaction. */
export class Typist {
  readonly #program: Program;
  readonly #beforeWrite: (bytes: Buffer) => void;
  #escapedAt = Number.NEGATIVE_INFINITY;

  /** `beforeWrite` is told at the very moment before anything is written. */
  constructor(program: Program, beforeWrite: (bytes: Buffer) => void) {
    this.#program = program;
    this.#beforeWrite = beforeWrite;
  }

  /** Presses keys one after another, each encoded as the program wants it at that moment. */
  async press({ strokes, repeat, delayMs, event }: KeySequence, settleMs: number, cancel: AbortSignal): Promise<void> {
    // A key that cannot be written is refused before anything is.
    for (const stroke of strokes) this.#encode(stroke, event);
    const count = strokes.length * repeat;
    for (let index = 0; index < count; index += 1) {
      const stroke = strokes[index % strokes.length] as Stroke;
      const isLast = index === count - 1;
      await this.write(() => this.#strike(stroke, event), isLast ? settleMs : 0, cancel);
      if (!isLast && delayMs > 0) await pause(this.#program, delayMs, cancel);
    }
  }

  async text(text: string, isPaste: boolean, settleMs: number, cancel: AbortSignal): Promise<void> {
    const { emulator } = this.#program;
    const encode = (): Buffer => (isPaste && emulator.modes.bracketedPaste ? bracketedPaste(text) : Buffer.from(text));
    await this.write(encode, settleMs, cancel);
  }

  /** Types a line as a person would: its end only when its text stands there, or after `settleMs`. */
  async line(text: string, settleMs: number, cancel: AbortSignal): Promise<void> {
    const echo = await this.#typeEchoing(text, cancel);
    await echo.arrive(settleMs, cancel);
    await this.write(() => this.#enter(), settleMs, cancel);
  }

  /** The same for a line whose answer is awaited next: resolves in the tick in which its end is written. */
  async question(text: string, answer: Answer, settleMs: number, cancel: AbortSignal): Promise<void> {
    await promptArrives(this.#program, text, answer, cancel);
    const echo = await this.#typeEchoing(text, cancel);
    await echo.arriveBefore(answer, settleMs, cancel);
    await this.write(() => this.#enter(), 0, cancel);
  }

  /** Resolves when whatever is written next is no longer taken for the rest of an Escape. */
  async afterEscape(cancel: AbortSignal): Promise<void> {
    await pause(this.#program, this.#escapedAt + escapeGapMs - performance.now(), cancel);
  }

  /** Writes what `encode` makes at the last moment, when all output so far has been parsed. */
  async write(encode: () => Buffer, settleMs: number, cancel: AbortSignal): Promise<void> {
    await this.afterEscape(cancel);
    // What is already on its way is older than this input, and no reaction to it.
    await this.#program.drain();
    await this.writeNow(encode, settleMs, cancel);
  }

  /** The same in this very moment, for who has seen to the rest. */
  async writeNow(encode: () => Buffer, settleMs: number, cancel: AbortSignal): Promise<void> {
    const program = this.#program;
    cancel.throwIfAborted();
    if (program.exit !== undefined) throw new Failure('exited', `The program has ended ${describeExit(program.exit)}.`);
    const bytes = encode();
    this.#requireRoom(bytes.length);
    const reaction = settleMs === 0 ? undefined : reactionOf(program, settleMs, cancel);
    if (bytes.length > 0) this.#beforeWrite(bytes);
    program.write(bytes);
    await reaction;
  }

  async #typeEchoing(text: string, cancel: AbortSignal): Promise<Echo> {
    let echo = new Echo(this.#program, text);
    const encode = (): Buffer => {
      echo = new Echo(this.#program, text);
      return Buffer.from(text);
    };
    await this.write(encode, 0, cancel);
    return echo;
  }

  #enter(): Buffer {
    return Buffer.from(encodeKey(enter, this.#program.emulator.modes));
  }

  #strike(stroke: Stroke, event: KeyEvent): Buffer {
    const encoded = this.#encode(stroke, event);
    if (encoded.endsWith(escapeByte)) this.#escapedAt = performance.now();
    return Buffer.from(encoded);
  }

  #encode({ key, pointer }: Stroke, event: KeyEvent): string {
    try {
      return encodeKey(key, this.#program.emulator.modes, event);
    } catch (error) {
      if (error instanceof KeyError) throw new Unacceptable(pointer, error.message);
      throw error;
    }
  }

  #requireRoom(count: number): void {
    const waiting = this.#program.waitingInputBytes;
    if (waiting + count <= maxWaitingBytes) return;
    const seen = `${waiting} bytes are waiting already, and of ${count} more not all would fit`;
    throw new Failure('io', `The program does not read its input: ${seen} (at most ${maxWaitingBytes} may wait).`);
  }
}
