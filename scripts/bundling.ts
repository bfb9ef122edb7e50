import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

/** The bundler options of the program and of the benchmark hosts. */
export const bundling = {
  bundle: true,
  platform: 'node',
  target: 'node20.5',
  // Identifiers are not minified, so that stack traces are readable.
  minifySyntax: true,
  minifyWhitespace: true,
  external: ['node-pty', 'canvas'],
  logLevel: 'warning',
} as const satisfies BuildOptions;

// What few processes use: the program loads each from a file of its own.
const lateModules: Readonly<Record<string, string>> = {
  doctor: 'src/cli/doctor-checks.ts',
  export: 'src/recordings/export/write-export.ts',
  fuzz: 'src/fuzz/fuzz.ts',
  mcp: 'src/mcp/mcp-server.ts',
  'session-list': 'src/sessions/session-list.ts',
  'generate-code': 'src/tapes/generate-code.ts',
  record: 'src/tapes/record.ts',
  tapes: 'src/tapes/tapes.ts',
  tmux: 'src/session/tmux/attach.ts',
  trace: 'src/recordings/trace/write-trace.ts',
  view: 'src/server/view/view-server.ts',
};

const loadLateModules: Plugin = {
  name: 'load-late-modules',
  setup: ({ onResolve }) => {
    const names = new Map(Object.entries(lateModules).map(([name, source]) => [resolve(source), name]));
    // It is a tenth of the program, and one method reads it.
    onResolve({ filter: /\/openrpc\.json$/ }, () => ({ path: './openrpc.json', external: true }));
    onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path, resolveDir }) => {
      const name = names.get(resolve(resolveDir, path.replace(/\.js$/, '.ts')));
      return name === undefined ? undefined : { path: `./${name}.js`, external: true };
    });
  },
};

/** The programs that the launcher loads, and what these load on use. */
export const programBundling = {
  ...bundling,
  entryPoints: {
    program: 'src/cli/main.ts',
    'mcp-program': 'src/cli/mcp-main.ts',
    'session-client': 'src/cli/session-main.ts',
    ...lateModules,
  },
  plugins: [loadLateModules],
  outdir: 'dist',
  // Lists the packages whose licenses apply.
  metafile: true,
  format: 'cjs',
  // Node reads ASCII files fastest.
  charset: 'ascii',
  // A script loads late modules with `require`.
  supported: { 'dynamic-import': false },
  define: {
    'import.meta.url': 'programUrl',
    skill: JSON.stringify(readFileSync('.agents/skills/tuispec/SKILL.md', 'utf8')),
  },
  banner: { js: "const programUrl = require('node:url').pathToFileURL(__filename).href;" },
  // Package paths become part of the code: they must not depend on the location of node_modules.
  preserveSymlinks: true,
} as const satisfies BuildOptions;

/** The executable. `programHash` identifies the program that it loads. */
export const createLauncherBundling = (programHash: string): BuildOptions => ({
  ...bundling,
  entryPoints: { cli: 'src/cli/launcher.ts' },
  outdir: 'dist',
  format: 'cjs',
  // Old versions of Node must be able to parse it: they get a sentence instead of a syntax error.
  target: 'node10',
  define: { programHash: JSON.stringify(programHash) },
});

/** The libraries of the package, which share their code. */
export const libraryBundling = {
  ...bundling,
  entryPoints: { index: 'src/client/index.ts', vitest: 'src/client/vitest/entry.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  metafile: true,
  format: 'esm',
  splitting: true,
  // Bundled packages may be CommonJS and call `require` for modules of Node. In contexts of `node:vm`, in which vitest
  // can run tests, Node 20 does not define the symbols.
  banner: {
    js: "for (const name of ['dispose', 'asyncDispose']) Symbol[name] ??= Symbol.for(`Symbol.${name}`); import { createRequire as createTuispecRequire } from 'node:module'; const require = createTuispecRequire(import.meta.url);",
  },
  external: ['vitest'],
  preserveSymlinks: true,
} as const satisfies BuildOptions;

/** The page that shows recordings, which is embedded in each trace, and the one that shows live sessions. They run in browsers. */
export const viewerBundling = {
  entryPoints: [
    { in: 'src/viewer/main.ts', out: 'viewer' },
    { in: 'src/viewer/viewer.css', out: 'viewer' },
    { in: 'src/viewer/live.ts', out: 'live' },
  ],
  outdir: 'dist',
  bundle: true,
  minify: true,
  format: 'iife',
  target: ['chrome111', 'firefox113', 'safari16.4'],
  charset: 'utf8',
  logLevel: 'warning',
} as const satisfies BuildOptions;
