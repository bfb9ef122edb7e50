import type { Amounts } from './amounts.js';
import { type Contender, floorName, ownName } from './contender.js';
import { type Results, summarize } from './results.js';
import type { GrowthStep, TableRow, Work } from './work.js';

/** One number of a table, and the samples it is computed from. */
export interface TableCell {
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
  readonly rows: readonly {
    readonly label: string;
    readonly unit: string;
    readonly cells: Record<string, TableCell>;
  }[];
}

/** Creates the tables of some benchmarks. */
export function createTables(
  works: readonly Work[],
  contenders: readonly Contender[],
  amounts: Amounts,
  results: Results,
): Table[] {
  return works.map((work) => {
    const { name, title, note, growth } = work;
    const findCell = (row: TableRow, contender: string, step: string): TableCell | undefined =>
      createCell(results, name, row, contender, step);
    const table =
      growth === undefined
        ? createTable(work, listNames(contenders), (row, contender) => findCell(row, contender, ''))
        : addGrowth(
            createTable(
              work,
              growth.steps(amounts).map(({ label }) => label),
              (row, step) => findCell(row, ownName, `${step}/`),
            ),
            growth.by,
            growth.steps(amounts),
          );
    return { name, title, ...(note === undefined ? {} : { note }), ...table };
  });
}

function createTable(
  { rows }: Work,
  columns: readonly string[],
  cellAt: (row: TableRow, column: string) => TableCell | undefined,
): Pick<Table, 'columns' | 'rows'> {
  const filled = rows.map((row) => {
    const cells: Record<string, TableCell> = {};
    for (const column of columns) {
      const found = cellAt(row, column);
      if (found !== undefined) cells[column] = found;
    }
    return { label: row.label, unit: row.unit, cells };
  });
  return { columns: columns.filter((column) => filled.some(({ cells }) => column in cells)), rows: filled };
}

/** Returns the table with the ratio of every cell to the first of its row. */
function addGrowth(
  { columns, rows }: Pick<Table, 'columns' | 'rows'>,
  by: string,
  steps: readonly GrowthStep[],
): Pick<Table, 'columns' | 'rows' | 'growth'> {
  const first = columns[0] ?? '';
  const getAmount = (label: string): number => steps.find((step) => step.label === label)?.amount ?? Number.NaN;
  const factors = Object.fromEntries(columns.map((label) => [label, getAmount(label) / getAmount(first)]));
  const grown = rows.map((row) => {
    const start = row.cells[first]?.value ?? Number.NaN;
    const cells = Object.entries(row.cells).map(([label, each]) => [label, { ...each, growth: each.value / start }]);
    return { ...row, cells: Object.fromEntries(cells) as Record<string, TableCell> };
  });
  return { columns, rows: grown, growth: { by, factors } };
}

function createCell(
  results: Results,
  work: string,
  row: TableRow,
  contender: string,
  prefix: string,
): TableCell | undefined {
  const samples = results.listSamples(work, contender, prefix + (row.of ?? row.key));
  const value = summarize(samples, row.statistic);
  if (value === undefined) return undefined;
  const floor = summarize(
    results.listSamples(work, floorName, prefix + (row.against ?? row.of ?? row.key)),
    row.statistic,
  );
  const isCompared = row.isCompared !== false && contender !== floorName && floor !== undefined && floor > 0;
  return { value, ...(isCompared ? { ratio: value / floor } : {}), samples };
}

const listNames = (contenders: readonly Contender[]): string[] => contenders.map(({ name }) => name);
