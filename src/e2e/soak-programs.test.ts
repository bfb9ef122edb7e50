import { describe, expect, test } from 'vitest';
import { TestServer } from '../testing/client.js';
import { footprintOf } from '../testing/footprint.js';
import { exact } from '../testing/matches.js';
import { livingIn } from '../testing/processes.js';
import { fixture } from '../testing/programs.js';
import { hasProc, soakTimeoutMs, times } from '../testing/soak.js';

// Programs that do not behave, and what each shows when it has begun not to.
const programs: readonly (readonly [behaviour: string, script: string, shown: string])[] = [
  ['never stops printing', 'while :; do echo flood; done', 'flood'],
  ['ignores every signal it can', `exec bash '${fixture('stubborn.sh')}'`, 'ready'],
  ['stops itself', 'echo before; kill -STOP $$; sleep 1000', 'before'],
  ['writes one byte at a time', 'while :; do printf x; printf "\\b"; done', 'x'],
  ['closes its terminal and lives on', 'echo closing; exec </dev/null >/dev/null 2>&1; sleep 1000', 'closing'],
  ['leaves a child that goes on writing', '(trap "" HUP; while :; do echo child; done) & echo parent', 'parent'],
  ['leaves a child that reads its input', '(trap "" HUP; cat </dev/tty) & echo parent; sleep 0.1', 'parent'],
  ['turns everything about the terminal off', 'stty raw -echo -isig -opost; printf off; exec sleep 1000', 'off'],
  ['stops its output', 'printf "held"; stty -ixon; kill -TTOU $$; sleep 1000', 'held'],
  ['starts programs all the time', 'trap "" HUP; echo up; while :; do sleep 1000 & sleep 0.01; done', 'up'],
];

describe.skipIf(!hasProc)('a program that does not behave (needs /proc)', { timeout: soakTimeoutMs }, () => {
  test.each(programs)(
    '%s: it is driven, ended, and nothing of it is left [3.no-process-left]',
    async (_, script, shown) => {
      const server = new TestServer();
      const driveOnce = async (): Promise<void> => {
        await server.request('initialize', { terminalCols: 40, terminalRows: 6, ambiguityMode: 'first' });
        const ready = { readySelector: exact(shown), readyTimeoutMs: 20_000 };
        const { pid } = await server.request('launch', { command: 'bash', args: ['-c', script], ...ready });
        // A child may be all that is left: then nobody takes input.
        await server.request('sendText', { text: 'typed', settleMs: 0 }).catch(() => {});
        expect((await server.request('currentView')).text.split('\n')).toHaveLength(6);
        await server.request('close');
        expect(livingIn(pid)).toEqual([]);
        server.inbox.forget();
      };
      await driveOnce();
      const { descriptors } = footprintOf(server.pid);
      for (let round = 0; round < times(2, 50); round += 1) await driveOnce();
      expect(footprintOf(server.pid)).toMatchObject({ descriptors, descendants: 0 });
    },
  );
});
