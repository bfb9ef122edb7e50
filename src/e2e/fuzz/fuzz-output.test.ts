import { expect, test } from 'vitest';
import type { Screen } from '../../screen/screen.js';
import { styledText } from '../../screen/sgr.js';
import { fuzzSeeds, fuzzTimeoutMs } from '../../testing/fuzzing.js';
import { drawInEveryWay, OutputRun, problemWithScreen } from '../../testing/output-run.js';
import { Random } from '../../testing/random.js';
import { expectSameAgain } from '../../testing/same-screen.js';

// Hundreds of times the usual duration; an unbounded count takes minutes.
const maxMs = 10_000;

const seenOf = ({ lines, cursor, title, isAlternate }: Screen): object => ({
  lines: lines.map(styledText),
  cursor,
  title,
  isAlternate,
});

test.each(fuzzSeeds(100))(
  'any output gives a screen that can be searched, saved and drawn (seed %i) [11.looks, 11.hostile]',
  { timeout: fuzzTimeoutMs },
  async (seed) => {
    const run = new OutputRun(new Random(seed));
    const startedAt = performance.now();
    const [whole, cut] = run.screens();
    expect(performance.now() - startedAt).toBeLessThan(maxMs);
    for (const screen of [whole, cut]) expect(problemWithScreen(screen), run.story).toBeUndefined();
    expect(seenOf(cut), run.story).toEqual(seenOf(whole));
    expectSameAgain(whole);
    await drawInEveryWay(whole);
  },
);
