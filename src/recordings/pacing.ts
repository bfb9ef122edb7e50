// When the events of a recording are shown: part, speed, idle time, frames per second.
import { sleep } from '../base/deadline.js';
import type { Screen } from '../screen/screen.js';
import type { FilmEvent, FrameEvent } from './film.js';

/** Which part of a recording is played, and how fast. */
export interface Pacing {
  /** Milliseconds after the first frame; what is shown at that moment is the first picture. */
  readonly fromMs: number;
  /** Milliseconds after the first frame. */
  readonly toMs: number;
  readonly speed: number;
  /** The maximum time between two frames, before the speed is applied. */
  readonly maxIdleMs: number;
}
/** An event and when it is played, in milliseconds. */
export interface PacedEvent {
  readonly atMs: number;
  readonly event: FilmEvent;
}
/** A screen and when it is shown, in milliseconds. */
export interface Shot {
  readonly atMs: number;
  readonly durationMs: number;
  readonly screen: Screen;
}

interface TimedEvent {
  /** After the first frame. */
  readonly ms: number;
  readonly event: FilmEvent;
}

/** The events from the first frame to `toMs`. */
async function* timesOf(events: AsyncIterable<FilmEvent>, toMs: number): AsyncGenerator<TimedEvent, void, void> {
  let startMicros: number | undefined;
  for await (const event of events) {
    if (event.kind === 'frame') startMicros ??= event.atMicros;
    if (startMicros === undefined) continue;
    const ms = (event.atMicros - startMicros) / 1000;
    if (ms > toMs) return;
    yield { ms, event };
  }
}

/**
 * The events from the first frame on, at the times at which they are played. The first one is a frame at 0; there are none
 * if the recording ends before `fromMs`.
 */
export async function* scheduleEvents(
  events: AsyncIterable<FilmEvent>,
  { fromMs, toMs, speed, maxIdleMs }: Pacing,
): AsyncGenerator<PacedEvent, void, void> {
  /** The newest frame that is not later than `fromMs`. */
  let first: FrameEvent | undefined;
  let lastMs = 0;
  let [frameMs, playedMs] = [fromMs, 0];
  for await (const { ms, event } of timesOf(events, toMs)) {
    lastMs = ms;
    if (ms <= fromMs) {
      first = event.kind === 'frame' ? event : first;
      continue;
    }
    if (first !== undefined) yield { atMs: 0, event: first };
    first = undefined;
    const atMs = playedMs + Math.min(ms - frameMs, maxIdleMs) / speed;
    if (event.kind === 'frame') [frameMs, playedMs] = [ms, atMs];
    yield { atMs, event };
  }
  if (first !== undefined && lastMs >= fromMs) yield { atMs: 0, event: first };
}

/**
 * The screens of paced events, at least `minShotMs` apart; of several screens within that time, the last is shown. The
 * last screen is shown for `lastShotMs`.
 */
export async function* shotsOf(
  events: AsyncIterable<PacedEvent>,
  minShotMs: number,
  lastShotMs: number,
): AsyncGenerator<Shot, void, void> {
  let next: { atMs: number; screen: Screen } | undefined;
  for await (const { atMs, event } of events) {
    if (event.kind !== 'frame') continue;
    const { screen } = event;
    if (next === undefined) next = { atMs, screen };
    else if (atMs <= next.atMs) next.screen = screen;
    else {
      const shownMs = Math.max(atMs, next.atMs + minShotMs);
      yield { ...next, durationMs: shownMs - next.atMs };
      next = { atMs: shownMs, screen };
    }
  }
  if (next !== undefined) yield { ...next, durationMs: lastShotMs };
}

// The maximum delay of a timer.
const maxSleepMs = 2 ** 31 - 1;

/** Reproduces the timing of a recording. Time starts at the first timestamp passed to `waitUntil`. */
export class RealTimePacer {
  #startedAt: number | undefined;

  /** Resolves when as much time has passed since the first timestamp as in the recording; immediately if that is over. */
  async waitUntil(micros: number, cancel: AbortSignal): Promise<void> {
    this.#startedAt ??= performance.now() - micros / 1000;
    const dueInMs = this.#startedAt + micros / 1000 - performance.now();
    if (dueInMs > 0) await sleep(Math.min(dueInMs, maxSleepMs), cancel);
  }
}
