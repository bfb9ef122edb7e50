import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The reason why a contender is skipped. */
export class UnavailableContender extends Error {
  override readonly name = 'Absent';
}

/** Returns the output of a command; absent if it cannot be run. */
export async function readOutput(command: string, args: readonly string[], reason: string): Promise<string> {
  try {
    return (await promisify(execFile)(command, args)).stdout.trim();
  } catch (error) {
    throw new UnavailableContender(reason, { cause: error });
  }
}
