import { constants } from 'node:os';
import type { Exit } from '../program/exit.js';
import type { PaneState } from './pane-state.js';

/** How the program of a dead pane has ended; undefined if tmux does not know it. */
export function toPaneExit({ exitStatus, exitSignal }: PaneState): Exit | undefined {
  const signal = toSignalName(exitSignal);
  if (exitStatus === '' && signal === null) return undefined;
  return signal === null ? { exitCode: Number(exitStatus), signal } : { exitCode: null, signal };
}

/** tmux reports a number on Linux, a name elsewhere. */
function toSignalName(value: string): string | null {
  if (value === '') return null;
  if (!/^\d+$/.test(value)) return value.startsWith('SIG') ? value : `SIG${value}`;
  if (value === '0') return null;
  const name = Object.entries(constants.signals).find(([, number]) => number === Number(value))?.[0];
  return name ?? `SIG${value}`;
}
