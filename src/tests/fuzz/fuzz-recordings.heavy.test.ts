import { expect, test } from 'vitest';
import { chooseSeeds, fuzzTimeoutMs } from '../support/fuzzing.js';
import { isInstalled } from '../support/programs.js';
import { Random } from '../support/random.js';
import { RecordingRun } from '../support/recording-run.js';

test.each(chooseSeeds(4))(
  'commands read any recording, or reject it in one line, and write nothing but a complete and harmless file (seed %i) [14.trace-hostile, 14.export-hostile, 14.export-errors, 14.trace-rejected]',
  { timeout: fuzzTimeoutMs },
  async (seed) => {
    const random = new Random(seed);
    const run = new RecordingRun(random);
    await run.replay();
    await run.trace();
    await run.export();
    if (random.chance(0.4)) await run.play();
    if (random.chance(0.1) && isInstalled('chromium')) await run.view();
    expect(run.findings, `seed ${seed}`).toEqual([]);
  },
);
