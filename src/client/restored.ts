// `toRestoreTerminal`: whether a program leaves the terminal as it was, however it is ended.
import { quote } from '../base/text.js';
import { isUnmet, Mismatch } from './assertion.js';
import type { TerminalConnection } from './connection.js';
import { TuispecError } from './errors.js';
import type { ExpectRestoredParams } from './wire.js';

/** What a program can leave changed. */
export type TerminalChange = NonNullable<ExpectRestoredParams['allow']>[number];

/** What is compared, and what is accepted. */
export interface RestoredParams {
  readonly since?: string | undefined;
  readonly allow?: readonly TerminalChange[] | undefined;
  readonly strict?: boolean | undefined;
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One request: fails with kind `not-restored`. */
export async function checkRestored(connection: TerminalConnection, params: RestoredParams): Promise<void> {
  const { since, allow, strict, timeout, signal } = params;
  const timeoutMs = connection.limitTimeout(timeout);
  await connection.request('expectRestored', { since, allow: allow && [...allow], strict, timeoutMs }, { signal });
}

/** A way to end a program: keys, or a signal such as `SIGTERM`. */
export type Ending = string | readonly string[];

/** Launches the program again for each way to end it. A failure lists each that leaves something changed. */
export async function checkEachEnding(
  { relaunch }: TerminalConnection,
  endings: readonly Ending[],
  params: RestoredParams,
): Promise<void> {
  if (relaunch === undefined) throw new TypeError('`after` needs a program that was launched, not a tmux pane.');
  const findings: string[] = [];
  for (const ending of endings) {
    const finding = await checkEnding(await relaunch(), typeof ending === 'string' ? [ending] : ending, params);
    if (finding !== undefined) findings.push(finding);
  }
  if (findings.length === 0) return;
  const count = endings.length === 1 ? '' : ` after ${findings.length} of ${endings.length} ways to end the program`;
  throw new Mismatch([`The terminal is not as it was${count}.`, ...findings].join('\n'), findings);
}

/** Ends a program in one way, and closes its terminal; returns what was found, if anything. */
async function checkEnding(
  connection: TerminalConnection,
  steps: readonly string[],
  params: RestoredParams,
): Promise<string | undefined> {
  try {
    await waitUntilReady(connection, params);
    await end(connection, steps);
    await checkRestored(connection, params);
    return undefined;
  } catch (error) {
    if (!(error instanceof TuispecError) || error.kind === undefined) throw error;
    return `After ${quote(steps.join(' '))}: ${error.data.details ?? error.reason}`;
  } finally {
    await connection.close(undefined);
  }
}

const maxRawMs = 1000;
const quietMs = 100;

// Without `ready`, what a person would wait for: the program shows something, reads keys, and has finished drawing.
async function waitUntilReady(connection: TerminalConnection, { timeout, signal }: RestoredParams): Promise<void> {
  const timeoutMs = connection.limitTimeout(timeout);
  const ignoreUnmet = (error: unknown): void => {
    if (!isUnmet(error)) throw error;
  };
  const selector = { type: 'regex', pattern: '\\S', flags: '' } as const;
  await connection
    .request('waitForText', { selector, ambiguityMode: 'first', timeoutMs }, { signal })
    .then(() => {}, ignoreUnmet);
  const isReading = { anyOf: [{ modes: { raw: true } }, { exited: true as const }] };
  await connection
    .request('waitFor', { ...isReading, timeoutMs: Math.min(maxRawMs, timeoutMs) }, { signal })
    .then(() => {}, ignoreUnmet);
  await connection.request('waitForStable', { debounceMs: quietMs, timeoutMs }, { signal }).then(() => {}, ignoreUnmet);
}

async function end(connection: TerminalConnection, steps: readonly string[]): Promise<void> {
  for (const [index, step] of steps.entries()) {
    try {
      if (/^SIG[A-Z0-9]+$/.test(step)) await connection.request('signal', { name: step });
      else await connection.request('sendKey', { keys: [step] });
    } catch (error) {
      // An earlier key has ended it, such as the `q` of `:q` in a pager.
      if (index > 0 && error instanceof TuispecError && error.kind === 'exited') return;
      throw error;
    }
  }
}
