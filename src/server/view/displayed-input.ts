import { readTextBeforeCursor } from '../../screen/logical-line.js';
import { squeeze } from '../../session/echo.js';
import type { Program } from '../../session/program/program.js';

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
