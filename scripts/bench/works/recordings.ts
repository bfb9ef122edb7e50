import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Amounts } from '../amounts.js';
import { type Contender, ownName, type SendRequest } from '../contender.js';
import { measurePeakMemory } from '../process-cost.js';
import { measureMilliseconds, usualSize, withProgram } from '../program-stage.js';
import { measureSteps, type Samples, type Work } from '../work.js';
import { measureTokens } from './wait.js';

// The number of concurrent requests.
const flight = 100;

/** How cost grows with the size of a recording. */
export const recordings: Work = {
  name: 'recordings',
  title: 'Cost by length of the recording, in requests',
  rows: [
    { key: 'request', label: 'requests completed and recorded, 100 at once', unit: 'ms', statistic: 'median' },
    { key: 'wait', label: 'text printed → wait completed, after them', unit: 'ms', statistic: 'median' },
    { key: 'file', label: 'file', unit: 'KB', statistic: 'median' },
    { key: 'replay', label: 'requests replayed', unit: 'ms', statistic: 'median' },
    { key: 'played', label: '`tuispec replay` of the file', unit: 'ms', statistic: 'median' },
    { key: 'memory', label: 'peak memory', unit: 'MB', statistic: 'max' },
  ],
  growth: {
    by: 'requests recorded',
    steps: (amounts) => amounts.recordings.map((count) => ({ label: String(count), amount: count })),
  },
  measure: async (contender, amounts) =>
    await measureSteps(amounts.recordings, String, async (count) => await measureRecording(contender, count, amounts)),
};

async function measureRecording(contender: Contender, count: number, { tokens }: Amounts): Promise<Samples> {
  // The floor does not record.
  if (contender.name !== ownName) return {};
  return await withProgram(
    contender,
    'tokens',
    (times) => [times],
    usualSize,
    async (stage) => {
      const { terminal, times } = stage;
      const { ask } = terminal;
      if (ask === undefined) return {};
      const path = join(times, '../recording.jsonl');
      await ask('recording.start', { path });
      const request = await measureMilliseconds(async () => await sendRequests(ask, count));
      const wait = await measureTokens(stage, Math.ceil(tokens / 2));
      await ask('recording.stop', {});
      const replay = await measureMilliseconds(async () => await ask('replay', { path }));
      const memory = measurePeakMemory(terminal.memoryOf);
      const played = await measureMilliseconds(async () => await play(path));
      const file = statSync(path).size / 1024;
      return { request: [request], wait, file: [file], replay: [replay], played: [played], memory: [memory] };
    },
  );
}

async function play(path: string): Promise<void> {
  const argv = [resolve('dist/cli.js'), 'replay', path, '--speed', 'as-fast-as-possible'];
  const [exitCode] = await once(spawn(process.execPath, argv, { stdio: 'ignore' }), 'exit');
  if (exitCode !== 0) throw new Error(`replay ended with ${exitCode}`);
}

async function sendRequests(ask: SendRequest, count: number): Promise<void> {
  for (let left = count; left > 0; left -= flight) {
    const some = Array.from({ length: Math.min(left, flight) }, () => ask('currentView', { entireRow: 1 }));
    await Promise.all(some);
  }
}
