import type { RecordingReader } from '../reader.js';
import { RealTimePacer } from '../real-time-pacer.js';
import { escapeControls } from './escape-json.js';

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
