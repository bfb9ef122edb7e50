import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LaunchOptions, Terminal } from 'tuispec';
import { createTemporaryDirectory } from './client.js';
import { openTerminal } from './library-terminal.js';

/** A person who records a program with `tuispec record`, in a terminal of their own. */
export interface Recorder {
  readonly terminal: Terminal;
  readonly directory: string;
  readonly path: string;
  /** Waits for the end of the recording; returns the tape without its head. */
  finish(exitCode?: number): Promise<string>;
  /** The whole tape. */
  read(): string;
}

/** Starts `tuispec record` with options, and a command after them. */
export async function record(
  command: readonly string[],
  {
    options = [],
    file = 'recorded.tape',
    ...launch
  }: LaunchOptions & { readonly options?: readonly string[]; readonly file?: string } = {},
): Promise<Recorder> {
  const directory = launch.cwd ?? createTemporaryDirectory();
  const path = join(createTemporaryDirectory(), file);
  const args = [resolve('dist/cli.js'), 'record', '--out', path, ...options, '--', ...command];
  const terminal = await openTerminal(process.execPath, {
    timeout: 60_000,
    ambiguity: 'first',
    cols: 80,
    rows: 24,
    ...launch,
    cwd: directory,
    args,
  });
  const read = (): string => readFileSync(path, 'utf8');
  const finish = async (exitCode = 0): Promise<string> => {
    const exit = await terminal.waitForExit();
    if (exit.exitCode !== exitCode)
      throw new Error(`Expected exit code ${exitCode}, not ${JSON.stringify(exit)}: ${await terminal.text()}`);
    return read().split('\n\n').slice(1).join('\n\n').trimEnd();
  };
  return { terminal, directory, path, finish, read };
}
