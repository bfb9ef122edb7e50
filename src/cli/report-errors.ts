import type { ProcessHost } from './command.js';
import { UsageError } from './options.js';

/** Runs a command: what goes wrong with files is said in one sentence, and a value that nobody knows is wrong usage. */
export async function withErrorReport(around: ProcessHost, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if ((error as Error).name === 'Unacceptable') throw new UsageError((error as Error).message);
    if ((error as Error).name !== 'Failure') throw error;
    around.writeError(`tuispec: ${(error as Error).message}\n`);
    return 1;
  }
}
