import { type Contender, floorName } from '../contender.js';
import { bundleHost } from './bundle.js';
import { openHosted } from './hosted.js';

/** The minimal server, bundled as tuispec is. */
export async function createFloor(): Promise<Contender> {
  const argv = [process.execPath, await bundleHost('floor', 'artifacts/bench')];
  return {
    name: floorName,
    version: 'node-pty + @xterm/headless only',
    isTerminal: true,
    server: { argv, ping: 'ping' },
    open: async (program) => await openHosted(argv, program, { drawsPictures: true, waitsForAny: true }),
  };
}
