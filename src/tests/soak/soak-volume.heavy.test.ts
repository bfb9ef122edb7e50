import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { pingUntil } from '../support/pings.js';
import { findLiveProcesses } from '../support/processes.js';
import { pathOfProgram } from '../support/programs.js';
import { readLastScreen, recordingPathOf } from '../support/recordings.js';
import { ResourceCheck } from '../support/resource-check.js';
import { launchEcho, ScriptedProgram, showEcho } from '../support/scripted-program.js';
import { exact } from '../support/selectors.js';
import { hasProc, soakTimeoutMs, times } from '../support/soak.js';

// The worker matches every pattern with the flag `u`.
const threadPattern = { type: 'regex', pattern: '(?=R)READY', flags: 'iu' };
// The 90th percentile, even on a busy machine.
const maxPingMs = 2000;
const megabyte = 1024 * 1024;

// The bytes that a program repeats, and how many megabytes it prints in the long form.
const toLatin1 = (text: string): string => Buffer.from(text).toString('latin1');
const floods: readonly (readonly [what: string, piece: string, megabytes: number])[] = [
  ['lines of text', `${'0123456789 '.repeat(12)}\r\n`, 1000],
  ['one endless line', 'no end ', 500],
  ['wide characters in color', toLatin1('\x1b[38;5;208m漢字\x1b[44m表示\x1b[0m端末 é👍🏽\r\n'), 300],
  ['synchronized updates', '\x1b[?2026h\x1b[H\x1b[2K\x1b[31mframe\x1b[5;1Hframe\x1b[?2026l', 100],
  ['terminal queries', '\x1b[6n\x1b[c\x1b]11;?\x07', 100],
];

describe.skipIf(!hasProc)('a large volume leaves no resources in use (needs /proc)', { timeout: soakTimeoutMs }, () => {
  const launches = times(40, 1000);
  test(`${launches} launches return the correct last line and exit code [3.all-output]`, async ({ annotate }) => {
    const server = new TestServer({ isNew: true });
    await server.request('initialize');
    const launchOnce = async (number: number): Promise<void> => {
      await server.request('launch', { command: 'sh', args: ['-c', `seq 1 500; printf 'end %d' ${number}; exit 3`] });
      expect(await server.request('waitForExit')).toMatchObject({ exitCode: 3 });
      expect((await server.request('currentView')).text).toContain(`500\nend ${number}`);
      server.inbox.clear();
    };
    for (let number = 0; number < 10; number += 1) await launchOnce(number);
    const resources = await ResourceCheck.start(server);
    for (let number = 0; number < launches; number += 1) await launchOnce(number);
    await annotate(await resources.verify());
  });

  const waits = times(300, 10_000);
  test(`${waits} waits return correct results, with a timeout for every third [5.nothing-missed]`, async ({
    annotate,
  }) => {
    const server = new TestServer({ isNew: true });
    await launchEcho(server);
    const waitOnce = async (number: number): Promise<void> => {
      await showEcho(server, `\x1b[H\x1b[2Jnumber ${number}.`);
      const wait = server.request('waitForText', {
        selector: exact(number % 3 === 0 ? 'never' : `number ${number}.`),
        since: 'lastInput',
        timeoutMs: number % 3 === 0 ? 0 : 20_000,
      });
      if (number % 3 === 0) await expect(wait).rejects.toMatchObject({ data: { kind: 'timeout' } });
      else expect(await wait).toMatchObject({ match: { row: 1, col: 1 } });
      server.inbox.clear();
    };
    // On a busy machine a pattern may be slow enough to be matched in a thread, which is retained.
    await server.request('waitForText', { selector: threadPattern });
    for (let number = 0; number < 100; number += 1) await waitOnce(number);
    const resources = await ResourceCheck.start(server);
    for (let number = 0; number < waits; number += 1) await waitOnce(number);
    await annotate(await resources.verify());
  });

  test(`${waits} pending waits complete with one text, in order [1.order]`, async ({ annotate }) => {
    const program = await ScriptedProgram.start({ ambiguityMode: 'first' });
    const { server } = program;
    const waitForAll = async (text: string, count: number): Promise<void> => {
      server.inbox.clear();
      const ids = Array.from({ length: count }, (_, number) => `${text} ${number}`);
      const params = { selector: exact(text), timeoutMs: soakTimeoutMs };
      server.send(ids.map((id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'waitForText', params })).join('\n'));
      // Handled out of order, but not before the preceding lines were read.
      await server.request('server.ping');
      program.print(`\x1b[H\x1b[2J${text}`);
      await server.inbox.waitForResponse(ids.at(-1));
      const answers = server.inbox.messages.flat().filter(({ id }) => typeof id === 'string');
      expect(answers.map(({ id }) => id)).toEqual(ids);
      for (const { result } of answers) expect(result).toMatchObject({ match: { row: 1, col: 1 } });
    };
    await waitForAll('first', waits);
    const resources = await ResourceCheck.start(server);
    for (const text of ['second', 'third', 'fourth']) await waitForAll(text, waits);
    // Each uses about 10 KB, which V8 collects at any time.
    await annotate(await resources.verify({ maxMb: 360, maxGrowthMb: 200 }));
  });

  test.for(floods)(
    'a flood of %s delays no pings, and waits, notifications and the recording end with the last screen [8.last, 9.record-last-frame]',
    async ([, piece, longMegabytes], { annotate }) => {
      const server = new TestServer({ isNew: true });
      const path = recordingPathOf(server);
      const flood = async (megabytes: number): Promise<string> => {
        const args = ['', piece, megabytes * megabyte].map((arg) => JSON.stringify(arg));
        await server.request('initialize');
        await server.request('viewSubscribe', { debounceMs: 100, includeText: true });
        await server.request('recording.start', { path });
        const { pid } = await server.request('launch', {
          command: process.execPath,
          args: [pathOfProgram('flood.mjs'), ...args],
        });
        const wait = server.request('waitForText', { selector: exact('alive'), timeoutMs: soakTimeoutMs });
        const pingMs = await pingUntil(server, wait);
        expect(pingMs).toBeLessThan(maxPingMs);
        expect((await server.request('terminalState')).bytes).toBeGreaterThan(megabytes * megabyte);
        const { text } = await server.request('currentView');
        expect(text.trim()).toBe('alive');
        await server.inbox.waitForNotification('view.changed', (changed) => changed['text'] === text);
        await server.request('close');
        await server.request('recording.stop');
        expect(readLastScreen(path)).toBe(text);
        expect(findLiveProcesses(pid)).toEqual([]);
        rmSync(path);
        server.inbox.clear();
        return `${megabytes} MB, nine of ten pings within ${pingMs.toFixed(1)} ms`;
      };
      await flood(1);
      const resources = await ResourceCheck.start(server);
      const summary = await flood(times(longMegabytes / 100, longMegabytes));
      await annotate(`${summary}, ${await resources.verify()}`);
    },
  );
});
