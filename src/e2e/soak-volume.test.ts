import { describe, expect, test } from 'vitest';
import { TestServer } from '../testing/client.js';
import { type Footprint, footprintOf } from '../testing/footprint.js';
import { exact } from '../testing/matches.js';
import { launchPainter, paint } from '../testing/painter.js';
import { pingUntil } from '../testing/pings.js';
import { hasProc, soakTimeoutMs, times } from '../testing/soak.js';

// What V8 may keep before it collects, whatever was done.
const slackMb = 60;
const mostResidentMb = 250;

/** Nothing but a bounded amount of memory is held that was not held before. */
function expectNoMore(now: Footprint, before: Footprint): void {
  expect({ descriptors: now.descriptors, descendants: now.descendants }).toEqual({
    descriptors: before.descriptors,
    descendants: before.descendants,
  });
  expect(now.residentMb).toBeLessThan(before.residentMb + slackMb);
}

describe.skipIf(!hasProc)('much of everything leaves nothing behind (needs /proc)', { timeout: soakTimeoutMs }, () => {
  const launches = times(40, 1000);
  test(`${launches} launches: each last line and exit code is right [3.all-output]`, async () => {
    const server = new TestServer();
    await server.request('initialize');
    const launchOnce = async (number: number): Promise<void> => {
      await server.request('launch', { command: 'sh', args: ['-c', `seq 1 500; printf 'end %d' ${number}; exit 3`] });
      expect(await server.request('waitForExit')).toMatchObject({ exitCode: 3 });
      expect((await server.request('currentView')).text).toContain(`500\nend ${number}`);
      server.inbox.forget();
    };
    for (let number = 0; number < 10; number += 1) await launchOnce(number);
    const before = footprintOf(server.pid);
    for (let number = 0; number < launches; number += 1) await launchOnce(number);
    expectNoMore(footprintOf(server.pid), before);
  });

  const waits = times(300, 10_000);
  test(`${waits} waits, every third of them in vain [5.nothing-missed]`, async () => {
    const server = new TestServer();
    await launchPainter(server);
    const waitOnce = async (number: number): Promise<void> => {
      await paint(server, `\x1b[H\x1b[2Jnumber ${number}.`);
      const wait = server.request('waitForText', {
        selector: exact(number % 3 === 0 ? 'never' : `number ${number}.`),
        since: 'lastInput',
        timeoutMs: number % 3 === 0 ? 0 : 20_000,
      });
      if (number % 3 === 0) await expect(wait).rejects.toMatchObject({ data: { kind: 'timeout' } });
      else expect(await wait).toMatchObject({ match: { row: 1, col: 1 } });
      server.inbox.forget();
    };
    for (let number = 0; number < 100; number += 1) await waitOnce(number);
    const before = footprintOf(server.pid);
    for (let number = 0; number < waits; number += 1) await waitOnce(number);
    expectNoMore(footprintOf(server.pid), before);
  });

  const megabytes = times(30, 2000);
  test(`${megabytes} MB of output with a wait and a subscription: pings are answered, memory is bounded`, async () => {
    const server = new TestServer();
    const program = `yes "$(seq -s ' ' 1 40)" | head -c ${megabytes}M; echo; echo the-end; sleep 1000`;
    await server.request('initialize');
    await server.request('viewSubscribe', { debounceMs: 100, includeText: true });
    await server.request('launch', { command: 'sh', args: ['-c', program] });
    const wait = server.request('waitForText', { selector: exact('the-end'), timeoutMs: soakTimeoutMs });
    expect(await pingUntil(server, wait)).toBeLessThan(1000);
    const { bytes } = await server.request('terminalState');
    expect(bytes).toBeGreaterThan(megabytes * 1024 * 1024);
    expect(footprintOf(server.pid).residentMb).toBeLessThan(mostResidentMb);
  });
});
