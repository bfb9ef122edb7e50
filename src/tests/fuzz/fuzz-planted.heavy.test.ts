import { expect, test } from 'vitest';
import { fuzzList, readActions } from '../support/fuzz-run.js';

// Each bug in 100 runs of seed 1, and how short its tape becomes.
test.each([
  ['size', 'crash', 6, '21.crash'],
  ['text', 'crash', 6, '21.crash'],
  ['hang', 'hang', 6, '21.hang'],
  ['modes', 'restored', 6, '21.restored'],
  ['stale', 'resize', 6, '21.resize'],
  ['bytes', 'replacement', 6, '21.replacement'],
  ['overflow', 'overflow', 6, '21.overflow'],
  ['help', 'overflow', 6, '21.overflow'],
  ['rule', 'overflow', 6, '21.overflow'],
  ['leak', 'memory', 40, '21.memory'],
])(
  'the planted bug %s is found by the oracle %s within 100 runs, and its tape has at most %d actions [%s]',
  async (bug, oracle, most) => {
    const { exitCode, cwd, stdout } = await fuzzList(bug, ['--bail', '--runs', '100', '--duration', '20m']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: expect.stringContaining(`\n${oracle}: `) });
    expect(readActions(cwd).length - 1).toBeLessThanOrEqual(most);
  },
  1_800_000,
);
