import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordingEvent, RecordingStartParams } from '../../protocol/generated/types.js';
import { recordingValidators } from '../../protocol/generated/validators.js';
import type { TestServer } from './client.js';
import type { ReceivedMessage } from './inbox.js';

/** The path of the recording in a server's directory. */
export const recordingPathOf = (server: TestServer): string => join(server.directory, 'recording.jsonl');

/** Starts a recording, by default to that path; returns the path. */
export async function startRecording(server: TestServer, params: Partial<RecordingStartParams> = {}): Promise<string> {
  const { path = recordingPathOf(server) } = params;
  await server.request('recording.start', { path, ...params });
  return path;
}

/** Reads the events of a recording; every line must be an event. */
export function readEvents(path: string): RecordingEvent[] {
  const text = readFileSync(path, 'utf8');
  if (text !== '' && !text.endsWith('\n')) throw new Error(`${path} ends with a truncated line`);
  return text.split('\n').slice(0, -1).map(parseEvent);
}

/** Parses the event in a line. */
export function parseEvent(line: string): RecordingEvent {
  const event: unknown = JSON.parse(line);
  if (!recordingValidators.event(event)) throw new Error(`not a recording event: ${line}`);
  return event;
}

/** The messages of one direction. */
export const messagesOf = (
  events: readonly RecordingEvent[],
  direction: RecordingEvent['direction'],
): ReceivedMessage[] =>
  events.filter((event) => event.direction === direction).map(({ line }) => JSON.parse(line) as ReceivedMessage);

/** The names of the methods that were called, in order. */
export const methodsOf = (events: readonly RecordingEvent[]): unknown[] =>
  messagesOf(events, 'request').map(({ method }) => method);

/** Returns only the frames. */
export const framesOf = (events: readonly RecordingEvent[]): RecordingEvent[] =>
  events.filter(({ direction }) => direction.startsWith('frame'));

/** Returns the screens of a recording, computed by applying deltas to the last keyframe, or to the previous screen. */
export function screensOf(
  events: readonly RecordingEvent[],
  deltasApplyTo: 'keyframe' | 'screen',
  member: 'line' | 'ansi' = 'line',
): string[] {
  let base: readonly string[] = [];
  return framesOf(events).map((event) => {
    const text = event[member] ?? '';
    if (event.direction === 'frame') {
      base = text.split('\n');
      return text;
    }
    const screen = [...base];
    for (const [index, line] of JSON.parse(text) as [number, string][]) screen[index] = line;
    if (deltasApplyTo === 'screen') base = screen;
    return screen.join('\n');
  });
}

/** Returns the last screen of a recording. */
export const readLastScreen = (path: string): string => screensOf(readEvents(path), 'keyframe').at(-1) ?? '';
