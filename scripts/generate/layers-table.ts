import { layers } from '../config/layers.js';

const [begin, end] = [
  '<!-- layers: generated from scripts/config/layers.ts by `npm run generate` -->',
  '<!-- /layers -->',
];

/** Returns a README with an up-to-date table of folders. */
export function withLayersTable(readme: string): string {
  const rows = Object.entries(layers).map(
    ([name, { what, mayImport }]) => `| \`${name}/\` | ${what} | ${mayImport.join(', ') || '—'} |`,
  );
  const table = ['| folder | what it contains | may import |', '|---|---|---|', ...rows].join('\n');
  const [before = '', rest = ''] = readme.split(begin);
  const [, after = ''] = rest.split(end);
  return `${before}${begin}\n${table}\n${end}${after}`;
}
