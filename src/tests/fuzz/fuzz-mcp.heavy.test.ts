import { expect, test } from 'vitest';
import { chooseSeeds, fuzzTimeoutMs } from '../support/fuzzing.js';
import { McpRun } from '../support/mcp-run.js';
import { Random } from '../support/random.js';
import { hasProc } from '../support/soak.js';

const pieces = 80;

test.skipIf(!hasProc).each(chooseSeeds(2))(
  'an MCP server responds once to every request, whatever it receives, still works, and leaves no process (seed %i) [16.malformed, 16.arguments, 16.ending]',
  { timeout: fuzzTimeoutMs },
  async (seed) => {
    const run = new McpRun(new Random(seed));
    await run.send(pieces);
    if (run.findings.length === 0) await run.verify();
    await run.end();
    expect(run.findings, run.lastLines).toEqual([]);
    expect(run.responses).toBeGreaterThan(pieces / 2);
  },
);
