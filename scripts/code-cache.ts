import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { codeCacheName } from '../src/start/code-cache.js';

// V8 keeps the code of the functions that have run. What waits run is left out: it is answered sooner when it is compiled
// in the session, to better code.
const requests = [
  ['initialize', { name: 'code', terminalCols: 80, terminalRows: 24 }],
  ['launch', { command: 'sh', args: ['-c', 'read -r line'] }],
  ['renderView', { name: 'code' }],
  ['close', {}],
] as const;

// V8's settings are part of what the code is good for: those that a session changes are left alone.
const keep = `
require('node:v8').setFlagsFromString = () => {};
const { script } = require(process.argv[1]);
process.on('exit', () => require('node:fs').writeFileSync(process.env.CODE_CACHE, script.createCachedData()));
`;

// It takes a tenth of a second.
const longestMs = 60_000;

/** Runs the built program, and keeps the code that V8 has made of it. */
export function makeCodeCache(): void {
  const folder = mkdtempSync(join(tmpdir(), 'tuispec-code-'));
  const lines = requests.map(([method, params], id) => JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  const cache = resolve('dist', codeCacheName);
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    ['--eval', keep, resolve('dist/cli.js'), 'server', '--fail-fast', '--artifact-dir', folder],
    {
      input: `${lines.join('\n')}\n`,
      // Settings of whoever builds are not those of whoever runs it.
      env: { PATH: process.env['PATH'], CODE_CACHE: cache },
      timeout: longestMs,
    },
  );
  rmSync(folder, { recursive: true });
  if (status === 0) return;
  rmSync(cache, { force: true });
  process.stderr.write(`No code is kept, so that starting takes longer: ${error?.message ?? ''}${stdout}${stderr}\n`);
}
