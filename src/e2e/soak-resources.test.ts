import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer, temporaryDirectory } from '../testing/client.js';
import { failureOf } from '../testing/failing.js';
import { footprintOf } from '../testing/footprint.js';
import type { RpcFailure } from '../testing/inbox.js';
import { exact } from '../testing/matches.js';
import { has } from '../testing/programs.js';

const isLimitable = has('prlimit');

test.skipIf(!isLimitable)(
  'no descriptors left: a launch is kind spawn, and works again when there are (needs prlimit) [3.spawn-kind]',
  async () => {
    const server = new TestServer();
    const launch = async (): Promise<unknown> =>
      await server
        .request('launch', { command: 'sh', args: ['-c', 'echo up; sleep 1000'], readySelector: exact('up') })
        .then(
          () => 'launched',
          ({ code, data }: RpcFailure) => data['kind'] ?? code,
        );
    await server.request('initialize');
    const limitTo = (descriptors: number): void => {
      execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${descriptors}:4096`]);
    };
    expect(await launch()).toBe('launched');
    const { descriptors } = footprintOf(server.pid);
    // With a program and its terminal; without, a few more are free.
    const outcomes = [];
    for (let spare = 3; spare >= -6; spare -= 1) {
      limitTo(descriptors + spare);
      outcomes.push(await launch());
    }
    expect(new Set(outcomes)).toEqual(new Set(['launched', 'spawn']));
    limitTo(1024);
    expect(await launch()).toBe('launched');
  },
);

test.skipIf(!isLimitable)(
  'no room for a file: kind io, nothing half written, the server lives on (needs prlimit) [7.dump-whole]',
  async () => {
    const server = new TestServer({ via: ['prlimit', '--fsize=100'] });
    await server.launch('sh', ['-c', 'seq 1 1000; echo up; sleep 1000'], { readySelector: exact('up') });
    const failure = await failureOf(server.request('dumpView', { name: 'x', format: 'both' }));
    expect(failure.data['kind']).toBe('io');
    expect(existsSync(join(server.directory, 'artifacts/sessions/session/snapshots/x.ansi.txt'))).toBe(false);
    expect(await server.request('currentView')).toMatchObject({ exited: false });
  },
);

const faketime = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
].find(existsSync);

test.skipIf(faketime === undefined)(
  'a wall clock that jumps moves no deadline (needs faketime) [5.kind-timeout]',
  async () => {
    const clock = join(temporaryDirectory(), 'clock');
    writeFileSync(clock, '+0');
    const env = {
      LD_PRELOAD: faketime,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    const server = new TestServer({ env });
    const readySelector = exact('up');
    await server.launch('sh', ['-c', 'echo up; sleep 1000'], { readySelector, env: { LD_PRELOAD: null } });
    for (const jump of ['+10d', '-10d', '+1h']) {
      const params = { selector: exact('never'), timeoutMs: 300 };
      const waiting = failureOf(server.request('waitForText', params));
      await server.request('server.ping');
      writeFileSync(clock, jump);
      const { data } = await waiting;
      expect(data['kind']).toBe('timeout');
      expect(data['elapsedMs']).toBeGreaterThanOrEqual(299);
      expect(data['elapsedMs']).toBeLessThan(30_000);
      expect(await server.request('waitForText', { selector: exact('up') })).toMatchObject({ ok: true });
    }
  },
);
