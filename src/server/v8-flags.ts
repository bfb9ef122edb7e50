import { setFlagsFromString } from 'node:v8';

/** A flag of V8, why it is set and where. */
export interface V8Flag {
  readonly flag: string;
  /** What it gains, measured on each version that it is listed for. A flag that gains less than a tenth is removed. */
  readonly gain: string;
  /** Major versions of Node. Others may reject the flag. */
  readonly nodeVersions: readonly number[];
}

/** The flags that are set when the first program is launched: earlier, they would delay the start. */
export const v8Flags: readonly V8Flag[] = [
  {
    // Compiles each function on its first call.
    flag: '--always-sparkplug',
    gain: 'the first 20 waits of a session take 12 % less time of the main thread (Node 24: 7 %)',
    nodeVersions: [20, 22],
  },
  {
    // Twice the default: optimizes later, because optimizing competes with the client for a processor.
    flag: '--interrupt-budget=135168',
    gain: 'a session of 160 waits takes 13 % less processor time, over all threads',
    nodeVersions: [20],
  },
];

/** Returns the flags for a version of Node such as `20.5.0`. `TUISPEC_V8_FLAGS=0` turns all of them off. */
export function selectV8Flags(version: string, variables: Readonly<Record<string, string | undefined>>): string[] {
  if (variables['TUISPEC_V8_FLAGS'] === '0') return [];
  const major = Number.parseInt(version, 10);
  return v8Flags.filter(({ nodeVersions }) => nodeVersions.includes(major)).map(({ flag }) => flag);
}

// state: flags of V8 belong to the process and are set once.
let isDone = false;
// state: flags of V8 belong to the process and are set once.
let onChange = (): void => {};

/**
 * Calls back when the first program has been launched, before the flags change: V8 accepts cached code only in processes
 * with the same flags. Code that waits compile later, in the session, runs faster than cached code.
 */
export function onStarted(callback: () => void): void {
  onChange = callback;
}

/** Sets the flags of V8 for this version of Node, once per process. */
export function setV8Flags(variables: Readonly<Record<string, string | undefined>>): void {
  if (isDone) return;
  isDone = true;
  onChange();
  for (const flag of selectV8Flags(process.versions.node, variables)) setFlagsFromString(flag);
}
