import { turn } from './idle-queue.js';

/** Long work in steps: after each of them something else may be done. */
export type Steps<T> = Generator<undefined, T>;

// Nobody notices that a ping waits for so long, and most pictures are made in one slice.
const sliceMs = 15;

/** Does long work in slices: what has arrived in the meantime is handled between them. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  let begun = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - begun < sliceMs) continue;
    await turn();
    begun = performance.now();
  }
}

/** Does it all at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
