import type { Deadline } from '../base/deadline.js';
import { InvalidParamError, MethodError } from '../base/errors.js';
import { describeExit } from '../base/exit.js';
import { type Key, type KeyEvent, splitCharacters } from '../terminal/input/key-table.js';
import {
  describeKey,
  encodeBracketedPaste,
  encodeKey,
  KeyError,
  parseKey,
  removePasteEnds,
} from '../terminal/input/keys.js';
import { Echo, type ExpectedText, waitForPrompt } from './echo.js';
import type { Program } from './program/program.js';
import { maxWaitingBytes } from './program/pty.js';
import { pauseFor, waitForReaction } from './quiet.js';

/** Programs distinguish Escape from Alt by the time that passes after the byte. */
const escapeGapMs = 60;
const escapeByte = '\x1b';
const enter = parseKey('Enter');

/** A key to press. `pointer` is its JSON pointer in the params. */
export interface Stroke {
  readonly key: Key;
  readonly pointer: string;
}
/** A key sequence and how to type it. */
export interface KeySequence {
  readonly strokes: readonly Stroke[];
  readonly repeat: number;
  readonly delayMs: number;
  readonly event: KeyEvent;
}

/** How to type a text. */
export interface TypingOptions {
  /** The pause between two characters. 0 writes the whole text at once. */
  readonly delayMs: number;
  readonly settleMs: number;
}

// In line mode, the kernel interprets these as programs do.
const lineKeys = /^(?:(?:Keypad)?Enter|Ctrl\+[cdzmj\\])$/;
const isTextKey = ({ form, ctrl, alt, name }: Key): boolean =>
  (form === undefined || name === 'Space') && !ctrl && !alt;

/**
 * Called directly before input is written to a program, which will not echo what was typed if `hasNoEcho`. Its result is
 * called if the input is refused.
 */
export type BeforeWrite = (bytes: Buffer, hasNoEcho: boolean) => () => void;

/** What is known about input. */
interface InputKind {
  readonly isPaste?: boolean;
  /** Whether the program will not echo what was typed. */
  readonly hasNoEcho?: boolean;
}

/** When input was last written to a program. */
export interface InputTimes {
  escapedAt: number;
  /** The last input of a person. */
  manualAt: number;
}

/** Writes input to a program and waits for its reaction for a short time. */
export class InputWriter {
  readonly #program: Program;
  readonly #beforeWrite: BeforeWrite;
  readonly #last: InputTimes;
  #keyInLineMode: string | undefined;
  #readsKeys = false;

  /** All writers of a program share `last`. */
  constructor(program: Program, beforeWrite: BeforeWrite, last: InputTimes) {
    this.#program = program;
    this.#beforeWrite = beforeWrite;
    this.#last = last;
  }

  /** The last key that was pressed while the kernel collected lines, except text and the keys that end a line or send a signal. */
  get keyInLineMode(): string | undefined {
    return this.#keyInLineMode;
  }

  /** Presses keys one after another. Each is encoded for the modes that are set at that moment. */
  async press({ strokes, repeat, delayMs, event }: KeySequence, settleMs: number, cancel: AbortSignal): Promise<void> {
    // Reject a key that cannot be encoded before any input is written.
    for (const stroke of strokes) this.#encode(stroke, event);
    await this.#noteLineMode(strokes);
    const count = strokes.length * repeat;
    for (let index = 0; index < count; index += 1) {
      const stroke = strokes[index % strokes.length] as Stroke;
      const isLast = index === count - 1;
      await this.write(() => this.#encodeStroke(stroke, event), isLast ? settleMs : 0, cancel);
      if (!isLast && delayMs > 0) await pauseFor(this.#program, delayMs, cancel);
    }
  }

  async typeText(text: string, { delayMs, settleMs }: TypingOptions, cancel: AbortSignal): Promise<void> {
    if (delayMs > 0 && text !== '') await this.#typeCharacters(text, delayMs, settleMs, cancel);
    else await this.write(() => Buffer.from(text), settleMs, cancel);
  }

  /** Writes a text at once, as a bracketed paste if the program has enabled this mode. */
  async paste(text: string, settleMs: number, cancel: AbortSignal): Promise<void> {
    const { modes } = this.#program.emulator;
    const encode = (): Buffer => (modes.bracketedPaste ? encodeBracketedPaste(text) : Buffer.from(text));
    // tmux knows whether the program had enabled it before we attached.
    if (this.#program.isForeign && !modes.bracketedPaste)
      await this.write(() => removePasteEnds(text), settleMs, cancel, { isPaste: true });
    else await this.write(encode, settleMs, cancel);
  }

  /** Types a line. Writes Enter when the text is displayed, or after `settleMs`. */
  async typeLine(text: string, options: TypingOptions, cancel: AbortSignal): Promise<void> {
    const echo = await this.#typeEchoing(text, options, cancel);
    await this.#submit(await echo.waitForEcho(options.settleMs, cancel), options.settleMs, cancel);
  }

  /** The same before a wait for `expected`. Resolves in the tick in which Enter is written. */
  async typeLineBefore(
    text: string,
    expected: ExpectedText,
    options: TypingOptions,
    cancel: AbortSignal,
  ): Promise<void> {
    await waitForPrompt(this.#program, text, expected, cancel);
    const echo = await this.#typeEchoing(text, options, cancel, expected.deadline);
    const hasEcho = await echo.waitForEchoBefore(expected, options.settleMs, cancel);
    await this.#submit(hasEcho, 0, cancel, !hasEcho && (await echo.isImpossible(expected)));
  }

  /** Resolves when the program can no longer interpret the next bytes as part of an Escape sequence. */
  async waitAfterEscape(cancel: AbortSignal): Promise<void> {
    await pauseFor(this.#program, this.#last.escapedAt + escapeGapMs - performance.now(), cancel);
  }

  /** Writes the result of `encode`, which is called when all output so far has been parsed. */
  async write(encode: () => Buffer, settleMs: number, cancel: AbortSignal, kind: InputKind = {}): Promise<void> {
    await this.waitAfterEscape(cancel);
    // Output that has already arrived is not a reaction to this input.
    await this.#program.drain();
    await this.writeNow(encode, settleMs, cancel, kind);
  }

  /** The same without a delay, for callers that have already waited and drained. */
  async writeNow(
    encode: () => Buffer,
    settleMs: number,
    cancel: AbortSignal,
    { isPaste = false, hasNoEcho = false }: InputKind = {},
  ): Promise<void> {
    const program = this.#program;
    cancel.throwIfAborted();
    if (program.exitKind === 'detached')
      throw new MethodError('detached', 'The connection to the tmux pane has ended. Call `attach` again.');
    if (program.exit !== undefined)
      throw new MethodError('exited', `The program has ended ${describeExit(program.exit)}.`);
    const bytes = encode();
    this.#requireCapacity(bytes.length);
    const startedAt = performance.now();
    // Output after the input of a person is no reaction to this one.
    const isReaction = (): boolean => this.#last.manualAt < startedAt;
    const reaction = settleMs === 0 ? undefined : waitForReaction(program, settleMs, cancel, isReaction);
    const undo = bytes.length > 0 ? this.#beforeWrite(bytes, hasNoEcho) : undefined;
    const written = program.write(bytes, isPaste);
    if (written !== undefined) {
      // Its rejection is not awaited if the terminal refuses the input.
      reaction?.catch(() => {});
      await written.catch((error: unknown) => {
        undo?.();
        throw error;
      });
    }
    await reaction;
  }

  /**
   * Notes a key for which the program is not ready. Reading the settings of the kernel takes milliseconds, so this is left
   * out once the program has switched to single keys, or has set a mode that is of use only then.
   */
  async #noteLineMode(strokes: readonly Stroke[]): Promise<void> {
    const program = this.#program;
    if (this.#readsKeys || program.isForeign || program.exit !== undefined) return;
    const { key } = strokes.find((stroke) => !isTextKey(stroke.key) && !lineKeys.test(describeKey(stroke.key))) ?? {};
    if (key === undefined || hasKeyModes(program)) return;
    const mode = await program.readLineMode();
    this.#readsKeys = mode?.isCanonical !== true;
    this.#keyInLineMode = this.#readsKeys ? undefined : describeKey(key);
  }

  /** Writes Enter. After an echo, without a delay, because the cursor is known to be at the end of the line. */
  async #submit(hasEcho: boolean, settleMs: number, cancel: AbortSignal, hasNoEcho = false): Promise<void> {
    if (hasEcho) await this.writeNow(() => this.#enter(), settleMs, cancel);
    else await this.write(() => this.#enter(), settleMs, cancel, { hasNoEcho });
  }

  async #typeEchoing(
    text: string,
    { delayMs }: TypingOptions,
    cancel: AbortSignal,
    deadline?: Deadline,
  ): Promise<Echo> {
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

  /** Writes one character after another. `settleMs` applies to the last one. */
  async #typeCharacters(
    text: string,
    delayMs: number,
    settleMs: number,
    cancel: AbortSignal,
    deadline?: Deadline,
  ): Promise<void> {
    const characters = splitCharacters(text);
    let count = 0;
    for (let current = characters.next(); current.done !== true; count += 1) {
      if (count > 0 && deadline?.isOver === true)
        throw new MethodError(
          'timeout',
          `Typed only ${count} characters in ${Math.round(deadline.elapsedMs)} ms. Use a smaller \`delayMs\` or a larger \`timeoutMs\`.`,
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

  #encodeStroke(stroke: Stroke, event: KeyEvent): Buffer {
    const encoded = this.#encode(stroke, event);
    if (encoded.endsWith(escapeByte)) this.#last.escapedAt = performance.now();
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

  #requireCapacity(count: number): void {
    const waiting = this.#program.waitingInputBytes;
    if (waiting + count <= maxWaitingBytes) return;
    const reason = `the program does not read its input. ${waiting} bytes are pending; the maximum is ${maxWaitingBytes}`;
    throw new MethodError('io', `Cannot write ${count} bytes: ${reason}.`);
  }
}

/** Whether a program has set a mode that is of use only if it reads single keys. */
function hasKeyModes({ emulator }: Program): boolean {
  const { applicationCursorKeys, bracketedPaste, focusEvents, kittyKeyboard, modifyOtherKeys } = emulator.modes;
  if (applicationCursorKeys || bracketedPaste || focusEvents || kittyKeyboard > 0 || modifyOtherKeys > 0) return true;
  return emulator.isAlternate || emulator.mouseTracking !== 'none';
}
