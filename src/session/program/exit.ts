import { constants } from 'node:os';

/** How a program ended: with a code, or by a signal. */
export interface Exit {
  readonly exitCode: number | null;
  /** A name like `SIGTERM`. */
  readonly signal: string | null;
}

/** Whether an exit is known, or the connection to a terminal of others has ended: with its program or without it. */
export type ExitKind = 'complete' | 'incomplete' | 'detached';

/** Converts the result of waitpid; signal 0 means no signal. */
export function toExit(code: number, signal: number): Exit {
  if (signal === 0) return { exitCode: code, signal: null };
  const name = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0];
  return { exitCode: null, signal: name ?? `SIG${signal}` };
}

/** The exit in words, as in "with code 1". */
export const describeExit = ({ exitCode, signal }: Exit): string => {
  if (signal !== null) return `by ${signal}`;
  return exitCode === null ? 'with an unknown status' : `with code ${exitCode}`;
};
