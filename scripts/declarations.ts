// Creates the type declarations of the libraries.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folder = 'dist/types';

/** Writes the declarations of the entry points, and of everything they refer to, below dist/types. */
export function writeDeclarations(entryPoints: readonly string[]): void {
  // The native compiler takes an eighth of the time. Its settings name the entry points, and a file that declares members
  // of an interface in `base`, which nothing else imports.
  const compiler = ['node_modules/typescript-native/bin/tsc', '-p', 'scripts/config/tsconfig.declarations.json'];
  execFileSync(process.execPath, compiler, { stdio: 'inherit' });
  const entries = entryPoints.map((path) => join(folder, path.slice('src/'.length).replace(/\.ts$/, '.d.ts')));
  removeUnused(entries);
  // The types of Node declare these, but a project may not have them.
  for (const path of entries)
    writeFileSync(path, `/// <reference lib="esnext.disposable" />\n${readFileSync(path, 'utf8')}`);
  // The declarations are of ES modules; dist/package.json says otherwise for the program.
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
}

/** Removes the declarations that the entry points do not refer to. */
function removeUnused(entries: readonly string[]): void {
  const used = new Set<string>();
  const queue = [...entries];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (used.has(path)) continue;
    used.add(path);
    for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g))
      queue.push(join(dirname(path), imported.replace(/\.js$/, '.d.ts')));
  }
  for (const path of findFiles(folder)) if (!used.has(path)) rmSync(path);
  removeEmptyFolders(folder);
}

function findFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function removeEmptyFolders(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(directory, entry.name));
  if (readdirSync(directory).length === 0) rmSync(directory, { recursive: true });
}
