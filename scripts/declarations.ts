// Creates the type declarations of the libraries.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const folder = 'dist/types';

/** Writes the declarations of the entry points, and of everything they refer to, below dist/types. */
export function writeDeclarations(entryPoints: readonly string[]): void {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, process.cwd());
  // It declares members of an interface in `base`, which nothing else imports.
  const program = ts.createProgram([...entryPoints, 'src/screen/selectors/nearest-text.ts'], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    allowImportingTsExtensions: false,
    rootDir: 'src',
    outDir: folder,
  });
  const { diagnostics } = program.emit();
  const errors = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (errors.length > 0)
    throw new Error(
      ts.formatDiagnostics(errors, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => process.cwd(),
        getNewLine: () => '\n',
      }),
    );
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
