import type { Contender } from '../contender.js';
import { bundleHost } from './bundle.js';
import { openHosted } from './hosted.js';

/** The library of tuispec, in a process of its own as the other libraries. */
export async function createTuispecLibrary(): Promise<Contender> {
  const argv = [process.execPath, await bundleHost('tuispec-library', 'artifacts/bench')];
  const abilities = { drawsPictures: false, waitsForAny: false, hasServers: true };
  return {
    name: 'tuispec, library',
    version: '`expect` of dist/index.mjs; memory and CPU time include the server',
    isTerminal: true,
    open: async (program) => await openHosted(argv, program, abilities),
  };
}
