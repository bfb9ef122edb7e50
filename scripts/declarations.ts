// Creates the type declarations of the libraries.
import { writeFileSync } from 'node:fs';
import ts from 'typescript';

/** Writes the declarations of the entry points, and of everything they refer to, below dist/types. */
export function writeDeclarations(entryPoints: readonly string[]): void {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, process.cwd());
  const program = ts.createProgram([...entryPoints], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    allowImportingTsExtensions: false,
    rootDir: 'src',
    outDir: 'dist/types',
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
  // The declarations are of ES modules; dist/package.json says otherwise for the program.
  writeFileSync('dist/types/package.json', '{"type":"module"}\n');
}
