import type { FrameEvent } from '../../recordings/film.js';
import { FrameEncoder } from '../../recordings/frames.js';
import { EventEncoder } from '../../recordings/trace/event-encoder.js';

/** How viewers receive screens: as lines of a recording, or as cells for the page. */
export type ScreenFormat = 'lines' | 'cells';
/** A screen with its time. */
export type TimedScreen = Pick<FrameEvent, 'atMicros' | 'screen' | 'exit'>;
/** Encodes screens as messages; each describes what has changed since the one before. */
export interface ScreenEncoding {
  /** Encodes a screen; undefined if it looks like the one before. */
  encode(screen: TimedScreen): Buffer | undefined;
  /** Makes the next message complete, so that it can be read without those before it. */
  reset(): void;
}

/** Encodes screens as lines of a recording. */
export class RecordingLines implements ScreenEncoding {
  #encoder = new FrameEncoder(true);

  encode({ atMicros, screen, exit }: TimedScreen): Buffer | undefined {
    const frame = this.#encoder.encode(screen, atMicros / 1000, exit);
    return frame && toBytes({ type: 'event', event: { timestampMicros: atMicros, ...frame } });
  }

  reset(): void {
    this.#encoder = new FrameEncoder(true);
  }
}

// The encoder, and the page, remember the rows that were sent.
const maxSentRows = 20_000;
const maxSentBytes = 4 * 1024 * 1024;

/** Encodes screens as cells for the page, which needs neither an emulator nor tables of character widths. */
export class CellRows implements ScreenEncoding {
  readonly #encoder: EventEncoder;
  #sentRows = 0;
  #sentBytes = 0;

  constructor(startMicros: number) {
    this.#encoder = new EventEncoder(startMicros);
  }

  encode(timed: TimedScreen): Buffer | undefined {
    if (this.#sentRows > maxSentRows || this.#sentBytes > maxSentBytes) this.reset();
    const frame = this.#encoder.encode({ kind: 'frame', number: 0, ...timed });
    const { type, at, ...changes } = frame as Extract<typeof frame, { type: 'frame' }>;
    if (Object.keys(changes).length === 0) return undefined;
    this.#sentRows += changes.add?.length ?? 0;
    const bytes = toBytes({ type: 'screen', screen: { type, at, ...changes } });
    this.#sentBytes += bytes.length;
    return bytes;
  }

  reset(): void {
    this.#encoder.reset();
    this.#sentRows = 0;
    this.#sentBytes = 0;
  }
}

/** One message for all viewers: they share its bytes. */
const toBytes = (message: object): Buffer => Buffer.from(JSON.stringify(message));
