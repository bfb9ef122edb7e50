// The executable: starts the program with the code that V8 made of it when it was built. To compile takes twice as long.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { codeCacheName } from './code-cache.js';

const file = join(__dirname, 'program.js');

function codeCache(): Buffer | undefined {
  try {
    return readFileSync(join(__dirname, codeCacheName));
  } catch {
    // Built by another Node, or for another machine.
    return undefined;
  }
}

const parameters = 'exports, require, module, __filename, __dirname';
const source = `(function (${parameters}) {${readFileSync(file, 'latin1')}\n})`;
/** The program, for the build to take its code from. */
export const script = new Script(source, { filename: file, cachedData: codeCache() });
const program = script.runInThisContext() as (...args: unknown[]) => void;
program({}, require, module, file, __dirname);
