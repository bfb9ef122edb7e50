import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { pingUntil } from '../support/pings.js';
import { readPeakMebibytes } from '../support/processes.js';

const hasProc = existsSync('/proc/self/status');
// An idle server uses about 50 MiB, a flooded one 120.
const maxMebibytes = 240;
const burst = 100_000;

test('the server replies to a burst of queries completely and in order [11.burst]', async () => {
  const server = new TestServer({ isNew: true });
  // Replies are as long as queries: ESC [ 0 n for ESC [ 5 n.
  const bytes = burst * 4;
  const ask = `yes "$(printf '\\033[5n')" | tr -d '\\n' | head -c ${bytes}`;
  const script = `stty raw -echo; (${ask}) & head -c ${bytes} > answers; echo finished`;
  await server.launch('sh', ['-c', script], { cwd: server.directory });
  await server.request('waitForExit', { timeoutMs: 60_000 });
  expect(readFileSync(join(server.directory, 'answers'), 'latin1') === '\x1b[0n'.repeat(burst)).toBe(true);
  expect((await server.request('terminalState')).unansweredQueries).toEqual([]);
});

test.skipIf(!hasProc)(
  'a program that sends endless queries and reads nothing does not block the server (needs /proc) [11.unread]',
  async () => {
    const server = new TestServer({ isNew: true });
    const ask = `yes "$(printf '\\033[c\\033]4;0;?;1;?\\007\\033P+q544e\\033\\\\')" | head -c 8000000`;
    const script = `stty raw -echo; ${ask}; printf '\\033[2J\\033[Hfinished'; exec sleep 600`;
    await server.launch('sh', ['-c', script]);
    const params = { selector: { type: 'exact', text: 'finished' }, timeoutMs: 60_000 };
    const pingMs = await pingUntil(server, server.request('waitForText', params));
    expect(pingMs).toBeLessThan(1000);
    const { unansweredQueries } = await server.request('terminalState');
    expect(unansweredQueries.map(({ sequence }) => sequence)).toContain('CSI c');
    expect(readPeakMebibytes(server.pid)).toBeLessThan(maxMebibytes);
    expect(await server.request('close')).toMatchObject({ signal: 'SIGHUP' });
  },
);
