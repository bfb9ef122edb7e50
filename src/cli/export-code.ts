import { writeFileSync } from 'node:fs';
import { createSystemError } from '../base/errors.js';
import { UsageError } from './options.js';

const extensions = ['.test.ts', '.py', '.sh'] as const;

/** The end of the name of a file that contains code; undefined for other files. */
export const findCodeExtension = (path: string): (typeof extensions)[number] | undefined =>
  extensions.find((extension) => path.endsWith(extension));

/** Writes code that does what a tape or a recording does; resolves with the exit code of `report`. */
export async function exportCode(
  path: string,
  out: string,
  extension: (typeof extensions)[number],
  report: (files: readonly string[]) => Promise<number>,
): Promise<number> {
  const { generateCode, TapeUsageError } = await import('../tapes/generate-code.js');
  try {
    const code = generateCode(path, out, extension);
    writeFileSync(out, code, { mode: extension === '.sh' ? 0o777 : 0o666 });
  } catch (error) {
    if (error instanceof TapeUsageError) throw new UsageError(error.message);
    throw error instanceof Error && 'code' in error ? createSystemError('io', `Cannot write ${out}`, error) : error;
  }
  return await report([out]);
}
