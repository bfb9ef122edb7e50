import { readdirSync, readFileSync } from 'node:fs';
import { isGuard, processState } from './processes.js';

/** What a process holds of its machine. */
export interface Footprint {
  /** Open descriptors. */
  readonly descriptors: number;
  /** Descendants, those that have ended and that nobody has asked about too. */
  readonly descendants: number;
  /** Memory in use, in megabytes. */
  readonly residentMb: number;
}

/** What a process holds of its machine now. */
export function footprintOf(pid: number): Footprint {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  // A server starts its guard some time after its first launch: that and the pipe to it do not count.
  const descendants = descendantsOf(pid);
  const guards = descendants.filter(isGuard).length;
  return {
    descriptors: descriptorsOf(pid).length - guards,
    descendants: descendants.length - guards,
    residentMb: Number(kilobytes) / 1024,
  };
}

/** The numbers of the descriptors that a process has open. */
export const descriptorsOf = (pid: number): number[] => readdirSync(`/proc/${pid}/fd`).map(Number);

function descendantsOf(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .map(Number)
      .filter(Number.isInteger)
      .map((each) => [each, processState(each)?.parent]),
  );
  const isBelow = (each: number | undefined): boolean =>
    each !== undefined && (each === pid || isBelow(each === 1 ? undefined : parents.get(each)));
  return [...parents.keys()].filter((each) => each !== pid && isBelow(each));
}
