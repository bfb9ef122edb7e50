import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../support/client.js';

interface Cell {
  readonly value: number;
  readonly ratio?: number;
  readonly growth?: number;
  readonly samples: readonly number[];
}

interface SavedReport {
  readonly date: string;
  readonly node: string;
  readonly cpus: number;
  readonly command: string;
  readonly load: number;
  readonly contenders: Readonly<Record<string, string>>;
  readonly absent: Readonly<Record<string, string>>;
  readonly failures: readonly object[];
  readonly tables: readonly {
    readonly name: string;
    readonly title: string;
    readonly columns: readonly string[];
    readonly growth?: { readonly by: string; readonly factors: Readonly<Record<string, number>> };
    readonly rows: readonly {
      readonly label: string;
      readonly cells: Readonly<Record<string, Cell>>;
    }[];
  }[];
}

async function runBench(...args: string[]): Promise<{ exitCode: number; output: string; complaints: string }> {
  const process_ = spawn(process.execPath, ['--import', 'tsx', 'scripts/bench/main.ts', ...args]);
  const [output, complaints, [exitCode]] = await Promise.all([
    text(process_.stdout),
    text(process_.stderr),
    once(process_, 'exit') as Promise<[number]>,
  ]);
  return { exitCode, output, complaints };
}

test('the bench measures everything, prints tables and saves them as JSON', { timeout: 180_000 }, async () => {
  const json = join(createTemporaryDirectory(), 'kept', 'results.json');
  const args = ['--quick', '--alone', '--rounds', '1', '--json', json];
  const { exitCode, output, complaints } = await runBench(...args);
  expect([exitCode, complaints]).toEqual([0, expect.stringContaining('round 1 of 1: recordings, tuispec')]);
  const kept = JSON.parse(readFileSync(json, 'utf8')) as SavedReport;
  expect(kept).toMatchObject({
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    node: process.version,
    cpus: expect.any(Number),
    load: expect.any(Number),
    command: `npm run bench -- ${args.join(' ')}`,
    failures: [],
  });
  expect(kept.tables.map(({ name }) => name)).toEqual([
    ...['wait', 'throughput', 'storm', 'pictures', 'start', 'open', 'idle', 'sizes', 'waits', 'recordings', 'viewers'],
    ...['traces', 'exports'],
  ]);
  expect(output).toMatch(/ \d+(?:\.\d+)? \(\d+(?:\.\d+)?×\) \|/);
  for (const { title, columns, rows } of kept.tables) {
    for (const { label, cells } of rows) {
      expect(output).toContain(`| ${label}, `);
      const own = cells[columns[0] ?? ''];
      expect(own?.samples.length, `${title}: ${label}`).toBeGreaterThan(0);
      const { tuispec, floor } = cells;
      if (tuispec?.ratio === undefined || floor === undefined) continue;
      expect(tuispec.ratio).toBeCloseTo(tuispec.value / floor.value);
    }
  }
  expect(kept.tables.flatMap(({ growth }) => growth ?? [])).toEqual([
    { by: 'cells of the screen', factors: { '80 × 24': 1, '200 × 60': 6.25 } },
    { by: 'waits, or texts', factors: { '1': 1, '10': 10 } },
    { by: 'requests recorded', factors: { '10': 1, '20': 2 } },
    {
      by: 'clients, including the viewers',
      factors: { 'no viewer': 1, '1 viewer': 2, '16 viewers': 17, '1 that never reads': 2 },
    },
  ]);
  expect(output).toMatch(/^\| cells of the screen +\| +1\.00× \| +6\.25× \|$/m);
  for (const { columns, rows } of kept.tables.filter(({ growth }) => growth !== undefined)) {
    for (const { cells } of rows) {
      const [first, second] = columns.map((column) => cells[column]);
      expect([first?.growth, second?.growth]).toEqual([1, (second?.value ?? 0) / (first?.value ?? 1)]);
    }
  }
});

test('the bench measures each peer, or prints why not', async () => {
  const json = join(createTemporaryDirectory(), 'results.json');
  const { exitCode, output } = await runBench('--quick', '--only', 'open', '--rounds', '1', '--json', json);
  const { contenders, absent } = JSON.parse(readFileSync(json, 'utf8')) as SavedReport;
  expect(exitCode).toBe(0);
  for (const peer of ['tmux, polled', 'pexpect + pyte', 'tui-test', 'tuistory']) {
    const version = contenders[peer];
    expect(output).toContain(
      version === undefined ? `- ${peer}: not measured, ${absent[peer]}\n` : `- ${peer}: ${version}\n`,
    );
  }
});

test.each([
  ['--only', 'wait,nonsense'],
  ['--rounds', '0'],
  ['--fast', ''],
  ['--peers', '--alone'],
])('the bench rejects %s %s', async (...args) => {
  const { exitCode, output, complaints } = await runBench(...args.filter(Boolean));
  expect([exitCode, output]).toEqual([2, '']);
  expect(complaints).toMatch(/^[^\n]+\n$/);
});
