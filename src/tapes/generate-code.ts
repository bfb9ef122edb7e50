// Code that does what a tape or a recording does. The command line loads this file late.
import { dirname, relative, resolve } from 'node:path';
import { writePython } from './code-python.js';
import { writeShell } from './code-shell.js';
import { readRecordingSource, readTapeSource } from './code-sources.js';
import { toCode } from './code-steps.js';
import { writeTypeScript } from './code-typescript.js';

const languages = { '.test.ts': writeTypeScript, '.py': writePython, '.sh': writeShell } as const;

export { TapeUsageError } from './read-tape.js';

/** The end of the name of a file that contains code. */
export type CodeExtension = keyof typeof languages;

/** Code that does what a tape or a recording does, in the current directory. `out` is the file that it is for. */
export function generateCode(path: string, out: string, extension: CodeExtension): string {
  const source = path.endsWith('.jsonl') ? readRecordingSource(path) : readTapeSource(path);
  return languages[extension](toCode(source), relative(dirname(resolve(out)), process.cwd()));
}
