import { fileURLToPath } from 'node:url';

/** The command that starts the server of this package. */
export const findInstalledServer = (): readonly string[] => [
  process.execPath,
  fileURLToPath(new URL('./cli.js', import.meta.url)),
  'server',
];
