import type { PtyInput } from './pty-input.js';

// Limit for a program that sends queries and does not read the replies.
const maxWaitingBytes = 1024 * 1024;

/** Collects the terminal's query replies and writes them to the program. */
export class QueryReplies {
  readonly #input: PtyInput;
  #texts: string[] = [];
  #length = 0;

  constructor(input: PtyInput) {
    this.#input = input;
  }

  /** Adds a reply; false if too much is already waiting. */
  add(text: string): boolean {
    if (this.#input.waitingBytes + this.#length + text.length > maxWaitingBytes) return false;
    this.#texts.push(text);
    this.#length += text.length;
    return true;
  }

  /** Sends the collected replies in order: thousands of queries in one chunk of output need only one write. */
  flush(): void {
    if (this.#length === 0) return;
    this.#input.write(Buffer.from(this.#texts.join('')));
    this.#texts = [];
    this.#length = 0;
  }
}
