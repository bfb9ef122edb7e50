import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';
import { pathOfRecording } from '../support/player-server.js';
import { runCli } from '../support/run.js';

test.each([
  ['counting.jsonl', 12],
  ['short.jsonl', 3],
  ['hostile.jsonl', 4],
])(
  'without a terminal, prints only the number of frames of %s [9.player-plain, 9.player-end]',
  async (name, frames) => {
    expect(await runCli(['replay', pathOfRecording(name)])).toEqual({
      exitCode: 0,
      stdout: `Replayed ${frames} frames\n`,
      stderr: '',
    });
  },
);

const requests = readFileSync(pathOfRecording('requests.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { direction: string; line: string })
  .filter(({ direction }) => direction === 'request')
  .map(({ line }) => line);

test.each([
  ['as-fast-as-possible', 0],
  ['real-time', 600],
])(
  'prints the requests of a recording without frames, %s [9.player-requests, 9.player-timing, 9.player-hostile]',
  async (speed, leastMs) => {
    const start = performance.now();
    const { exitCode, stdout, stderr } = await runCli([
      'replay',
      pathOfRecording('requests.jsonl'),
      `--speed=${speed}`,
    ]);
    expect(performance.now() - start).toBeGreaterThan(leastMs);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines.slice(-2)).toEqual(['Replayed 0 frames', '']);
    // The same requests, with control sequences that must not reach the terminal.
    expect(lines.slice(0, -2).map((line) => JSON.parse(line) as unknown)).toEqual(
      requests.map((line) => JSON.parse(line) as unknown),
    );
    expect(stdout).toMatch(/^[^\x00-\x09\x0b-\x1f\x7f-\x9f]*$/);
  },
);

test.each([
  ['nowhere.jsonl', [], 1, 'File not found: '],
  ['.', [], 1, 'directory'],
  [pathOfRecording('foreign.csv'), [], 1, 'is not a recording'],
  [pathOfRecording('newer.jsonl'), [], 1, 'unknown format version'],
  [pathOfRecording('broken-line.jsonl'), [], 1, '2 lines of'],
  [pathOfRecording('torn.jsonl'), [], 0, 'The last line of'],
  [
    pathOfRecording('short.jsonl'),
    ['--speed', 'fast'],
    2,
    '--speed must be one of real-time, as-fast-as-possible, not "fast"',
  ],
  [pathOfRecording('short.jsonl'), ['--show-imput'], 2, 'Did you mean --show-input?'],
  [pathOfRecording('short.jsonl'), ['again.jsonl'], 2, 'Unexpected argument again.jsonl'],
])(
  'replay of %s %j exits with code %i and one line on standard error [9.player-broken, 10.usage]',
  async (path, args, code, says) => {
    const { exitCode, stderr } = await runCli(['replay', path, ...args], { cwd: createTemporaryDirectory() });
    expect(exitCode).toBe(code);
    expect(stderr).toMatch(/^tuispec: [^\n]+\n$/);
    expect(stderr).toContain(says);
  },
);

test.each([['short.jsonl'], ['requests.jsonl']])(
  'replay of %s exits with code 0 and without a message when its pipe is closed [9.player-restores]',
  async (name) => {
    const { exitCode, stderr } = await runCli(['replay', pathOfRecording(name)], { stdout: 'gone' });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  },
);
