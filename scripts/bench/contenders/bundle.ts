import { join, resolve } from 'node:path';
import { build } from 'esbuild';

/** Bundles a host into a folder below the project, as the program itself is bundled, and tells where it is. */
export async function bundle(host: string, folder: string): Promise<string> {
  await build({
    entryPoints: [join('scripts/bench/hosts', `${host}.ts`)],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.5',
    minifySyntax: true,
    minifyWhitespace: true,
    external: ['node-pty', 'canvas'],
    logLevel: 'warning',
  });
  return resolve(folder, `${host}.mjs`);
}
