import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { bundling } from '../../bundling.js';

/** Bundles a host into a folder of the project, in the same way as the program, and returns its path. */
export async function bundleHost(host: string, folder: string): Promise<string> {
  await build({
    entryPoints: [join('scripts/bench/hosts', `${host}.ts`)],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    // The drawing library is loaded on first use.
    splitting: true,
    ...bundling,
  });
  return resolve(folder, `${host}.mjs`);
}
