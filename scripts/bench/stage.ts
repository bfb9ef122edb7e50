import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Contender, Terminal } from './contender.js';

/** Longest time that anything may take. */
export const patienceMs = 120_000;
/** The size of the screen where no other is said. */
export const usualSize: readonly [cols: number, rows: number] = [134, 40];

/** A program of the bench in a contender's terminal, ready to be told what to do. */
export interface Stage {
  readonly terminal: Terminal;
  /** The file that the program keeps moments in. */
  readonly times: string;
}

/** Runs a program of scripts/bench/programs in a terminal of its own. */
export async function onStage<T>(
  contender: Contender,
  program: string,
  args: (times: string) => readonly (string | number)[],
  [cols, rows]: readonly [cols: number, rows: number],
  play: (stage: Stage) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-bench-'));
  const times = join(directory, 'times.json');
  const path = resolve('scripts/bench/programs', `${program}.mjs`);
  const argv = [path, ...args(times).map(String)];
  try {
    const terminal = await contender.open({ command: process.execPath, args: argv, cols, rows });
    try {
      await terminal.waitFor('READY', 30_000);
      return await play({ terminal, times });
    } finally {
      await terminal.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The moments that the program has kept. */
export function momentsIn(times: string): bigint[] {
  return (JSON.parse(readFileSync(times, 'utf8')) as string[]).map(BigInt);
}

/** Waits until the program has kept its moments, without asking anybody. */
export async function kept(times: string): Promise<void> {
  await new Promise<void>((fulfil, reject) => {
    const watcher = watch(join(times, '..'));
    const timer = setTimeout(() => end(() => reject(new Error('timeout'))), patienceMs);
    const end = (tell: () => void): void => {
      clearTimeout(timer);
      watcher.close();
      tell();
    };
    const look = (): void => {
      if (existsSync(times)) end(fulfil);
    };
    watcher.on('change', look);
    look();
  });
}

/** Milliseconds between two moments. */
export const between = (from: bigint | undefined, to: bigint | undefined): number =>
  from === undefined || to === undefined ? Number.NaN : Number(to - from) / 1e6;

/** How long something takes, in milliseconds. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = process.hrtime.bigint();
  await act();
  return between(startedAt, process.hrtime.bigint());
}
