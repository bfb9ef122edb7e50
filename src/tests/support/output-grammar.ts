import { createHostileOutput } from './hostile-output.js';
import type { Random } from './random.js';
import { createRandomOutput, pieces } from './random-output.js';
import { RandomProgram } from './random-program.js';

const words = ['alpha', '漢字', 'e\u0301', '👍🏽', '<&>"', '\u202e'];

/** Creates a piece of output: well-formed, hostile, or truncated. */
export function createOutput(random: Random, cols: number, rows: number): Buffer {
  const kinds: readonly (() => Buffer)[] = [
    () => createHostileOutput(random, 1 + random.below(60)),
    () => Buffer.from(createRandomOutput(random, cols, rows, pieces)),
    () => Buffer.from(new RandomProgram(random, words, 20, false).createOutput(20)),
    () =>
      Buffer.from(
        `\x1b[?${random.pick([5, 6, 7, 45, 47, 69, 1047, 1048, 1049, 2026, 2027])}${random.pick(['h', 'l'])}`,
      ),
    () =>
      Buffer.from(
        `\x1b[${1 + random.below(rows)};${1 + random.below(rows)}r\x1b[${1 + random.below(cols)};${1 + random.below(cols)}s`,
      ),
    () =>
      Buffer.from(
        random.pick([
          '\x1b7',
          '\x1b8',
          '\x1bD',
          '\x1bE',
          '\x1bM',
          '\x1b#8',
          '\x1b[!p',
          '\x1b(0',
          '\x1b(B',
          '\x0e',
          '\x0f',
        ]),
      ),
  ];
  const whole = random.pick(kinds)();
  return random.chance(0.1) ? whole.subarray(0, random.below(whole.length + 1)) : whole;
}
