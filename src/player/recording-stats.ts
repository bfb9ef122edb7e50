import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordingEvent } from '../protocol/generated/types.js';
import { type Frame, FrameDecoder } from '../recording/frame-decoder.js';
import type { RecordingReader } from '../recording/reader.js';

// How long a person waits for nothing to happen.
const patienceMs = 300;

/** Reads a recording through, beside its playing, to tell how much there is. */
export class Survey implements AsyncDisposable {
  frames = 0;
  /** When the last frame was taken. */
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
    // Who plays meets the same failure.
    this.finished.catch(() => {});
  }

  /** Resolves when all is known, or when it is known that there are frames and the rest takes long. */
  async begun(): Promise<void> {
    await Promise.race([this.finished, Promise.all([sleep(patienceMs, undefined, { ref: false }), this.#firstFrame])]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.finished.catch(() => {});
  }

  async #run(reader: RecordingReader): Promise<void> {
    const frames = new FrameDecoder();
    for await (const event of reader.events(0, this.#stopping.signal))
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
