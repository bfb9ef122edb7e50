import type { Table, TableCell } from './tables.js';

/** Formats a table as aligned Markdown; for growing cost, adds a second table with the ratios. */
export function formatTable({ title, note, columns, rows, growth }: Table): string {
  const filled = rows.filter((row) => Object.keys(row.cells).length > 0);
  const body = filled.map((row) => [
    `${row.label}, ${row.unit}`,
    ...columns.map((column) => formatCell(row.cells[column])),
  ]);
  const parts = [`### ${title}`, ...(note === undefined ? [] : [note]), formatGrid(['', ...columns], body)];
  if (growth !== undefined) {
    const factors = columns.map((column) => formatRatio(growth.factors[column]));
    const grown = filled.map((row) => [row.label, ...columns.map((column) => formatRatio(row.cells[column]?.growth))]);
    parts.push(
      `Ratios to the first column; the first row is the ratio of ${growth.by}:`,
      formatGrid(['', ...columns], [[growth.by, ...factors], ...grown]),
    );
  }
  return `${parts.join('\n\n')}\n`;
}

function formatGrid(head: readonly string[], body: readonly (readonly string[])[]): string {
  const all = [head, ...body];
  const widths = head.map((_, at) => Math.max(...all.map((line) => line[at]?.length ?? 0)));
  const formatRow = (cells: readonly string[]): string =>
    `| ${cells.map((text, at) => pad(text, widths[at] ?? 0, at)).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [formatRow(head), rule, ...body.map(formatRow)].join('\n');
}

const pad = (text: string, width: number, at: number): string => (at === 0 ? text.padEnd(width) : text.padStart(width));

function formatCell(cell: TableCell | undefined): string {
  if (cell === undefined) return '–';
  const { value, ratio } = cell;
  return ratio === undefined ? formatNumber(value) : `${formatNumber(value)} (${formatNumber(ratio)}×)`;
}

const formatRatio = (factor: number | undefined): string =>
  factor === undefined || Number.isNaN(factor) ? '–' : `${formatNumber(factor)}×`;

/** More than three digits do not repeat from run to run. */
function formatNumber(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}
