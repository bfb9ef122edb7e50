import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { LineClient } from '../line-client.js';
import { measureMilliseconds } from '../program-stage.js';
import type { Samples, Work } from '../work.js';

/** The cost of an idle server. */
export const start: Work = {
  name: 'start',
  title: 'Start of a server',
  needs: 'server',
  rows: [
    { key: 'ping', label: 'spawn → ping completed', unit: 'ms', statistic: 'median' },
    { key: 'exit', label: 'spawn → ping → exit', unit: 'ms', statistic: 'median' },
    { key: 'nothing', label: '`node -e 0`, for comparison', unit: 'ms', statistic: 'median', isCompared: false },
  ],
  measure: async ({ server }): Promise<Samples> => {
    if (server === undefined) return {};
    const nothing = await measureMilliseconds(async () => await once(spawn(process.execPath, ['-e', '0']), 'exit'));
    let ping = 0;
    const exit = await measureMilliseconds(async () => {
      const startedAt = performance.now();
      const client = new LineClient(server.argv);
      await client.request(server.ping);
      ping = performance.now() - startedAt;
      await client.end();
    });
    return { ping: [ping], exit: [exit], nothing: [nothing] };
  },
};
