// Makes dist/: the program, the code that V8 makes of it, the fonts that it draws with and what is drawn with them beforehand.
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundling } from './bundling.js';
import { makeCodeCache } from './code-cache.js';
import { fontFiles } from './generate/fonts.js';
import { rasterFiles } from './rasterize.js';

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: { program: 'src/cli.ts' },
  outdir: 'dist',
  format: 'cjs',
  // Read byte by byte at the start, which is quickest.
  charset: 'ascii',
  // What is loaded late is loaded by `require`: a script has no loader of its own.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'programUrl' },
  banner: { js: "const programUrl = require('node:url').pathToFileURL(__filename).href;" },
  ...bundling,
});
await build({
  entryPoints: { cli: 'src/start/start.ts' },
  outdir: 'dist',
  format: 'cjs',
  banner: { js: '#!/usr/bin/env node' },
  ...bundling,
});
writeFileSync('dist/package.json', '{"type":"commonjs"}\n');
chmodSync('dist/cli.js', 0o755);
mkdirSync('dist/fonts');
for (const { file, source } of fontFiles) copyFileSync(source, join('dist/fonts', file));
for (const { name, bytes } of await rasterFiles()) writeFileSync(join('dist/fonts', name), bytes);
makeCodeCache();
