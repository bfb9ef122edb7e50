import type { Amounts } from '../amounts.js';
import type { Contender } from '../contender.js';
import { between, kept, momentsIn, onStage, patienceMs, usualSize } from '../stage.js';
import { type Samples, stepByStep, type Work } from '../work.js';

const token = 'TOKEN-0001';
const others = (count: number): string[] => Array.from({ length: count - 1 }, (_, at) => `NEVER-SEEN-${at}`);

/** How cost grows with the number of waits. */
export const waits: Work = {
  name: 'waits',
  title: 'Cost by number of pending waits',
  note: 'tuispec runs waits one after another, in the order of the requests; the floor runs all at once.',
  rows: [
    { key: 'first', label: 'text printed → the first of n waits completed', unit: 'ms', statistic: 'median' },
    { key: 'last', label: 'text printed → all n waits completed', unit: 'ms', statistic: 'median' },
    { key: 'any', label: 'text printed → one wait for n texts completed', unit: 'ms', statistic: 'median' },
    { key: 'flood', label: '2 MB of output, one wait for n texts', unit: 'ms', statistic: 'median' },
  ],
  growth: {
    by: 'waits, or texts',
    steps: (amounts) => amounts.waits.map((count) => ({ label: String(count), amount: count })),
  },
  measure: async (contender, amounts) =>
    await stepByStep(amounts.waits, String, async (count) => await pending(contender, count, amounts)),
};

async function pending(contender: Contender, count: number, amounts: Amounts): Promise<Samples> {
  // Only servers support more than one wait at a time.
  if (contender.server === undefined) return {};
  const { first, last } = await many(contender, count);
  const one = await any(contender, count);
  return { first: [first], last: [last], any: [one], flood: [await flood(contender, count, amounts)] };
}

async function many(contender: Contender, count: number): Promise<{ first: number; last: number }> {
  return await onStage(
    contender,
    'tokens',
    (times) => [times],
    usualSize,
    async ({ terminal, times }) => {
      await terminal.write('l');
      const seen = await Promise.all(
        Array.from({ length: count }, async () => await terminal.waitFor(token, patienceMs)),
      );
      await terminal.write('q');
      await kept(times);
      const [printedAt] = momentsIn(times);
      return { first: between(printedAt, seen[0]), last: between(printedAt, seen.at(-1)) };
    },
  );
}

async function any(contender: Contender, count: number): Promise<number> {
  return await onStage(
    contender,
    'tokens',
    (times) => [times],
    usualSize,
    async ({ terminal, times }) => {
      await terminal.write('l');
      const seenAt = await terminal.waitForAny?.([...others(count), token], patienceMs);
      await terminal.write('q');
      await kept(times);
      return between(momentsIn(times)[0], seenAt);
    },
  );
}

async function flood(contender: Contender, count: number, amounts: Amounts): Promise<number> {
  const args = (times: string) => [times, amounts.floodUnderWaitsKilobytes];
  return await onStage(contender, 'flood', args, usualSize, async ({ terminal, times }) => {
    await terminal.write('w');
    const seenAt = await terminal.waitForAny?.([...others(count), 'FLOOD-OVER'], patienceMs);
    return between(momentsIn(times)[0], seenAt);
  });
}
