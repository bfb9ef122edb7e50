import type { TerminalSource } from './terminal-source.js';

// Limit for a program that sends queries and does not read the replies.
const maxWaitingBytes = 1024 * 1024;

/** Collects the terminal's query replies and writes them to the program. */
export class QueryReplies {
  readonly #source: TerminalSource;
  #texts: string[] = [];
  #length = 0;

  constructor(source: TerminalSource) {
    this.#source = source;
  }

  /** Adds a reply; false if too much is already waiting. */
  add(text: string): boolean {
    // The terminal of others answers itself.
    if (this.#source.isForeign) return true;
    if (this.#source.waitingInputBytes + this.#length + text.length > maxWaitingBytes) return false;
    this.#texts.push(text);
    this.#length += text.length;
    return true;
  }

  /** Sends the collected replies in order: thousands of queries in one chunk of output need only one write. */
  flush(): void {
    if (this.#length === 0) return;
    void this.#source.write(Buffer.from(this.#texts.join('')));
    this.#texts = [];
    this.#length = 0;
  }
}
