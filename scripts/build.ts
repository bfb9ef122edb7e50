// Bundles the program into dist/, with the fonts that it draws with and what is drawn with them beforehand.
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundling } from './bundling.js';
import { fontFiles } from './generate/fonts.js';
import { rasterFiles } from './rasterize.js';

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: ['src/cli.ts'],
  outdir: 'dist',
  chunkNames: '[name]-[hash]',
  ...bundling,
});
chmodSync('dist/cli.js', 0o755);
mkdirSync('dist/fonts');
for (const { file, source } of fontFiles) copyFileSync(source, join('dist/fonts', file));
for (const { name, bytes } of await rasterFiles()) writeFileSync(join('dist/fonts', name), bytes);
