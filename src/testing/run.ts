import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** How a run of the built program ended. */
export interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program to its end with `input` on standard input. */
export async function runCli(
  args: readonly string[],
  { input = '', env = {}, cwd }: { input?: string; env?: Record<string, string>; cwd?: string } = {},
): Promise<Run> {
  const child = spawn(process.execPath, [resolve('dist/cli.js'), ...args], { cwd, env: { ...process.env, ...env } });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { exitCode: exitCode as number | null, stdout, stderr };
}
