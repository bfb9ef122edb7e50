import { describeInput } from '../conversation.js';
import { type Frame, FrameDecoder } from '../frames.js';
import type { RecordedEvent, RecordingReader } from '../reader.js';

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

/** A frame of a recording, or an input that occurs while the frame is shown. */
export interface Moment {
  readonly atMicros: number;
  readonly frame: Frame;
  /** The number of the frame, from 1. */
  readonly number: number;
  /** The last input before it. */
  readonly input: string | undefined;
}
/** A keyframe from which reading can start. */
interface SeekEntry {
  readonly offset: number;
  /** The number of that frame. */
  readonly number: number;
  readonly input: string | undefined;
}

// A step back reads about this much again, which takes 1 ms. A recording of 1 GB has 4,000 entries.
const bytesBetweenEntries = 256 * 1024;

/** Reads the moments of a recording forward and backward. Memory use hardly depends on the length of the recording. */
export class FrameCursor {
  readonly #reader: RecordingReader;
  readonly #includesInputs: boolean;
  readonly #entries: SeekEntry[] = [];
  #events: AsyncGenerator<RecordedEvent, void, void>;
  #frames = new FrameDecoder();
  /** The number of the frame before the first that was read since the last jump. */
  #numberBefore = 0;
  /** The last moment that was read since then. */
  #last: Moment | undefined;
  #input: string | undefined;
  #ahead: Moment | undefined;

  /** With `includesInputs` each input is a separate moment. */
  constructor(reader: RecordingReader, includesInputs: boolean) {
    this.#reader = reader;
    this.#includesInputs = includesInputs;
    this.#events = reader.readEvents();
  }

  /** Returns the next moment without consuming it; undefined at the end. */
  async peek(): Promise<Moment | undefined> {
    this.#ahead ??= await this.#read();
    return this.#ahead;
  }

  /** The next moment. */
  async take(): Promise<Moment | undefined> {
    const moment = await this.peek();
    this.#ahead = undefined;
    return moment;
  }

  /** Moves to the first moment of a frame, at most the last frame; undefined if there are no frames. */
  async goTo(number: number): Promise<Moment | undefined> {
    const entry = this.#entries.findLast((one) => one.number <= number) ?? this.#entries[0];
    if (entry === undefined) return undefined;
    await this.#events.return();
    this.#events = this.#reader.readEvents(entry.offset);
    this.#frames = new FrameDecoder();
    this.#ahead = undefined;
    this.#last = undefined;
    this.#input = entry.input;
    this.#numberBefore = entry.number - 1;
    let found = await this.take();
    while (found !== undefined && found.number < number) {
      const next = await this.take();
      if (next === undefined) break;
      if (next.number !== found.number) found = next;
    }
    return found;
  }

  async #read(): Promise<Moment | undefined> {
    for (;;) {
      const { value: event, done } = await this.#events.next();
      if (done === true) {
        if (!(await this.#reader.extend())) return undefined;
        this.#events = this.#reader.readEvents(this.#reader.resumeAt);
        continue;
      }
      const moment = this.#toMoment(event);
      if (moment !== undefined) {
        this.#last = moment;
        return moment;
      }
    }
  }

  #toMoment(event: RecordedEvent): Moment | undefined {
    if (event.direction === 'request') return this.#noteInput(event);
    if (event.direction !== 'frame' && event.direction !== 'frame-delta') return undefined;
    const frame = this.#frames.decode(event);
    if (frame === undefined) return undefined;
    const number = (this.#last?.number ?? this.#numberBefore) + 1;
    if (event.direction === 'frame') this.#addEntry({ offset: event.offset, number, input: this.#input });
    return { atMicros: event.timestampMicros, frame, number, input: this.#input };
  }

  #noteInput({ line, timestampMicros }: RecordedEvent): Moment | undefined {
    if (!this.#includesInputs) return undefined;
    const input = describeInput(line);
    if (input === undefined) return undefined;
    this.#input = input;
    return this.#last === undefined ? undefined : { ...this.#last, atMicros: timestampMicros, input };
  }

  #addEntry(entry: SeekEntry): void {
    const last = this.#entries.at(-1);
    if (last === undefined || entry.offset >= last.offset + bytesBetweenEntries) this.#entries.push(entry);
  }
}
