import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Theme } from '../../pictures/themes.js';
import { findTheme } from '../../pictures/themes.js';
import { FrameEncoder, formatLine, type UntimedEvent } from '../../recordings/frames.js';
import type { Screen } from '../../screen/screen.js';
import { Emulator } from '../../terminal/emulator.js';
import { createTemporaryDirectory } from './client.js';

/** An event and its time in milliseconds. */
export type TimedEvent = readonly [atMs: number, event: UntimedEvent];

/** Writes events to a file, with timestamps that start at a date in 2026; returns its path. */
export function writeRecording(events: readonly TimedEvent[]): string {
  const path = join(createTemporaryDirectory(), 'recording.jsonl');
  writeFileSync(path, events.map(([atMs, event]) => formatLine(1_795_000_000_000_000 + atMs * 1000, event)).join(''));
  return path;
}

/** Encodes screens as the recorder does; equal screens are omitted. */
export function encodeFrames(screens: readonly (readonly [atMs: number, screen: Screen])[]): TimedEvent[] {
  const encoder = new FrameEncoder(true);
  return screens.flatMap(([atMs, screen]) => {
    const event = encoder.encode(screen, atMs);
    return event === undefined ? [] : [[atMs, event] as const];
  });
}

/** Screens of a terminal after each of several outputs, which come `everyMs` apart. */
export function screensAfter(
  outputs: readonly string[],
  { cols = 20, rows = 4, everyMs = 100 } = {},
): (readonly [atMs: number, screen: Screen])[] {
  const profile = { version: '1', colors: findTheme('pty-default-dark', undefined) as Theme };
  const emulator = new Emulator({ cols, rows, scrollback: 0, firstRevision: 1, profile, answer: () => {} });
  const screens = outputs.map((output, index) => {
    emulator.feed(Buffer.from(output));
    return [index * everyMs, emulator.getScreen()] as const;
  });
  emulator.dispose();
  return screens;
}

/** A request, response or notification as an event. */
export const messageEvent = (direction: 'request' | 'response' | 'notification', message: object): UntimedEvent => ({
  direction,
  line: JSON.stringify({ jsonrpc: '2.0', ...message }),
});

/** All values of an async iterable. */
export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}
