// The bundled fonts and their characters: pictures need this list, because Skia replaces missing glyphs with system fonts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Range, readCoverage } from '../../src/pictures/glyphs/cmap.js';

/** The source of a bundled font file. */
export interface FontFile {
  readonly file: string;
  readonly source: string;
}

const getFolder = (name: string): string => join('node_modules/@fontsource', name, 'files');
const listFontFiles = (name: string, wanted: RegExp): FontFile[] =>
  readdirSync(getFolder(name))
    .filter((file) => wanted.test(file))
    .sort()
    .map((file) => ({ file, source: join(getFolder(name), file) }));

/** Every font file of the package. */
export const fontFiles: readonly FontFile[] = [
  ...listFontFiles(
    'cascadia-mono',
    /-(?:latin|latin-ext|vietnamese|greek|cyrillic|cyrillic-ext|hebrew|symbols2)-(?:400|700)-(?:normal|italic)\.woff2$/,
  ),
  // Stored in this tree because their packages take 202 MB; the order determines whose ideographs are used.
  ...['jp-japanese', 'kr-korean', 'sc-chinese-simplified']
    .map((name) => `noto-sans-${name}-400-normal.woff2`)
    .map((file) => ({ file, source: join('src/pictures/render/fonts', file) })),
  ...listFontFiles('unifont', /-400-normal\.woff2$/),
  ...listFontFiles('noto-color-emoji', /-emoji-400-normal\.woff2$/),
];

const regular = /-400-normal\.woff2$/;

/** Generates the module with the characters of each bundled font. */
export function generateCoverageTable(): string {
  const tables = new Map(
    fontFiles.map(({ file, source }) => [file, JSON.stringify(packRanges(readCoverage(readFileSync(source))))]),
  );
  const rows = [...tables]
    .filter(([file, table]) => regular.test(file) || hasOwnTable(file, table, tables))
    .map(([file, table]) => `  ${JSON.stringify(file)}: ${table},`);
  return `/**
 * Code points of each bundled font, as distances: to the first of a range, then its length. Bold and italic faces with
 * the same characters as their regular face are omitted.
 */
export const packedCoverage: Readonly<Record<string, readonly number[]>> = {
${rows.join('\n')}
};
`;
}

const hasOwnTable = (file: string, table: string, tables: ReadonlyMap<string, string>): boolean =>
  table !== tables.get(file.replace(/-\d+-\w+\.woff2$/, '-400-normal.woff2'));

function packRanges(ranges: readonly Range[]): number[] {
  let at = 0;
  return ranges.flatMap(([first, last]) => {
    const distances = [first - at, last - first];
    at = last;
    return distances;
  });
}
