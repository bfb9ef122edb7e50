import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { encodeFrames, screensAfter, writeRecording } from '../support/films.js';
import { decodedGif } from '../support/gif.js';
import { pathOfRecording } from '../support/player-server.js';
import { runCli } from '../support/run.js';
import { sample } from '../support/tier.js';

const formats = ['cast', 'gif', 'svg'] as const;

/** A recording with that many frames, in a directory of its own. */
function recordingOf(frames: number, { cols = 40, rows = 10 } = {}): string {
  const outputs = Array.from({ length: frames }, (_, number) => `\x1b[3${number % 8}mline ${number}\r\n`);
  return writeRecording(encodeFrames(screensAfter(outputs, { cols, rows, everyMs: 50 })));
}

test.each(formats)('a recording becomes a .%s file that only its owner may read [14.export]', async (format) => {
  const cwd = createTemporaryDirectory();
  copyFileSync(pathOfRecording('counting.jsonl'), join(cwd, 'demo.jsonl'));
  const out = `demo.${format}`;
  const run = await runCli(['export', 'demo.jsonl', '--out', out], { cwd });
  expect(run).toEqual({ exitCode: 0, stdout: `${out}\n`, stderr: '' });
  expect(readdirSync(cwd).sort()).toEqual([out, 'demo.jsonl'].sort());
  expect(statSync(join(cwd, out)).mode & 0o777).toBe(0o600);
  const again = await runCli(['export', 'demo.jsonl', '--out', `again.${format}`], { cwd });
  expect(again.exitCode).toBe(0);
  expect(readFileSync(join(cwd, `again.${format}`)).equals(readFileSync(join(cwd, out)))).toBe(true);
});

test('without --out it is a GIF next to the recording [14.export]', async () => {
  const cwd = createTemporaryDirectory();
  copyFileSync(pathOfRecording('short.jsonl'), join(cwd, 'demo.jsonl'));
  expect((await runCli(['export', 'demo.jsonl'], { cwd })).stdout).toBe('demo.gif\n');
  expect(decodedGif(readFileSync(join(cwd, 'demo.gif'))).images.length).toBeGreaterThan(0);
});

test.each([
  ['nowhere.jsonl', 'File not found: nowhere.jsonl.'],
  ['.', 'not a regular file'],
  ['empty.jsonl', 'it contains no frames. Record it with `frameIntervalMs` greater than 0.'],
  [pathOfRecording('requests.jsonl'), 'it contains no frames.'],
  [pathOfRecording('foreign.csv'), 'is not a recording'],
  [pathOfRecording('newer.jsonl'), 'unknown format version'],
])('%s is one line on standard error, exit 1, and no file [14.export-errors]', async (path, says) => {
  for (const format of formats) {
    const cwd = createTemporaryDirectory();
    writeFileSync(join(cwd, 'empty.jsonl'), '');
    const { exitCode, stdout, stderr } = await runCli(['export', path, '--out', `out.${format}`], { cwd });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^tuispec: [^\n]+\n$/);
    expect(stderr).toContain(says);
    expect(readdirSync(cwd)).toEqual(['empty.jsonl']);
  }
});

test.each([
  [['--from', '100000'], 1, 'it has no frames after 100000 s.'],
  [['--out', 'missing/out.gif'], 1, 'Cannot write missing/out.gif: ENOENT: no such file or directory.'],
  [['--font', 'none.ttf'], 1, 'Font file not found: none.ttf.'],
  [['--theme', 'none.json'], 1, 'File not found: none.json.'],
  [['--theme', 'drakula'], 2, 'Unknown theme "drakula".'],
  [
    ['--out', 'out.mp4'],
    2,
    '--out must end in .cast, .gif or .svg, or for code in .test.ts, .py or .sh, not "out.mp4".',
  ],
  [['--from', '5', '--to', '5'], 2, '--from must be less than --to'],
  [['--fps', '51'], 2, '--fps must be a whole number from 1 to 50'],
  [['--speed', '0'], 2, '--speed must be a number from 0.1 to 100'],
  [['--cast-version', '1'], 2, '--cast-version must be'],
])('%j is one line on standard error, and no file [14.export-errors, 10.usage]', async (args, code, says) => {
  const cwd = createTemporaryDirectory();
  const { exitCode, stdout, stderr } = await runCli(
    ['export', pathOfRecording('short.jsonl'), '--out', 'out.gif', ...args],
    {
      cwd,
    },
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' });
  expect(stderr).toMatch(/^tuispec: [^\n]+\n$/);
  expect(stderr).toContain(says);
  expect(readdirSync(cwd)).toEqual([]);
});

test.each([
  ['torn.jsonl', 0, 'is incomplete and was skipped.'],
  ['broken-line.jsonl', 1, 'could not be read and'],
])('the other lines of %s are exported [14.export-errors]', async (name, code, says) => {
  const cwd = createTemporaryDirectory();
  const { exitCode, stderr } = await runCli(['export', pathOfRecording(name), '--out', 'out.cast'], { cwd });
  expect(exitCode).toBe(code);
  expect(stderr).toMatch(/^tuispec: [^\n]+\n$/);
  expect(stderr).toContain(says);
  expect(readdirSync(cwd)).toEqual(['out.cast']);
});

test('a recording with escape sequences in its texts shows them as nothing [14.export-hostile]', async () => {
  const cwd = createTemporaryDirectory();
  for (const format of formats)
    expect(
      (await runCli(['export', pathOfRecording('hostile.jsonl'), '--out', `out.${format}`], { cwd })).exitCode,
    ).toBe(0);
  const cast = readFileSync(join(cwd, 'out.cast'), 'utf8').trim().split('\n').slice(1);
  // All that is drawn: clearing, places, styles, erasing, the cursor, text.
  const harmless =
    /^(?:\x1b\[2J|\x1b\[\d+;\d+H|\x1b\[\d+G|\x1b\[[\d:;]*m|\x1b\[K|\x1b\[\?25[lh]|[^\x00-\x1f\x7f-\x9f])*$/u;
  for (const line of cast) expect((JSON.parse(line) as [number, string, string])[2]).toMatch(harmless);
  expect(readFileSync(join(cwd, 'out.svg'), 'utf8')).not.toMatch(
    /<script|<foreignObject|<image|[\x00-\x08\x0b-\x1f\x7f]/,
  );
});

test.each([
  ['gif', 'SIGINT'],
  ['svg', 'SIGTERM'],
  ['cast', 'SIGHUP'],
] as const)('a %s export that %s ends leaves no file [14.export-whole]', async (format, signal) => {
  const path = recordingOf(6000);
  const cwd = createTemporaryDirectory();
  const appeared = new Promise<void>((done) => {
    const watcher = watch(cwd, () => {
      watcher.close();
      done();
    });
  });
  const args = [resolve('dist/cli.js'), 'export', path, '--out', `out.${format}`, '--scale', '2'];
  const child = spawn(process.execPath, args, { cwd });
  const ended = once(child, 'exit');
  await appeared;
  child.kill(signal);
  expect(await ended).toEqual([null, signal]);
  expect(readdirSync(cwd)).toEqual([]);
});

test('a file that cannot be replaced is kept, and nothing else is left [14.export-whole]', async () => {
  const cwd = createTemporaryDirectory();
  mkdirSync(join(cwd, 'out.svg'));
  chmodSync(join(cwd, 'out.svg'), 0o700);
  const { exitCode, stderr } = await runCli(['export', pathOfRecording('short.jsonl'), '--out', 'out.svg'], { cwd });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^tuispec: Cannot write out\.svg: [^\n]+\n$/);
  expect(readdirSync(cwd)).toEqual(['out.svg']);
});

// Writes the peak memory of the process, in KiB, when it exits.
const noteMemory =
  "process.on('exit', () => require('node:fs').writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)))";

test.for(sample(formats))(
  'a .%s of ten times the length takes hardly more memory [14.export-memory]',
  async (format, { annotate }) => {
    const directory = createTemporaryDirectory();
    const hook = join(directory, 'hook.cjs');
    writeFileSync(hook, noteMemory);
    const peakMiB = async (frames: number): Promise<number> => {
      const peakFile = join(directory, 'peak');
      const env = { NODE_OPTIONS: `--require=${hook}`, PEAK_FILE: peakFile };
      const out = join(directory, `out.${format}`);
      expect((await runCli(['export', recordingOf(frames), '--out', out], { env })).exitCode).toBe(0);
      return Number(readFileSync(peakFile, 'utf8')) / 1024;
    };
    const [short, long] = [await peakMiB(1500), await peakMiB(15_000)];
    await annotate(`${Math.round(short)} MiB for 1,500 frames, ${Math.round(long)} MiB for 15,000`);
    // Garbage that Node has not collected yet; it does not grow further.
    expect(long - short).toBeLessThan(96);
  },
);
