import type { RecordingEvent } from '../protocol/generated/types.js';

/** An event without its time. */
export type UntimedEvent = Omit<RecordingEvent, 'timestampMicros' | 'version'>;

/** Serializes an event as a line of a recording. */
export function formatLine(timestampMicros: number, event: UntimedEvent): string {
  return `${JSON.stringify({ timestampMicros, ...event })}\n`;
}

/** The last timestamp in a piece of a recording; 0 if there is none. */
export function findLastTime(text: string): number {
  // Inside `line`, the quotes would be escaped.
  const found = text.match(/"timestampMicros":\s*\d+/g) ?? [];
  const micros = Number(found.at(-1)?.replace(/\D+/, '') ?? 0);
  return Number.isSafeInteger(micros) ? micros : 0;
}

/** Microseconds since 1970 that never go backwards, even if the system clock does. */
export class RecordingClock {
  #aheadMicros = 0;
  #last = 0;

  /** Ensures that later timestamps are not before `micros`. */
  continueFrom(micros: number): void {
    this.#aheadMicros += Math.max(0, micros - this.getMicros());
  }

  getMicros(): number {
    const micros = Math.round((performance.timeOrigin + performance.now()) * 1000) + this.#aheadMicros;
    this.#last = Math.max(this.#last, micros);
    return this.#last;
  }
}
