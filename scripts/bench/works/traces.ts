import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Amounts } from '../amounts.js';
import { ownName } from '../contender.js';
import { openTuispec, tuispec } from '../contenders/tuispec.js';
import { measurePeakMemory, measureProcessorTime } from '../process-cost.js';
import { measureMilliseconds, type ProgramStage, usualSize, withProgram } from '../program-stage.js';
import { measureSteps, type Samples, type Work } from '../work.js';
import { measureFloodWait } from './throughput.js';
import { measureTokens } from './wait.js';

const modes = ['off', 'on'] as const;
type TraceMode = (typeof modes)[number];
const formatMode = (mode: TraceMode): string => `\`trace: "${mode}"\``;

/** What it costs to leave a trace of every session. */
export const traces: Work = {
  name: 'traces',
  title: 'Cost of traces',
  note: 'With a trace, `close` writes `trace.html`. The output is that of the table of throughput.',
  rows: [
    { key: 'wait', label: 'text printed → wait completed', unit: 'ms', statistic: 'median' },
    { key: 'wait-p95', of: 'wait', label: 'the same, 95th percentile', unit: 'ms', statistic: 'p95' },
    { key: 'close', label: '`close` after the waits', unit: 'ms', statistic: 'median' },
    { key: 'file', label: 'file', unit: 'KB', statistic: 'median' },
    { key: 'flood', label: '10 MB of output, a wait pending', unit: 'ms', statistic: 'median' },
    { key: 'work', label: 'the same, CPU time of the server', unit: 'ms', statistic: 'median' },
    { key: 'close-flood', label: '`close` after the output', unit: 'ms', statistic: 'median' },
    { key: 'memory', label: 'peak memory', unit: 'MB', statistic: 'max' },
  ],
  growth: {
    by: 'observers of the screen, including the wait',
    steps: () => modes.map((mode, at) => ({ label: formatMode(mode), amount: at + 1 })),
  },
  measure: async ({ name }, amounts) => {
    if (name !== ownName) return {};
    return await measureSteps(modes, formatMode, async (mode) => ({
      ...(await measureWaits(mode, amounts)),
      ...(await measureOutput(mode, amounts)),
    }));
  },
};

/** Runs a program in a session of this mode. */
async function withMode(
  mode: TraceMode,
  program: string,
  args: readonly number[],
  play: (stage: ProgramStage) => Promise<Samples>,
): Promise<Samples> {
  const open = async (...[opened]: Parameters<typeof openTuispec>) => await openTuispec(opened, { trace: mode });
  return await withProgram({ ...tuispec, open }, program, (times) => [times, ...args], usualSize, play);
}

async function measureWaits(mode: TraceMode, { tokens }: Amounts): Promise<Samples> {
  return await withMode(mode, 'tokens', [], async (stage) => {
    const wait = await measureTokens(stage, tokens);
    const saved = await stage.terminal.ask?.('dumpView', { name: 'last' });
    const close = await measureClose(stage);
    const { artifactRoot } = saved as { readonly artifactRoot: string };
    const page = mode === 'on' ? readFileSync(join(artifactRoot, 'trace.html')) : undefined;
    if (page?.includes('</html>') === false) throw new Error('trace.html is incomplete');
    return { wait, close: [close], file: page === undefined ? [] : [page.length / 1024] };
  });
}

async function measureOutput(mode: TraceMode, { floodKilobytes }: Amounts): Promise<Samples> {
  return await withMode(mode, 'flood', [floodKilobytes], async (stage) => {
    const { memoryOf, workOf } = stage.terminal;
    const workBefore = measureProcessorTime(workOf);
    const flood = await measureFloodWait(stage);
    const work = measureProcessorTime(workOf) - workBefore;
    const close = await measureClose(stage);
    return { flood: [flood], work: [work], 'close-flood': [close], memory: [measurePeakMemory(memoryOf)] };
  });
}

const measureClose = async ({ terminal }: ProgramStage): Promise<number> =>
  await measureMilliseconds(async () => await terminal.ask?.('close', {}));
