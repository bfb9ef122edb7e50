import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MethodResults } from '../../protocol/generated/types.js';
import { failureOf } from '../../testing/failure-of.js';
import { Puppet } from '../../testing/puppet.js';
import { changed, expected, locally, mismatch, started } from '../../testing/snapshot-puppet.js';

type Expected = MethodResults['expectSnapshot'];

/** Sends the request, waits until it is pending, then makes the puppet write the prepared text. */
async function expectWhile(puppet: Puppet, text: string, params: object): Promise<Expected> {
  await puppet.prepare(text);
  const result = expected(puppet, params);
  // Handled while the wait is pending, but after its line was read.
  await puppet.server.request('server.ping');
  puppet.poke();
  return await result;
}

test.each([
  ['text', '\r\nbody', 'header\r\nbody'],
  ['style', '\x1b[H\x1b[31mheader', '\x1b[0;31mheader'],
])('does not create a baseline while the %s of the screen still changes [7.expect-stable]', async (_, later, begin) => {
  const puppet = await started();
  await puppet.write('header');
  const { status, baselinePath, actualPath } = await expectWhile(puppet, later, { stableMs: 1500, timeoutMs: 20_000 });
  expect(status).toBe('created');
  const baseline = readFileSync(baselinePath, 'utf8');
  expect(baseline.replaceAll('\r\n', '\n').startsWith(begin.replaceAll('\r\n', '\n'))).toBe(true);
  expect(readFileSync(actualPath, 'utf8')).toBe(baseline);
});

// The counter changes every 20 ms.
const counter = 'i=0; while :; do i=$((i+1)); printf "\\r%06d ready" $i; sleep 0.02; done';
const counting = async (session: object = {}): Promise<Puppet> => {
  const puppet = new Puppet(locally);
  const readySelector = { type: 'regex', pattern: '\\d ready' };
  await puppet.server.launch('sh', ['-c', counter], { readySelector }, { name: 'Some Session', ...session });
  return puppet;
};

test('writes no files for a screen that is never stable [7.expect-stable]', async () => {
  const puppet = await counting();
  const { code, message, data } = await failureOf(expected(puppet, { timeoutMs: 600 }));
  expect({ code, data }).toMatchObject({ code: -32004, data: { kind: 'timeout' } });
  expect(message).toMatch(
    /^expectSnapshot failed: Snapshot baseline \/.*main-menu\.ansi\.txt was not created: the screen was never unchanged for 250 ms within \d+ ms\. Exclude what keeps changing with `mask`/,
  );
  const baseline = data['baselinePath'] as string;
  const actual = join(puppet.server.directory, 'artifacts/sessions/some-session/snapshots/main-menu.ansi.txt');
  expect([baseline, baseline.replace('.ansi.txt', '.meta.json'), actual].filter((path) => existsSync(path))).toEqual(
    [],
  );
});

test.each([
  ['mask', { mask: [{ row: 1, col: 1, width: 6, height: 1 }] }],
  ['normalize', { normalize: [{ pattern: '\\d+', replacement: 'N' }] }],
  ['region', { region: { row: 1, col: 7, width: 6, height: 1 } }],
])('ignores changes in content that %s excludes [7.expect-stable]', async (_, params) => {
  expect(await expected(await counting(), params)).toMatchObject({ status: 'created', baselineExists: true });
});

test('an exited program leaves a stable screen [7.expect-stable]', async () => {
  const puppet = new Puppet(locally);
  await puppet.server.launch('echo', ['done']);
  await puppet.server.request('waitForExit');
  expect(await expected(puppet, { timeoutMs: 0 })).toMatchObject({ status: 'created' });
});

test('update all keeps a baseline that the screen matches later [7.expect-kept]', async () => {
  const puppet = await changed('wanted', 'not yet');
  const { baselinePath } = (await mismatch(puppet)).data as { baselinePath: string };
  const before = statSync(baselinePath);
  const params = { update: 'all', stableMs: 0, timeoutMs: 20_000 };
  expect(await expectWhile(puppet, '\x1b[H\x1b[2Jwanted', params)).toMatchObject({ status: 'matched' });
  const after = statSync(baselinePath);
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
});

test('update all updates from the stable screen at the timeout [7.expect-update, 7.expect-stable]', async () => {
  const puppet = await changed('one', 'two');
  const result = await expectWhile(puppet, '\r\nthree', { update: 'all', stableMs: 100, timeoutMs: 1500 });
  expect(result).toMatchObject({ status: 'updated', baselineExists: true });
  expect(readFileSync(result.baselinePath, 'utf8')).toMatch(/^two\r\nthree/);
  expect(readFileSync(result.actualPath, 'utf8')).toBe(readFileSync(result.baselinePath, 'utf8'));
});

test('update all does not change a baseline if the screen is not stable at the timeout [7.expect-stable]', async () => {
  const puppet = await counting();
  const normalize = [{ pattern: '\\d+', replacement: 'N' }];
  const { baselinePath } = await expected(puppet, { normalize });
  const before = readFileSync(baselinePath, 'utf8');
  // The counter never returns to the number in the baseline.
  await puppet.server.request('waitForText', { selector: { type: 'regex', pattern: '\\d{6}' }, since: 'now' });
  const { message, data } = await failureOf(expected(puppet, { update: 'all', timeoutMs: 300 }));
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
    const puppet = await started({}, { env: { CI: 'true' } });
    const params = { stableMs: 0, ...(update === undefined ? {} : { update }) };
    if (outcome === 'created') {
      expect(await expected(puppet, params)).toMatchObject({ status: 'created', baselineExists: true });
      return;
    }
    const { message, data } = await mismatch(puppet, params);
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
    const puppet = await changed('one', 'two', session);
    const params = { stableMs: 0, timeoutMs: 0, ...(update === undefined ? {} : { update }) };
    const result = await expected(puppet, params).catch((error: unknown) => error);
    expect(result).toMatchObject(outcome === 'updated' ? { status: outcome } : { data: { kind: outcome } });
  },
);

test('an unknown update is rejected [7.expect-update]', async () => {
  expect(await mismatch(await started(), { update: 'changed' })).toMatchObject({ code: -32602 });
});
