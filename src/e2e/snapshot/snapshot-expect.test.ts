import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodedPng } from '../../testing/png.js';
import { changed, expected, locally, mismatch, started } from '../../testing/snapshot-puppet.js';

test('the first run creates the baseline, and the second one matches [7.expect-created, 7.expect-matched, 7.baseline-place]', async () => {
  const puppet = await started();
  await puppet.write('\x1b[1mmenu\x1b[0m');
  const artifacts = join(realpathSync(puppet.server.directory), 'artifacts');
  const paths = {
    actualPath: join(artifacts, 'sessions/some-session/snapshots/main-menu.ansi.txt'),
    baselinePath: join(artifacts, 'snapshots/some-session/main-menu.ansi.txt'),
  };
  const created = { ok: true, ...paths, revision: expect.any(Number) };
  expect(await expected(puppet)).toEqual({ ...created, baselineExists: true, status: 'created' });
  const baseline = readFileSync(paths.baselinePath, 'utf8');
  expect(readFileSync(paths.actualPath, 'utf8')).toBe(baseline);
  expect(statSync(paths.baselinePath).mode & 0o777).toBe(0o600);
  expect(await expected(puppet)).toEqual({ ...created, baselineExists: true, status: 'matched' });
  expect(readFileSync(paths.baselinePath, 'utf8')).toBe(baseline);
});

test('the error of a mismatch contains the diff and the paths [7.expect-mismatch]', async () => {
  const puppet = await changed('one\r\ntwo\r\nthree', 'one\r\n2\r\nthree');
  const { code, data } = await mismatch(puppet);
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
  const puppet = await changed('wanted', 'not yet');
  await puppet.prepare('\x1b[H\x1b[2Jwanted');
  const { server } = puppet;
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
  puppet.poke();
  expect(await server.inbox.result('wait')).toMatchObject({ status: 'matched' });
});

test('the actual file contains the screen that matched, despite later output [7.expect-moment]', async () => {
  const puppet = await changed('wanted', 'not yet');
  // Loads the comparison code, so that the wait below starts immediately.
  await mismatch(puppet);
  await puppet.prepare('\x1b[?2026h\x1b[H\x1b[2Jwanted\x1b[?2026l\x1b[H\x1b[2Jgone');
  const waiting = puppet.server.request('expectSnapshot', { name: 'Main Menu', timeoutMs: 20_000 });
  // Handled out of order, but not before the preceding line was read.
  await puppet.server.request('server.ping');
  puppet.poke();
  const { actualPath, baselinePath, status } = await waiting;
  expect(status).toBe('matched');
  expect(readFileSync(actualPath, 'utf8')).toBe(readFileSync(baselinePath, 'utf8'));
});

test('expectSnapshot fails when its timeout has passed [7.expect-retries]', async () => {
  const failure = await mismatch(await changed('wanted', 'other'), { timeoutMs: 200 });
  expect(failure.data['elapsedMs']).toBeGreaterThanOrEqual(199);
  expect(failure.data['elapsedMs']).toBeLessThan(5000);
});

test.each([
  ['a color', '\x1b[31mx', '\x1b[32mx'],
  ['a kind of underline', '\x1b[4:3mx', '\x1b[4mx'],
  ['the background of blank cells', 'x', 'x\x1b[41m\x1b[K'],
])('a difference in style is a mismatch: %s [7.expect-styles]', async (_, before, after) => {
  const { data } = await mismatch(await changed(before, after));
  expect(data).toMatchObject({ kind: 'snapshot-mismatch', changedLines: 1, diff: expect.stringContaining('␛[') });
});

test.each([
  ['the position of the cursor', 'x', 'x\x1b[3;3H'],
  ['a hidden cursor', 'x', 'x\x1b[?25l'],
  ['the title', '\x1b]2;one\x07x', '\x1b]2;two\x07x'],
  ['the order of output', 'ab', '\x1b[1;2Hb\x1b[1;1Ha'],
  ['blanks at the end', 'x', 'x   '],
])('ignores %s [7.expect-cursor]', async (_, before, after) => {
  expect(await expected(await changed(before, after), { timeoutMs: 0 })).toMatchObject({ status: 'matched' });
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
  const puppet = await changed(before, after);
  if (matches) expect(await expected(puppet, { timeoutMs: 0, ...params })).toMatchObject({ status: 'matched' });
  else expect((await mismatch(puppet, params)).data['kind']).toBe('snapshot-mismatch');
});

test('a replacement with newlines stays in one line [7.normalize, 7.expect-mismatch]', async () => {
  const puppet = await changed('a'.repeat(80), 'b'.repeat(80));
  const replacement = '\n'.repeat(999);
  const normalize = ['a', 'b'].map((pattern) => ({ pattern, replacement: pattern + replacement }));
  const { data } = await mismatch(puppet, { normalize });
  expect(data).toMatchObject({ kind: 'snapshot-mismatch', changedLines: 4 });
  expect(data['diff']).toMatch(/^@@ -1,4 \+1,4 @@\n-a␊{999}a␊/);
});

test.each(['mask', 'normalize'])('a catastrophic pattern in %s ends on time [7.expect-pattern]', async (member) => {
  // With this many letters, backtracking would never end in practice.
  const pattern = '(a|aa)+(?!x)\\1$';
  const hostile = 'a'.repeat(70);
  const puppet = await started({}, locally, 80);
  await puppet.write(`${hostile}!`);
  await expected(puppet);
  await puppet.write(`\r${hostile}?`);
  const params =
    member === 'mask' ? { mask: [{ type: 'regex', pattern }] } : { normalize: [{ pattern, replacement: '' }] };
  const asked = mismatch(puppet, { timeoutMs: 300, ...params });
  expect(await puppet.server.request('server.ping')).toMatchObject({ pong: true });
  const { code, data } = await asked;
  expect({ code, kind: data['kind'] }).toEqual({ code: -32004, kind: 'timeout' });
  expect(data['elapsedMs']).toBeGreaterThanOrEqual(299);
  expect(data['elapsedMs']).toBeLessThan(5000);
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
    const puppet = await started(session, { env: { CI: ci } });
    await puppet.write('x');
    if (outcome === 'created') {
      expect(await expected(puppet)).toMatchObject({ status: 'created' });
      return;
    }
    const { code, data } = await mismatch(puppet);
    expect({ code, data }).toMatchObject({ code: -32004, data: { kind: 'snapshot-missing' } });
    expect(existsSync(data['baselinePath'] as string)).toBe(false);
    expect(readFileSync(data['actualPath'] as string, 'utf8')).toMatch(/^x/);
  },
);

test('updateSnapshots rewrites baselines that differ [7.expect-update]', async () => {
  const puppet = await started({ updateSnapshots: true });
  await puppet.write('one');
  const { baselinePath } = await expected(puppet);
  await puppet.write('\r\ntwo');
  expect(await expected(puppet, { timeoutMs: 500 })).toMatchObject({
    ok: true,
    baselineExists: true,
    status: 'updated',
  });
  expect(readFileSync(baselinePath, 'utf8')).toMatch(/^one\r\ntwo/);
  expect(await expected(puppet)).toMatchObject({ status: 'matched' });
});

test('baselines survive initialize, captures do not [7.baseline-survives]', async () => {
  const puppet = await started();
  await puppet.write('kept');
  const { actualPath, baselinePath } = await expected(puppet);
  const { snapshotPath } = await puppet.server.request('dumpView', { name: 'capture' });
  await puppet.server.request('close');
  await puppet.start(20, 4, { name: 'Some Session' });
  expect([actualPath, snapshotPath, baselinePath].map((path) => existsSync(path))).toEqual([false, false, true]);
  await puppet.write('kept');
  expect(await expected(puppet)).toMatchObject({ status: 'matched', baselinePath });
});

test('a screen of another size with different lines is a mismatch with a picture [7.expect-mismatch]', async () => {
  const puppet = await started();
  await puppet.write('x'.repeat(20));
  await expected(puppet);
  await puppet.server.request('resize', { cols: 10, rows: 6 });
  await puppet.write('\x1b[H\x1b[2Jy');
  const { data } = await mismatch(puppet);
  expect(data['kind']).toBe('snapshot-mismatch');
  expect(decodedPng(readFileSync(data['diffPngPath'] as string)).height).toBe(18 + 4 + 6 * 18 + 2);
});
