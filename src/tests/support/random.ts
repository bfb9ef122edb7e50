import { Random as BaseRandom } from '../../base/random.js';

/** Pseudorandom numbers from a seed. */
export class Random extends BaseRandom {
  /** Splits bytes into pieces of 1 to `most`. */
  cut(bytes: Buffer, maxBytes: number): Buffer[] {
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const end = at + 1 + this.below(maxBytes);
      pieces.push(bytes.subarray(at, end));
      at = end;
    }
    return pieces;
  }
}
