import type { BuildOptions } from 'esbuild';

/** How the program is bundled, and what it is compared with in the benchmark. */
export const bundling = {
  bundle: true,
  platform: 'node',
  target: 'node20.5',
  // Identifiers stay, so that stack traces are readable.
  minifySyntax: true,
  minifyWhitespace: true,
  external: ['node-pty', 'canvas'],
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** What the package runs: a launcher, and the program that it loads. */
export const programBundling = {
  ...bundling,
  entryPoints: { cli: 'src/cli/launcher.ts', program: 'src/cli/main.ts' },
  outdir: 'dist',
  // Names the packages whose licenses apply.
  metafile: true,
  format: 'cjs',
  // Node reads ASCII fastest.
  charset: 'ascii',
  // A script loads late modules with `require`.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'programUrl' },
  banner: { js: "const programUrl = require('node:url').pathToFileURL(__filename).href;" },
  external: [...bundling.external, './program.js'],
  // Paths of packages become part of the code: they must not depend on where node_modules is.
  preserveSymlinks: true,
} as const satisfies BuildOptions;
