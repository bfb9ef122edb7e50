import type { Deadline } from '../base/deadline.js';
import { readTextBeforeCursor } from '../screen/logical-line.js';
import { type Screen, textOf } from '../screen/screen.js';
import type { Selector } from '../screen/selectors/selector.js';
import type { Program } from './program/program.js';
import { waitForReaction } from './settle.js';

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
function canContain(text: string, selector: Selector): boolean {
  switch (selector.type) {
    case 'exact':
      return normalizeText(text).includes(normalizeText(squeeze(selector.text)));
    case 'regex':
    case 'at':
      return true;
    case 'within':
    case 'nth':
      return canContain(text, selector.selector);
    case 'any':
      return selector.selectors.some((inner) => canContain(text, inner));
  }
}

/** A text without blanks, as it is compared with what is shown. */
export const squeeze = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, '');
const normalizeText = (text: string): string => text.toLowerCase();

/** Whether the cursor's line starts above the screen. */
const isCutOff = ({ lines, cursor }: Screen): boolean =>
  lines.slice(0, cursor.row + 1).every(({ isWrapped }) => isWrapped);
