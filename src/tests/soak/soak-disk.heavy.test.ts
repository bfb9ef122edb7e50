import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';
import { pollUntil } from '../support/processes.js';
import { parseEvent, readEvents } from '../support/recordings.js';
import { ResourceCheck } from '../support/resource-check.js';
import { exact } from '../support/selectors.js';
import { canMount, ServerOnSmallDisk } from '../support/small-disk.js';
import { soakTimeoutMs, times } from '../support/soak.js';

const snapshots = 'artifacts/sessions/session/snapshots';
const program = 'stty -echo; seq 1 1000; echo up; while read x; do seq 1 200; echo "got $x"; done';

async function launch(server: TestServer): Promise<void> {
  await server.launch('sh', ['-c', program], { readySelector: exact('up') }, { terminalCols: 100, terminalRows: 30 });
}

/** Expects that the server still drives the program. */
async function expectAnswers(server: TestServer, number: number): Promise<void> {
  await server.request('sendLine', { text: `line ${number}`, expectAfter: exact(`got line ${number}`) });
  expect((await server.request('currentView')).text).toContain(`200\ngot line ${number}`);
}

const writers: readonly (readonly [what: string, method: 'dumpView', params: object, files: readonly string[]])[] = [
  ['a snapshot', 'dumpView', { name: 'x' }, ['x.ansi.txt', 'x.meta.json']],
  ['a picture', 'dumpView', { name: 'x', format: 'both' }, ['x.ansi.txt', 'x.meta.json', 'x.png']],
  ['a vector picture', 'dumpView', { name: 'x', format: 'svg' }, ['x.ansi.txt', 'x.meta.json', 'x.svg']],
  ['a page', 'dumpView', { name: 'x', format: 'html' }, ['x.ansi.txt', 'x.html', 'x.meta.json']],
  [
    'a baseline',
    'expectSnapshot' as 'dumpView',
    { name: 'x', timeoutMs: 0, stableMs: 0 },
    ['x.ansi.txt', 'x.meta.json'],
  ],
];

describe.skipIf(!canMount)('on a full disk (needs to mount)', { timeout: soakTimeoutMs }, () => {
  test.for(writers)(
    '%s fails with kind io without partial files, and is written when there is space [7.dump-whole]',
    async ([, method, params, files], { annotate }) => {
      const server = ServerOnSmallDisk.start(512);
      await launch(server);
      const listWritten = (): string[] => readdirSync(server.toDiskPath(snapshots)).toSorted();
      const writeOnce = async (): Promise<void> => {
        await server.request('close');
        await launch(server);
        server.fill();
        const failure = await failureOf(server.request(method, params));
        expect(failure).toMatchObject({
          code: -32004,
          data: { kind: 'io', details: expect.stringContaining('ENOSPC') },
        });
        // What was written before the failure is complete, and nothing else exists.
        for (const file of listWritten()) expect(files).toContain(file);
        for (const file of listWritten())
          expect(statSync(server.toDiskPath(join(snapshots, file))).size).toBeGreaterThan(0);
        await expectAnswers(server, 1);
        server.free();
        await server.request(method, params);
        expect(listWritten()).toEqual(files);
        server.inbox.clear();
      };
      await writeOnce();
      const resources = await ResourceCheck.start(server);
      for (let round = 0; round < times(2, 50); round += 1) await writeOnce();
      await annotate(await resources.verify());
      expect(server.stderr).toBe('');
    },
  );

  test('a recording ends with complete lines and one line on stderr, and the next one works [9.record-disk-fails]', async ({
    annotate,
  }) => {
    const server = ServerOnSmallDisk.start(512);
    const path = join(server.disk, 'recording.jsonl');
    await launch(server);
    const recordOnce = async (): Promise<void> => {
      rmSync(server.toDiskPath('recording.jsonl'), { force: true });
      rmSync(server.toDiskPath('next.jsonl'), { force: true });
      await server.request('recording.start', { path, frameIntervalMs: 1 });
      await expectAnswers(server, 1);
      server.fill();
      for (let number = 2; (await server.request('recording.status')).active; number += 1)
        await expectAnswers(server, number);
      expect((await server.request('recording.status')).error).toContain('ENOSPC');
      const lines = readFileSync(server.toDiskPath('recording.jsonl'), 'utf8').split('\n').slice(0, -1);
      expect(lines.map(parseEvent).length).toBeGreaterThan(4);
      expect(await failureOf(server.request('recording.stop'))).toMatchObject({ data: { kind: 'io' } });
      server.free();
      const next = join(server.disk, 'next.jsonl');
      await server.request('recording.start', { path: next });
      await expectAnswers(server, 0);
      await server.request('recording.stop');
      expect(readEvents(server.toDiskPath('next.jsonl')).length).toBeGreaterThan(4);
      server.inbox.clear();
    };
    await recordOnce();
    const resources = await ResourceCheck.start(server);
    const rounds = times(2, 20);
    for (let round = 0; round < rounds; round += 1) await recordOnce();
    await annotate(await resources.verify());
    await pollUntil(() => server.stderr.split('\n').length > rounds + 1);
    expect(server.stderr.match(/^tuispec error: Recording to \S+ stopped: ENOSPC: [^\n]*$/gm)).toHaveLength(rounds + 1);
  });

  test('the output log reports the error once, and the session continues [10.output-log]', async ({ annotate }) => {
    const server = ServerOnSmallDisk.start(64, ['--output-log', 'DISK/output.log']);
    await launch(server);
    server.fill();
    // The last block of the log still has free space.
    for (let number = 0; !server.stderr.endsWith('\n'); number += 1) await expectAnswers(server, number);
    const resources = await ResourceCheck.start(server);
    for (let number = 0; number < times(20, 1000); number += 1) await expectAnswers(server, number);
    expect(server.stderr).toMatch(/^tuispec \w+: [^\n]*ENOSPC[^\n]*\n$/);
    await annotate(await resources.verify());
  });
});
