import type { ProcessHost } from './options.js';

// Most commands end sooner, and report nothing.
const firstMs = { terminal: 1000, file: 5000 } as const;
const intervalMs = 200;

/**
 * Reports on standard error how much of a long command is done. On a terminal, it is one line that is erased at the
 * end; in a file or pipe, a line after 5 s, 10 s, 20 s and so on.
 */
export class Progress implements Disposable {
  readonly #host: Pick<ProcessHost, 'isErrorTerminal' | 'writeError'>;
  readonly #what: string;
  readonly #getMs: () => number;
  readonly #startMs: number;
  #nextMs: number;
  #isShown = false;

  constructor(
    host: Pick<ProcessHost, 'isErrorTerminal' | 'writeError'>,
    what: string,
    getMs = () => performance.now(),
  ) {
    this.#host = host;
    this.#what = what;
    this.#getMs = getMs;
    this.#startMs = getMs();
    this.#nextMs = host.isErrorTerminal ? firstMs.terminal : firstMs.file;
  }

  /** Reports a share from 0 to 1, unless the last report is recent. */
  update(share: number): void {
    const elapsedMs = this.#getMs() - this.#startMs;
    if (elapsedMs < this.#nextMs) return;
    const text = `tuispec: ${this.#what}: ${Math.floor(share * 100)} %`;
    const { isErrorTerminal } = this.#host;
    this.#host.writeError(isErrorTerminal ? `\r${text}\x1b[K` : `${text}\n`);
    this.#nextMs = isErrorTerminal ? elapsedMs + intervalMs : elapsedMs * 2;
    this.#isShown = true;
  }

  [Symbol.dispose](): void {
    if (this.#isShown && this.#host.isErrorTerminal) this.#host.writeError('\r\x1b[K');
    this.#isShown = false;
  }
}
