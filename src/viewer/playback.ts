import type { TimeScale } from './time-scale.js';

/** Plays a recording in shown time. */
export class Playback {
  readonly #now: () => number;
  readonly #scale: () => TimeScale;
  readonly #show: (at: number) => void;
  speed = 1;
  /** Called at the end of the recording. */
  onEnd: () => void = () => {};
  #isPlaying = false;
  #lastMs = 0;

  /** `now` returns the current position; `show` changes it. */
  constructor(now: () => number, scale: () => TimeScale, show: (at: number) => void) {
    this.#now = now;
    this.#scale = scale;
    this.#show = show;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Starts playback; at the end of the recording, from the beginning. */
  play(): void {
    const scale = this.#scale();
    if (scale.toShown(this.#now()) >= scale.shownEnd - 1) this.#show(scale.toTime(0));
    this.#isPlaying = true;
    this.#lastMs = performance.now();
    requestAnimationFrame(() => this.#advance());
  }

  pause(): void {
    this.#isPlaying = false;
  }

  #advance(): void {
    if (!this.#isPlaying) return;
    const nowMs = performance.now();
    const scale = this.#scale();
    const shown = scale.toShown(this.#now()) + (nowMs - this.#lastMs) * this.speed;
    this.#lastMs = nowMs;
    if (shown >= scale.shownEnd) this.#isPlaying = false;
    this.#show(scale.toTime(shown));
    if (this.#isPlaying) requestAnimationFrame(() => this.#advance());
    else this.onEnd();
  }
}
