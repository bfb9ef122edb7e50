import type { Amounts } from '../amounts.js';
import type { Contender } from '../contender.js';
import { measureProcessorTime } from '../process-cost.js';
import { measureMilliseconds, usualSize, withProgram } from '../program-stage.js';
import type { Work } from '../work.js';

/** The cost of waiting for something that does not happen. */
export const idle: Work = {
  name: 'idle',
  title: 'CPU time while a wait is pending',
  rows: [
    { key: 'quiet', label: 'no output', unit: 'ms/s', statistic: 'median', isCompared: false },
    { key: 'clock', label: 'a clock that updates ten times a second', unit: 'ms/s', statistic: 'median' },
  ],
  measure: async (contender, amounts) => ({
    quiet: [await measurePerSecond(contender, 'quiet', amounts)],
    clock: [await measurePerSecond(contender, 'clock', amounts)],
  }),
};

async function measurePerSecond(contender: Contender, kind: 'quiet' | 'clock', { idleMs }: Amounts): Promise<number> {
  return await withProgram(
    contender,
    'idle',
    () => [kind],
    usualSize,
    async ({ terminal }) => {
      // Work left over from opening, such as JIT compilation, is not idle cost.
      await terminal.waitFor('NEVER-SEEN', idleMs / 4).catch(() => {});
      const before = measureProcessorTime(terminal.workOf);
      const elapsed = await measureMilliseconds(
        async () => await terminal.waitFor('NEVER-SEEN', idleMs).catch(() => {}),
      );
      return ((measureProcessorTime(terminal.workOf) - before) / elapsed) * 1000;
    },
  );
}
