import type { Contender } from '../contender.js';
import { createFloor } from './floor.js';
import { createTuistory, createTuiTest } from './npm-peers.js';
import { createPexpect } from './pexpect.js';
import { createAttached, createTmux } from './tmux.js';
import { tuispec } from './tuispec.js';
import { UnavailableContender } from './unavailable-contender.js';

/** The contenders that are measured, and those that are skipped with the reason. */
export interface Contenders {
  readonly contenders: readonly Contender[];
  readonly absent: Readonly<Record<string, string>>;
}

/** Which peers are measured: also those from npm, only the installed ones, or none. */
export type Peers = 'all' | 'installed' | 'none';

/** Finds the tools that a user could choose. */
export async function openContenders(wanted: Peers): Promise<Contenders> {
  const contenders: Contender[] = [tuispec, await createFloor()];
  const absent: Record<string, string> = {};
  const peers: Readonly<Record<string, () => Promise<Contender>>> = {
    'tuispec in a tmux pane': createAttached,
    'tmux, polled': createTmux,
    'pexpect + pyte': createPexpect,
    'tui-test': async () => await createTuiTest(wanted === 'all'),
    tuistory: async () => await createTuistory(wanted === 'all'),
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
