// What a failed `launch` or `attach` reports: the screen and a picture that are read before the session ends.
import { CancelledError, inLibraryWords, TuispecError } from './errors.js';
import type { ServerProcess } from './server-process.js';
import type { LaunchParams } from './wire.js';

/** A `launch` or `attach` that has failed. */
export interface FailedStart extends StartEvidence {
  readonly error: unknown;
  /** The frames of the caller. */
  readonly caller: string;
  readonly commandLine: string | undefined;
  /** Why it has not waited longer. */
  readonly limit: string | undefined;
}
/** What was found after the failure. */
export interface StartEvidence {
  readonly picturePath?: string | undefined;
  readonly screen?: string | undefined;
  /** Why a request that was interrupted had not succeeded yet. */
  readonly found?: string | undefined;
}

/** What is known about a session that has not begun. */
export const noResponse = 'The server has not responded.';

/** Reads what the failed request shows, before its session ends. `isProbed`: also for a request that was cancelled. */
export async function endFailedStart(
  server: ServerProcess,
  { error }: FailedStart,
  params: object | undefined,
  isProbed: boolean,
): Promise<StartEvidence> {
  const isCancelled = error instanceof CancelledError;
  if (params === undefined) return isCancelled ? { found: noResponse } : {};
  if (isCancelled ? !isProbed : (error as TuispecError).screen === undefined) return {};
  const render = async (): Promise<string | undefined> =>
    (await server.request('renderView', { name: 'failure-1' }).catch(() => undefined))?.pngPath;
  if (!isCancelled) return { picturePath: await render() };
  const { readySelector: selector } = params as Partial<LaunchParams>;
  const view = await server.request('currentView', {}).catch(() => undefined);
  const found = selector && (await findReason(server.request('waitForText', { selector, timeoutMs: 0 })));
  return { screen: view?.text, found, picturePath: await render() };
}

/** Why a request that was sent again without time to wait fails. */
export async function findReason(request: Promise<unknown>): Promise<string | undefined> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TuispecError)) return undefined;
  return inLibraryWords(error.data.details ?? error.reason).replace(/ within \d+ ms/, '');
}

// No locator of a terminal that is not there yet.
const selectAdvice = 'Select one with `nth` or `within`, or set `ambiguity`.';

/** The error with its command, its picture and the line of the caller. */
export function describeFailedStart({ error, caller, commandLine, limit, picturePath }: FailedStart): unknown {
  if (!(error instanceof TuispecError) || error instanceof CancelledError) return error;
  const { method, code, data } = error;
  const command = data.screen === undefined || commandLine === undefined ? [] : [`Command: ${commandLine}`];
  const isTimeout = error.kind === 'timeout';
  const silence = isTimeout && data.lastOutputAgeMs === null ? ' The program has written nothing.' : '';
  const advice = isTimeout && limit !== undefined ? ` ${limit}` : '';
  const failed = inLibraryWords(error.reason).replace(selectAdvice, 'Take a longer text, or set `ambiguity`.');
  const reason = [`${failed}${silence}${advice}`, ...command].join('\n');
  const failure = new TuispecError(reason, { method, code, data, picturePath });
  if (caller !== '') failure.stack = `${failure.name}: ${failure.message}\n${caller}`;
  return failure;
}
