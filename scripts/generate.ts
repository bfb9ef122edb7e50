// Generates everything derived from schemas/, and other tables; with --check it only reports stale files.
import { existsSync, readFileSync } from 'node:fs';
import { createApiPage } from './generate/api.js';
import { readContract } from './generate/contract.js';
import { generateCoverageTable } from './generate/fonts.js';
import { withLayersTable } from './generate/layers-table.js';
import { addToolTable, generateDefinitions, readTools, toolValidatorTypes } from './generate/mcp.js';
import { createPromisesPage } from './generate/promises.js';
import { generateReference } from './generate/reference.js';
import { generateSessionResults, withResultTable } from './generate/sessions.js';
import { generateTables } from './generate/tables.js';
import { withTapeTables } from './generate/tapes-tables.js';
import { clientTypesOf, generateToolTypes, generateTypes, namesOf } from './generate/types.js';
import { generateKindTable } from './generate/widths.js';
import { createCodeFiles, generateCode, writeChanged } from './generate-code.js';

// The commands import generated code.
await generateCode();
const { createManPage } = await import('./generate/man-page.js');
const contract = readContract(process.cwd());
const tools = readTools(process.cwd());
const made = 'Generated from schemas/ by `npm run generate`; do not edit.';
const validatorTypes = `import type { SchemaError } from '../describe-error.js';
import type { FrameDelta, MethodName, RecordingEvent } from './types.js';

/** Validates params and fills in their defaults; errors are stored on the function. */
export interface Validator {
  (params: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}
/** The validator of each method. */
export declare const validators: Readonly<Record<MethodName, Validator>>;
/** The validators of a line of a recording, and of the messages in it. */
export declare const recordingValidators: {
  readonly event: (value: unknown) => value is RecordingEvent;
  readonly frameDelta: (value: unknown) => value is FrameDelta;
};
`;
const files: Record<string, string> = {
  ...(await createCodeFiles(contract, tools)),
  'src/base/generated/contract.ts': `// ${made}\n${namesOf(contract)}`,
  'src/protocol/generated/types.ts': `// ${made}\n${await generateTypes(contract)}`,
  'src/client/generated/wire.ts': `// ${made}\n${await clientTypesOf(contract)}`,
  'src/protocol/generated/tables.ts': `// ${made}\n${generateTables(contract)}`,
  'src/protocol/generated/validators.d.ts': `// ${made}\n${validatorTypes}`,
  'src/mcp/generated/types.ts': `// ${made}\n${await generateToolTypes(tools)}`,
  'src/mcp/generated/definitions.ts': `// ${made}\n${generateDefinitions(tools)}`,
  'src/mcp/generated/validators.d.ts': `// ${made}\n${toolValidatorTypes}`,
  'src/sessions/generated/results.ts': `// ${made}\n${generateSessionResults(process.cwd(), tools)}`,
  'src/pictures/render/generated/coverage.ts': `// Generated from the bundled fonts by \`npm run generate\`; do not edit.\n${generateCoverageTable()}`,
  'src/base/unicode/generated/kinds.ts': `// Generated from Unicode's tables by \`npm run generate\`; do not edit.\n${generateKindTable()}`,
  'fixtures/PROMISES.md': createPromisesPage(),
  'src/client/API.md': createApiPage(),
  'src/cli/tuispec.1': createManPage(),
  'schemas/README.md': generateReference(contract),
  'src/mcp/README.md': addToolTable(readFileSync('src/mcp/README.md', 'utf8'), tools),
  'src/sessions/README.md': withResultTable(readFileSync('src/sessions/README.md', 'utf8'), process.cwd(), tools),
  'src/tapes/README.md': withTapeTables(readFileSync('src/tapes/README.md', 'utf8')),
  'src/README.md': withLayersTable(readFileSync('src/README.md', 'utf8')),
};
if (!process.argv.includes('--check')) {
  const written = writeChanged(files);
  process.stdout.write(
    written.length === 0 ? 'All generated files are up to date.\n' : `Wrote ${written.join(', ')}\n`,
  );
} else {
  const stale = Object.keys(files).filter((path) => !existsSync(path) || readFileSync(path, 'utf8') !== files[path]);
  if (stale.length > 0) {
    process.stderr.write(`Out of date: ${stale.join(', ')}. Run \`npm run generate\`.\n`);
    process.exitCode = 1;
  }
}
