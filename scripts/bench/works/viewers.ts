import { once } from 'node:events';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { Amounts } from '../amounts.js';
import { type Contender, ownName, type SendRequest } from '../contender.js';
import { measurePeakMemory, measureProcessorTime } from '../process-cost.js';
import { usualSize, withProgram } from '../program-stage.js';
import { measureSteps, type Samples, type Work } from '../work.js';
import { measureFloodWait } from './throughput.js';
import { measureTokens } from './wait.js';

/** Viewers of a live view. */
interface Audience {
  readonly label: string;
  readonly count: number;
  readonly isReading: boolean;
}

const audiences: readonly Audience[] = [
  { label: 'no viewer', count: 0, isReading: true },
  { label: '1 viewer', count: 1, isReading: true },
  { label: '16 viewers', count: 16, isReading: true },
  { label: '1 that never reads', count: 1, isReading: false },
];

/** What people who watch a session cost. */
export const viewers: Work = {
  name: 'viewers',
  title: 'Cost by viewers of the live view',
  note: 'The view is active in all columns. The output is that of the table of throughput.',
  rows: [
    { key: 'flood', label: '10 MB of output, a wait pending', unit: 'ms', statistic: 'median' },
    { key: 'work', label: 'the same, CPU time of the server', unit: 'ms', statistic: 'median' },
    { key: 'wait', label: 'text printed → wait completed', unit: 'ms', statistic: 'median' },
    { key: 'memory', label: 'peak memory', unit: 'MB', statistic: 'max' },
  ],
  growth: {
    by: 'clients, including the viewers',
    steps: () => audiences.map(({ label, count }) => ({ label, amount: count + 1 })),
  },
  measure: async (contender, amounts) =>
    await measureSteps(
      audiences,
      ({ label }) => label,
      async (audience) => ({
        ...(await measureFlood(contender, amounts, audience)),
        ...(await measureWaits(contender, amounts, audience)),
      }),
    ),
};

async function measureFlood(contender: Contender, { floodKilobytes }: Amounts, audience: Audience): Promise<Samples> {
  // The floor has no view.
  if (contender.name !== ownName) return {};
  return await withProgram(
    contender,
    'flood',
    (times) => [times, floodKilobytes],
    usualSize,
    async (stage) =>
      await withViewers(stage.terminal.ask, audience, async () => {
        const { memoryOf, workOf } = stage.terminal;
        const workBefore = measureProcessorTime(workOf);
        const flood = await measureFloodWait(stage);
        const work = measureProcessorTime(workOf) - workBefore;
        return { flood: [flood], work: [work], memory: [measurePeakMemory(memoryOf)] };
      }),
  );
}

async function measureWaits(contender: Contender, { tokens }: Amounts, audience: Audience): Promise<Samples> {
  if (contender.name !== ownName) return {};
  return await withProgram(
    contender,
    'tokens',
    (times) => [times],
    usualSize,
    async (stage) =>
      await withViewers(stage.terminal.ask, audience, async () => ({ wait: await measureTokens(stage, tokens) })),
  );
}

/** Starts a view, and measures while it has these viewers. */
async function withViewers(
  ask: SendRequest | undefined,
  { count, isReading }: Audience,
  measure: () => Promise<Samples>,
): Promise<Samples> {
  if (ask === undefined) return {};
  const { url } = (await ask('view.start', {})) as { readonly url: string };
  const { host, hash } = new URL(url);
  const protocols = ['tuispec.view.v1', hash.replace('#token=', 'tuispec.token.')];
  const sockets = Array.from({ length: count }, () => new WebSocket(`ws://${host}/ws`, protocols));
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'message')));
    if (!isReading) for (const socket of sockets) (socket as unknown as { readonly _socket: Socket })._socket.pause();
    return await measure();
  } finally {
    for (const socket of sockets) socket.terminate();
  }
}
