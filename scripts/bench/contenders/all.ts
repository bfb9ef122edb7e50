import type { Contender } from '../contender.js';
import { Absent } from './absent.js';
import { floor } from './floor.js';
import { tuistory, tuiTest } from './npm-peers.js';
import { pexpect } from './pexpect.js';
import { tmux } from './tmux.js';
import { tuispec } from './tuispec.js';

/** The contenders that are measured, and those that are skipped with the reason. */
export interface Field {
  readonly contenders: readonly Contender[];
  readonly absent: Readonly<Record<string, string>>;
}

/** Which peers are measured: also those from npm, only the installed ones, or none. */
export type Peers = 'all' | 'installed' | 'none';

/** Finds the tools that a user could choose. */
export async function gather(wanted: Peers): Promise<Field> {
  const contenders: Contender[] = [tuispec, await floor()];
  const absent: Record<string, string> = {};
  const peers: Readonly<Record<string, () => Promise<Contender>>> = {
    'tmux, polled': tmux,
    'pexpect + pyte': pexpect,
    'tui-test': async () => await tuiTest(wanted === 'all'),
    tuistory: async () => await tuistory(wanted === 'all'),
  };
  for (const [name, find] of Object.entries(peers)) {
    try {
      if (wanted === 'none') throw new Absent('excluded by --alone');
      contenders.push(await find());
    } catch (error) {
      if (!(error instanceof Absent)) throw error;
      absent[name] = error.message;
    }
  }
  return { contenders, absent };
}
