import { areBlank } from '../screen/line.js';
import type { Sieve } from '../screen/sieve.js';
import { places } from './changes.js';

/** A sieve for lines; one on the screen that was not written to since the last look is not looked at again. */
export class Sifter {
  readonly #sieve: Sieve;
  /** By the numbers of lines: after which change one was looked at; negative when it did not pass. */
  readonly #verdicts = new Float64Array(places);

  constructor(sieve: Sieve) {
    this.#sieve = sieve;
  }

  /** Whether a line on the screen passed, unless it has changed since. */
  recall(number: number, changedAt: number): boolean | undefined {
    const verdict = this.#verdicts[number % places] as number;
    if (verdict === mark(changedAt)) return true;
    return verdict === -mark(changedAt) ? false : undefined;
  }

  /** The same, looking at the line. */
  judge(words: Uint32Array, number: number, changedAt: number): boolean {
    const passes = this.passes(words);
    this.#verdicts[number % places] = passes ? mark(changedAt) : -mark(changedAt);
    return passes;
  }

  /** Whether a line of these cells passes. */
  passes(words: Uint32Array): boolean {
    return !areBlank(words) && this.#sieve(words);
  }
}

// Zero has no sign.
const mark = (changedAt: number): number => changedAt + 1;

interface Lines {
  get(index: number): { readonly isWrapped: boolean } | undefined;
}

/** Of the lines from `begin` to `end` the soft wraps in which one passes: where each begins and what comes after it. */
export function passingRuns(
  lines: Lines,
  begin: number,
  end: number,
  passes: (index: number) => boolean,
): [start: number, next: number][] {
  const runs: [number, number][] = [];
  for (let index = begin; index < end; index += 1) {
    if (!passes(index)) continue;
    let start = index;
    while (start > begin && lines.get(start)?.isWrapped === true) start -= 1;
    let next = index + 1;
    while (next < end && lines.get(next)?.isWrapped === true) next += 1;
    runs.push([start, next]);
    index = next - 1;
  }
  return runs;
}
