import type { Amounts } from '../amounts.js';
import type { Contender } from '../contender.js';
import { between, kept, momentsIn, onStage, patienceMs, timed, usualSize } from '../stage.js';
import type { Samples, Work } from '../work.js';

const token = (number: number): string => `TOKEN-${String(number).padStart(4, '0')}`;

/** The latency of waits. */
export const wait: Work = {
  name: 'wait',
  title: 'Latency',
  note: 'The response of a server must be transferred to its client; a library runs in the process of its caller.',
  rows: [
    { key: 'wait', label: 'text printed → wait completed', unit: 'ms', statistic: 'median' },
    { key: 'wait-p95', of: 'wait', label: 'the same, 95th percentile', unit: 'ms', statistic: 'p95' },
    { key: 'type', label: 'key sent → its effect awaited', unit: 'ms', statistic: 'median' },
    { key: 'look', label: 'text of the screen read', unit: 'ms', statistic: 'median' },
  ],
  measure: async (contender, amounts) => await latency(contender, amounts, usualSize),
};

/** Waits for delayed output and for the reaction to a key, and reads the screen, at some screen size. */
export async function latency(
  contender: Contender,
  { tokens, looks }: Amounts,
  size: readonly [cols: number, rows: number],
): Promise<Samples> {
  return await onStage(
    contender,
    'tokens',
    (times) => [times],
    size,
    async ({ terminal, times }) => {
      const seen: bigint[] = [];
      for (let number = 1; number <= tokens; number += 1) {
        await terminal.write('g');
        seen.push(await terminal.waitFor(token(number), patienceMs));
      }
      const type: number[] = [];
      for (let number = tokens + 1; number <= 2 * tokens; number += 1) {
        const startedAt = process.hrtime.bigint();
        await terminal.write('e');
        type.push(between(startedAt, await terminal.waitFor(token(number), patienceMs)));
      }
      const look: number[] = [];
      for (let number = 0; number < looks; number += 1) look.push(await timed(async () => await terminal.look()));
      await terminal.write('q');
      await kept(times);
      const printed = momentsIn(times);
      return { wait: seen.map((moment, at) => between(printed[at], moment)), type, look };
    },
  );
}
