import { setImmediate as immediate, setTimeout as timeout } from 'node:timers/promises';

/** Waits; rejects when `signal` aborts. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await timeout(milliseconds, undefined, { signal });
}

/** Lets every event that has already arrived be handled. */
export const turn = (): Promise<void> => immediate();

let work: (() => void)[] = [];

/** Does something when what is to be done now has been done: nobody who is answered waits for it. */
export function later(act: () => void): void {
  if (work.length === 0)
    setImmediate(() => {
      const due = work;
      work = [];
      for (const each of due) each();
    });
  work.push(act);
}
