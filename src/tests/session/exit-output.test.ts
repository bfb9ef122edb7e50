import { describe, expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { runWhileBusy } from '../support/processes.js';
import { runToExit, waitForExitNumber } from '../support/programs.js';
import { isComplete, sample } from '../support/tier.js';

interface PrintingProgram {
  readonly name: string;
  readonly script: string;
  readonly last: string;
  readonly runs: number;
}

const printing: readonly PrintingProgram[] = [
  {
    name: 'a shell that prints 2,000 lines',
    script: linesOf('echo "line $i"'),
    last: 'line 2000',
    runs: isComplete ? 75 : 10,
  },
  { name: 'seq 1 2000', script: 'exec seq 1 2000', last: '2000', runs: isComplete ? 100 : 10 },
  { name: 'seq 1 200000', script: 'exec seq 1 200000', last: '200000', runs: isComplete ? 15 : 3 },
  {
    name: 'one write of 4,000 bytes',
    script: 'printf "%3999s\\n" last-word',
    last: 'last-word',
    runs: isComplete ? 25 : 10,
  },
  { name: 'a line without a newline', script: 'printf "%s" last-word', last: 'last-word', runs: isComplete ? 25 : 10 },
];

function linesOf(print: string): string {
  return `i=0; while [ $i -lt 2000 ]; do i=$((i+1)); ${print}; done`;
}

/** Runs a program repeatedly; returns the runs in which its last line was missing when its exit was reported. */
async function findLossyRuns({ script, last, runs }: PrintingProgram): Promise<unknown[]> {
  const server = new TestServer();
  await server.request('initialize', { notifyExit: true, terminalCols: 100 });
  const lost: unknown[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const { exitCode, lastLines } = await runToExit(server, 'sh', ['-c', script]);
    const { text, exited } = await server.request('currentView');
    const lines = text.trimEnd().split('\n');
    const seen = [exitCode, exited, (lastLines as string[]).at(-1)?.trim(), lines.at(-1)?.trim()];
    if (JSON.stringify(seen) !== JSON.stringify([0, true, last, last])) lost.push({ run, seen });
  }
  return lost;
}

describe('no output is lost when a program exits', () => {
  test.each(printing)('$name, $runs times [3.all-output]', async (program) => {
    expect(await findLossyRuns(program)).toEqual([]);
  });

  test.each(sample(printing))(
    '$name, $runs times on a busy machine [3.all-output]',
    { timeout: 120_000 },
    async (program) => {
      expect(await runWhileBusy(() => findLossyRuns(program))).toEqual([]);
    },
  );

  test('a wait for the last line returns it instead of failing with the exit [3.checked-once-more]', async () => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true });
    const readySelector = { type: 'regex', pattern: '^2000$' };
    for (let run = 1; run <= (isComplete ? 100 : 20); run += 1) {
      await server.request('launch', { command: 'seq', args: ['1', '2000'], readySelector });
      await waitForExitNumber(server, run);
    }
  });

  test('the scrollback contains every line of the output [3.all-output]', async () => {
    const server = new TestServer();
    await server.request('initialize', { notifyExit: true, scrollback: 10_000, terminalRows: 10 });
    await runToExit(server, 'seq', ['1', '9000']);
    const { text } = await server.request('currentView', { scrollback: 10_000 });
    expect(text.trimEnd().split('\n')).toEqual(Array.from({ length: 9000 }, (_, index) => `${index + 1}`));
  });
});
