import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** The result of a run of the built program. */
export interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
/** Options for a run of the built program. */
interface RunSetup {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Another copy of the built program. */
  readonly program?: string;
  /** A command that runs it. */
  readonly via?: readonly string[];
  /** Standard output: a full disk, or a pipe whose reader is gone. */
  readonly stdout?: 'full' | 'gone';
}

/** Runs the built program to its exit. */
export async function runCli(args: readonly string[], setup: RunSetup = {}): Promise<Run> {
  const full = setup.stdout === 'full' ? openSync('/dev/full', 'w') : undefined;
  const command = [...(setup.via ?? []), process.execPath, setup.program ?? resolve('dist/cli.js'), ...args];
  const child = spawn(command[0] as string, command.slice(1), {
    cwd: setup.cwd,
    env: { ...process.env, ...setup.env },
    stdio: ['pipe', full ?? 'pipe', 'pipe'],
  });
  if (full !== undefined) closeSync(full);
  if (setup.stdout === 'gone') child.stdout?.destroy();
  child.stdin?.on('error', () => {});
  child.stdin?.end(setup.input ?? '');
  const read = async (stream: typeof child.stdout): Promise<string> =>
    stream === null || stream.destroyed ? '' : await text(stream);
  const [stdout, stderr, [exitCode]] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { exitCode, stdout, stderr };
}
