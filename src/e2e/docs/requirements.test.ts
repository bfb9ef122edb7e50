import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Section {
  readonly title: string;
  /** Whether every promise of the section must have a proof. */
  readonly finished: boolean;
  readonly promises: Readonly<Record<string, string>>;
}

const sections = JSON.parse(readFileSync('fixtures/requirements.json', 'utf8')) as Record<string, Section>;
const promised = new Map(
  Object.values(sections).flatMap(({ finished, promises }) => Object.keys(promises).map((id) => [id, finished])),
);
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path));
const proven = new Map([
  ...filesIn('src', '.test.ts').flatMap((path) => idsIn(readFileSync(path, 'utf8')).map((id) => [id, path] as const)),
  ...['fixtures/messages', 'fixtures/findings']
    .flatMap((folder) => filesIn(folder, '.json'))
    .flatMap((path) => provenBy(path).map((id) => [id, path] as const)),
]);

/** Returns the promises that a message of the corpus proves; each message is a test. */
function provenBy(path: string): readonly string[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly proves: readonly string[] }).proves;
}

/** Returns the promises that titles name in brackets, and those in a separate column of a table. */
function idsIn(source: string): string[] {
  const inTitles = [...source.matchAll(/\[((?:\d+\.[a-z0-9.-]+[ ,]*)+)\]/g)].flatMap((found) =>
    (found[1] ?? '').split(/[ ,]+/),
  );
  const inRows = [...source.matchAll(/'(\d+\.[a-z][a-z0-9.-]*)'/g)].map((found) => found[1] ?? '');
  return [...inTitles, ...inRows.filter((id) => promised.has(id))].filter(Boolean);
}

test('every promise of a finished section has a proof', () => {
  const unproven = [...promised].filter(([id, finished]) => finished && !proven.has(id)).map(([id]) => id);
  expect(unproven).toEqual([]);
});

test('every proof names a promise', () => {
  const unknown = [...proven].filter(([id]) => !promised.has(id)).map(([id, path]) => `${path}: ${id}`);
  expect(unknown).toEqual([]);
});

test('an id begins with the number of its section', () => {
  const misplaced = Object.entries(sections).flatMap(([number, { promises }]) =>
    Object.keys(promises).filter((id) => !id.startsWith(`${number}.`)),
  );
  expect(misplaced).toEqual([]);
});
