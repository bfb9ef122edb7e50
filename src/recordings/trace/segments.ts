import { gzipSync } from 'node:zlib';

/** A part of the events that can be read on its own. */
interface Segment {
  readonly packed: string;
  readonly textLength: number;
  readonly hasFailure: boolean;
}

// The page inflates and parses everything that is embedded: 96 MiB take about 2 s.
const maxTotalLength = 96 * 1024 * 1024;
const maxSegmentLength = 4 * 1024 * 1024;

/** Compresses events in segments. If there are too many events, the oldest segments without a failure are dropped. */
export class Segments {
  readonly #maxTotalLength: number;
  readonly #maxSegmentLength: number;
  readonly #segments: Segment[] = [];
  #lines: string[] = [];
  #length = 0;
  #total = 0;
  #hasFailure = false;
  #dropped = 0;

  constructor(limits = { maxTotalLength, maxSegmentLength }) {
    this.#maxTotalLength = limits.maxTotalLength;
    this.#maxSegmentLength = limits.maxSegmentLength;
  }

  /** Whether the next frame must be complete because it begins a new segment. */
  get isFull(): boolean {
    return this.#length >= this.#maxSegmentLength;
  }

  /** The number of segments that were dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds an event to the current segment. */
  append(event: object, isFailure: boolean): void {
    const line = JSON.stringify(event);
    this.#lines.push(line);
    this.#length += line.length;
    this.#hasFailure ||= isFailure;
  }

  /** Ends the current segment. */
  finish(): void {
    if (this.#lines.length === 0) return;
    const packed = gzipSync(this.#lines.join('\n'), { level: 6 }).toString('base64');
    this.#segments.push({ packed, textLength: this.#length, hasFailure: this.#hasFailure });
    this.#total += this.#length;
    this.#lines = [];
    this.#length = 0;
    this.#hasFailure = false;
    while (this.#total > this.#maxTotalLength && this.#segments.length > 1) this.#dropOne();
  }

  /** All segments as base64. */
  get packed(): string[] {
    return this.#segments.map(({ packed }) => packed);
  }

  #dropOne(): void {
    const found = this.#segments.findIndex(({ hasFailure }) => !hasFailure);
    // The newest segment is always kept.
    const index = found < 0 || found === this.#segments.length - 1 ? 0 : found;
    this.#total -= this.#segments[index]?.textLength ?? 0;
    this.#segments.splice(index, 1);
    this.#dropped += 1;
  }
}
