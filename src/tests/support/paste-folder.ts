import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createTemporaryDirectory } from './client.js';

/** Creates a folder with the files of a clone that examples need, in which `tuispec` can be imported by its name. */
export function createPasteFolder(): string {
  const directory = createTemporaryDirectory();
  for (const name of ['dist', 'node_modules', 'package.json']) symlinkSync(resolve(name), join(directory, name));
  // The 5 s of vitest are a lot for its user, and little on a machine that runs many tests.
  writeFileSync(join(directory, 'vitest.config.mjs'), 'export default { test: { testTimeout: 100_000 } };\n');
  return directory;
}

/** Creates a folder that contains only the command `tuispec`, to be used in PATH. */
export function createCommandFolder(): { readonly directory: string; readonly path: string } {
  const directory = createTemporaryDirectory();
  const script = `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/cli.js')}' "$@"\n`;
  writeFileSync(join(directory, 'tuispec'), script, { mode: 0o755 });
  return { directory, path: `${directory}:${process.env['PATH']}` };
}
