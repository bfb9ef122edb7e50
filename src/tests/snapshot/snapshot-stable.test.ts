import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { TestServer } from '../support/client.js';
import { expectSnapshot, mismatchOf, outsideCi, startChanged, startProgram } from '../support/expect-snapshot.js';
import { failureOf } from '../support/failure-of.js';
import type { ScriptedProgram } from '../support/scripted-program.js';

type Expected = MethodResults['expectSnapshot'];

/** Sends the request, waits until it is pending, then makes the program print text. */
async function expectWhilePrinting(program: ScriptedProgram, text: string, params: object): Promise<Expected> {
  const result = expectSnapshot(program, params);
  // Handled while the wait is pending, but after its line was read.
  await program.server.request('server.ping');
  program.print(text);
  return await result;
}

test.each([
  ['text', '\r\nbody', 'header\r\nbody'],
  ['style', '\x1b[H\x1b[31mheader', '\x1b[0;31mheader'],
])('does not create a baseline while the %s of the screen still changes [7.expect-stable]', async (_, later, begin) => {
  const program = await startProgram();
  await program.show('header');
  const { status, baselinePath, actualPath } = await expectWhilePrinting(program, later, {
    stableMs: 1500,
    timeoutMs: 20_000,
  });
  expect(status).toBe('created');
  const baseline = readFileSync(baselinePath, 'utf8');
  expect(baseline.replaceAll('\r\n', '\n').startsWith(begin.replaceAll('\r\n', '\n'))).toBe(true);
  expect(readFileSync(actualPath, 'utf8')).toBe(baseline);
});

// The counter changes every 20 ms.
const counter = 'i=0; while :; do i=$((i+1)); printf "\\r%06d ready" $i; sleep 0.02; done';
const startCounter = async (session: object = {}): Promise<{ server: TestServer }> => {
  const server = new TestServer(outsideCi);
  const readySelector = { type: 'regex', pattern: '\\d ready' };
  await server.launch('sh', ['-c', counter], { readySelector }, { name: 'Some Session', ...session });
  return { server };
};

test('writes no files for a screen that is never stable [7.expect-stable]', async () => {
  const program = await startCounter();
  const { code, message, data } = await failureOf(expectSnapshot(program, { timeoutMs: 600 }));
  expect({ code, data }).toMatchObject({ code: -32004, data: { kind: 'timeout' } });
  expect(message).toMatch(
    /^expectSnapshot failed: Snapshot baseline \/.*main-menu\.ansi\.txt was not created: the screen was never unchanged for 250 ms within \d+ ms\. Exclude what keeps changing with `mask`/,
  );
  const baseline = data['baselinePath'] as string;
  const actual = join(program.server.directory, 'artifacts/sessions/some-session/snapshots/main-menu.ansi.txt');
  expect([baseline, baseline.replace('.ansi.txt', '.meta.json'), actual].filter((path) => existsSync(path))).toEqual(
    [],
  );
});

test.each([
  ['mask', { mask: [{ row: 1, col: 1, width: 6, height: 1 }] }],
  ['normalize', { normalize: [{ pattern: '\\d+', replacement: 'N' }] }],
  ['region', { region: { row: 1, col: 7, width: 6, height: 1 } }],
])('ignores changes in content that %s excludes [7.expect-stable]', async (_, params) => {
  expect(await expectSnapshot(await startCounter(), params)).toMatchObject({ status: 'created', baselineExists: true });
});

test('an exited program leaves a stable screen [7.expect-stable]', async () => {
  const server = new TestServer(outsideCi);
  await server.launch('echo', ['done']);
  await server.request('waitForExit');
  expect(await expectSnapshot({ server }, { timeoutMs: 0 })).toMatchObject({ status: 'created' });
});

test('update all keeps a baseline that the screen matches later [7.expect-kept]', async () => {
  const program = await startChanged('wanted', 'not yet');
  const { baselinePath } = (await mismatchOf(program)).data as { baselinePath: string };
  const before = statSync(baselinePath);
  const params = { update: 'all', stableMs: 0, timeoutMs: 20_000 };
  expect(await expectWhilePrinting(program, '\x1b[H\x1b[2Jwanted', params)).toMatchObject({ status: 'matched' });
  const after = statSync(baselinePath);
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
});

test('update all updates from the stable screen at the timeout [7.expect-update, 7.expect-stable]', async () => {
  const program = await startChanged('one', 'two');
  const result = await expectWhilePrinting(program, '\r\nthree', { update: 'all', stableMs: 100, timeoutMs: 1500 });
  expect(result).toMatchObject({ status: 'updated', baselineExists: true });
  expect(readFileSync(result.baselinePath, 'utf8')).toMatch(/^two\r\nthree/);
  expect(readFileSync(result.actualPath, 'utf8')).toBe(readFileSync(result.baselinePath, 'utf8'));
});

test('update all does not change a baseline if the screen is not stable at the timeout [7.expect-stable]', async () => {
  const program = await startCounter();
  const normalize = [{ pattern: '\\d+', replacement: 'N' }];
  const { baselinePath } = await expectSnapshot(program, { normalize });
  const before = readFileSync(baselinePath, 'utf8');
  // The counter never returns to the number in the baseline.
  await program.server.request('waitForText', { selector: { type: 'regex', pattern: '\\d{6}' }, since: 'now' });
  const { message, data } = await failureOf(expectSnapshot(program, { update: 'all', timeoutMs: 300 }));
  expect(data['kind']).toBe('timeout');
  expect(message).toContain('was not updated: the screen was never unchanged for 250 ms');
  expect(readFileSync(baselinePath, 'utf8')).toBe(before);
});

test.each([
  ['none', 'missing', 'is missing and is not created because `update` is "none".'],
  [undefined, 'missing', 'is missing and is not created in CI. Run the test locally, then commit the file.'],
  ['missing', 'created', ''],
  ['all', 'created', ''],
] as const)(
  'update %s in CI reports a missing baseline as %s [7.expect-update, 7.expect-ci, 7.expect-exists]',
  async (update, outcome, reason) => {
    const program = await startProgram({}, { env: { CI: 'true' } });
    const params = { stableMs: 0, ...(update === undefined ? {} : { update }) };
    if (outcome === 'created') {
      expect(await expectSnapshot(program, params)).toMatchObject({ status: 'created', baselineExists: true });
      return;
    }
    const { message, data } = await mismatchOf(program, params);
    expect(data['kind']).toBe('snapshot-missing');
    expect(message.endsWith(reason)).toBe(true);
    expect(existsSync(data['baselinePath'] as string)).toBe(false);
  },
);

test.each([
  ['none', {}, 'snapshot-mismatch'],
  ['missing', {}, 'snapshot-mismatch'],
  ['all', {}, 'updated'],
  ['none', { updateSnapshots: true }, 'snapshot-mismatch'],
  ['missing', { updateSnapshots: true }, 'snapshot-mismatch'],
  [undefined, { updateSnapshots: true }, 'updated'],
])(
  'update %s with the session setting %j reports a baseline that differs as %s [7.expect-update]',
  async (update, session, outcome) => {
    const program = await startChanged('one', 'two', session);
    const params = { stableMs: 0, timeoutMs: 0, ...(update === undefined ? {} : { update }) };
    const result = await expectSnapshot(program, params).catch((error: unknown) => error);
    expect(result).toMatchObject(outcome === 'updated' ? { status: outcome } : { data: { kind: outcome } });
  },
);

test('an unknown update is rejected [7.expect-update]', async () => {
  expect(await mismatchOf(await startProgram(), { update: 'changed' })).toMatchObject({ code: -32602 });
});
