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

  /** Whether a line of these cells passes; remembered for lines on the screen, which were changed at some time. */
  judge(words: Uint32Array, number: number, changedAt: number | undefined): boolean {
    const passes = !areBlank(words) && this.#sieve(words);
    if (changedAt !== undefined) this.#verdicts[number % places] = passes ? mark(changedAt) : -mark(changedAt);
    return passes;
  }
}

// Zero has no sign.
const mark = (changedAt: number): number => changedAt + 1;
