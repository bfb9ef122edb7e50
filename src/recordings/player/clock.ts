/** The playback position in microseconds of recording time. `nowMs` arguments are monotonic milliseconds. */
export class Clock {
  readonly #isRealTime: boolean;
  #micros = 0;
  /** When the position was `#micros`; undefined while paused. */
  #sinceMs: number | undefined;

  constructor(isRealTime: boolean) {
    this.#isRealTime = isRealTime;
  }

  get isRunning(): boolean {
    return this.#sinceMs !== undefined;
  }

  start(nowMs: number): void {
    this.#micros = this.getPosition(nowMs);
    this.#sinceMs = nowMs;
  }

  stop(nowMs: number): void {
    this.#micros = this.getPosition(nowMs);
    this.#sinceMs = undefined;
  }

  /** Sets the position; a running clock continues from there. */
  set(micros: number, nowMs: number): void {
    this.#micros = micros;
    if (this.isRunning) this.#sinceMs = nowMs;
  }

  getPosition(nowMs: number): number {
    if (this.#sinceMs === undefined || !this.#isRealTime) return this.#micros;
    return this.#micros + (nowMs - this.#sinceMs) * 1000;
  }

  /** The time until a position is reached; 0 if it is due. */
  getMsUntil(micros: number, nowMs: number): number {
    if (!this.isRunning) return Number.POSITIVE_INFINITY;
    return this.#isRealTime ? Math.max(0, (micros - this.getPosition(nowMs)) / 1000) : 0;
  }
}
