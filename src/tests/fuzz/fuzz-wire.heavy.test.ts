import { expect, test } from 'vitest';
import { chooseSeeds, fuzzTimeoutMs } from '../support/fuzzing.js';
import { Random } from '../support/random.js';
import { hasProc } from '../support/soak.js';
import { WireRun } from '../support/wire-run.js';

const pieces = 150;

test.skipIf(!hasProc).each(chooseSeeds(6))(
  'the server sends one response per request that matches its schema, and never an internal error (seed %i) [2.no-bug, 2.shape]',
  { timeout: fuzzTimeoutMs },
  async (seed) => {
    const run = new WireRun(new Random(seed));
    await run.send(pieces);
    await run.end();
    expect(run.findings, run.lastLines).toEqual([]);
    expect(run.responses).toBeGreaterThan(pieces / 2);
  },
);
