import { areBlank } from '../screen/line.js';
import type { Sieve } from '../screen/sieve.js';
import { type Changes, places } from './changes.js';

/** A sieve for lines; one on the screen that was not written to since the last look is not looked at again. */
export class Sifter {
  readonly #sieve: Sieve;
  /** By the numbers of lines: 1 when one passed at the last look. */
  readonly #verdicts = new Uint8Array(places);
  /** The lines that were on the screen at the last look, and the change after which that was. */
  #first = 0;
  #end = 0;
  #at = 0;

  constructor(sieve: Sieve) {
    this.#sieve = sieve;
  }

  /** Whether a line of these cells passes. */
  passes(words: Uint32Array): boolean {
    return !areBlank(words) && this.#sieve(words);
  }

  /** Of the lines on the screen, from number `first` to `end`, those that pass. */
  sift(changes: Changes, first: number, end: number, wordsOf: (number: number) => Uint32Array): number[] {
    const at = first < this.#first ? -1 : this.#at;
    const passing: number[] = [];
    for (let number = first; number < end; number += 1) {
      const place = number % places;
      if (number >= this.#end || changes.at(number) > at) this.#verdicts[place] = this.passes(wordsOf(number)) ? 1 : 0;
      if (this.#verdicts[place] === 1) passing.push(number);
    }
    this.#first = first;
    this.#end = end;
    this.#at = changes.now;
    return passing;
  }
}

interface Lines {
  get(index: number): { readonly isWrapped: boolean } | undefined;
}

/** The soft wraps, between `begin` and `end`, that lines belong to: where each begins and what comes after it. */
export function softWrapsOf(
  indexes: readonly number[],
  lines: Lines,
  begin: number,
  end: number,
): [start: number, next: number][] {
  const wraps: [number, number][] = [];
  let next = begin;
  for (const index of indexes) {
    if (index < next) continue;
    let start = index;
    while (start > begin && lines.get(start)?.isWrapped === true) start -= 1;
    next = index + 1;
    while (next < end && lines.get(next)?.isWrapped === true) next += 1;
    wraps.push([start, next]);
  }
  return wraps;
}
