import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordingEvent } from '../../protocol/generated/types.js';
import { type Frame, FrameDecoder } from '../frame-decoder.js';
import type { RecordingReader } from '../reader.js';

// Start playback after this time, even if the totals are not known yet.
const patienceMs = 300;

/** Counts the frames of a recording in the background during playback. */
export class RecordingStats implements AsyncDisposable {
  frames = 0;
  /** Timestamp of the last frame. */
  lastMicros = 0;
  isComplete = false;
  readonly finished: Promise<void>;
  /** Frames that could not be rebuilt. */
  brokenFrames = 0;
  readonly #stopping = new AbortController();
  #noteFrame = (): void => {};
  readonly #firstFrame = new Promise<void>((resolve) => {
    this.#noteFrame = resolve;
  });

  constructor(reader: RecordingReader) {
    this.finished = this.#run(reader);
    // The player fails with the same error.
    this.finished.catch(() => {});
  }

  /** Resolves when the totals are known, or when there is a frame and counting takes too long. */
  async waitForStart(): Promise<void> {
    await Promise.race([this.finished, Promise.all([sleep(patienceMs, undefined, { ref: false }), this.#firstFrame])]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.finished.catch(() => {});
  }

  async #run(reader: RecordingReader): Promise<void> {
    const frames = new FrameDecoder();
    for await (const event of reader.readEvents(0, this.#stopping.signal))
      if (event.direction === 'frame' || event.direction === 'frame-delta') this.#count(event, frames.decode(event));
    this.isComplete = true;
  }

  #count({ timestampMicros }: RecordingEvent, frame: Frame | undefined): void {
    if (frame === undefined) {
      this.brokenFrames += 1;
      return;
    }
    this.frames += 1;
    this.lastMicros = timestampMicros;
    this.#noteFrame();
  }
}
