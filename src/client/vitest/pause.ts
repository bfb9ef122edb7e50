import { nameExit } from '../../base/exit.js';
import type { TerminalConnection } from '../connection.js';

const variable = 'TUISPEC_PAUSE';
const readVariable = (): string => process.env[variable] ?? '';
const isCi = (): boolean => !['', '0', 'false'].includes(process.env['CI'] ?? '');

/** Throws if the variable has a value that does not exist, and says in CI that it is ignored. */
export function checkPauseVariable(): void {
  const value = readVariable();
  if (value !== '' && value !== 'failure')
    throw new Error(`${variable} must be "failure", not ${JSON.stringify(value)}.`);
  if (value !== '' && isCi()) process.stderr.write(`${variable} is ignored: the variable CI is set.\n`);
}

/** Prints the URLs of the programs of a failed test, and waits until they have exited or the run is cancelled. */
export async function pauseFailedTest(testName: string, connections: readonly TerminalConnection[]): Promise<void> {
  if (readVariable() === '' || isCi()) return;
  const shown = (await Promise.all(connections.map(async (connection) => await connection.showToPerson()))).filter(
    (program) => program !== undefined,
  );
  if (shown.length === 0) {
    const exits = connections.flatMap(({ exit, isClosed }) => (exit === undefined || isClosed ? [] : [nameExit(exit)]));
    const subject = exits.length === 1 ? 'its program has exited' : 'its programs have exited';
    if (exits.length > 0)
      process.stderr.write(
        `Not paused after the failure of ${JSON.stringify(testName)}: ${subject} (${exits.join(', ')}).\n`,
      );
    return;
  }
  const urls = shown.map(({ url }) => url).join(' and ');
  const subject = shown.length === 1 ? 'its program' : 'its programs';
  process.stderr.write(
    `Paused after the failure of ${JSON.stringify(testName)}: ${urls} (to continue, end ${subject} or press Ctrl+C)\n`,
  );
  await Promise.race([Promise.all(shown.map(async ({ ended }) => await ended)), waitForCancel()]);
  await Promise.all(connections.map(async (connection) => await connection.hideFromPerson()));
}

/**
 * Resolves when a person cancels the run in watch mode. The signal of a test does not tell: it may have been aborted by
 * the timeout of the test. This member of vitest is internal: without it, a second Ctrl+C ends the run.
 */
async function waitForCancel(): Promise<void> {
  const worker = (globalThis as { __vitest_worker__?: { onCancel?: (listener: () => void) => void } })
    .__vitest_worker__;
  await new Promise<void>((resolve) => worker?.onCancel?.(resolve));
}
