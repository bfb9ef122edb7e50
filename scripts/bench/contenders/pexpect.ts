import { resolve } from 'node:path';
import type { Contender } from '../contender.js';
import { openHosted } from './hosted.js';
import { readOutput } from './unavailable-contender.js';

const versions =
  "import pexpect, pyte; from importlib.metadata import version; print('pexpect', version('pexpect') + ', pyte', version('pyte'))";

/** pexpect with pyte as its screen, if a Python installation has both. */
export async function createPexpect(): Promise<Contender> {
  const { python, version } = await findPython();
  const argv = [python, resolve('scripts/bench/hosts/pyte_host.py')];
  return {
    name: 'pexpect + pyte',
    version: `${version}, without its pause before sending`,
    isTerminal: false,
    open: async (program) => await openHosted(argv, program, { drawsPictures: false, waitsForAny: false }),
  };
}

async function findPython(): Promise<{ python: string; version: string }> {
  const readVersions = async (python: string): Promise<{ python: string; version: string }> => ({
    python,
    version: await readOutput(python, ['-c', versions], 'no Python installation has both packages'),
  });
  return await readVersions('python3').catch(() => readVersions('/usr/bin/python3'));
}
