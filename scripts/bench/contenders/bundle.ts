import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { bundling } from '../../bundling.js';

/** Bundles a host into a folder below the project, as the program itself is bundled, and tells where it is. */
export async function bundle(host: string, folder: string): Promise<string> {
  await build({
    entryPoints: [join('scripts/bench/hosts', `${host}.ts`)],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    // What it draws with is loaded when it draws.
    splitting: true,
    ...bundling,
  });
  return resolve(folder, `${host}.mjs`);
}
