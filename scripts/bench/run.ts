import type { Amounts } from './amounts.js';
import type { Contender } from './contender.js';
import { Results } from './results.js';
import type { Work } from './work.js';

// Repeating such a measurement in every round would dominate the run.
const slowMs = 30_000;

/** What to measure, and which contenders. */
export interface Plan {
  readonly works: readonly Work[];
  readonly contenders: readonly Contender[];
  readonly rounds: number;
  readonly amounts: Amounts;
}

/** Measures all contenders in rounds, rotating the order, so that a slow phase of the machine affects all of them. */
export async function run(plan: Plan, tell: (line: string) => void): Promise<Results> {
  const results = new Results();
  for (let round = 1; round <= plan.rounds; round += 1) {
    for (const work of plan.works) {
      for (const contender of rotate(plan.contenders, round - 1)) {
        if (contender[work.needs ?? 'open'] === undefined || results.isSlow(work.name, contender.name)) continue;
        tell(`round ${round} of ${plan.rounds}: ${work.name}, ${contender.name}`);
        await measure(work, contender, round, plan.amounts, results);
      }
    }
  }
  return results;
}

async function measure(
  work: Work,
  contender: Contender,
  round: number,
  amounts: Amounts,
  results: Results,
): Promise<void> {
  const startedAt = performance.now();
  try {
    results.add(work.name, contender.name, await work.measure(contender, amounts));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    results.failures.push({ work: work.name, contender: contender.name, round, reason });
  }
  if (performance.now() - startedAt > slowMs) results.slow.push({ work: work.name, contender: contender.name });
}

const rotate = <T>(items: readonly T[], by: number): T[] => {
  const first = by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
};
