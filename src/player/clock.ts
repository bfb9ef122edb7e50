/** Where playing stands in the time of the recording, in microseconds. Times of the wall are milliseconds that never go back. */
export class Clock {
  readonly #isRealTime: boolean;
  #micros = 0;
  /** When it stood at `#micros`; undefined while it stands still. */
  #sinceMs: number | undefined;

  constructor(isRealTime: boolean) {
    this.#isRealTime = isRealTime;
  }

  get isRunning(): boolean {
    return this.#sinceMs !== undefined;
  }

  start(nowMs: number): void {
    this.#micros = this.at(nowMs);
    this.#sinceMs = nowMs;
  }

  stop(nowMs: number): void {
    this.#micros = this.at(nowMs);
    this.#sinceMs = undefined;
  }

  /** Goes to another place, and runs on from there if it runs. */
  set(micros: number, nowMs: number): void {
    this.#micros = micros;
    if (this.isRunning) this.#sinceMs = nowMs;
  }

  at(nowMs: number): number {
    if (this.#sinceMs === undefined || !this.#isRealTime) return this.#micros;
    return this.#micros + (nowMs - this.#sinceMs) * 1000;
  }

  /** How long to wait for a moment: 0 when it is due. */
  msUntil(micros: number, nowMs: number): number {
    if (!this.isRunning) return Number.POSITIVE_INFINITY;
    return this.#isRealTime ? Math.max(0, (micros - this.at(nowMs)) / 1000) : 0;
  }
}
