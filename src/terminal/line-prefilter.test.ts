import { expect, test } from 'vitest';
import { createLiteralPrefilter } from '../screen/selectors/search.js';
import { createHostileOutput } from '../tests/support/hostile-output.js';
import { Random } from '../tests/support/random.js';
import { RandomProgram } from '../tests/support/random-program.js';
import { Emulator } from './emulator.js';
import { LinePrefilter } from './line-prefilter.js';

const words = ['ready', 'done', ''];
const sieve = createLiteralPrefilter({ type: 'exact', text: 'ready', ignoreCase: false, style: undefined });

const outputs: Readonly<Record<string, (random: Random, scrollback: number) => Buffer>> = {
  usual: (random, scrollback) => Buffer.from(new RandomProgram(random, words, scrollback, false).createOutput(80)),
  plain: (random) => Buffer.from(Array.from({ length: 60 }, () => `${random.pick(words)}\r\n`).join('')),
  hostile: (random) => createHostileOutput(random, 60),
};

const cases = Object.keys(outputs).flatMap((kind) => Array.from({ length: 60 }, (_, seed) => [kind, seed] as const));

test.each(cases)(
  'lines checked before give the same result as lines checked for the first time: %s output, seed %i [5.nothing-missed]',
  (kind, seed) => {
    const random = new Random(seed);
    const scrollback = 1 + random.below(30);
    const size = { cols: 6 + random.below(30), rows: 3 + random.below(6), scrollback };
    const emulator = new Emulator({ ...size, firstRevision: 1, answer: () => {} });
    const { buffers, scrolled, synchronization } = emulator;
    const kept = new LinePrefilter(sieve as NonNullable<typeof sieve>);
    const looks: (readonly string[])[][] = [];
    const look = (): void => {
      const from = Math.max(0, buffers.top - random.below(3));
      const each = [kept, new LinePrefilter(sieve as NonNullable<typeof sieve>)].map((sifter) =>
        buffers
          .captureMatching(from, false, sifter)
          .map(({ first, lines }) => `${first} ${lines.map(({ text }) => text).join('|')}`),
      );
      looks.push(each);
    };
    for (const event of [scrolled, synchronization.ended]) event.on(() => random.chance(0.5) && look());
    for (const chunk of random.cut(
      outputs[kind]?.(random, scrollback) ?? Buffer.alloc(0),
      random.pick([3, 40, 1000]),
    )) {
      emulator.feed(chunk);
      if (random.chance(0.1)) emulator.resize(2 + random.below(40), 2 + random.below(10));
      look();
    }
    emulator.dispose();
    // Compared at the end, because errors thrown while output is parsed are not reported.
    for (const [reused, fresh] of looks) expect(reused).toEqual(fresh);
  },
);
