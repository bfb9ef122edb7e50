import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createTemporaryDirectory } from './client.js';

/** Creates a folder with the files of a clone that examples need, in which `tuispec` can be imported by its name. */
export function createPasteFolder(): string {
  const directory = createTemporaryDirectory();
  for (const name of ['dist', 'node_modules', 'package.json']) symlinkSync(resolve(name), join(directory, name));
  return directory;
}

/** Creates a folder that contains only the command `tuispec`, to be used in PATH. */
export function createCommandFolder(): { readonly directory: string; readonly path: string } {
  const directory = createTemporaryDirectory();
  const script = `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/cli.js')}' "$@"\n`;
  writeFileSync(join(directory, 'tuispec'), script, { mode: 0o755 });
  return { directory, path: `${directory}:${process.env['PATH']}` };
}
