import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { encodeFrames, screensAfter, writeRecording } from '../support/films.js';
import { type DecodedGif, decodedGif, picturesOf } from '../support/gif.js';
import { runCli } from '../support/run.js';

/** Exports a recording whose screens appear at these times; returns the content of the file. */
async function exportAt(timesMs: readonly number[], format: string, args: readonly string[]): Promise<Buffer> {
  const outputs = timesMs.map((_, index) => `\x1b[?25l${index} `);
  const screens = screensAfter(outputs).map(([, screen], index) => [timesMs[index] ?? 0, screen] as const);
  const out = join(createTemporaryDirectory(), `out.${format}`);
  const run = await runCli(['export', writeRecording(encodeFrames(screens)), '--out', out, ...args]);
  expect(run).toEqual({ exitCode: 0, stdout: `${out}\n`, stderr: '' });
  return readFileSync(out);
}

const exportGif = async (args: readonly string[], timesMs = [0, 500, 6500]): Promise<DecodedGif> =>
  decodedGif(await exportAt(timesMs, 'gif', args));

/** How long each picture of a GIF is shown, in hundredths of a second. */
const delaysOf = ({ images }: DecodedGif): number[] => images.map(({ delay }) => delay);

test.each([
  [[], [50, 200, 200]],
  [
    ['--speed', '2'],
    [25, 100, 200],
  ],
  [
    ['--idle-limit', '1'],
    [50, 100, 200],
  ],
  [
    ['--idle-limit', '100'],
    [50, 600, 200],
  ],
  [
    ['--last-frame', '0.5'],
    [50, 200, 50],
  ],
  [
    ['--from', '0.5'],
    [200, 200],
  ],
  [
    ['--to', '0.6'],
    [50, 200],
  ],
])('%j: the pictures of a GIF are shown for %j hundredths of a second [14.export-options]', async (args, delays) => {
  expect(delaysOf(await exportGif(args))).toEqual(delays);
});

test('--fps limits the number of pictures, by default to 20 per second [14.export-options]', async () => {
  const timesMs = Array.from({ length: 51 }, (_, index) => index * 20);
  expect(delaysOf(await exportGif([], timesMs)).length).toBe(21);
  expect(delaysOf(await exportGif(['--fps', '50'], timesMs)).length).toBe(51);
  expect(delaysOf(await exportGif(['--fps', '5'], timesMs)).length).toBe(6);
});

test.each([
  [[], 0],
  [['--loop'], 0],
  [['--loop', '0'], 0],
  [['--loop', '1'], undefined],
  [['--loop=3'], 2],
])('%j repeats a GIF %j times; 0 is endless [14.export-options, 14.export-loop]', async (args, loops) => {
  expect((await exportGif(args)).loops).toBe(loops);
});

test('--loop needs no number, wherever it is [14.export-options, 14.export-loop]', async () => {
  expect((await exportAt([0, 500], 'svg', ['--loop', '--speed', '2'])).toString()).toContain(' infinite}');
  expect((await exportAt([0, 500], 'svg', ['--loop', '2'])).toString()).not.toContain('infinite');
  const { exitCode, stderr } = await runCli(['export', 'a.jsonl', '--loop', 'often']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: 'tuispec: Unexpected argument often.\n' });
});

test('--scale, --theme and --font change the pictures [14.export-options]', async () => {
  const usual = await exportGif([]);
  expect([usual.width, usual.height]).toEqual([20 * 9 + 2, 4 * 18 + 2]);
  const large = await exportGif(['--scale', '2']);
  expect([large.width, large.height]).toEqual([2 * usual.width, 2 * usual.height]);
  const cornerOf = (gif: DecodedGif): unknown => [...picturesOf(gif)][0]?.at(-1);
  expect(cornerOf(await exportGif(['--theme', 'pty-default-dark']))).toBe(0x0c0c0c);
  expect(cornerOf(await exportGif(['--theme', 'dracula']))).toBe(0x282a36);
  const other = await exportGif(['--font', 'node_modules/@fontsource/unifont/files/unifont-latin-400-normal.woff2']);
  expect([other.width, other.height]).toEqual([usual.width, usual.height]);
  expect([...picturesOf(other)]).not.toEqual([...picturesOf(usual)]);
});

test('a .cast file has version 3, or 2 with --cast-version [14.export-options]', async () => {
  const versionOf = async (args: readonly string[]): Promise<unknown> =>
    JSON.parse((await exportAt([0], 'cast', args)).toString().split('\n')[0] ?? '').version;
  expect(await versionOf([])).toBe(3);
  expect(await versionOf(['--cast-version', '3'])).toBe(3);
  expect(await versionOf(['--cast-version', '2'])).toBe(2);
});
