import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryDirectory } from './client.js';

/** A folder in which pasted examples find what a clone has: the built program, and what is installed. */
export function pasteFolder(): string {
  const directory = temporaryDirectory();
  for (const name of ['dist', 'node_modules']) symlinkSync(resolve(name), join(directory, name));
  return directory;
}

/** A folder with nothing in it but the command `tuispec`; on this path it is found. */
export function commandFolder(): { readonly directory: string; readonly path: string } {
  const directory = temporaryDirectory();
  const script = `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/cli.js')}' "$@"\n`;
  writeFileSync(join(directory, 'tuispec'), script, { mode: 0o755 });
  return { directory, path: `${directory}:${process.env['PATH']}` };
}
