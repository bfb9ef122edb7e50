import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryDirectory, TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { readEvents, startRecording } from '../support/recordings.js';
import { ResourceCheck } from '../support/resource-check.js';
import { exact } from '../support/selectors.js';
import { soakTimeoutMs, times } from '../support/soak.js';

const faketime = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
].find(existsSync);

const dayMicros = 86_400_000_000;
// Far more than any step below should take, far less than any jump.
const maxMs = 30_000;

/** Starts a server whose wall clock is set by the test; its programs use the clock of the machine. */
class ServerWithClock extends TestServer {
  readonly #clock: string;

  private constructor(clock: string) {
    super({
      env: {
        LD_PRELOAD: faketime,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    });
    this.#clock = clock;
  }

  static async start(offset: string): Promise<ServerWithClock> {
    const clock = join(createTemporaryDirectory(), 'clock');
    writeFileSync(clock, offset);
    const server = new ServerWithClock(clock);
    await server.launch('sh', ['-c', program], { readySelector: exact('up'), env: { LD_PRELOAD: null } });
    return server;
  }

  jump(offset: string): void {
    writeFileSync(this.#clock, offset);
  }
}

const jumps = ['+10d', '-10d', '+1h', '-1h'];
const program = 'stty -echo; echo up; while read x; do echo "got $x"; done';

describe.skipIf(faketime === undefined)('a wall clock that jumps (needs faketime)', { timeout: soakTimeoutMs }, () => {
  test('does not affect timeouts, input and stable waits [5.kind-timeout]', async ({ annotate }) => {
    const server = await ServerWithClock.start('+0');
    const waitOnce = async (jump: string): Promise<void> => {
      const waiting = failureOf(server.request('waitForText', { selector: exact('never'), timeoutMs: 300 }));
      await server.request('server.ping');
      server.jump(jump);
      const { data } = await waiting;
      expect(data['kind']).toBe('timeout');
      expect(data['elapsedMs']).toBeGreaterThanOrEqual(299);
      await server.request('sendLine', { text: jump, expectAfter: exact(`got ${jump}`) });
      const { elapsedMs } = await server.request('waitForStable', { debounceMs: 200 });
      expect(elapsedMs).toBeGreaterThanOrEqual(199);
      server.inbox.clear();
    };
    await waitOnce('+0');
    const resources = await ResourceCheck.start(server);
    for (let round = 0; round < times(1, 25); round += 1) for (const jump of jumps) await waitOnce(jump);
    await annotate(await resources.verify());
  });

  test('does not affect idleTimeoutMs [3.limits]', async () => {
    const server = await ServerWithClock.start('+0');
    for (const jump of jumps) {
      const params = { command: 'sleep', args: ['1000'], idleTimeoutMs: 300, env: { LD_PRELOAD: null } };
      await server.request('launch', params);
      server.jump(jump);
      const { timedOut } = await server.request('waitForExit', { timeoutMs: maxMs });
      expect(timedOut).toBe(true);
    }
  });

  test('does not delay notifications [8.last]', async () => {
    const server = await ServerWithClock.start('+0');
    await server.request('viewSubscribe', { debounceMs: 50, includeText: true });
    for (const jump of jumps) {
      server.jump(jump);
      await server.request('sendLine', { text: `now ${jump}` });
      await server.inbox.waitForNotification('view.changed', ({ text }) => String(text).includes(`got now ${jump}`));
    }
  });

  test('does not decrease timestamps of a recording, even of an appended one [9.record-format, 9.record-append]', async () => {
    const server = await ServerWithClock.start('+10d');
    const path = await startRecording(server, { frameIntervalMs: 10 });
    for (const jump of jumps) {
      server.jump(jump);
      await server.request('sendLine', { text: `line ${jump}`, expectAfter: exact(`got line ${jump}`) });
    }
    await server.end();
    const next = await ServerWithClock.start('-10d');
    await next.request('recording.start', { path });
    await next.request('recording.stop');
    const moments = readEvents(path).map(({ timestampMicros }) => timestampMicros);
    // The recording continues the clock of its first server, ten days ahead.
    for (const moment of moments) expect(moment - Date.now() * 1000).toBeGreaterThan(9 * dayMicros);
    expect(moments).toEqual(moments.toSorted((left, right) => left - right));
    expect((moments.at(-1) ?? 0) - (moments[0] ?? 0)).toBeLessThan(dayMicros);
    expect(moments.length).toBeGreaterThan(8);
  });
});
