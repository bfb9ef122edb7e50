import { closeSync, openSync, writeSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DrainMarker } from './drain-marker.js';
import type { Exit } from './exit.js';

// Only a terminal accepts partial writes, and it cannot be forced to do so.
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, writeSync: vi.fn(fs.writeSync) };
});

// With a constant random number, the marker is known.
const marker = 'A'.repeat(32);
const exit: Exit = { exitCode: 0, signal: null };

/** The output reported for chunks that arrive after the end of the program, and for what can still be read. */
async function tailOf(slavePath: string, chunks: readonly string[], unread: readonly string[] = []): Promise<string[]> {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const slave = openSync(slavePath, 'w');
  onTestFinished(() => {
    vi.restoreAllMocks();
    closeSync(slave);
  });
  const rest = [...unread];
  const told: string[] = [];
  await new Promise<void>((resolve) => {
    const tail = new DrainMarker(slave, {
      output: (bytes) => told.push(Buffer.from(bytes).toString()),
      readAvailable: () => Buffer.from(rest.shift() ?? ''),
      end: () => resolve(),
    });
    tail.push(Buffer.from('before '));
    tail.begin(exit);
    for (const chunk of chunks) tail.push(Buffer.from(chunk));
  });
  return told;
}

test.each([
  ['output and marker in one chunk', [`end${marker}later`], 'before end'],
  ['only the marker', [marker], 'before '],
  ['the marker split over chunks', ['end', marker.slice(0, 5), marker.slice(5), 'later'], 'before end'],
  ['the marker split from later output', [`end${marker.slice(0, 31)}`, 'Alater'], 'before end'],
  ['text that begins like the marker', ['endAAA', 'x', `AAy${marker}`], 'before endAAAxAAy'],
  ['no marker in more output than a terminal buffers', ['x'.repeat(300_000), 'later'], `before ${'x'.repeat(300_000)}`],
])('reports output before the marker: %s [3.all-output]', async (_, chunks, expected) => {
  expect((await tailOf('/dev/null', chunks)).join('')).toBe(expected);
});

// Writes to /dev/full fail, as those to a stopped terminal do.
test.each([
  ['output that was read', ['end'], [], 'before end'],
  ['output that begins like the marker', ['endAAA'], [], 'before endAAA'],
  ['output that was not read yet', ['one '], ['two ', 'three A'], 'before one two three A'],
])('reports all available output without a marker: %s [3.exit-stopped]', async (_, chunks, unread, expected) => {
  expect((await tailOf('/dev/full', chunks, unread)).join('')).toBe(expected);
});

test.each([
  ['a sufficiently long part', 12, [`end${'A'.repeat(12)}`, 'others'], 'before end'],
  ['a short part, and the rest later', 11, ['end', 'A'.repeat(11), 'A'.repeat(21)], 'before end'],
  ['only a short part', 11, [`end${'A'.repeat(11)}`], 'before end'],
])(
  'finds the end of output after a partial write of the marker: %s [3.exit-others]',
  async (_, taken, chunks, expected) => {
    vi.mocked(writeSync).mockReturnValueOnce(taken);
    const isStopped = chunks.length === 1;
    expect((await tailOf(isStopped ? '/dev/full' : '/dev/null', chunks)).join('')).toBe(expected);
  },
);
