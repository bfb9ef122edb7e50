// Code that does what a tape does.
import { writePython } from './code-python.js';
import { writeShell } from './code-shell.js';
import { type CodeSource, toCode } from './code-steps.js';
import { writeTypeScript } from './code-typescript.js';

const languages = { '.test.ts': writeTypeScript, '.py': writePython, '.sh': writeShell } as const;
/** The end of the name of a file that contains code. */
export type CodeExtension = keyof typeof languages;

/** The language of a file by its name; undefined if it contains no code. */
export const findCodeExtension = (path: string): CodeExtension | undefined =>
  (Object.keys(languages) as CodeExtension[]).find((extension) => path.endsWith(extension));

/** Code for a file; `directory` is the relative path from the file to the directory in which the program runs. */
export const generateCode = (source: CodeSource, extension: CodeExtension, directory: string): string =>
  languages[extension](toCode(source), directory);
