import type { Amounts } from './amounts.js';
import type { Contender } from './contender.js';

/** Samples, by the key of their row. */
export type Samples = Readonly<Record<string, readonly number[]>>;

/** A row of a table. */
export interface TableRow {
  readonly key: string;
  readonly label: string;
  readonly unit: 'ms' | 'ms/s' | 'MB' | 'KB';
  readonly statistic: 'median' | 'p95' | 'max';
  /** The row of the floor used for the ratio, if not its own (default: its own). */
  readonly against?: string;
  /** Whether its ratio to the floor is meaningful (default: true). */
  readonly isCompared?: boolean;
  /** The key of its samples (default: its own). */
  readonly of?: string;
}

/** A step of growth. */
export interface GrowthStep {
  readonly label: string;
  /** The amount of what grows. */
  readonly amount: number;
}

/** A benchmark that every contender runs. */
export interface Work {
  readonly name: string;
  readonly title: string;
  /** What a reader needs to know to understand the rows. */
  readonly note?: string;
  readonly rows: readonly TableRow[];
  /** For a table of growth: what grows, with a column for each step; samples are under `label/row`. */
  readonly growth?: { readonly by: string; readonly steps: (amounts: Amounts) => readonly GrowthStep[] };
  /** What contenders need to run it (default: `open`); others are skipped. */
  readonly needs?: 'server' | 'connect' | 'openTraced' | 'animations';
  /** If a contender does not support it, there are no samples. */
  measure(contender: Contender, amounts: Amounts): Promise<Samples>;
}

/** Runs each step of a table of growth, and stores the samples under its name. */
export async function measureSteps<S>(
  steps: readonly S[],
  name: (step: S) => string,
  measure: (step: S) => Promise<Samples>,
): Promise<Samples> {
  const all: Record<string, readonly number[]> = {};
  for (const step of steps)
    for (const [key, samples] of Object.entries(await measure(step))) all[`${name(step)}/${key}`] = samples;
  return all;
}
