// Bundles the program into dist/, with the fonts that it draws with.
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { fontFiles } from './generate/fonts.js';

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: ['src/cli.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.5',
  // Names stay: a stack trace shall be readable.
  minifySyntax: true,
  minifyWhitespace: true,
  chunkNames: '[name]-[hash]',
  external: ['node-pty', 'canvas'],
  logLevel: 'warning',
});
chmodSync('dist/cli.js', 0o755);
mkdirSync('dist/fonts');
for (const { file, source } of fontFiles) copyFileSync(source, join('dist/fonts', file));
