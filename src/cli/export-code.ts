import { writeFileSync } from 'node:fs';
import { createSystemError } from '../base/errors.js';
import { UsageError } from './options.js';

const extensions = ['.test.ts', '.py', '.sh'] as const;
type CodeExtension = (typeof extensions)[number];

/** The end of the name of a file that contains code; undefined for other files. */
export const findCodeExtension = (path: string): CodeExtension | undefined =>
  extensions.find((extension) => path.endsWith(extension));

/** Code that does what a tape or a recording does. `out` is the file that it is for. */
export async function createCode(path: string, out: string, extension: CodeExtension): Promise<string> {
  const { generateCode, TapeUsageError } = await import('../tapes/generate-code.js');
  try {
    return generateCode(path, out, extension);
  } catch (error) {
    if (error instanceof TapeUsageError) throw new UsageError(error.message);
    throw error instanceof Error && 'code' in error ? createSystemError('io', `Cannot read ${path}`, error) : error;
  }
}

/** Writes the code to the file; resolves with the exit code of `report`. */
export async function exportCode(
  path: string,
  out: string,
  extension: CodeExtension,
  report: (files: readonly string[]) => Promise<number>,
): Promise<number> {
  const code = await createCode(path, out, extension);
  try {
    writeFileSync(out, code, { mode: extension === '.sh' ? 0o777 : 0o666 });
  } catch (error) {
    throw createSystemError('io', `Cannot write ${out}`, error);
  }
  return await report([out]);
}
