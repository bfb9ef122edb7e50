import type { Amounts } from './amounts.js';
import { type Contender, floorName, ownName } from './contender.js';
import { type Results, summarize } from './results.js';
import type { Row, Step, Work } from './work.js';

/** One number of a table, and the samples it is computed from. */
export interface Cell {
  readonly value: number;
  /** The ratio to the floor. */
  readonly ratio?: number;
  /** The ratio to the first column. */
  readonly growth?: number;
  readonly samples: readonly number[];
}
/** The results of one benchmark; columns are contenders, or steps of growth (then of tuispec only). */
export interface Table {
  readonly name: string;
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly string[];
  /** What grows from column to column, and by which factor relative to the first. */
  readonly growth?: { readonly by: string; readonly factors: Readonly<Record<string, number>> };
  readonly rows: readonly { readonly label: string; readonly unit: string; readonly cells: Record<string, Cell> }[];
}

/** Creates the tables of some benchmarks. */
export function tablesOf(
  works: readonly Work[],
  contenders: readonly Contender[],
  amounts: Amounts,
  results: Results,
): Table[] {
  return works.map((work) => {
    const { name, title, note, growth } = work;
    const cellOf = (row: Row, contender: string, step: string): Cell | undefined =>
      cell(results, name, row, contender, step);
    const table =
      growth === undefined
        ? tableFor(work, names(contenders), (row, contender) => cellOf(row, contender, ''))
        : growthOf(
            tableFor(
              work,
              growth.steps(amounts).map(({ label }) => label),
              (row, step) => cellOf(row, ownName, `${step}/`),
            ),
            growth.by,
            growth.steps(amounts),
          );
    return { name, title, ...(note === undefined ? {} : { note }), ...table };
  });
}

function tableFor(
  { rows }: Work,
  columns: readonly string[],
  cellAt: (row: Row, column: string) => Cell | undefined,
): Pick<Table, 'columns' | 'rows'> {
  const filled = rows.map((row) => {
    const cells: Record<string, Cell> = {};
    for (const column of columns) {
      const found = cellAt(row, column);
      if (found !== undefined) cells[column] = found;
    }
    return { label: row.label, unit: row.unit, cells };
  });
  return { columns: columns.filter((column) => filled.some(({ cells }) => column in cells)), rows: filled };
}

/** Returns the table with the ratio of every cell to the first of its row. */
function growthOf(
  { columns, rows }: Pick<Table, 'columns' | 'rows'>,
  by: string,
  steps: readonly Step[],
): Pick<Table, 'columns' | 'rows' | 'growth'> {
  const first = columns[0] ?? '';
  const amountOf = (label: string): number => steps.find((step) => step.label === label)?.amount ?? Number.NaN;
  const factors = Object.fromEntries(columns.map((label) => [label, amountOf(label) / amountOf(first)]));
  const grown = rows.map((row) => {
    const start = row.cells[first]?.value ?? Number.NaN;
    const cells = Object.entries(row.cells).map(([label, each]) => [label, { ...each, growth: each.value / start }]);
    return { ...row, cells: Object.fromEntries(cells) as Record<string, Cell> };
  });
  return { columns, rows: grown, growth: { by, factors } };
}

function cell(results: Results, work: string, row: Row, contender: string, prefix: string): Cell | undefined {
  const samples = results.samples(work, contender, prefix + (row.of ?? row.key));
  const value = summarize(samples, row.statistic);
  if (value === undefined) return undefined;
  const floor = summarize(results.samples(work, floorName, prefix + (row.against ?? row.of ?? row.key)), row.statistic);
  const isCompared = row.isCompared !== false && contender !== floorName && floor !== undefined && floor > 0;
  return { value, ...(isCompared ? { ratio: value / floor } : {}), samples };
}

const names = (contenders: readonly Contender[]): string[] => contenders.map(({ name }) => name);
