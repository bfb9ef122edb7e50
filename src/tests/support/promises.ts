import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A section of `fixtures/requirements.json`. */
export interface Section {
  readonly title: string;
  /** Whether every promise of the section must have a proof. */
  readonly finished: boolean;
  /** By id, each promise as one sentence. */
  readonly promises: Readonly<Record<string, string>>;
  /** By id, why a promise is proven only by tests that run with `--all`. */
  readonly heavy?: Readonly<Record<string, string>>;
}

/** The promises to users, by number of their section. */
export const sections = JSON.parse(readFileSync('fixtures/requirements.json', 'utf8')) as Readonly<
  Record<string, Section>
>;
const ids = new Set(Object.values(sections).flatMap(({ promises }) => Object.keys(promises)));
const corpora = ['fixtures/messages', 'fixtures/findings'];

/** The files that prove each id: tests, and messages of the corpora. */
export const proofs: ReadonlyMap<string, readonly string[]> = findProofs();

function findProofs(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (path: string, proven: readonly string[]): void => {
    for (const id of new Set(proven)) found.set(id, [...(found.get(id) ?? []), path]);
  };
  for (const path of ['src', 'scripts'].flatMap((folder) => filesIn(folder, '.test.ts')))
    add(path, idsIn(readFileSync(path, 'utf8')));
  for (const path of corpora.flatMap((folder) => filesIn(folder, '.json'))) add(path, provenBy(path));
  return found;
}

function filesIn(folder: string, ending: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(ending));
  return paths.map((path) => join(folder, path)).sort();
}

/** Each message of a corpus is a test, and lists the promises that it proves. */
function provenBy(path: string): readonly string[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly proves: readonly string[] }).proves;
}

/** Titles end with the ids of the promises that they prove, in brackets; rows of a table may have them in a separate column. */
function idsIn(source: string): string[] {
  const inTitles = [...source.matchAll(/\[((?:\d+\.[a-z0-9.-]+[ ,]*)+)\]/g)].flatMap((found) =>
    (found[1] ?? '').split(/[ ,]+/),
  );
  const inRows = [...source.matchAll(/'(\d+\.[a-z][a-z0-9.-]*)'/g)].map((found) => found[1] ?? '');
  return [...inTitles, ...inRows.filter((id) => ids.has(id))].filter(Boolean);
}
