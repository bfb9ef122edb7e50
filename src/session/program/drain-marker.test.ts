import { closeSync, openSync, writeSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Exit } from '../../base/exit.js';
import { DrainMarker } from './pty.js';

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
  const reported: string[] = [];
  await new Promise<void>((resolve) => {
    const tail = new DrainMarker(slave, {
      onOutput: (bytes) => reported.push(Buffer.from(bytes).toString()),
      readAvailable: () => Buffer.from(rest.shift() ?? ''),
      onEnd: () => resolve(),
    });
    tail.push(Buffer.from('before '));
    tail.begin(exit);
    for (const chunk of chunks) tail.push(Buffer.from(chunk));
  });
  return reported;
}

test.each([
  ['one chunk', [`end${marker}later`], 'before end'],
  ['the marker alone', [marker], 'before '],
  ['the marker split', ['end', marker.slice(0, 5), marker.slice(5), 'later'], 'before end'],
  ['a split marker next to other output', [`end${marker.slice(0, 31)}`, 'Alater'], 'before end'],
  ['output that only begins like the marker', ['endAAA', 'x', `AAy${marker}`], 'before endAAAxAAy'],
  ['no marker in more output than a terminal buffers', ['x'.repeat(300_000), 'later'], `before ${'x'.repeat(300_000)}`],
])('everything before the marker is output: %s [3.all-output]', async (_, chunks, expected) => {
  expect((await tailOf('/dev/null', chunks)).join('')).toBe(expected);
});

// Writing to /dev/full fails, as it does with a stopped terminal.
test.each([
  ['ordinary output', ['end'], [], 'before end'],
  ['output that begins like the marker', ['endAAA'], [], 'before endAAA'],
  ['output that has not been read yet', ['one '], ['two ', 'three A'], 'before one two three A'],
])(
  'without a marker, everything that can be read is output: %s [3.exit-stopped]',
  async (_, chunks, unread, expected) => {
    expect((await tailOf('/dev/full', chunks, unread)).join('')).toBe(expected);
  },
);

test.each([
  ['a long part', 12, [`end${'A'.repeat(12)}`, 'others'], 'before end'],
  ['a short part, then the rest', 11, ['end', 'A'.repeat(11), 'A'.repeat(21)], 'before end'],
  ['only a short part', 11, [`end${'A'.repeat(11)}`], 'before end'],
])('the terminal accepts %s of the marker [3.exit-others]', async (_, taken, chunks, expected) => {
  vi.mocked(writeSync).mockReturnValueOnce(taken);
  const isStopped = chunks.length === 1;
  expect((await tailOf(isStopped ? '/dev/full' : '/dev/null', chunks)).join('')).toBe(expected);
});

test.each(['EIO', 'ENXIO', 'EBADF'])(
  'a terminal that the system has taken away (%s) ends at once, after what can still be read [22.revoked]',
  (code) => {
    vi.mocked(writeSync).mockImplementationOnce(() => {
      throw Object.assign(new Error(code), { code });
    });
    const rest = ['one ', 'two'];
    const reported: string[] = [];
    const marker = new DrainMarker(-1, {
      onOutput: (bytes) => reported.push(Buffer.from(bytes).toString()),
      readAvailable: () => Buffer.from(rest.shift() ?? ''),
      onEnd: () => reported.push('end'),
    });
    marker.begin(exit);
    expect(reported).toEqual(['one ', 'two', 'end']);
  },
);
