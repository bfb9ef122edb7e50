import type { Cell, Table } from './tables.js';

/** Formats a table as aligned Markdown; for growing cost, adds a second table with the ratios. */
export function markdown({ title, note, columns, rows, growth }: Table): string {
  const filled = rows.filter((row) => Object.keys(row.cells).length > 0);
  const body = filled.map((row) => [`${row.label}, ${row.unit}`, ...columns.map((column) => shown(row.cells[column]))]);
  const parts = [`### ${title}`, ...(note === undefined ? [] : [note]), grid(['', ...columns], body)];
  if (growth !== undefined) {
    const factors = columns.map((column) => times(growth.factors[column]));
    const grown = filled.map((row) => [row.label, ...columns.map((column) => times(row.cells[column]?.growth))]);
    parts.push(
      `Ratios to the first column; the first row is the ratio of ${growth.by}:`,
      grid(['', ...columns], [[growth.by, ...factors], ...grown]),
    );
  }
  return `${parts.join('\n\n')}\n`;
}

function grid(head: readonly string[], body: readonly (readonly string[])[]): string {
  const all = [head, ...body];
  const widths = head.map((_, at) => Math.max(...all.map((line) => line[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text, at) => padded(text, widths[at] ?? 0, at)).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...body.map(line)].join('\n');
}

const padded = (text: string, width: number, at: number): string =>
  at === 0 ? text.padEnd(width) : text.padStart(width);

function shown(cell: Cell | undefined): string {
  if (cell === undefined) return '–';
  const { value, ratio } = cell;
  return ratio === undefined ? rounded(value) : `${rounded(value)} (${rounded(ratio)}×)`;
}

const times = (factor: number | undefined): string => (factor === undefined ? '–' : `${rounded(factor)}×`);

/** More than three digits do not repeat from run to run. */
function rounded(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}
