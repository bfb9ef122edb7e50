import { join } from 'node:path';
import type { Amounts } from '../amounts.js';
import type { Contender } from '../contender.js';
import { peakMemory, processorTime } from '../process-cost.js';
import { between, kept, momentsIn, onStage, patienceMs, type Stage, usualSize } from '../stage.js';
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
    ...(contender.isTerminal ? await alone(contender, amounts) : {}),
    ...(await waiting(contender, amounts)),
    ...(await watched(contender, amounts)),
  }),
};

async function flood<T>(
  contender: Contender,
  { floodKilobytes }: Amounts,
  play: (stage: Stage) => Promise<T>,
): Promise<T> {
  return await onStage(contender, 'flood', (times) => [times, floodKilobytes], usualSize, play);
}

// The program measures the time until its terminal answers a query after the output.
async function alone(contender: Contender, amounts: Amounts): Promise<Samples> {
  return await flood(contender, amounts, async ({ terminal, times }) => {
    await terminal.write('a');
    await kept(times);
    const [startedAt, endedAt] = momentsIn(times);
    return { alone: [between(startedAt, endedAt)] };
  });
}

async function waiting(contender: Contender, amounts: Amounts): Promise<Samples> {
  return await flood(contender, amounts, async (stage) => {
    const { memoryOf, workOf } = stage.terminal;
    const workBefore = processorTime(workOf);
    const elapsed = await awaited(stage);
    return { waiting: [elapsed], work: [processorTime(workOf) - workBefore], memory: [peakMemory(memoryOf)] };
  });
}

async function watched(contender: Contender, amounts: Amounts): Promise<Samples> {
  return await flood(contender, amounts, async (stage): Promise<Samples> => {
    const { ask } = stage.terminal;
    if (ask === undefined) return {};
    await ask('viewSubscribe', { debounceMs: 100, includeText: true });
    await ask('recording.start', { path: join(stage.times, '../recording.jsonl') });
    const elapsed = await awaited(stage);
    return { watched: [elapsed], 'memory-watched': [peakMemory(stage.terminal.memoryOf)] };
  });
}

async function awaited({ terminal, times }: Stage): Promise<number> {
  await terminal.write('w');
  const seenAt = await terminal.waitFor('FLOOD-OVER', patienceMs);
  return between(momentsIn(times)[0], seenAt);
}
