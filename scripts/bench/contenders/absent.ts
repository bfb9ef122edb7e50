import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Why a contender takes no part. */
export class Absent extends Error {
  override readonly name = 'Absent';
}

/** What a command prints; it is absent when it cannot be run. */
export async function printedBy(command: string, args: readonly string[], reason: string): Promise<string> {
  try {
    return (await promisify(execFile)(command, args)).stdout.trim();
  } catch (error) {
    throw new Absent(reason, { cause: error });
  }
}
