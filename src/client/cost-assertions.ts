// The assertions of `expect(cost)`.
import { prepareSnapshotFiles } from '../base/artifacts.js';
import { readIfThere, writeWhole } from '../base/files.js';
import { isObject, parseJson } from '../base/json.js';
import { joinList } from '../base/text.js';
import {
  type AssertionHooks,
  isSet,
  isUpdateRequested,
  Mismatch,
  startAssertion,
  toSource,
  type UpdateMode,
} from './assertion.js';
import { checkOptions } from './check-options.js';
import type { Cost, Percentiles } from './cost.js';
import { connectionOf } from './terminal.js';

// These follow from the bytes of the output alone: they are the same on every machine.
const exactFigures = [
  'bytes',
  'printedCells',
  'rewrittenRows',
  'changedCells',
  'changedRows',
  'scrolledLines',
  'fullClears',
  'erasedRows',
  'syncUpdates',
  'openUpdates',
] as const;
// The kernel needs this long at least, too.
const timesSinceInput = ['latencyMs', 'changedMs', 'settledMs'] as const;
const timedFigures = ['frames', 'blankFlashes', 'blankMs', ...timesSinceInput] as const;
const percentiles = ['p50', 'p95', 'max'] as const;
type ExactFigure = (typeof exactFigures)[number];
type TimedFigure = (typeof timedFigures)[number];
type Medians = Readonly<Record<ExactFigure, number>>;
/** Limits of the percentiles of a figure. */
type PercentileLimits = { readonly [percentile in (typeof percentiles)[number]]?: number | undefined };

/** What reactions may cost. A number limits each reaction, and the median of a figure that depends on timing. */
export type CostLimits = {
  readonly [figure in ExactFigure | TimedFigure]?: number | PercentileLimits | undefined;
} & {
  /** The name of a file with the medians of the figures that follow from the bytes; it is created and updated like a snapshot baseline. */
  readonly baseline?: string | undefined;
  /** By how much the medians may exceed those of the file, as a share. Default: 0. */
  readonly tolerance?: number | undefined;
};

/** Assertions about what reactions cost. */
export class CostAssertions {
  readonly #cost: Cost;
  readonly #hooks: AssertionHooks;

  /** @internal */
  constructor(cost: Cost, hooks: AssertionHooks) {
    this.#cost = cost;
    this.#hooks = hooks;
  }

  /** No figure exceeds its limit. Times are compared after the echo of the kernel has been subtracted. */
  toBeWithin(limits: CostLimits): Promise<void> {
    const { terminal } = this.#cost;
    return startAssertion({
      terminal,
      hooks: this.#hooks,
      title: `expect(cost).toBeWithin(${toSource(limits)})`,
      run: async () => {
        checkLimits(limits);
        const { baseline, tolerance = 0, ...figures } = limits;
        const excesses = Object.entries(figures).flatMap(([figure, limit]) =>
          limit === undefined ? [] : findExcesses(this.#cost, figure as ExactFigure | TimedFigure, limit),
        );
        if (excesses.length > 0) throw new Mismatch(excesses.join('\n'), this.#summarize());
        if (baseline !== undefined) this.#compare(baseline, tolerance);
      },
      caller: CostAssertions.prototype.toBeWithin,
    });
  }

  #summarize(): Record<string, Percentiles | null> {
    return Object.fromEntries([...exactFigures, ...timedFigures].map((figure) => [figure, this.#cost[figure]]));
  }

  /** Compares the medians with those of a file, or writes it. */
  #compare(name: string, tolerance: number): void {
    const hooks = this.#hooks;
    const full = hooks.nameSnapshot?.(name) ?? name;
    const update = hooks.updateMode?.() ?? chooseUpdateMode();
    const { snapshotDir } = connectionOf(this.#cost.terminal);
    const path = prepareSnapshotFiles(snapshotDir, full, update === 'none').cost;
    const medians = Object.fromEntries(exactFigures.map((figure) => [figure, this.#cost[figure].p50])) as Medians;
    const text = readIfThere(path);
    const known = text === undefined ? undefined : parseBaseline(path, text);
    const failure = { baselinePath: path };
    if (known === undefined && update === 'none')
      throw new Mismatch(`Cost baseline ${path} is missing.`, medians, { kind: 'snapshot-missing', ...failure });
    const excesses = known === undefined ? [] : findIncreases(medians, known, tolerance);
    if (excesses.length > 0 && update !== 'all') {
      const reason = `The cost exceeds cost baseline ${path}: ${joinList(excesses)}.`;
      throw new Mismatch(reason, medians, { kind: 'snapshot-mismatch', ...failure });
    }
    if (known === undefined || (update === 'all' && !hasSameMedians(known, medians)))
      writeWhole(path, `${JSON.stringify(medians, undefined, 2)}\n`);
  }
}

function checkLimits(limits: CostLimits): void {
  const checks = Object.fromEntries([...exactFigures, ...timedFigures].map((figure) => [figure, 'any' as const]));
  checkOptions('toBeWithin', limits as Record<string, unknown>, { ...checks, baseline: 'text', tolerance: 'any' });
  const { baseline: _, ...numbers } = limits;
  for (const [name, value] of Object.entries(numbers)) {
    if (isObject(value) && name !== 'tolerance') {
      checkOptions(`toBeWithin\`, in \`${name}`, value as PercentileLimits, { p50: 'any', p95: 'any', max: 'any' });
      for (const [percentile, limit] of Object.entries(value)) checkNumber(`${name}.${percentile}`, limit);
    } else checkNumber(name, value);
  }
}

function checkNumber(name: string, value: unknown): void {
  if (value !== undefined && !(typeof value === 'number' && value >= 0))
    throw new TypeError(
      `Invalid option of \`toBeWithin\`: \`${name}\` must be a number from 0, not ${JSON.stringify(value) ?? String(value)}.`,
    );
}

const isExact = (figure: string): figure is ExactFigure => (exactFigures as readonly string[]).includes(figure);
const isSinceInput = (figure: string): boolean => (timesSinceInput as readonly string[]).includes(figure);

function findExcesses(cost: Cost, figure: ExactFigure | TimedFigure, limit: number | PercentileLimits): string[] {
  if (typeof limit !== 'number')
    return percentiles.flatMap((percentile) => findExcess(cost, figure, percentile, limit[percentile]));
  return isExact(figure) ? findExcessiveReaction(cost, figure, limit) : findExcess(cost, figure, 'p50', limit);
}

/** A number limits each reaction. */
function findExcessiveReaction({ reactions, ...cost }: Cost, figure: ExactFigure, limit: number): string[] {
  const index = reactions.findIndex((reaction) => reaction[figure] > limit);
  if (index < 0) return [];
  const { p50, max } = cost[figure];
  const where = reactions.length === 1 ? '' : ` in reaction ${index + 1} of ${reactions.length}`;
  const actual = reactions[index]?.[figure];
  return [`\`${figure}\` is ${actual}${where} (median ${p50}, maximum ${max}). The limit is ${limit}.`];
}

const percentileNames = { p50: 'median', p95: '95th percentile', max: 'maximum' } as const;

function findExcess(
  { echoMs, ...cost }: Cost,
  figure: ExactFigure | TimedFigure,
  percentile: (typeof percentiles)[number],
  limit: number | undefined,
): string[] {
  if (limit === undefined) return [];
  const measured = cost[figure]?.[percentile];
  if (measured === undefined) {
    const missing = figure === 'latencyMs' ? 'had output' : 'changed the display';
    return [`No reaction ${missing}: \`${figure}\` is unknown.`];
  }
  const echo = isSinceInput(figure) ? (echoMs?.[percentile] ?? 0) : 0;
  const counted = Math.max(0, measured - echo);
  if (counted <= limit) return [];
  const unit = figure.endsWith('Ms') ? ' ms' : '';
  const parts = isSinceInput(figure) ? `, after the ${round(echo)} ms of the kernel's echo have been subtracted` : '';
  return [
    `The ${percentileNames[percentile]} of \`${figure}\` is ${round(counted)}${unit}${parts}. The limit is ${limit}${unit}.`,
  ];
}

const round = (value: number): number => Math.round(value * 10) / 10;

function findIncreases(medians: Medians, known: Medians, tolerance: number): string[] {
  return exactFigures
    .filter((figure) => medians[figure] > known[figure] * (1 + tolerance))
    .map((figure) => `\`${figure}\` is ${medians[figure]} instead of ${known[figure]}`);
}

const hasSameMedians = (known: Medians, medians: Medians): boolean =>
  exactFigures.every((figure) => known[figure] === medians[figure]);

function parseBaseline(path: string, text: string): Medians {
  const value = parseJson(text);
  const medians = value as Medians;
  if (!isObject(value) || exactFigures.some((figure) => typeof medians[figure] !== 'number'))
    throw new Error(`Cannot read cost baseline ${path}: it is not a JSON object with the medians of all figures.`);
  return medians;
}

/** The rules of the server: a variable asks to update baselines, and in CI none is created. */
function chooseUpdateMode(): UpdateMode {
  if (isUpdateRequested()) return 'all';
  return isSet(process.env['CI']) ? 'none' : 'missing';
}
