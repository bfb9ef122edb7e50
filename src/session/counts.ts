import type { Core } from './core.js';

// More than any screen has cells in a row.
const mostRepeats = 9999;
const repeating = ['b', 'I', 'L', 'M', 'S', 'T', 'Z'];

/** xterm repeats these as often as it is told, which can take hours; only a handler of its core can change the count. */
export function boundCounts(core: Core): void {
  for (const final of repeating) {
    core.registerCsiHandler({ final }, ({ params, length }) => {
      for (let index = 0; index < length; index += 1) params[index] = Math.min(params[index] as number, mostRepeats);
      return false;
    });
  }
}
