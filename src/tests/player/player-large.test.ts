import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PlayerServer } from '../support/player-server.js';

const mebibyte = 1024 * 1024;

/** Creates a recording of frames and deltas at the same time, and a last frame an hour later. */
function writeRecording(path: string, frames: number): void {
  const file = openSync(path, 'w');
  const padding = Array.from({ length: 30 }, (_, row) => `\x1b[3${row % 8}m${'x'.repeat(100)}\x1b[0m`).join('\n');
  const write = (event: object): number => writeSync(file, `${JSON.stringify({ timestampMicros: 0, ...event })}\n`);
  for (let frame = 1; frame < frames; frame += 1) {
    const line = `Frame ${frame}`;
    if (frame % 2 === 1) write({ direction: 'frame', line: `${line}\n${padding}` });
    else write({ direction: 'frame-delta', line: JSON.stringify([[0, line]]) });
  }
  write({ timestampMicros: 3_600_000_000, direction: 'frame', line: 'last' });
  closeSync(file);
}

const readPeakBytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Plays all frames but the last, then goes back and forth; returns the peak memory. */
async function measurePeak(frames: number): Promise<number> {
  const server = new PlayerServer();
  const path = join(server.directory, 'large.jsonl');
  writeRecording(path, frames);
  const pid = await server.play([path], { cols: 100, rows: 33 });
  await server.waitForText(`playing  frame ${frames - 1}/${frames}`);
  for (const [key, frame] of [
    ['Left', frames - 2],
    ['Up', frames - 7],
    ['Right', frames - 6],
    ['Down', frames - 1],
  ] as const) {
    const lines = await server.press(key, `frame ${frame}/${frames}`);
    expect(lines[0]).toBe(`Frame ${frame}`);
  }
  return readPeakBytes(pid);
}

test('plays a recording of 128 MiB forward and back in the memory of a small one [9.player-memory]', async () => {
  const small = await measurePeak(20);
  const large = await measurePeak(72_000);
  // Memory is not collected immediately.
  expect(large - small).toBeLessThan(72 * mebibyte);
});
