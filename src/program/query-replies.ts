import type { PtyInput } from './pty-input.js';

// What may wait for a program that asks its terminal and does not read the answers.
const maxWaitingBytes = 1024 * 1024;

/** What the terminal answers to a program, on its way to it. */
export class QueryReplies {
  readonly #input: PtyInput;
  #texts: string[] = [];
  #length = 0;

  constructor(input: PtyInput) {
    this.#input = input;
  }

  /** Takes an answer; false when too much waits already. */
  add(text: string): boolean {
    if (this.#input.waitingBytes + this.#length + text.length > maxWaitingBytes) return false;
    this.#texts.push(text);
    this.#length += text.length;
    return true;
  }

  /** Sends what has come together, in order: thousands of questions in one chunk of output are one write. */
  flush(): void {
    if (this.#length === 0) return;
    this.#input.write(Buffer.from(this.#texts.join('')));
    this.#texts = [];
    this.#length = 0;
  }
}
