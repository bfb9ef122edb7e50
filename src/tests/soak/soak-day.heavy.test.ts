import { describe, expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { ResourceCheck } from '../support/resource-check.js';
import { regex } from '../support/selectors.js';
import { hasProc, soakTimeoutMs, times } from '../support/soak.js';
import { parseViewUrl, ViewClient } from '../support/view-client.js';

const linesPerRound = 100;
// Prints lines for each line that it reads, and then the number that it has read.
const program = `echo ready; exec awk '{
  for (i = 1; i < ${linesPerRound}; i++) print "round " $1 " line " i " of a long day of work in a terminal";
  print "end " $1; fflush() }'`;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

describe.skipIf(!hasProc)('a long day (needs /proc)', { timeout: soakTimeoutMs }, () => {
  const rounds = times(300, 100_000);
  test(`${rounds * linesPerRound} lines and ${rounds} waits with a viewer, a recorder and a subscription`, async ({
    annotate,
  }) => {
    const server = new TestServer({ isNew: true });
    await server.request('recording.start', { path: `${server.directory}/recording.jsonl` });
    const viewer = await ViewClient.open(parseViewUrl((await server.request('view.start')).url));
    await server.launch('sh', ['-c', program], { readySelector: 'ready' });
    await server.request('viewSubscribe', {});
    const waitOnce = async (number: number): Promise<number> => {
      const startedAt = performance.now();
      await server.request('sendLine', {
        text: String(number),
        expectAfter: regex(`^end ${number}$`),
        timeoutMs: 60_000,
      });
      return performance.now() - startedAt;
    };
    for (let number = 0; number < 100; number += 1) await waitOnce(number);
    const resources = await ResourceCheck.start(server);
    const durations: number[] = [];
    for (let number = 0; number < rounds; number += 1) {
      durations.push(await waitOnce(number));
      server.inbox.clear();
      viewer.messages.length = 0;
    }
    await viewer.waitForText(`end ${rounds - 1}`);
    const tenth = Math.ceil(rounds / 10);
    const [first, last] = [median(durations.slice(0, tenth)), median(durations.slice(-tenth))];
    const latency = `median wait ${first.toFixed(2)} ms at the start, ${last.toFixed(2)} ms at the end`;
    await annotate(`${await resources.verify()}, ${latency}`);
    // A short run says nothing about a day.
    if (rounds >= 100_000) expect(last / first).toBeLessThan(1.5);
  });
});
