import type { Core } from '../internals.js';

// What is moved by lines, and what is moved or repeated by columns: more than the screen has makes no difference to see.
const byRows = ['L', 'M', 'S', 'T'];
const byCols = ['b', 'I', 'Z'];

/** xterm repeats these as often as it is told, which can take hours; only a handler of its core can change the count. */
export function boundCounts(core: Core): void {
  const bound = (final: string, most: () => number): unknown =>
    core.registerCsiHandler({ final }, ({ params }) => {
      params[0] = Math.min(params[0] as number, most());
      return false;
    });
  for (const final of byRows) bound(final, () => core.rows);
  for (const final of byCols) bound(final, () => core.cols);
}
