import type { Contender } from '../contender.js';
import { createAgg, createSvgTerm, createTermtosvg } from './converters.js';
import { createFloor } from './floor.js';
import { createMcpShellServer, tuispecMcp } from './mcp-peers.js';
import { createTuistory, createTuiTest } from './npm-peers.js';
import { createPexpect } from './pexpect.js';
import { createAttached, createTmux } from './tmux.js';
import { tuispec } from './tuispec.js';
import { createTuispecLibrary } from './tuispec-library.js';
import { UnavailableContender } from './unavailable-contender.js';

/** The contenders that are measured, and those that are skipped with the reason. */
export interface Contenders {
  readonly contenders: readonly Contender[];
  readonly absent: Readonly<Record<string, string>>;
}

/** Which peers are measured: also those from npm, only the installed ones, or none. */
export type Peers = 'all' | 'installed' | 'none';

/** Finds the tools that a user could choose; with `hasDoors`, also the library, MCP servers and converters. */
export async function openContenders(wanted: Peers, hasDoors: boolean): Promise<Contenders> {
  const contenders: Contender[] = [tuispec, await createFloor()];
  const absent: Record<string, string> = {};
  const mayInstall = wanted === 'all';
  const peers: Readonly<Record<string, () => Promise<Contender>>> = {
    'tuispec in a tmux pane': createAttached,
    'tmux, polled': createTmux,
    'pexpect + pyte': createPexpect,
    'tui-test': async () => await createTuiTest(mayInstall),
    tuistory: async () => await createTuistory(mayInstall),
    ...(hasDoors ? createDoors(mayInstall) : {}),
  };
  for (const [name, find] of Object.entries(peers)) {
    try {
      if (wanted === 'none') throw new UnavailableContender('excluded by --alone');
      contenders.push(await find());
    } catch (error) {
      if (!(error instanceof UnavailableContender)) throw error;
      absent[name] = error.message;
    }
  }
  return { contenders, absent };
}

const createDoors = (mayInstall: boolean): Readonly<Record<string, () => Promise<Contender>>> => ({
  'tuispec, library': createTuispecLibrary,
  'tuispec, MCP': async () => tuispecMcp,
  'mcp-shell-server, MCP': async () => await createMcpShellServer(mayInstall),
  'svg-term-cli': async () => await createSvgTerm(mayInstall),
  termtosvg: createTermtosvg,
  agg: createAgg,
});
