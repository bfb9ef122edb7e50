import { readdirSync, readFileSync } from 'node:fs';
import { processState } from './processes.js';

/** What a process holds of its machine. */
export interface Footprint {
  /** Open descriptors. */
  readonly descriptors: number;
  /** Living descendants. */
  readonly descendants: number;
  /** Memory in use, in megabytes. */
  readonly residentMb: number;
}

/** What a process holds of its machine now. */
export function footprintOf(pid: number): Footprint {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return {
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    descendants: descendantsOf(pid).length,
    residentMb: Number(kilobytes) / 1024,
  };
}

function descendantsOf(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .map(Number)
      .filter(Number.isInteger)
      .map((each) => [each, processState(each)] as const)
      .filter(([, found]) => found !== undefined && found.state !== 'Z' && found.state !== 'X')
      .map(([each, found]) => [each, found?.parent]),
  );
  const isBelow = (each: number | undefined): boolean =>
    each !== undefined && (each === pid || isBelow(each === 1 ? undefined : parents.get(each)));
  return [...parents.keys()].filter((each) => each !== pid && isBelow(each));
}
