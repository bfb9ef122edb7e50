import { setImmediate as immediate, setTimeout as timeout } from 'node:timers/promises';

/** Waits; rejects when `signal` aborts. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await timeout(milliseconds, undefined, { signal });
}

/** Lets every event that has already arrived be handled. */
export const turn = (): Promise<void> => immediate();
