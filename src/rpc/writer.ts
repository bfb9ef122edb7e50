import type { Writable } from 'node:stream';

/** The only writer of the protocol's stream: whole lines, in order, one write for all of a tick. */
export class LineWriter {
  readonly #stream: Writable;
  #queued: string[] = [];
  #backlog = 0;
  #isGone = false;
  #onProgress: (() => void)[] = [];

  /** `onGone` is told once when the other side can no longer read. */
  constructor(stream: Writable, onGone: () => void) {
    this.#stream = stream;
    stream.on('error', () => {
      if (this.#isGone) return;
      this.#isGone = true;
      this.#queued = [];
      this.#backlog = 0;
      this.#tellProgress();
      onGone();
    });
  }

  /** Characters that the other side has not taken yet. */
  get backlog(): number {
    return this.#backlog;
  }

  write(line: string): void {
    if (this.#isGone) return;
    if (this.#queued.length === 0) queueMicrotask(() => this.#flush());
    this.#queued.push(line, '\n');
    this.#backlog += line.length + 1;
  }

  /** Resolves when the backlog is at most `limit` or the other side is gone. */
  async drained(limit = 0): Promise<void> {
    while (this.#backlog > limit && !this.#isGone) await this.progress();
  }

  /** Resolves when the other side has taken something, or is gone. */
  progress(): Promise<void> {
    return new Promise((resolve) => this.#onProgress.push(resolve));
  }

  #flush(): void {
    const text = this.#queued.join('');
    this.#queued = [];
    if (text === '') return;
    this.#stream.write(text, () => {
      if (!this.#isGone) this.#backlog -= text.length;
      this.#tellProgress();
    });
  }

  #tellProgress(): void {
    const waiting = this.#onProgress;
    this.#onProgress = [];
    for (const resolve of waiting) resolve();
  }
}
