import { layers } from '../config/layers.js';

const [begin, end] = [
  '<!-- layers: generated from scripts/config/layers.ts by `npm run generate` -->',
  '<!-- /layers -->',
];

/** A README whose table of folders is up to date. */
export function withLayersTable(readme: string): string {
  const rows = Object.entries(layers).map(
    ([name, { what, mayImport }]) => `| \`${name}/\` | ${what} | ${mayImport.join(', ') || '—'} |`,
  );
  const table = ['| folder | what it contains | may import |', '|---|---|---|', ...rows].join('\n');
  const [before = '', rest = ''] = readme.split(begin);
  const [, after = ''] = rest.split(end);
  return `${before}${begin}\n${table}\n${end}${after}`;
}
