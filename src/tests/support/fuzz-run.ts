import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDirectory } from './client.js';
import { pathOfProgram } from './programs.js';
import { type Run, runCli } from './run.js';

/** A run of `tuispec fuzz`. */
export interface FuzzRun extends Run {
  readonly cwd: string;
  readonly lines: readonly string[];
}
export const list = pathOfProgram('buggy-list.mjs');
export const one = ['--seed', '1', '--workers', '1'];

/** Runs `tuispec fuzz`. */
export async function fuzz(args: readonly string[], cwd = createTemporaryDirectory()): Promise<FuzzRun> {
  const run = await runCli(['fuzz', ...args], { cwd });
  return { ...run, cwd, lines: run.stdout.split('\n') };
}
/** Fuzzes the list with a planted bug. */
export const fuzzList = async (bug: string, args: readonly string[] = [], cwd?: string): Promise<FuzzRun> =>
  await fuzz([...one, ...args, '--', 'node', list, bug], cwd);
/** The tapes in the corpus of a directory. */
export const tapesIn = (cwd: string): string[] => (existsSync(join(cwd, 'fuzz')) ? readdirSync(join(cwd, 'fuzz')) : []);
/** The commands of the only tape in the corpus. */
export const readActions = (cwd: string): string[] => {
  const [name = ''] = tapesIn(cwd);
  const lines = readFileSync(join(cwd, 'fuzz', name), 'utf8')
    .trimEnd()
    .split('\n');
  const ready = lines.findIndex((line) => line.startsWith('Wait+Screen'));
  return lines.slice(ready + 1).filter((line) => !line.startsWith('Sleep'));
};
