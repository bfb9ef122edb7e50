// Builds dist/: the program, the libraries, the fonts for pictures, and glyphs rasterized from them in advance.
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { createLauncherBundling, libraryBundling, programBundling, viewerBundling } from './bundling.js';
import { writeDeclarations } from './declarations.js';
import { fontFiles } from './generate/fonts.js';
import { generateCode } from './generate-code.js';
import { formatLicenses } from './licenses.js';
import { createRasterFiles } from './rasterize.js';

await generateCode();
rmSync('dist', { recursive: true, force: true });
const bundles = await Promise.all([build(programBundling), build(libraryBundling)]);
const bundledFiles = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
await build(viewerBundling);
const programHash = createHash('sha256').update(readFileSync('dist/program.js')).digest('hex');
await build(createLauncherBundling(programHash.slice(0, 32)));
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', `${formatLicenses(bundledFiles)}\n`);
writeDeclarations(['src/client/index.ts', 'src/client/vitest/index.ts']);
writeFileSync('dist/package.json', '{"type":"commonjs"}\n');
copyFileSync('src/protocol/generated/openrpc.json', 'dist/openrpc.json');
chmodSync('dist/cli.js', 0o755);
mkdirSync('dist/fonts');
for (const { file, source } of fontFiles) copyFileSync(source, join('dist/fonts', file));
for (const { name, bytes } of await createRasterFiles()) writeFileSync(join('dist/fonts', name), bytes);
