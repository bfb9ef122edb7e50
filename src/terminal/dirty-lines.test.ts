import { expect, onTestFinished, test } from 'vitest';
import { createHostileOutput } from '../tests/support/hostile-output.js';
import { Random } from '../tests/support/random.js';
import { createRandomOutput, pieces } from '../tests/support/random-output.js';
import { RandomProgram } from '../tests/support/random-program.js';
import { isComplete } from '../tests/support/tier.js';
import { Emulator } from './emulator.js';

type Size = Readonly<Record<'cols' | 'rows' | 'scrollback', number>>;
type Seen = readonly string[];

/** Records the screens of a terminal: after each chunk, at the end of each synchronized update, and while scrolling. */
class Watched {
  readonly seen: Seen[] = [];
  readonly emulator: Emulator;
  readonly #forgets: boolean;

  /** With `forgets`, every line is read again each time. */
  constructor(size: Size, forgets: boolean) {
    this.emulator = new Emulator({ ...size, firstRevision: 1, answer: () => {} });
    this.#forgets = forgets;
    const { scrolled, synchronization } = this.emulator;
    synchronization.ended.on(() => this.#look());
    let count = 0;
    scrolled.on(() => {
      count += 1;
      if (count % 3 === 0) this.#look();
    });
    onTestFinished(() => this.emulator.dispose());
  }

  feed(chunk: Uint8Array): void {
    this.emulator.feed(chunk);
    this.#look();
  }

  #look(): void {
    const { buffers } = this.emulator;
    if (this.#forgets) {
      buffers.changes.noteAll();
      buffers.noteWritten(0, 0);
    }
    this.seen.push(
      buffers.getVisibleLines().map(({ cells, isWrapped }) => {
        const { words, combined, extensions } = cells;
        return `${isWrapped}${words.join()}${JSON.stringify([combined, extensions])}`;
      }),
    );
  }
}

const outputs: Readonly<Record<string, (random: Random, size: Size) => Buffer>> = {
  usual: (random, { scrollback }) =>
    Buffer.from(new RandomProgram(random, ['ready'], scrollback, false).createOutput(80)),
  styled: (random, { cols, rows }) => Buffer.from(createRandomOutput(random, cols, rows, pieces)),
  hostile: (random) => createHostileOutput(random, 60),
};

// With some of the last seeds, a resize leaves too few lines in the emulator's buffer.
const seeds = [
  ...Array.from({ length: isComplete ? 120 : 40 }, (_, seed) => seed),
  384,
  784,
  848,
  1185,
  1878,
  2280,
  2748,
];

test.each(Object.keys(outputs).flatMap((kind) => seeds.map((seed) => [kind, seed] as const)))(
  'a line that is not marked as written has not changed: %s output, seed %i [7.members]',
  (kind, seed) => {
    const random = new Random(seed);
    const size = { cols: 4 + random.below(30), rows: 2 + random.below(8), scrollback: random.below(20) };
    const [usual, forgetful] = [new Watched(size, false), new Watched(size, true)];
    for (const chunk of random.cut(outputs[kind]?.(random, size) ?? Buffer.alloc(0), random.pick([3, 40, 1000]))) {
      usual.feed(chunk);
      forgetful.feed(chunk);
      if (!random.chance(0.03)) continue;
      const [cols, rows] = [4 + random.below(30), 2 + random.below(8)];
      usual.emulator.resize(cols, rows);
      forgetful.emulator.resize(cols, rows);
    }
    expect(usual.seen).toEqual(forgetful.seen);
  },
);

test.each([3, 200])(
  'only the lines that a program writes are marked when it scrolls, after %i lines [7.members]',
  (before) => {
    const emulator = new Emulator({ cols: 80, rows: 24, scrollback: 100, firstRevision: 1, answer: () => {} });
    emulator.feed(Buffer.from('line\r\n'.repeat(before)));
    const { buffers } = emulator;
    buffers.getVisibleLines();
    const { now } = buffers.changes;
    for (const chunk of ['one\r\n', 'two', '\r\n']) emulator.feed(Buffer.from(chunk));
    buffers.getVisibleLines();
    const [from, to] = buffers.changes.getRangeSince(now, buffers.top, buffers.top + 24);
    expect(to - from).toBeLessThanOrEqual(4);
  },
);
