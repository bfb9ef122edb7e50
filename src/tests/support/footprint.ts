import { readdirSync, readFileSync } from 'node:fs';
import { isGuard, readProcessState } from './processes.js';

/** The resources that a process uses. */
export interface Footprint {
  /** Open descriptors, except those for guards. */
  readonly descriptors: number;
  /** Descendants, including zombies, except guards. */
  readonly descendants: number;
  /** Shells that end the program of a server when the server is gone. */
  readonly guards: number;
  /** Memory in use, in megabytes. */
  readonly residentMb: number;
}

/** Measures the resources that a process uses now. */
export function footprintOf(pid: number): Footprint {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  const descendants = descendantsOf(pid);
  const guards = descendants.filter(isGuard).length;
  return {
    descriptors: descriptorsOf(pid).length - guards,
    descendants: descendants.length - guards,
    guards,
    residentMb: Number(kilobytes) / 1024,
  };
}

/** Lists the numbers of the descriptors that a process has open. */
export const descriptorsOf = (pid: number): number[] => readdirSync(`/proc/${pid}/fd`).map(Number);

function descendantsOf(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .map(Number)
      .filter(Number.isInteger)
      .map((each) => [each, readProcessState(each)?.parent]),
  );
  const isBelow = (each: number | undefined): boolean =>
    each !== undefined && (each === pid || isBelow(each === 1 ? undefined : parents.get(each)));
  return [...parents.keys()].filter((each) => each !== pid && isBelow(each));
}
