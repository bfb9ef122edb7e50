import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { findLiveProcesses, pollUntil, readProcessState } from '../support/processes.js';
import { exact } from '../support/selectors.js';
import { sample } from '../support/tier.js';

// Jobs of an interactive shell, each in its own group: plain, ignoring SIGHUP, stopped, and with a child.
const jobs = [
  'sleep 1000 &',
  "(trap '' HUP; exec sleep 1001) &",
  "(trap '' HUP TERM INT; kill -STOP $BASHPID; exec sleep 1002) &",
  '(sleep 1003; true) &',
  "echo all''up",
];

/** An interactive bash with its background jobs. */
async function launchJobs(server: TestServer): Promise<number> {
  const launch = { env: { PS1: '> ' }, readySelector: exact('> ') };
  const pid = await server.launch('bash', ['--norc', '-i'], launch, { notifyExit: true });
  await server.request('sendLine', { text: jobs.join(' '), expectAfter: exact('allup') });
  await pollUntil(() => findLiveProcesses(pid).some((member) => readProcessState(member)?.state === 'T'));
  const groups = new Set(findLiveProcesses(pid).map((member) => readProcessState(member)?.group));
  expect(groups.size).toBeGreaterThanOrEqual(5);
  return pid;
}

/** A program that has exited and left a child running. */
async function launchOrphan(server: TestServer): Promise<number> {
  const script = '(trap "" HUP; echo up; exec sleep 1000) & read line < /dev/tty';
  const pid = await server.launch('sh', ['-c', script], { readySelector: exact('up') }, { notifyExit: true });
  await server.request('sendLine', { text: '' });
  await server.inbox.waitForNotification('session.exited');
  expect(findLiveProcesses(pid)).toHaveLength(1);
  return pid;
}

/** A program that starts others continuously. */
async function launchForking(server: TestServer): Promise<number> {
  const script = 'trap "" HUP; echo up; while :; do sleep 1000 & sleep 0.001; done';
  return await server.launch('sh', ['-c', script], { readySelector: exact('up') }, { notifyExit: true });
}

/** A program that floods the terminal, with a child that does so too. */
async function launchFlood(server: TestServer): Promise<number> {
  const script = 'trap "" HUP; echo up; (while :; do echo child; done) & while :; do echo parent; done';
  return await server.launch('sh', ['-c', script], { readySelector: exact('up') }, { notifyExit: true });
}

const programs = { jobs: launchJobs, orphan: launchOrphan, forking: launchForking, flood: launchFlood };

const waysOut: Record<string, (server: TestServer) => Promise<unknown>> = {
  close: async (server) => await server.request('close'),
  'another launch': async (server) => await server.request('launch', { command: 'cat' }),
  'the end of stdin': async (server) => await server.end(),
  'server.shutdown': async (server) => {
    await server.request('server.shutdown');
    return await server.waitForExit();
  },
  'server.shutdown now': async (server) => {
    await server.request('server.shutdown', { now: true });
    return await server.waitForExit();
  },
  SIGTERM: async (server) => await endBySignal(server, 'SIGTERM'),
  SIGINT: async (server) => await endBySignal(server, 'SIGINT'),
  SIGHUP: async (server) => await endBySignal(server, 'SIGHUP'),
  'a client that stops reading': async (server) => {
    server.process.stdout?.destroy();
    server.send('{"jsonrpc":"2.0","id":"last","method":"server.ping"}');
    return await server.waitForExit();
  },
};

async function endBySignal(server: TestServer, signal: NodeJS.Signals): Promise<number | null> {
  server.process.kill(signal);
  return await server.waitForExit();
}

describe.each(Object.keys(programs) as (keyof typeof programs)[])('no process is left of: %s', (program) => {
  // Every way out of one program, and one way out of every program.
  test.each(program === 'jobs' ? Object.keys(waysOut) : sample(Object.keys(waysOut)))(
    'after %s [3.no-process-left] [3.groups]',
    async (way) => {
      const server = new TestServer();
      const pid = await programs[program](server);
      const outcome = await waysOut[way]?.(server);
      expect(findLiveProcesses(pid)).toEqual([]);
      expect(outcome).toEqual(typeof outcome === 'object' ? expect.objectContaining({ ok: true }) : 0);
    },
  );
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'no process is left after %s during a wait [3.no-process-left]',
  async (name) => {
    const server = new TestServer();
    await server.request('initialize');
    const script = `trap "" HUP; echo $$ > ${server.directory}/pid; sleep 1000 & wait`;
    const launch = { command: 'sh', args: ['-c', script], readySelector: exact('never'), readyTimeoutMs: 3_600_000 };
    const answer = server.request('launch', launch).catch((error: { code: number }) => error.code);
    let pid = 0;
    await pollUntil(() => {
      try {
        pid = Number(readFileSync(`${server.directory}/pid`, 'utf8'));
      } catch {
        // Not written yet.
      }
      return pid > 0 && findLiveProcesses(pid).length === 2;
    });
    expect(await endBySignal(server, name)).toBe(0);
    expect(await answer).toBe(-32800);
    expect(findLiveProcesses(pid)).toEqual([]);
  },
);

/** Lists the processes whose command line contains `text`. */
function findByCommandLine(text: string): number[] {
  const commandLine = (pid: number): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && commandLine(pid).includes(text));
}

test('no process is left of a program that was about to be launched [3.no-process-left]', async () => {
  const server = new TestServer();
  const deaf = 'trap "" HUP; echo up; while :; do sleep 0.01; done';
  const pid = await server.launch('sh', ['-c', deaf], { readySelector: exact('up') });
  const launch = { command: 'sh', args: ['-c', `cat; : ${server.directory}`] };
  const answer = server.request('launch', launch).catch(() => {});
  // Handled out of order, so the preceding launch has started.
  await server.request('server.ping');
  expect(await endBySignal(server, 'SIGTERM')).toBe(0);
  await answer;
  expect(findLiveProcesses(pid)).toEqual([]);
  expect(findByCommandLine(server.directory)).toEqual([]);
});
