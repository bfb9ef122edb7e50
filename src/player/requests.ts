import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordingReader } from '../recording/reader.js';
import { Clock } from './clock.js';
import { withoutControls } from './controls.js';

// Longer timers of Node fire at once.
const longestTimerMs = 2 ** 31 - 1;

/** The requests of a recording, one a line, each when it is due. */
export async function* requestsOf(reader: RecordingReader, isRealTime: boolean): AsyncGenerator<string, void, void> {
  const clock = new Clock(isRealTime);
  for await (const { direction, line, timestampMicros } of reader.events()) {
    if (direction !== 'request') continue;
    const now = performance.now();
    if (!clock.isRunning) {
      clock.set(timestampMicros, now);
      clock.start(now);
    }
    for (;;) {
      const waitMs = clock.msUntil(timestampMicros, performance.now());
      if (waitMs === 0) break;
      await sleep(Math.min(waitMs, longestTimerMs));
    }
    yield `${withoutControls(line)}\n`;
  }
}
