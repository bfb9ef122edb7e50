import type { Deadline } from '../async/deadline.js';
import type { Program } from '../program/program.js';
import { textBeforeCursor } from '../screen/logical-line.js';
import { type Screen, textOf } from '../screen/screen.js';
import type { Selector } from '../selectors/selector.js';
import { reactionOf } from './settle.js';

/** An echo that could be taken for the answer is waited for so long: a line editor on a busy machine. */
const maxSilenceMs = 500;
// A program that draws something else than the text itself (asterisks, a box) is done when it is quiet.
const quietMs = 20;

// Between the output of a command and the next prompt a shell takes a few milliseconds, on a busy machine some more.
const promptMs = 50;

/** The answer that a line is to have, and until when. */
export interface Answer {
  readonly selector: Selector;
  readonly deadline: Deadline;
}

/**
 * Resolves when a text may be typed whose echo could be taken for the answer: a prompt stands before the cursor, or none
 * has come for a while. What is typed earlier is echoed by the terminal, and again by a line editor behind its prompt.
 */
export async function promptArrives(
  program: Pick<Program, 'screen' | 'exit' | 'lastOutputAgeMs' | 'changed' | 'exited'>,
  text: string,
  { selector, deadline }: Answer,
  cancel: AbortSignal,
): Promise<void> {
  if (!couldContain(squeeze(text), selector)) return;
  while (program.exit === undefined && textBeforeCursor(program.screen).trim() === '') {
    const ageMs = program.lastOutputAgeMs ?? promptMs;
    const leftMs = Math.min(promptMs - ageMs, deadline.remainingMs);
    if (leftMs <= 0) return;
    await reactionOf(program, leftMs, cancel);
  }
}

/** What a program shows of a text while it is typed. Blanks are left out: a tab or a wrap may be any number of them. */
export class Echo {
  readonly #program: Program;
  readonly #typed: string;
  readonly #before: string;
  readonly #textBefore: string;
  #typedAt = performance.now();

  /** To be made just before the text is written. */
  constructor(program: Program, text: string) {
    this.#program = program;
    this.#typed = squeeze(text.split(/[\r\n]/u).at(-1) ?? '');
    this.#before = squeeze(textBeforeCursor(program.screen));
    this.#textBefore = textOf(program.screen);
  }

  /** Counts the time from now on: the last character was written. */
  restart(): void {
    this.#typedAt = performance.now();
  }

  /** Resolves when the text is before the cursor, or after a while; whether it is. */
  async arrive(settleMs: number, cancel: AbortSignal): Promise<boolean> {
    return await this.#arrive(() => settleMs, cancel);
  }

  /** The same for a text whose echo must not be taken for the answer: silence is waited out longer. */
  async arriveBefore({ selector, deadline }: Answer, settleMs: number, cancel: AbortSignal): Promise<boolean> {
    const longestMs = couldContain(this.#before + this.#typed, selector) ? Math.max(settleMs, maxSilenceMs) : settleMs;
    const endsInMs = performance.now() - this.#typedAt + deadline.remainingMs;
    return await this.#arrive(() => Math.min(this.#hasReacted ? settleMs : longestMs, endsInMs), cancel);
  }

  async #arrive(longestMs: () => number, cancel: AbortSignal): Promise<boolean> {
    const program = this.#program;
    while (program.exit === undefined) {
      if (this.#hasArrived) {
        // A line editor may be drawing a preview below, and bring the cursor back after that.
        await program.drain();
        if (this.#hasArrived) return true;
      }
      const leftMs = this.#typedAt + longestMs() - performance.now();
      if (leftMs <= 0) return false;
      await reactionOf(program, Math.min(leftMs, quietMs), cancel);
    }
    return false;
  }

  get #hasReacted(): boolean {
    const ageMs = this.#program.lastOutputAgeMs;
    if (ageMs === undefined || ageMs < quietMs || ageMs >= performance.now() - this.#typedAt) return false;
    // Programs also blink their cursor or update a mode while the echo is on its way.
    return textOf(this.#program.screen) !== this.#textBefore;
  }

  get #hasArrived(): boolean {
    const { screen } = this.#program;
    const seen = squeeze(textBeforeCursor(screen));
    if (isCutOff(screen) && seen.length < this.#typed.length) return this.#typed.endsWith(seen);
    if (!seen.endsWith(this.#typed)) return false;
    // What stood there before, with or without the beginning of the echo, may end like the text itself.
    return !(seen.startsWith(this.#before) && seen.length < this.#before.length + this.#typed.length);
  }
}

/** Whether something in a text (squeezed) could match. */
function couldContain(text: string, selector: Selector): boolean {
  switch (selector.type) {
    case 'exact':
      return fold(text).includes(fold(squeeze(selector.text)));
    case 'regex':
    case 'at':
      return true;
    case 'within':
    case 'nth':
      return couldContain(text, selector.selector);
    case 'any':
      return selector.selectors.some((inner) => couldContain(text, inner));
  }
}

const squeeze = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, '');
const fold = (text: string): string => text.toLowerCase();

/** Whether the cursor's line begins above the screen. */
const isCutOff = ({ lines, cursor }: Screen): boolean =>
  lines.slice(0, cursor.row + 1).every(({ isWrapped }) => isWrapped);
