import type { RecordingEvent } from '../protocol/generated/types.js';

/** What happened, without its time. */
export type Happening = Omit<RecordingEvent, 'timestampMicros' | 'version'>;

/** An event as a line of a recording. */
export function recordLine(timestampMicros: number, { direction, line, ansi }: Happening): string {
  return `${JSON.stringify({ timestampMicros, direction, line, ...(ansi === undefined ? {} : { ansi }) })}\n`;
}

/** The last time that stands in some text of a recording; 0 when there is none. */
export function lastTimeIn(text: string): number {
  // Inside of `line` its quotes would be escaped.
  const found = text.match(/"timestampMicros":\s*\d+/g) ?? [];
  const micros = Number(found.at(-1)?.replace(/\D+/, '') ?? 0);
  return Number.isSafeInteger(micros) ? micros : 0;
}

/** Microseconds since 1970 that never go backwards, also where the clock of the machine does. */
export class RecordingClock {
  #aheadMicros = 0;
  #last = 0;

  /** From now on it is later than this. */
  goOnFrom(micros: number): void {
    this.#aheadMicros += Math.max(0, micros - this.now());
  }

  now(): number {
    const micros = Math.round((performance.timeOrigin + performance.now()) * 1000) + this.#aheadMicros;
    this.#last = Math.max(this.#last, micros);
    return this.#last;
  }
}
