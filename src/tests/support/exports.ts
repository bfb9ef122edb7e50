import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExportOptions, writeExport } from '../../recordings/export/write-export.js';
import { createTemporaryDirectory } from './client.js';
import { type TimedEvent, writeRecording } from './films.js';

/** The defaults of `tuispec export`, without limits of time and frames. */
const defaults: ExportOptions = {
  theme: 'pty-default-dark',
  colorFgBg: undefined,
  font: undefined,
  scale: 1,
  pacing: { fromMs: 0, toMs: Number.POSITIVE_INFINITY, speed: 1, maxIdleMs: Number.POSITIVE_INFINITY },
  fps: 50,
  lastFrameMs: 2000,
  plays: 0,
  castVersion: 3,
};

/** Exports events in a format; returns the file. */
export async function exported(
  events: readonly TimedEvent[],
  format: 'cast' | 'gif' | 'svg',
  options: Partial<ExportOptions> = {},
): Promise<Buffer> {
  const out = join(createTemporaryDirectory(), `out.${format}`);
  await writeExport(writeRecording(events), out, { ...defaults, ...options }, new AbortController().signal);
  return readFileSync(out);
}
