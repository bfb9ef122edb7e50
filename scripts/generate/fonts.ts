// The bundled fonts and what each has: pictures must know before they draw, for Skia would take what is missing from the system.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverageOf, type Range } from '../../src/render/glyphs/cmap.js';

/** Where a bundled font file comes from. */
export interface FontFile {
  readonly file: string;
  readonly source: string;
}

const folder = (name: string): string => join('node_modules/@fontsource', name, 'files');
const filesOf = (name: string, wanted: RegExp): FontFile[] =>
  readdirSync(folder(name))
    .filter((file) => wanted.test(file))
    .sort()
    .map((file) => ({ file, source: join(folder(name), file) }));

/** Every font file of the package. */
export const fontFiles: readonly FontFile[] = [
  ...filesOf(
    'cascadia-mono',
    /-(?:latin|latin-ext|vietnamese|greek|cyrillic|cyrillic-ext|hebrew|symbols2)-(?:400|700)-(?:normal|italic)\.woff2$/,
  ),
  // In this tree, because their packages take 202 MB; the order decides whose ideographs are drawn.
  ...['jp-japanese', 'kr-korean', 'sc-chinese-simplified']
    .map((name) => `noto-sans-${name}-400-normal.woff2`)
    .map((file) => ({ file, source: join('src/render/fonts', file) })),
  ...filesOf('unifont', /-400-normal\.woff2$/),
  ...filesOf('noto-color-emoji', /-emoji-400-normal\.woff2$/),
];

const regular = /-400-normal\.woff2$/;

/** The module that tells which characters each bundled font has. */
export function coverageTable(): string {
  const tables = new Map(
    fontFiles.map(({ file, source }) => [file, JSON.stringify(packed(coverageOf(readFileSync(source))))]),
  );
  const rows = [...tables]
    .filter(([file, table]) => regular.test(file) || lacksSome(file, table, tables))
    .map(([file, table]) => `  ${JSON.stringify(file)}: ${table},`);
  return `/**
 * Code points of each bundled font, as distances: to the first of a range, then over it. Bold and italic faces that
 * have what their regular one has are left out.
 */
export const packedCoverage: Readonly<Record<string, readonly number[]>> = {
${rows.join('\n')}
};
`;
}

const lacksSome = (file: string, table: string, tables: ReadonlyMap<string, string>): boolean =>
  table !== tables.get(file.replace(/-\d+-\w+\.woff2$/, '-400-normal.woff2'));

function packed(ranges: readonly Range[]): number[] {
  let at = 0;
  return ranges.flatMap(([first, last]) => {
    const distances = [first - at, last - first];
    at = last;
    return distances;
  });
}
