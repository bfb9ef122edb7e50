import type { Deadline } from '../base/deadline.js';
import { squeeze } from '../base/text.js';
import { type CellPosition, readTextBeforeCursor } from '../screen/logical-line.js';
import { type Screen, textOf } from '../screen/screen.js';
import { listLeaves, type Selector } from '../screen/selectors/selector.js';
import type { Program } from './program/program.js';
import { waitForReaction } from './quiet.js';

/** How long to wait for an echo that could match the expected text: line editors are slow on a busy machine. */
const maxSilenceMs = 500;
// A program that displays something else than the text (asterisks, a box) is done when it is quiet.
const quietMs = 20;

// A shell prints its prompt a few milliseconds after the output of a command, or later on a busy machine.
const promptMs = 50;

/** The text that is expected after a line, and the deadline for it. */
export interface ExpectedText {
  readonly selector: Selector;
  readonly deadline: Deadline;
}

/**
 * Resolves when a text may be typed whose echo could match the expected text: a prompt is before the cursor, or none has
 * come in time. A text that is typed earlier is echoed twice: by the terminal, and by a line editor after its prompt.
 */
export async function waitForPrompt(
  program: Pick<Program, 'screen' | 'exit' | 'lastOutputAgeMs' | 'changed' | 'exited'>,
  text: string,
  { selector, deadline }: ExpectedText,
  cancel: AbortSignal,
): Promise<void> {
  if (!canContain(squeeze(text), selector)) return;
  while (program.exit === undefined && readTextBeforeCursor(program.screen).trim() === '') {
    const ageMs = program.lastOutputAgeMs ?? promptMs;
    const leftMs = Math.min(promptMs - ageMs, deadline.remainingMs);
    if (leftMs <= 0) return;
    await waitForReaction(program, leftMs, cancel);
  }
}

/** Detects the echo of a text. Ignores blanks, because a tab or a wrap can become any number of them. */
export class Echo {
  readonly #program: Program;
  readonly #typed: string;
  readonly #before: string;
  readonly #textBefore: string;
  #typedAt = performance.now();

  /** To be created directly before the text is written. */
  constructor(program: Program, text: string) {
    this.#program = program;
    this.#typed = squeeze(text.split(/[\r\n]/u).at(-1) ?? '');
    this.#before = squeeze(readTextBeforeCursor(program.screen));
    this.#textBefore = textOf(program.screen);
  }

  /** Restarts the timeout. To be called when the last character has been written. */
  restart(): void {
    this.#typedAt = performance.now();
  }

  /** Resolves with true when the text is before the cursor, with false after `settleMs`. */
  async waitForEcho(settleMs: number, cancel: AbortSignal): Promise<boolean> {
    return await this.#waitAtMost(() => settleMs, cancel);
  }

  /** The same for a text whose echo must not match the expected text: waits longer while the program is silent. */
  async waitForEchoBefore(
    { selector, deadline }: ExpectedText,
    settleMs: number,
    cancel: AbortSignal,
  ): Promise<boolean> {
    const maxMs = canContain(this.#before + this.#typed, selector) ? Math.max(settleMs, maxSilenceMs) : settleMs;
    const endsInMs = performance.now() - this.#typedAt + deadline.remainingMs;
    return await this.#waitAtMost(() => Math.min(this.#hasReacted ? settleMs : maxMs, endsInMs), cancel);
  }

  /** Whether the kernel collects the line and does not echo it. Otherwise, an echo may come however late. */
  async isImpossible({ selector }: ExpectedText): Promise<boolean> {
    if (!canContain(this.#before + this.#typed, selector)) return false;
    const mode = await this.#program.readLineMode();
    return mode?.isCanonical === true && !mode.hasEcho;
  }

  async #waitAtMost(maxMs: () => number, cancel: AbortSignal): Promise<boolean> {
    const program = this.#program;
    while (program.exit === undefined) {
      if (this.#hasArrived) {
        // A line editor that draws a preview below the line moves the cursor back afterwards.
        await program.drain();
        if (this.#hasArrived) return true;
      }
      const leftMs = this.#typedAt + maxMs() - performance.now();
      if (leftMs <= 0) return false;
      await waitForReaction(program, Math.min(leftMs, quietMs), cancel);
    }
    return false;
  }

  get #hasReacted(): boolean {
    const ageMs = this.#program.lastOutputAgeMs;
    if (ageMs === undefined || ageMs < quietMs || ageMs >= performance.now() - this.#typedAt) return false;
    // Output without text is no reaction: programs also blink their cursor or update a mode before the echo.
    return textOf(this.#program.screen) !== this.#textBefore;
  }

  get #hasArrived(): boolean {
    const { screen } = this.#program;
    const shown = squeeze(readTextBeforeCursor(screen));
    if (isCutOff(screen) && shown.length < this.#typed.length) return this.#typed.endsWith(shown);
    if (!shown.endsWith(this.#typed)) return false;
    // The text before the echo, with or without the beginning of the echo, may end like the typed text.
    return !(shown.startsWith(this.#before) && shown.length < this.#before.length + this.#typed.length);
  }
}

/** Whether any part of a text (without blanks) could match. */
const canContain = (text: string, selector: Selector): boolean =>
  listLeaves(selector).some(
    (leaf) => leaf.type !== 'exact' || normalizeText(text).includes(normalizeText(squeeze(leaf.text))),
  );

const normalizeText = (text: string): string => text.toLowerCase();

/** Whether the cursor's line starts above the screen. */
const isCutOff = ({ lines, cursor }: Screen): boolean =>
  lines.slice(0, cursor.row + 1).every(({ isWrapped }) => isWrapped);

/** An input that is going to be recorded. */
interface PendingInput {
  /** What was typed, without blanks; empty if it may be recorded in any case. */
  readonly typed: string;
  /** The screen when it was typed, or when the input before it was displayed. */
  before: SqueezedText;
  /** Records it, with or without what was typed. */
  readonly record: (isDisplayed: boolean) => void;
  readonly deadline: number;
  isDisplayed: boolean | undefined;
}

/** The text of a screen without blanks. */
interface SqueezedText {
  readonly beforeCursor: string;
  readonly rows: readonly string[];
}

// Line editors are slow on a busy machine.
const maxEchoMs = 300;
// Editors move a long line to the left.
const maxPromptLength = 8;
// A few characters can be there by chance.
const minTextLength = 3;

/**
 * Records what a person types, in order. A text is recorded only if the program displays it before the cursor, because it
 * may be a password otherwise.
 */
export class DisplayedInput implements Disposable {
  readonly #program: Program;
  readonly #pending: PendingInput[] = [];
  readonly #unsubscribe: (() => void)[];
  #timer: NodeJS.Timeout | undefined;

  constructor(program: Program) {
    this.#program = program;
    this.#unsubscribe = [
      program.changed.on(() => {
        if (this.#pending.length > 0) this.#check();
      }),
      program.exited.on(() => this.flush()),
    ];
  }

  /** To be called directly before an input is written. `text` is what the program may display. */
  add(text: string, record: PendingInput['record']): void {
    const typed = squeeze(text.split(/[\r\n]+/u).findLast((line) => line.trim() !== '') ?? '');
    const isDisplayed = typed === '' ? true : undefined;
    const deadline = performance.now() + maxEchoMs;
    this.#pending.push({ typed, before: this.#read(), record, deadline, isDisplayed });
    this.#release();
  }

  /** Records everything. */
  flush(): void {
    for (const input of this.#pending) input.isDisplayed ??= false;
    this.#release();
  }

  [Symbol.dispose](): void {
    this.flush();
    for (const off of this.#unsubscribe) off();
  }

  #read(): SqueezedText {
    const { screen } = this.#program;
    return {
      beforeCursor: squeeze(readTextBeforeCursor(screen)),
      rows: screen.lines.map(({ trimmed }) => squeeze(trimmed)),
    };
  }

  /** Finds inputs that are displayed. */
  #check(): void {
    const waiting = this.#pending.filter(({ isDisplayed }) => isDisplayed === undefined);
    if (waiting.length === 0) return;
    const now = this.#read();
    for (const start of waiting.keys()) {
      const count = countDisplayed(waiting.slice(start), now);
      if (count === 0) continue;
      for (const input of waiting.slice(start, start + count)) input.isDisplayed = true;
      for (const input of waiting.slice(start + count)) input.before = now;
      break;
    }
    this.#release();
  }

  /** Records the inputs up to the first one for which it is not known whether it is displayed. */
  #release(): void {
    const now = performance.now();
    for (let [input] = this.#pending; input !== undefined; [input] = this.#pending) {
      if (input.isDisplayed === undefined && now < input.deadline) break;
      this.#pending.shift();
      input.record(input.isDisplayed ?? false);
    }
    const [next] = this.#pending;
    clearTimeout(this.#timer);
    this.#timer = next && setTimeout(() => this.#release(), next.deadline - now + 1).unref();
  }
}

/** Returns how many of the inputs are displayed, one after another. */
function countDisplayed(inputs: readonly PendingInput[], now: SqueezedText): number {
  const before = (inputs[0] as PendingInput).before;
  let typed = '';
  let count = 0;
  for (const [index, input] of inputs.entries()) {
    typed += input.typed;
    if (isDisplayed(typed, before, now)) count = index + 1;
  }
  return count;
}

/** Whether a text has appeared before the cursor, or after its prompt in another row. */
function isDisplayed(typed: string, before: SqueezedText, now: SqueezedText): boolean {
  const prompt = before.beforeCursor;
  const isLong = typed.length >= minTextLength;
  if (prompt === '' && !isLong) return now.beforeCursor === typed;
  if (now.beforeCursor.endsWith(prompt.slice(-maxPromptLength) + typed)) return true;
  const isEcho = (row: string): boolean => row === prompt + typed || (isLong && row.startsWith(prompt + typed));
  return now.rows.filter(isEcho).length > before.rows.filter(isEcho).length;
}

// Wraps add line breaks, boxes add frames, and editors draw blanks as cells that were never written.
const unprinted = /[\s\u2500-\u259f]/u;

/** A text without blanks and without the characters of frames, so that it can be found where a program wraps it. */
export const squeezeText = (text: string): string => text.normalize('NFC').replaceAll(/[\s\u2500-\u259f]+/gu, '');

/** The visible text without blanks and frames, and the cell of each of its characters. */
export class SqueezedScreen {
  readonly text: string;
  /** The part of the text before the cursor. */
  readonly beforeCursor: string;
  readonly #positions: CellPosition[] = [];

  constructor(screen: Screen) {
    const { row: cursorRow, col, isWrapPending } = screen.cursor;
    const cursorCol = col + (isWrapPending ? 1 : 0);
    let text = '';
    let before = 0;
    screen.lines.forEach((line, row) => {
      const { trimmed } = line;
      for (let index = 0; index < trimmed.length; index += 1) {
        const character = trimmed[index] as string;
        if (unprinted.test(character)) continue;
        const at = { row, col: line.columnAt(index) };
        text += character;
        this.#positions.push(at);
        if (row < cursorRow || (row === cursorRow && at.col < cursorCol)) before = text.length;
      }
    });
    this.text = text;
    this.beforeCursor = text.slice(0, before);
  }

  /** The cell of the character at `index`. */
  positionAt(index: number): CellPosition {
    return this.#positions[index] as CellPosition;
  }

  /** How often a text occurs. */
  countOf(text: string): number {
    return this.text.split(text).length - 1;
  }
}

// The end of a long text is sufficient to recognize it, and is visible in a program that scrolls its input.
const maxTailLength = 200;

/** Where a program displays the text that was typed: its first and its last cell. */
export interface DisplayedText {
  /** Directly before the cursor, or elsewhere on the screen. */
  readonly mode: 'cursor' | 'screen';
  readonly start: CellPosition;
  readonly end: CellPosition;
}

/** Finds the echo of a text: before the cursor, or as an occurrence that was not there before. */
export class TextEcho {
  /** The end of the text, without blanks. */
  readonly tail: string;
  readonly #length: number;
  readonly #before: SqueezedScreen;
  readonly #screen: Screen;

  /** To be created directly before the text is written. */
  constructor(screen: Screen, text: string) {
    const squeezed = squeezeText(text);
    this.tail = squeezed.slice(-maxTailLength);
    this.#length = squeezed.length;
    this.#screen = screen;
    this.#before = new SqueezedScreen(screen);
  }

  /** Where the text is displayed, unless it was there before. */
  find(screen: Screen): DisplayedText | undefined {
    const now = new SqueezedScreen(screen);
    if (this.#isBeforeCursor(now)) return this.#locate('cursor', now, now.beforeCursor.length - this.tail.length);
    if (now.countOf(this.tail) <= this.#before.countOf(this.tail)) return undefined;
    return this.#locate('screen', now, this.#findNewOccurrence(screen, now));
  }

  /**
   * Whether something else is displayed for the text: characters that mask it, a placeholder such as
   * `[Pasted text #1 +24 lines]`, or any text in its place. Output elsewhere is not an echo.
   */
  hasSubstitute(screen: Screen): boolean {
    const { cursor, lines } = this.#screen;
    const left = lines[cursor.row]?.slice(0, cursor.col) ?? '';
    const line = screen.lines[cursor.row];
    const isTypedHere = screen.cursor.row === cursor.row && screen.cursor.col > cursor.col;
    if (isTypedHere && line?.slice(0, cursor.col) === left && line.slice(cursor.col, screen.cursor.col).trim() !== '')
      return true;
    const now = new SqueezedScreen(screen);
    const masks = ['*', '•', '●', '∗'].map((mask) => mask.repeat(Math.min(this.#length, maxTailLength)));
    if (masks.some((mask) => now.countOf(mask) > this.#before.countOf(mask))) return true;
    return countPlaceholders(now.text) > countPlaceholders(this.#before.text);
  }

  /** The lowest occurrence in a row that has changed: short texts also occur in words and hints. */
  #findNewOccurrence(screen: Screen, now: SqueezedScreen): number {
    const old = this.#screen.lines.map(({ trimmed }) => trimmed);
    let newest: number | undefined;
    let oldRow = -1;
    for (let index = now.text.indexOf(this.tail); index !== -1; index = now.text.indexOf(this.tail, index + 1)) {
      const { row } = now.positionAt(index);
      const line = screen.lines[row]?.trimmed ?? '';
      if (row !== oldRow && old.includes(line)) {
        old.splice(old.indexOf(line), 1);
        oldRow = row;
      }
      if (row !== oldRow) newest = index;
    }
    return newest ?? now.text.lastIndexOf(this.tail);
  }

  #isBeforeCursor({ beforeCursor }: SqueezedScreen): boolean {
    if (!beforeCursor.endsWith(this.tail)) return false;
    const { length } = this.#before.beforeCursor;
    // The text before the echo, with or without the beginning of the echo, may end like the typed text.
    return !(beforeCursor.startsWith(this.#before.beforeCursor) && beforeCursor.length < length + this.tail.length);
  }

  #locate(mode: DisplayedText['mode'], squeezed: SqueezedScreen, index: number): DisplayedText {
    return { mode, start: squeezed.positionAt(index), end: squeezed.positionAt(index + this.tail.length - 1) };
  }
}

const countPlaceholders = (text: string): number => text.match(/\[paste[^\]]*\]/giu)?.length ?? 0;
