import type { ProcessHost } from './command.js';
import { UsageError } from './options.js';

/** Runs a command. Reports failed file access in one line (exit code 1), and unknown values as usage errors. */
export async function withErrorReport(host: ProcessHost, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if ((error as Error).name === 'InvalidParamError') throw new UsageError((error as Error).message);
    if ((error as Error).name !== 'MethodError') throw error;
    host.writeError(`tuispec: ${(error as Error).message}\n`);
    return 1;
  }
}
