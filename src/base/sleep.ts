import { setImmediate as immediate, setTimeout as timeout } from 'node:timers/promises';

/** Waits; rejects when `signal` aborts. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await timeout(milliseconds, undefined, { signal });
}

/** Resolves after all events that have already arrived are handled. */
export const yieldToEvents = (): Promise<void> => immediate();
