// How processes end.
import { constants } from 'node:os';

/** How a program ended: with a code, or by a signal. */
export interface Exit {
  readonly exitCode: number | null;
  /** A name like `SIGTERM`. */
  readonly signal: string | null;
}

/** Converts the result of waitpid; signal 0 means no signal. */
export const toExit = (code: number, signal: number): Exit =>
  signal === 0 ? { exitCode: code, signal: null } : { exitCode: null, signal: nameSignal(signal) };

/** The name of a signal, or `SIG` and its number. */
export const nameSignal = (number: number): string =>
  Object.entries(constants.signals).find((entry) => entry[1] === number)?.[0] ?? `SIG${number}`;

/** The exit in words, as in "with code 1". */
export const describeExit = ({ exitCode, signal }: Exit): string => {
  if (signal !== null) return `by ${signal}`;
  return exitCode === null ? 'with an unknown status' : `with code ${exitCode}`;
};

/** The exit as a noun, as in "exit code 1" or "SIGTERM". */
export const nameExit = ({ exitCode, signal }: Exit): string => signal ?? `exit code ${exitCode}`;

/** The status that a shell reports of a program that a signal ended. */
export const statusAfterSignal = (signal: string): number =>
  128 + (constants.signals[signal as NodeJS.Signals] ?? (Number(signal.slice(3)) || 0));

/** The status that a shell reports; undefined if it is unknown. */
export const statusOf = ({ exitCode, signal }: Exit): number | undefined =>
  signal === null ? (exitCode ?? undefined) : statusAfterSignal(signal);
