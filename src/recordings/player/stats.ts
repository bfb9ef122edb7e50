import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordingEvent } from '../../protocol/generated/types.js';
import { type Frame, FrameDecoder } from '../frames.js';
import { RealTimePacer } from '../pacing.js';
import type { RecordingReader } from '../reader.js';

/**
 * Removes control characters from JSON text without changing its meaning: C0 characters can only occur between values,
 * DEL and C1 characters only inside strings.
 */
export const escapeControls = (json: string): string =>
  json
    .replaceAll(/[\x00-\x1f]/g, ' ')
    .replaceAll(/[\x7f-\x9f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);

/** Yields the requests of a recording, one per line, each when it is due. */
export async function* readRequests(reader: RecordingReader, isRealTime: boolean): AsyncGenerator<string, void, void> {
  const pace = new RealTimePacer();
  const { signal } = new AbortController();
  for await (const { direction, line, timestampMicros } of reader.readEvents()) {
    if (direction !== 'request') continue;
    if (isRealTime) await pace.waitUntil(timestampMicros, signal);
    yield `${escapeControls(line)}\n`;
  }
}

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
