import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const listPages = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
    .map((path) => join(folder, path));

/** The README and the pages of the folders, by path. */
export const documents: ReadonlyMap<string, string> = new Map(
  ['README.md', ...['src', 'scripts', 'fixtures', 'schemas', '.github'].flatMap(listPages)].map((path) => [
    path,
    readFileSync(path, 'utf8'),
  ]),
);

/** The text of one page. */
export function readDocument(path: string): string {
  const text = documents.get(path);
  if (text === undefined) throw new Error(`Page not found: ${path}.`);
  return text;
}

/** The code blocks of one language in a text. */
export const findCodeBlocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map((found) => found[1] ?? '');

/** The anchors of the headings of a text, as GitHub makes them. */
export const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
