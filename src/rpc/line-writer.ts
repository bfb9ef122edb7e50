import type { Writable } from 'node:stream';

// Joining longer pieces would cost their memory twice, and a string cannot grow without end.
const maxPiece = 1024 * 1024;

// JSON leaves these as they are, but a terminal that shows the stream may obey them.
const controls = /[\x7f-\x9f]/g;
const withoutControls = (line: string): string =>
  line.replaceAll(controls, (control) => `\\u00${control.charCodeAt(0).toString(16)}`);

/** A stream that can tell how much of the write under way has not been taken yet: a reader may be slower than a write. */
type Stream = Writable & { readonly untakenBytes?: number | undefined };

/** The only writer of the protocol's stream: whole lines, in order, one write for all of a tick. */
export class LineWriter {
  readonly #stream: Stream;
  #queued: string[] = [];
  #queuedLength = 0;
  #backlog = 0;
  #isGone = false;
  #isHurried = false;
  #onProgress: (() => void)[] = [];

  /** `onGone` is told once when the other side can no longer read. */
  constructor(stream: Stream, onGone: (error: NodeJS.ErrnoException) => void) {
    this.#stream = stream;
    stream.on('error', (error) => {
      if (this.#isGone) return;
      this.#isGone = true;
      this.#queued = [];
      this.#queuedLength = 0;
      this.#backlog = 0;
      this.#tellProgress();
      onGone(error);
    });
  }

  /** Characters that the other side has not taken yet. */
  get backlog(): number {
    return this.#backlog;
  }

  write(text: string): void {
    if (this.#isGone) return;
    const line = withoutControls(text);
    this.#backlog += line.length + 1;
    if (line.length > maxPiece) {
      this.#flush();
      this.#send(line);
      this.#send('\n');
      return;
    }
    if (this.#queued.length === 0) queueMicrotask(() => this.#flush());
    this.#queued.push(line, '\n');
    this.#queuedLength += line.length + 1;
    if (this.#queuedLength > maxPiece) this.#flush();
  }

  /**
   * Resolves with true when the backlog is at most `limit` or the other side is gone; with false when that side has taken
   * nothing for `patienceMs`.
   */
  async drained(limit = 0, patienceMs?: number): Promise<boolean> {
    while (this.#backlog > limit && !this.#isGone) if (!(await this.#moves(patienceMs))) return false;
    return true;
  }

  /** Resolves with true like `drained`; with false also once nobody is to wait any longer. */
  async room(limit: number, patienceMs?: number): Promise<boolean> {
    while (this.#backlog > limit && !this.#isGone && !this.#isHurried)
      if (!(await this.#moves(patienceMs))) return false;
    return this.#backlog <= limit || this.#isGone;
  }

  /** Whether nobody waits for room any longer. */
  get isHurried(): boolean {
    return this.#isHurried;
  }

  /** Lets nobody wait for room any longer: the end has come. */
  hurry(): void {
    this.#isHurried = true;
    this.#tellProgress();
  }

  /** Resolves when the other side has taken something, or is gone. */
  progress(): Promise<void> {
    return new Promise((resolve) => this.#onProgress.push(resolve));
  }

  async #moves(patienceMs: number | undefined): Promise<boolean> {
    const progress = this.progress().then(() => true);
    if (patienceMs === undefined) return await progress;
    const before = this.#stream.untakenBytes;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(this.#stream.untakenBytes !== before), patienceMs);
    });
    const isMoving = await Promise.race([progress, late]);
    clearTimeout(timer);
    return isMoving;
  }

  #flush(): void {
    if (this.#queued.length === 0) return;
    const text = this.#queued.join('');
    this.#queued = [];
    this.#queuedLength = 0;
    this.#send(text);
  }

  #send(text: string): void {
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
