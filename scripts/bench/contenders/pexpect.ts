import { resolve } from 'node:path';
import type { Contender } from '../contender.js';
import { printedBy } from './absent.js';
import { openHosted } from './hosted.js';

const versions =
  "import pexpect, pyte; from importlib.metadata import version; print('pexpect', version('pexpect') + ', pyte', version('pyte'))";

/** pexpect with pyte as its screen, if a Python installation has both. */
export async function pexpect(): Promise<Contender> {
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
  const ask = async (python: string): Promise<{ python: string; version: string }> => ({
    python,
    version: await printedBy(python, ['-c', versions], 'no Python installation has both packages'),
  });
  return await ask('python3').catch(() => ask('/usr/bin/python3'));
}
