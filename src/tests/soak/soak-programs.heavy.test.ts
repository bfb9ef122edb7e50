import { describe, expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { findLiveProcesses } from '../support/processes.js';
import { pathOfProgram } from '../support/programs.js';
import { ResourceCheck } from '../support/resource-check.js';
import { exact } from '../support/selectors.js';
import { hasProc, soakTimeoutMs, times } from '../support/soak.js';

// A child that continues to write after its parent has exited, which the parent's last output announces.
const child = '(trap "" HUP; echo child; kill -USR1 $$; while :; do echo child; done) &';
// Misbehaving programs, and the text that each prints when it starts to misbehave.
const programs: readonly (readonly [behavior: string, script: string, shown: string])[] = [
  ['never stops printing', 'while :; do echo flood; done', 'flood'],
  ['never ends its line', 'yes "line " | tr -d "\\n"', 'line '],
  ['ignores every signal that can be ignored', `exec bash '${pathOfProgram('stubborn.sh')}'`, 'ready'],
  ['stops itself', 'echo before; kill -STOP $$; sleep 1000', 'before'],
  ['stops all of its group', 'trap "" HUP; sleep 1000 & echo before; kill -STOP 0; sleep 1000', 'before'],
  ['writes one byte at a time', 'while :; do printf x; printf "\\b"; done', 'x'],
  ['closes its terminal and continues', 'echo closing; exec </dev/null >/dev/null 2>&1; sleep 1000', 'closing'],
  [
    'closes its terminal and ignores SIGHUP and SIGTERM',
    'trap "" HUP TERM; echo closing; exec </dev/null >/dev/null 2>&1; while :; do sleep 1000; done',
    'closing',
  ],
  ['leaves a child that continues to write', `trap exit USR1; ${child} wait`, 'child'],
  [
    'leaves children in separate groups that continue to write',
    `set -m; trap exit USR1; ${child} ${child} wait`,
    'child',
  ],
  ['leaves a child that reads its input', '(trap "" HUP; cat </dev/tty) & echo parent; sleep 0.1', 'parent'],
  ['turns off all terminal settings', 'stty raw -echo -isig -opost; printf off; exec sleep 1000', 'off'],
  ['stops its output', 'printf "held"; stty -ixon; kill -TTOU $$; sleep 1000', 'held'],
  ['starts programs constantly', 'trap "" HUP; echo up; while :; do sleep 1000 & sleep 0.01; done', 'up'],
];

const behaved = 'read x; seq 1 100; echo "got $x"; exit 7';

describe.skipIf(!hasProc)('a misbehaving program (needs /proc)', { timeout: soakTimeoutMs }, () => {
  test.for(programs)(
    '%s: the server drives and ends it, leaves no process, and runs the next one [3.no-process-left]',
    async ([, script, shown], { annotate }) => {
      const server = new TestServer({ isNew: true });
      const runMisbehaving = async (): Promise<void> => {
        const ready = { readySelector: exact(shown), readyTimeoutMs: 20_000 };
        const { pid } = await server.request('launch', { command: 'bash', args: ['-c', script], ...ready });
        // If only a child remains, no process reads input.
        await server.request('sendText', { text: 'typed', settleMs: 0 }).catch(() => {});
        expect((await server.request('currentView')).text.split('\n')).toHaveLength(6);
        // The echo may briefly appear at its old position.
        await server.request('expectVisible', { selector: exact(shown), timeoutMs: 20_000 });
        const { data } = await failureOf(server.request('waitForText', { selector: exact('never'), timeoutMs: 20 }));
        expect(['timeout', 'exited']).toContain(data['kind']);
        await server.request('close');
        expect(findLiveProcesses(pid)).toEqual([]);
      };
      const runBehaving = async (): Promise<void> => {
        await server.request('launch', { command: 'bash', args: ['-c', behaved] });
        await server.request('sendLine', { text: 'typed', expectAfter: exact('got typed'), timeoutMs: 20_000 });
        expect(await server.request('waitForExit')).toMatchObject({ exitCode: 7 });
        expect((await server.request('currentView')).text).toContain('99\n100\ngot typed');
        await server.request('close');
      };
      const driveOnce = async (): Promise<void> => {
        for (const drive of [runMisbehaving, runBehaving]) {
          await server.request('initialize', { terminalCols: 40, terminalRows: 6, ambiguityMode: 'first' });
          await drive();
        }
        server.inbox.clear();
      };
      await driveOnce();
      const resources = await ResourceCheck.start(server);
      for (let round = 0; round < times(2, 25); round += 1) await driveOnce();
      await annotate(await resources.verify());
    },
  );
});
