import type { Cell, Table } from './tables.js';

/** A table as Markdown that is also readable as it is. */
export function markdown({ title, note, columns, rows }: Table): string {
  const cells = [
    ['', ...columns],
    ...rows
      .filter((row) => Object.keys(row.cells).length > 0)
      .map((row) => [`${row.label}, ${row.unit}`, ...columns.map((column) => shown(row.cells[column]))]),
  ];
  const widths = ['', ...columns].map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  const lines = cells.map((line) => `| ${line.map((text, at) => padded(text, widths[at] ?? 0, at)).join(' | ')} |`);
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const [head = '', ...body] = lines;
  return [`### ${title}`, '', ...(note === undefined ? [] : [note, '']), head, rule, ...body, ''].join('\n');
}

const padded = (text: string, width: number, at: number): string =>
  at === 0 ? text.padEnd(width) : text.padStart(width);

function shown(cell: Cell | undefined): string {
  if (cell === undefined) return '–';
  const { value, ratio } = cell;
  return ratio === undefined ? rounded(value) : `${rounded(value)} (${rounded(ratio)}×)`;
}

/** Three digits are more than repeat from run to run. */
function rounded(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}
