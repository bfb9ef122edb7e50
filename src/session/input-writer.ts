import type { Deadline } from '../async/deadline.js';
import { charactersOf } from '../input/character.js';
import { encodeKey, KeyError, parseKey } from '../input/key.js';
import type { Key, KeyEvent } from '../input/key-types.js';
import { bracketedPaste } from '../input/paste.js';
import { describeExit } from '../program/exit.js';
import type { Program } from '../program/program.js';
import { maxWaitingBytes } from '../program/pty-input.js';
import { InvalidParamError, MethodError } from '../protocol/errors.js';
import { type Answer, Echo, promptArrives } from './echo.js';
import { pauseFor, reactionOf } from './settle.js';

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

/** How a text is typed. */
export interface TextManner {
  /** Between two characters; 0 writes the whole text at once. */
  readonly delayMs: number;
  readonly settleMs: number;
}

/** Types into a program, and waits a little for its reaction. */
export class InputWriter {
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
      if (!isLast && delayMs > 0) await pauseFor(this.#program, delayMs, cancel);
    }
  }

  async text(text: string, { delayMs, settleMs }: TextManner, cancel: AbortSignal): Promise<void> {
    if (delayMs > 0 && text !== '') await this.#typeCharacters(text, delayMs, settleMs, cancel);
    else await this.write(() => Buffer.from(text), settleMs, cancel);
  }

  /** Writes a text in one piece: as a bracketed paste, if the program has enabled that. */
  async paste(text: string, settleMs: number, cancel: AbortSignal): Promise<void> {
    const { modes } = this.#program.emulator;
    const encode = (): Buffer => (modes.bracketedPaste ? bracketedPaste(text) : Buffer.from(text));
    await this.write(encode, settleMs, cancel);
  }

  /** Types a line as a person would: its end only when its text stands there, or after `settleMs`. */
  async line(text: string, manner: TextManner, cancel: AbortSignal): Promise<void> {
    const echo = await this.#typeEchoing(text, manner, cancel);
    await this.#submit(await echo.arrive(manner.settleMs, cancel), manner.settleMs, cancel);
  }

  /** The same for a line whose answer is awaited next: resolves in the tick in which its end is written. */
  async question(text: string, answer: Answer, manner: TextManner, cancel: AbortSignal): Promise<void> {
    await promptArrives(this.#program, text, answer, cancel);
    const echo = await this.#typeEchoing(text, manner, cancel, answer.deadline);
    await this.#submit(await echo.arriveBefore(answer, manner.settleMs, cancel), 0, cancel);
  }

  /** Resolves when whatever is written next is no longer taken for the rest of an Escape. */
  async afterEscape(cancel: AbortSignal): Promise<void> {
    await pauseFor(this.#program, this.#escapedAt + escapeGapMs - performance.now(), cancel);
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
    if (program.exit !== undefined)
      throw new MethodError('exited', `The program has ended ${describeExit(program.exit)}.`);
    const bytes = encode();
    this.#requireRoom(bytes.length);
    const reaction = settleMs === 0 ? undefined : reactionOf(program, settleMs, cancel);
    if (bytes.length > 0) this.#beforeWrite(bytes);
    program.write(bytes);
    await reaction;
  }

  /** Writes Enter; after an echo at once, while the cursor is known to be at the end of the line. */
  async #submit(hasEcho: boolean, settleMs: number, cancel: AbortSignal): Promise<void> {
    if (hasEcho) await this.writeNow(() => this.#enter(), settleMs, cancel);
    else await this.write(() => this.#enter(), settleMs, cancel);
  }

  async #typeEchoing(text: string, { delayMs }: TextManner, cancel: AbortSignal, deadline?: Deadline): Promise<Echo> {
    let echo = new Echo(this.#program, text);
    if (delayMs > 0 && text !== '') {
      await this.#typeCharacters(text, delayMs, 0, cancel, deadline);
      echo.restart();
      await pauseFor(this.#program, Math.min(delayMs, deadline?.remainingMs ?? delayMs), cancel);
      return echo;
    }
    const encode = (): Buffer => {
      echo = new Echo(this.#program, text);
      return Buffer.from(text);
    };
    await this.write(encode, 0, cancel);
    return echo;
  }

  /** Writes one character after another; `settleMs` holds for the last one. */
  async #typeCharacters(
    text: string,
    delayMs: number,
    settleMs: number,
    cancel: AbortSignal,
    deadline?: Deadline,
  ): Promise<void> {
    const characters = charactersOf(text);
    let count = 0;
    for (let current = characters.next(); current.done !== true; count += 1) {
      if (count > 0 && deadline?.isOver === true)
        throw new MethodError(
          'timeout',
          `After ${Math.round(deadline.elapsedMs)} ms, only ${count} characters were typed.`,
        );
      const character = current.value;
      current = characters.next();
      const isLast = current.done === true;
      await this.write(() => Buffer.from(character), isLast ? settleMs : 0, cancel);
      if (!isLast) await pauseFor(this.#program, Math.min(delayMs, deadline?.remainingMs ?? delayMs), cancel);
    }
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
      if (error instanceof KeyError) throw new InvalidParamError(pointer, error.message);
      throw error;
    }
  }

  #requireRoom(count: number): void {
    const waiting = this.#program.waitingInputBytes;
    if (waiting + count <= maxWaitingBytes) return;
    const seen = `${waiting} bytes are waiting already, and of ${count} more not all would fit`;
    throw new MethodError('io', `The program does not read its input: ${seen} (at most ${maxWaitingBytes} may wait).`);
  }
}
