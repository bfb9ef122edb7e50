import type { Core } from '../internals.js';

// Sequences that count rows, and those that count columns. Counts greater than the screen size make no visible difference.
const byRows = ['L', 'M', 'S', 'T'];
const byCols = ['b', 'I', 'Z'];

/** Limits repeat counts, which xterm.js loops over for hours; only a handler of its core can change the count. */
export function limitRepeatCounts(core: Core): void {
  const limit = (final: string, max: () => number): unknown =>
    core.registerCsiHandler({ final }, ({ params }) => {
      params[0] = Math.min(params[0] as number, max());
      return false;
    });
  for (const final of byRows) limit(final, () => core.rows);
  for (const final of byCols) limit(final, () => core.cols);
}
