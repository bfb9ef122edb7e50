import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BenchProgram, Contender, ContenderTerminal } from './contender.js';

/** The timeout of every step. */
export const patienceMs = 120_000;
/** The default screen size. */
export const usualSize: readonly [cols: number, rows: number] = [134, 40];

/** A benchmark program in a contender's terminal, ready for commands. */
export interface ProgramStage {
  readonly terminal: ContenderTerminal;
  /** The file to which the program saves timestamps. */
  readonly times: string;
}

/** Opens a program in a contender that has terminals. */
export async function openTerminal(contender: Contender, program: BenchProgram): Promise<ContenderTerminal> {
  if (contender.open === undefined) throw new Error(`${contender.name} has no terminals`);
  return await contender.open(program);
}

/** Runs a program of scripts/bench/programs in its own terminal. */
export async function withProgram<T>(
  contender: Contender,
  program: string,
  args: (times: string) => readonly (string | number)[],
  [cols, rows]: readonly [cols: number, rows: number],
  play: (stage: ProgramStage) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-bench-'));
  const times = join(directory, 'times.json');
  const path = resolve('scripts/bench/programs', `${program}.mjs`);
  const argv = [path, ...args(times).map(String)];
  try {
    const terminal = await openTerminal(contender, { command: process.execPath, args: argv, cols, rows });
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

/** The timestamps that the program has saved. */
export function readTimestamps(times: string): bigint[] {
  return (JSON.parse(readFileSync(times, 'utf8')) as string[]).map(BigInt);
}

/** Waits until the program has saved its timestamps, without a request to the contender. */
export async function waitForTimestamps(times: string): Promise<void> {
  await new Promise<void>((fulfil, reject) => {
    const watcher = watch(join(times, '..'));
    const timer = setTimeout(() => end(() => reject(new Error('timeout'))), patienceMs);
    const end = (tell: () => void): void => {
      clearTimeout(timer);
      watcher.close();
      tell();
    };
    const check = (): void => {
      if (existsSync(times)) end(fulfil);
    };
    watcher.on('change', check);
    check();
  });
}

/** Milliseconds between two timestamps. */
export const measureBetween = (from: bigint | undefined, to: bigint | undefined): number =>
  from === undefined || to === undefined ? Number.NaN : Number(to - from) / 1e6;

/** Measures how long something takes, in milliseconds. */
export async function measureMilliseconds(act: () => Promise<unknown>): Promise<number> {
  const startedAt = process.hrtime.bigint();
  await act();
  return measureBetween(startedAt, process.hrtime.bigint());
}
