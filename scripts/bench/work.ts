import type { Amounts } from './amounts.js';
import type { Contender } from './contender.js';

/** What was measured, by the key of the row that it belongs to. */
export type Samples = Readonly<Record<string, readonly number[]>>;

/** A line of a table. */
export interface Row {
  readonly key: string;
  readonly label: string;
  readonly unit: 'ms' | 'ms/s' | 'MB' | 'KB';
  readonly statistic: 'median' | 'p95' | 'max';
  /** The row of the floor that it is a ratio to, when not its own. */
  readonly against?: string;
  /** Whether its ratio to the floor says something (true). */
  readonly isCompared?: boolean;
  /** The samples that it is made of, when not those under its own key. */
  readonly of?: string;
}

/** A step of growth. */
export interface Step {
  readonly label: string;
  /** How much there is of what grows. */
  readonly amount: number;
}

/** Something that every contender is made to do. */
export interface Work {
  readonly name: string;
  readonly title: string;
  /** What a reader must know to understand the rows. */
  readonly note?: string;
  readonly rows: readonly Row[];
  /** A table of how cost grows, and with what, has a column for each step; samples are under `label/row`. */
  readonly growth?: { readonly by: string; readonly steps: (amounts: Amounts) => readonly Step[] };
  /** What a contender cannot do has no samples. */
  measure(contender: Contender, amounts: Amounts): Promise<Samples>;
}

/** What each step of a table of growth gives, under its name. */
export async function stepByStep<S>(
  steps: readonly S[],
  name: (step: S) => string,
  measure: (step: S) => Promise<Samples>,
): Promise<Samples> {
  const all: Record<string, readonly number[]> = {};
  for (const step of steps)
    for (const [key, samples] of Object.entries(await measure(step))) all[`${name(step)}/${key}`] = samples;
  return all;
}
