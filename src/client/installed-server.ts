import { fileURLToPath } from 'node:url';

// The server needs Node. Bun and Deno run the library, and find Node by PATH.
const isNode = process.versions['bun'] === undefined && process.versions['deno'] === undefined;

/** The command that starts the server of this package. */
export const findInstalledServer = (): readonly string[] => [
  isNode ? process.execPath : 'node',
  fileURLToPath(new URL('./cli.js', import.meta.url)),
  'server',
];
