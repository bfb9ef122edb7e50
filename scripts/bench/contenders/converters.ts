import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Contender } from '../contender.js';
import { installPeer } from './npm-peers.js';
import { readOutput } from './unavailable-contender.js';

const run = promisify(execFile);

/** svg-term-cli: asciicast to SVG. */
export async function createSvgTerm(mayInstall: boolean): Promise<Contender> {
  const modules = await installPeer('svg-term-cli', '2.1.1', mayInstall);
  const script = join(modules, 'svg-term-cli/lib/cli.js');
  return {
    name: 'svg-term-cli',
    version: '2.1.1, from the asciicast',
    isTerminal: false,
    animations: {
      svg: async ({ cast }, path) => await run(process.execPath, [script, '--in', cast, '--out', path]),
    },
  };
}

/** termtosvg: asciicast to SVG, in Python. */
export async function createTermtosvg(): Promise<Contender> {
  await readOutput('termtosvg', ['--help'], 'not installed; Debian has it');
  return {
    name: 'termtosvg',
    version: 'from the asciicast',
    isTerminal: false,
    animations: { svg: async ({ cast }, path) => await run('termtosvg', ['render', cast, path]) },
  };
}

/** agg: asciicast to GIF, in Rust. */
export async function createAgg(): Promise<Contender> {
  const version = await readOutput('agg', ['--version'], 'not installed; Debian and npm do not have it');
  return {
    name: 'agg',
    version: `${version}, from the asciicast`,
    isTerminal: false,
    animations: { gif: async ({ cast }, path) => await run('agg', ['--fps-cap', '50', cast, path]) },
  };
}
