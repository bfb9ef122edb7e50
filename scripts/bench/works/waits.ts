import type { Amounts } from '../amounts.js';
import type { Contender } from '../contender.js';
import {
  measureBetween,
  patienceMs,
  readTimestamps,
  usualSize,
  waitForTimestamps,
  withProgram,
} from '../program-stage.js';
import { measureSteps, type Samples, type Work } from '../work.js';

const token = 'TOKEN-0001';
const createOtherTexts = (count: number): string[] => Array.from({ length: count - 1 }, (_, at) => `NEVER-SEEN-${at}`);

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
    await measureSteps(amounts.waits, String, async (count) => await measurePending(contender, count, amounts)),
};

async function measurePending(contender: Contender, count: number, amounts: Amounts): Promise<Samples> {
  // Only servers support more than one wait at a time.
  if (contender.server === undefined) return {};
  const { first, last } = await measureManyWaits(contender, count);
  const one = await measureAnyWait(contender, count);
  return { first: [first], last: [last], any: [one], flood: [await measureFlood(contender, count, amounts)] };
}

async function measureManyWaits(contender: Contender, count: number): Promise<{ first: number; last: number }> {
  return await withProgram(
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
      await waitForTimestamps(times);
      const [printedAt] = readTimestamps(times);
      return { first: measureBetween(printedAt, seen[0]), last: measureBetween(printedAt, seen.at(-1)) };
    },
  );
}

async function measureAnyWait(contender: Contender, count: number): Promise<number> {
  return await withProgram(
    contender,
    'tokens',
    (times) => [times],
    usualSize,
    async ({ terminal, times }) => {
      await terminal.write('l');
      const seenAt = await terminal.waitForAny?.([...createOtherTexts(count), token], patienceMs);
      await terminal.write('q');
      await waitForTimestamps(times);
      return measureBetween(readTimestamps(times)[0], seenAt);
    },
  );
}

async function measureFlood(contender: Contender, count: number, amounts: Amounts): Promise<number> {
  const createArgs = (times: string) => [times, amounts.floodUnderWaitsKilobytes];
  return await withProgram(contender, 'flood', createArgs, usualSize, async ({ terminal, times }) => {
    await terminal.write('w');
    const seenAt = await terminal.waitForAny?.([...createOtherTexts(count), 'FLOOD-OVER'], patienceMs);
    return measureBetween(readTimestamps(times)[0], seenAt);
  });
}
