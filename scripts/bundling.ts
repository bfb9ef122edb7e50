import type { BuildOptions } from 'esbuild';

/** How the program is bundled, and what is measured beside it. */
export const bundling = {
  bundle: true,
  platform: 'node',
  target: 'node20.5',
  // Names stay: a stack trace shall be readable.
  minifySyntax: true,
  minifyWhitespace: true,
  external: ['node-pty', 'canvas'],
  logLevel: 'warning',
} as const satisfies BuildOptions;
