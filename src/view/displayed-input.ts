import type { Program } from '../program/program.js';
import { readTextBeforeCursor } from '../screen/logical-line.js';

/** An input that is going to be recorded. */
interface PendingInput {
  /** What was typed, without blanks; empty if it may be recorded in any case. */
  readonly typed: string;
  /** The text before the cursor when it was typed. */
  readonly before: string;
  /** Records it, with or without what was typed. */
  readonly record: (isDisplayed: boolean) => void;
  readonly deadline: number;
  isDisplayed: boolean | undefined;
}

// Line editors are slow on a busy machine.
const maxEchoMs = 300;

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

  #read(): string {
    return squeeze(readTextBeforeCursor(this.#program.screen));
  }

  /** Finds the inputs that are displayed: what was typed until one of them is before the cursor. */
  #check(): void {
    const now = this.#read();
    const first = this.#pending.findIndex(({ isDisplayed }) => isDisplayed === undefined);
    const waiting = this.#pending.slice(first);
    if (first < 0 || now === waiting[0]?.before) return;
    let typed = '';
    let count = 0;
    for (const [index, input] of waiting.entries()) {
      typed += input.typed;
      if (now.endsWith(typed)) count = index + 1;
    }
    for (const input of waiting.slice(0, count)) input.isDisplayed ??= true;
    if (count > 0) this.#release();
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

const squeeze = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, '');
