// Generates what is too long for git: the validators and the OpenRPC document. A build does this first.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Contract, readContract } from './generate/contract.js';
import { readTools, type ToolSchema } from './generate/mcp.js';
import { generateOpenRpc } from './generate/openrpc.js';
import { generateToolValidators, generateValidators } from './generate/validators.js';

const made = '// Generated from schemas/ by `npm run generate`; do not edit.';

/** The files by path. Git ignores them. */
export const createCodeFiles = async (
  contract: Contract = readContract(process.cwd()),
  tools: readonly ToolSchema[] = readTools(process.cwd()),
): Promise<Readonly<Record<string, string>>> => ({
  'src/protocol/generated/validators.js': `${made}\n${await generateValidators(contract)}`,
  'src/protocol/generated/openrpc.json': `${JSON.stringify(generateOpenRpc(contract), null, 1)}\n`,
  'src/mcp/generated/validators.js': `${made}\n${await generateToolValidators(tools)}`,
});

/** Writes the files that are missing or out of date; returns their paths. */
export function writeChanged(files: Readonly<Record<string, string>>): string[] {
  const stale = Object.keys(files).filter((path) => !existsSync(path) || readFileSync(path, 'utf8') !== files[path]);
  for (const path of stale) writeFileSync(path, files[path] ?? '');
  return stale;
}

/** Writes the code that is missing or out of date. */
export async function generateCode(): Promise<void> {
  writeChanged(await createCodeFiles());
}

if (process.argv[1]?.endsWith('generate-code.ts') === true) await generateCode();
