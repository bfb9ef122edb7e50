import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Reads a file of the page from the build output. */
export function readBuiltFile(name: string): Buffer {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'dist', name))) folder = dirname(folder);
  return readFileSync(join(folder, 'dist', name));
}
