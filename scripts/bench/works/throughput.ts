import { join } from 'node:path';
import type { Amounts } from '../amounts.js';
import type { Contender } from '../contender.js';
import { measurePeakMemory, measureProcessorTime } from '../process-cost.js';
import {
  measureBetween,
  type ProgramStage,
  patienceMs,
  readTimestamps,
  usualSize,
  waitForTimestamps,
  withProgram,
} from '../program-stage.js';
import type { Samples, Work } from '../work.js';

/** How fast output is processed, and its other costs. */
export const throughput: Work = {
  name: 'throughput',
  title: '10 MB of mixed output',
  note: 'Everything on: a wait, a subscription to `view.changed` with text, and the recorder; compared with the floor with a wait.',
  rows: [
    { key: 'alone', label: 'parsed, nothing pending', unit: 'ms', statistic: 'median' },
    { key: 'waiting', label: 'parsed, a wait pending', unit: 'ms', statistic: 'median' },
    { key: 'watched', against: 'waiting', label: 'the same with everything on', unit: 'ms', statistic: 'median' },
    { key: 'work', label: 'CPU time, a wait pending', unit: 'ms', statistic: 'median' },
    { key: 'memory', label: 'peak memory, a wait pending', unit: 'MB', statistic: 'max' },
    { key: 'memory-watched', against: 'memory', label: 'peak memory, everything on', unit: 'MB', statistic: 'max' },
  ],
  measure: async (contender, amounts) => ({
    ...(contender.isTerminal ? await measureAlone(contender, amounts) : {}),
    ...(await measureWithWait(contender, amounts)),
    ...(await measureWithSubscription(contender, amounts)),
  }),
};

async function runFlood<T>(
  contender: Contender,
  { floodKilobytes }: Amounts,
  play: (stage: ProgramStage) => Promise<T>,
): Promise<T> {
  return await withProgram(contender, 'flood', (times) => [times, floodKilobytes], usualSize, play);
}

// The program measures the time until its terminal answers a query after the output.
async function measureAlone(contender: Contender, amounts: Amounts): Promise<Samples> {
  return await runFlood(contender, amounts, async ({ terminal, times }) => {
    await terminal.write('a');
    await waitForTimestamps(times);
    const [startedAt, endedAt] = readTimestamps(times);
    return { alone: [measureBetween(startedAt, endedAt)] };
  });
}

async function measureWithWait(contender: Contender, amounts: Amounts): Promise<Samples> {
  return await runFlood(contender, amounts, async (stage) => {
    const { memoryOf, workOf } = stage.terminal;
    const workBefore = measureProcessorTime(workOf);
    const elapsed = await measureFloodWait(stage);
    return {
      waiting: [elapsed],
      work: [measureProcessorTime(workOf) - workBefore],
      memory: [measurePeakMemory(memoryOf)],
    };
  });
}

async function measureWithSubscription(contender: Contender, amounts: Amounts): Promise<Samples> {
  return await runFlood(contender, amounts, async (stage): Promise<Samples> => {
    const { ask } = stage.terminal;
    if (ask === undefined) return {};
    await ask('viewSubscribe', { debounceMs: 100, includeText: true });
    await ask('recording.start', { path: join(stage.times, '../recording.jsonl') });
    const elapsed = await measureFloodWait(stage);
    return { watched: [elapsed], 'memory-watched': [measurePeakMemory(stage.terminal.memoryOf)] };
  });
}

/** Measures the time from the first byte of a flood until a wait for its end completes. */
export async function measureFloodWait({ terminal, times }: ProgramStage): Promise<number> {
  await terminal.write('w');
  const seenAt = await terminal.waitFor('FLOOD-OVER', patienceMs);
  return measureBetween(readTimestamps(times)[0], seenAt);
}
