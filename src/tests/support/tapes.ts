import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDirectory } from './client.js';
import { type Run, runCli } from './run.js';

/** Creates a temporary directory with files. */
export function writeTapes(files: Readonly<Record<string, string>>): string {
  const directory = createTemporaryDirectory();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  return directory;
}

/** What a run of tapes has printed, and where. */
export interface TapeRun extends Run {
  readonly cwd: string;
}

/** Runs one tape as a test. */
export const runTape = async (
  source: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<TapeRun> => await runTapes({ 'demo.tape': source }, ['demo.tape', ...args], env);

/** Runs tapes as tests, in a directory of their own. */
export async function runTapes(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<TapeRun> {
  const cwd = writeTapes(files);
  return { cwd, ...(await runCli(['test', ...args], { cwd, env })) };
}
