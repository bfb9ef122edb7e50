import { yieldToEvents } from './sleep.js';

/** Long work in steps: other work may run between them. */
export type Steps<T> = Generator<undefined, T>;

// Short enough that a `ping` is answered quickly; long enough to render most pictures in one slice.
const sliceMs = 15;

/** Runs long work in slices; pending events are handled between them. */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  let begun = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - begun < sliceMs) continue;
    await yieldToEvents();
    begun = performance.now();
  }
}

/** Runs long work at once, without slices. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
