import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { Amounts } from '../amounts.js';
import type { Contender } from '../contender.js';
import { measurePeakMemory, measureProcessorTime } from '../process-cost.js';
import { measureMilliseconds, type ProgramStage, usualSize, withProgram } from '../program-stage.js';
import type { Samples, Work } from '../work.js';
import { measureFloodWait } from './throughput.js';
import { createToken, measureTokens } from './wait.js';

/** What it costs to leave a trace of a session. */
export const traces: Work = {
  name: 'traces',
  title: 'Cost of traces',
  note: 'tuispec writes an HTML file with a viewer; tui-test writes compressed output, for its viewer in a terminal.',
  needs: 'openTraced',
  rows: [
    { key: 'wait', label: 'text printed → wait completed', unit: 'ms', statistic: 'median' },
    { key: 'wait-traced', label: 'the same with a trace', unit: 'ms', statistic: 'median' },
    { key: 'end', label: 'session ended, trace written', unit: 'ms', statistic: 'median' },
    { key: 'file', label: 'file', unit: 'KB', statistic: 'median' },
    { key: 'flood', label: '10 MB of output, a wait pending', unit: 'ms', statistic: 'median' },
    { key: 'flood-traced', label: 'the same with a trace', unit: 'ms', statistic: 'median' },
    { key: 'work', label: 'its CPU time', unit: 'ms', statistic: 'median' },
    { key: 'work-traced', label: 'the same with a trace', unit: 'ms', statistic: 'median' },
    { key: 'end-flood', label: 'session ended, trace of 10 MB written', unit: 'ms', statistic: 'median' },
    { key: 'memory', label: 'peak memory', unit: 'MB', statistic: 'max' },
    { key: 'memory-traced', label: 'the same with a trace', unit: 'MB', statistic: 'max' },
  ],
  measure: async (contender, amounts) => {
    const { openTraced } = contender;
    if (openTraced === undefined) return {};
    const plain = await measureSession(contender, amounts, false);
    const traced = await measureSession({ ...contender, open: openTraced }, amounts, true);
    const { end = [], file = [], 'end-flood': endFlood = [], ...others } = traced;
    const renamed = Object.entries(others).map(([key, samples]) => [`${key}-traced`, samples]);
    return { ...plain, ...Object.fromEntries(renamed), end, file, 'end-flood': endFlood };
  },
};

async function measureSession(contender: Contender, amounts: Amounts, isTraced: boolean): Promise<Samples> {
  return {
    ...(await measureWaits(contender, amounts, isTraced)),
    ...(await measureOutput(contender, amounts, isTraced)),
  };
}

async function measureWaits(contender: Contender, { tokens }: Amounts, isTraced: boolean): Promise<Samples> {
  return await withProgram(
    contender,
    'tokens',
    (times) => [times],
    usualSize,
    async (stage) => {
      const wait = await measureTokens(stage, tokens);
      if (!isTraced) return { wait };
      const { elapsed, path } = await measureEnd(stage);
      const content = readFileSync(path);
      const text = path.endsWith('.html') ? content : inflateSync(content);
      if (!text.includes(createToken(tokens))) throw new Error('the trace does not show the last text');
      return { wait, end: [elapsed], file: [content.length / 1024] };
    },
  );
}

async function measureOutput(contender: Contender, { floodKilobytes }: Amounts, isTraced: boolean): Promise<Samples> {
  return await withProgram(
    contender,
    'flood',
    (times) => [times, floodKilobytes],
    usualSize,
    async (stage) => {
      const { memoryOf, workOf } = stage.terminal;
      const workBefore = measureProcessorTime(workOf);
      const flood = await measureFloodWait(stage);
      const work = measureProcessorTime(workOf) - workBefore;
      const end = isTraced ? { 'end-flood': [(await measureEnd(stage)).elapsed] } : {};
      return { flood: [flood], work: [work], ...end, memory: [measurePeakMemory(memoryOf)] };
    },
  );
}

async function measureEnd({ terminal }: ProgramStage): Promise<{ readonly elapsed: number; readonly path: string }> {
  let path = '';
  const elapsed = await measureMilliseconds(async () => {
    path = (await terminal.endTraced?.()) ?? '';
  });
  return { elapsed, path };
}
