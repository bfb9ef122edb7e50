import type { Samples, TableRow } from './work.js';

/** A measurement that failed. */
export interface MissedMeasurement {
  readonly work: string;
  readonly contender: string;
  readonly round: number;
  readonly reason: string;
}

/** Everything measured so far. */
export class Results {
  readonly failures: MissedMeasurement[] = [];
  /** Measurements that took so long that they were made only once. */
  readonly slow: { readonly work: string; readonly contender: string }[] = [];
  readonly #samples = new Map<string, number[]>();

  add(work: string, contender: string, samples: Samples): void {
    for (const [key, values] of Object.entries(samples)) {
      this.listSamples(work, contender, key).push(...values.filter(Number.isFinite));
    }
  }

  listSamples(work: string, contender: string, key: string): number[] {
    const name = JSON.stringify([work, contender, key]);
    const known = this.#samples.get(name) ?? [];
    this.#samples.set(name, known);
    return known;
  }

  isSlow(work: string, contender: string): boolean {
    return this.slow.some((entry) => entry.work === work && entry.contender === contender);
  }
}

/** The median; undefined if there are no values. */
export function summarize(samples: readonly number[], statistic: TableRow['statistic']): number | undefined {
  const sorted = [...samples].sort((left, right) => left - right);
  if (statistic === 'max') return sorted.at(-1);
  if (statistic === 'p95') return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)];
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
