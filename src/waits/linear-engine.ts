import { setFlagsFromString } from 'node:v8';
import type { Pattern } from '../screen/pattern.js';

// Even this engine takes its time, which grows with the pattern.
const longestPattern = 1000;

let isPrepared = false;
const verdicts = new WeakMap<Pattern, boolean>();

/**
 * Whether V8's linear engine can run a pattern, and so does when its usual one backtracks too much: the flag `l`, which V8
 * knows once it is told to, is refused otherwise.
 */
export function isLinear(pattern: Pattern): boolean {
  if (!isPrepared) {
    setFlagsFromString('--enable-experimental-regexp-engine');
    setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
    setFlagsFromString('--regexp-backtracks-before-fallback=10000');
    isPrepared = true;
  }
  let verdict = verdicts.get(pattern);
  if (verdict === undefined) {
    verdict = pattern.pattern.length <= longestPattern && compilesAsLinear(pattern);
    verdicts.set(pattern, verdict);
  }
  return verdict;
}

function compilesAsLinear({ pattern, flags }: Pattern): boolean {
  try {
    new RegExp(pattern.normalize('NFC'), `${flags}l`);
    return true;
  } catch {
    return false;
  }
}
