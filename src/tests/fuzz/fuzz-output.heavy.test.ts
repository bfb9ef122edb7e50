import { expect, test } from 'vitest';
import type { Screen } from '../../screen/screen.js';
import { encodeLine } from '../../screen/style.js';
import { chooseSeeds, fuzzTimeoutMs } from '../support/fuzzing.js';
import { findScreenProblem, OutputRun, renderInEveryFormat } from '../support/output-run.js';
import { Random } from '../support/random.js';
import { expectRoundTrip } from '../support/same-screen.js';

// Hundreds of times the usual duration; an unbounded count takes minutes.
const maxMs = 10_000;

const visibleStateOf = ({ lines, cursor, title, isAlternate }: Screen): object => ({
  lines: lines.map(encodeLine),
  cursor,
  title,
  isAlternate,
});

test.each(chooseSeeds(100))(
  'any output gives a screen that can be searched, saved and drawn (seed %i) [11.looks, 11.hostile]',
  { timeout: fuzzTimeoutMs },
  async (seed) => {
    const run = new OutputRun(new Random(seed));
    const before = process.cpuUsage();
    const [whole, cut] = run.playTwice();
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(maxMs);
    for (const screen of [whole, cut]) expect(findScreenProblem(screen), run.fixtureJson).toBeUndefined();
    expect(visibleStateOf(cut), run.fixtureJson).toEqual(visibleStateOf(whole));
    expectRoundTrip(whole);
    await renderInEveryFormat(whole);
  },
);
