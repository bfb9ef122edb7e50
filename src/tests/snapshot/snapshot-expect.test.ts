import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  expectSnapshot,
  mismatchOf,
  outsideCi,
  restartProgram,
  startChanged,
  startProgram,
} from '../support/expect-snapshot.js';
import { decodePng } from '../support/png.js';

test('the first run creates the baseline, and the second one matches [7.expect-created, 7.expect-matched, 7.baseline-place]', async () => {
  const program = await startProgram();
  await program.show('\x1b[1mmenu\x1b[0m');
  const artifacts = join(realpathSync(program.server.directory), 'artifacts');
  const paths = {
    actualPath: join(artifacts, 'sessions/some-session/snapshots/main-menu.ansi.txt'),
    baselinePath: join(artifacts, 'snapshots/some-session/main-menu.ansi.txt'),
  };
  const created = { ok: true, ...paths, revision: expect.any(Number) };
  expect(await expectSnapshot(program)).toEqual({ ...created, baselineExists: true, status: 'created' });
  const baseline = readFileSync(paths.baselinePath, 'utf8');
  expect(readFileSync(paths.actualPath, 'utf8')).toBe(baseline);
  expect(statSync(paths.baselinePath).mode & 0o777).toBe(0o600);
  expect(await expectSnapshot(program)).toEqual({ ...created, baselineExists: true, status: 'matched' });
  expect(readFileSync(paths.baselinePath, 'utf8')).toBe(baseline);
});

test('the error of a mismatch contains the diff and the paths [7.expect-mismatch]', async () => {
  const program = await startChanged('one\r\ntwo\r\nthree', 'one\r\n2\r\nthree');
  const { code, data } = await mismatchOf(program);
  expect({ code, data }).toMatchObject({
    code: -32004,
    data: {
      kind: 'snapshot-mismatch',
      actualPath: expect.stringMatching(/sessions\/some-session\/snapshots\/main-menu\.ansi\.txt$/),
      baselinePath: expect.stringMatching(/artifacts\/snapshots\/some-session\/main-menu\.ansi\.txt$/),
      changedLines: 1,
      diff: '@@ -1,4 +1,4 @@\n one\n-two\n+2\n three\n ',
      screen: 'one\n2\nthree\n',
    },
  });
  expect(readFileSync(data['actualPath'] as string, 'utf8')).toContain('one\r\n2\r\n');
  expect(readFileSync(data['baselinePath'] as string, 'utf8')).toContain('one\r\ntwo\r\n');
});

test('expectSnapshot waits until the screen matches [7.expect-retries]', async () => {
  const program = await startChanged('wanted', 'not yet');
  const { server } = program;
  server.send(
    JSON.stringify({
      jsonrpc: '2.0',
      id: 'wait',
      method: 'expectSnapshot',
      params: { name: 'Main Menu', timeoutMs: 20_000 },
    }),
  );
  // Handled out of order, but not before the preceding line was read.
  await server.request('server.ping');
  expect(server.inbox.messages.some((message) => !Array.isArray(message) && message['id'] === 'wait')).toBe(false);
  program.print('\x1b[H\x1b[2Jwanted');
  expect(await server.inbox.waitForResult('wait')).toMatchObject({ status: 'matched' });
});

test('the actual file contains the screen that matched, despite later output [7.expect-moment]', async () => {
  const program = await startChanged('wanted', 'not yet');
  // Loads the comparison code, so that the wait below starts immediately.
  await mismatchOf(program);
  const waiting = program.server.request('expectSnapshot', { name: 'Main Menu', timeoutMs: 20_000 });
  // Handled out of order, but not before the preceding line was read.
  await program.server.request('server.ping');
  program.print('\x1b[?2026h\x1b[H\x1b[2Jwanted\x1b[?2026l\x1b[H\x1b[2Jgone');
  const { actualPath, baselinePath, status } = await waiting;
  expect(status).toBe('matched');
  expect(readFileSync(actualPath, 'utf8')).toBe(readFileSync(baselinePath, 'utf8'));
});

test('expectSnapshot fails when its timeout has passed [7.expect-retries]', async () => {
  const failure = await mismatchOf(await startChanged('wanted', 'other'), { timeoutMs: 200 });
  expect(failure.data['elapsedMs']).toBeGreaterThanOrEqual(199);
});

test.each([
  ['a color', '\x1b[31mx', '\x1b[32mx'],
  ['a kind of underline', '\x1b[4:3mx', '\x1b[4mx'],
  ['the background of blank cells', 'x', 'x\x1b[41m\x1b[K'],
])('a difference in style is a mismatch: %s [7.expect-styles]', async (_, before, after) => {
  const { data } = await mismatchOf(await startChanged(before, after));
  expect(data).toMatchObject({ kind: 'snapshot-mismatch', changedLines: 1, diff: expect.stringContaining('␛[') });
});

test.each([
  ['the position of the cursor', 'x', 'x\x1b[3;3H'],
  ['a hidden cursor', 'x', 'x\x1b[?25l'],
  ['the title', '\x1b]2;one\x07x', '\x1b]2;two\x07x'],
  ['the order of output', 'ab', '\x1b[1;2Hb\x1b[1;1Ha'],
  ['blanks at the end', 'x', 'x   '],
])('ignores %s [7.expect-cursor]', async (_, before, after) => {
  expect(await expectSnapshot(await startChanged(before, after), { timeoutMs: 0 })).toMatchObject({
    status: 'matched',
  });
});

const at = (col: number, width: number): object => ({ row: 1, col, width, height: 1 });
const digits = { type: 'regex', pattern: '\\d+' };

test.each([
  ['a rectangle', '12:30 on', '13:45 on', { mask: [at(1, 5)] }, true],
  ['a rectangle that hides too little', '12:30 on', '13:45 on', { mask: [at(1, 2)] }, false],
  ['a rectangle also hides styles', '\x1b[31mab\x1b[0m', 'ab', { mask: [at(1, 2)] }, true],
  ['a selector', 'took 12 ms', 'took 99 ms', { mask: [digits] }, true],
  ['a selector keeps the width', 'took 12 ms', 'took 123 ms', { mask: [digits] }, false],
  ['half of a wide character', '日a', '本a', { mask: [at(1, 1)] }, true],
  [
    'a selector over two lines',
    `${'x'.repeat(15)}id 1234567`,
    `${'x'.repeat(15)}id 7654321`,
    { mask: [{ type: 'regex', pattern: 'id \\d+' }] },
    true,
  ],
  ['the other half of a wide character', '日a', '本a', { mask: [at(2, 1)] }, true],
  ['a wide character and two letters', '日a', 'xxa', { mask: [at(1, 2)] }, true],
  ['normalize', 'took 12 ms', 'took 1234 ms', { normalize: [{ pattern: '\\d+ ms', replacement: 'N ms' }] }, true],
  [
    'normalize that leaves a difference',
    'took 12 ms',
    'tock 1 ms',
    { normalize: [{ pattern: '\\d+', replacement: 'N' }] },
    false,
  ],
  [
    'two normalize rules in order',
    'ab 1',
    'a 22',
    {
      normalize: [
        { pattern: '\\d+', replacement: 'N' },
        { pattern: 'b N', replacement: ' N' },
      ],
    },
    true,
  ],
  [
    'normalize of every match in a line',
    '1 of 9',
    '22 of 888',
    { normalize: [{ pattern: '\\d+', replacement: 'N' }] },
    true,
  ],
  ['a replacement is literal', 'x1', 'x$&', { normalize: [{ pattern: '1', replacement: '$&' }] }, true],
  ['normalize between blanks', ' 7  a', ' 8  a', { normalize: [{ pattern: '\\d', replacement: '#' }] }, true],
])('compares with mask and normalize: %s [7.mask, 7.normalize]', async (_, before, after, params, matches) => {
  const program = await startChanged(before, after);
  if (matches) expect(await expectSnapshot(program, { timeoutMs: 0, ...params })).toMatchObject({ status: 'matched' });
  else expect((await mismatchOf(program, params)).data['kind']).toBe('snapshot-mismatch');
});

test('a replacement with newlines stays in one line [7.normalize, 7.expect-mismatch]', async () => {
  const program = await startChanged('a'.repeat(80), 'b'.repeat(80));
  const replacement = '\n'.repeat(999);
  const normalize = ['a', 'b'].map((pattern) => ({ pattern, replacement: pattern + replacement }));
  const { data } = await mismatchOf(program, { normalize });
  expect(data).toMatchObject({ kind: 'snapshot-mismatch', changedLines: 4 });
  expect(data['diff']).toMatch(/^@@ -1,4 \+1,4 @@\n-a␊{999}a␊/);
});

test.each(['mask', 'normalize'])('a catastrophic pattern in %s ends on time [7.expect-pattern]', async (member) => {
  // With this many letters, backtracking would never end in practice.
  const pattern = '(a|aa)+(?!x)\\1$';
  const hostile = 'a'.repeat(70);
  const program = await startProgram({}, outsideCi, 80);
  await program.show(`${hostile}!`);
  await expectSnapshot(program);
  await program.show(`\r${hostile}?`);
  const params =
    member === 'mask' ? { mask: [{ type: 'regex', pattern }] } : { normalize: [{ pattern, replacement: '' }] };
  const failing = mismatchOf(program, { timeoutMs: 300, ...params });
  expect(await program.server.request('server.ping')).toMatchObject({ pong: true });
  const { code, data } = await failing;
  expect({ code, kind: data['kind'] }).toEqual({ code: -32004, kind: 'timeout' });
  expect(data['elapsedMs']).toBeGreaterThanOrEqual(299);
});

test.each([
  ['1', {}, 'missing'],
  ['true', {}, 'missing'],
  ['', {}, 'created'],
  ['0', {}, 'created'],
  ['false', {}, 'created'],
  ['1', { updateSnapshots: true }, 'created'],
])(
  'with CI=%s and session setting %j, reports a missing baseline as %s [7.expect-ci]',
  async (ci, session, outcome) => {
    const program = await startProgram(session, { env: { CI: ci } });
    await program.show('x');
    if (outcome === 'created') {
      expect(await expectSnapshot(program)).toMatchObject({ status: 'created' });
      return;
    }
    const { code, data } = await mismatchOf(program);
    expect({ code, data }).toMatchObject({ code: -32004, data: { kind: 'snapshot-missing' } });
    expect(existsSync(data['baselinePath'] as string)).toBe(false);
    expect(readFileSync(data['actualPath'] as string, 'utf8')).toMatch(/^x/);
  },
);

test('updateSnapshots rewrites baselines that differ [7.expect-update]', async () => {
  const program = await startProgram({ updateSnapshots: true });
  await program.show('one');
  const { baselinePath } = await expectSnapshot(program);
  await program.show('\r\ntwo');
  expect(await expectSnapshot(program, { timeoutMs: 500 })).toMatchObject({
    ok: true,
    baselineExists: true,
    status: 'updated',
  });
  expect(readFileSync(baselinePath, 'utf8')).toMatch(/^one\r\ntwo/);
  expect(await expectSnapshot(program)).toMatchObject({ status: 'matched' });
});

test('baselines survive initialize, captures do not [7.baseline-survives]', async () => {
  const program = await startProgram();
  await program.show('kept');
  const { actualPath, baselinePath } = await expectSnapshot(program);
  const { snapshotPath } = await program.server.request('dumpView', { name: 'capture' });
  const next = await restartProgram(program);
  expect([actualPath, snapshotPath, baselinePath].map((path) => existsSync(path))).toEqual([false, false, true]);
  await next.show('kept');
  expect(await expectSnapshot(next)).toMatchObject({ status: 'matched', baselinePath });
});

test('a screen of another size with different lines is a mismatch with a picture [7.expect-mismatch]', async () => {
  const program = await startProgram();
  await program.show('x'.repeat(20));
  await expectSnapshot(program);
  await program.server.request('resize', { cols: 10, rows: 6 });
  await program.show('\x1b[H\x1b[2Jy');
  const { data } = await mismatchOf(program);
  expect(data['kind']).toBe('snapshot-mismatch');
  expect(decodePng(readFileSync(data['diffPngPath'] as string)).height).toBe(18 + 4 + 6 * 18 + 2);
});
