import type { RecordingReader } from '../recording/reader.js';
import { Pace } from '../recording/real-time-pacer.js';
import { withoutControls } from './escape-json.js';

/** Yields the requests of a recording, one per line, each when it is due. */
export async function* requestsOf(reader: RecordingReader, isRealTime: boolean): AsyncGenerator<string, void, void> {
  const pace = new Pace();
  const { signal } = new AbortController();
  for await (const { direction, line, timestampMicros } of reader.events()) {
    if (direction !== 'request') continue;
    if (isRealTime) await pace.reach(timestampMicros, signal);
    yield `${withoutControls(line)}\n`;
  }
}
