import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadSnapshot } from '../../pictures/ansi.js';
import { textOf } from '../../screen/screen.js';
import { expectSnapshot, mismatchOf, startChanged, startProgram } from '../support/expect-snapshot.js';
import { decodePng } from '../support/png.js';

interface FromEnd {
  readonly fromEnd: number;
}
const end = (fromEnd: number): FromEnd => ({ fromEnd });
const rect = (row: number | FromEnd, col: number | FromEnd, width: number, height: number): object => ({
  row,
  col,
  width,
  height,
});
const total = { type: 'regex', pattern: 'Total: \\d+' };

test.each([
  ['a rectangle', 'ab\r\ncd\r\nef', rect(2, 2, 1, 2), 'd\nf', { cols: 1, rows: 2 }],
  [
    'a rectangle from the end',
    'ab\r\ncd\r\n\x1b[3;18Hxyz\x1b[4;18Huvw',
    rect(end(2), end(3), 2, 2),
    'xy\nuv',
    { cols: 2, rows: 2 },
  ],
  ['the last cell', '\x1b[4;19Hyz', rect(end(1), end(1), 1, 1), 'z', { cols: 1, rows: 1 }],
  ['the first cell from the end', 'abc', rect(end(4), end(20), 1, 1), 'a', { cols: 1, rows: 1 }],
  ['a row from the end with a column', 'ab\r\n\r\n\r\nxyz', rect(end(1), 2, 2, 1), 'yz', { cols: 2, rows: 1 }],
  ['a rectangle with styles', '\r\n  \x1b[1;31mred\x1b[0m!', rect(2, 3, 4, 1), 'red!', { cols: 4, rows: 1 }],
  ['a rectangle that cuts wide characters', '日本語', rect(1, 2, 4, 1), ' 本', { cols: 4, rows: 1 }],
  ['a combined character', 'xe\u0323\u0301y', rect(1, 2, 2, 1), 'ẹ́y', { cols: 2, rows: 1 }],
  ['the match of a selector', 'Items: 2\r\n  Total: 42 EUR', total, 'Total: 42', { cols: 9, rows: 1 }],
  ['the match of a text', 'Items: 2\r\n  Total: 42 EUR', 'Total:', 'Total:', { cols: 6, rows: 1 }],
  ['a match over two rows', `${'x'.repeat(17)}Total: 42`, total, `${'x'.repeat(17)}Tot\nal: 42`, { cols: 20, rows: 2 }],
])('the files contain %s as a separate screen [7.expect-region]', async (_, output, region, text, size) => {
  const program = await startProgram();
  await program.show(output);
  const { status, actualPath, baselinePath } = await expectSnapshot(program, { region, stableMs: 0 });
  expect(status).toBe('created');
  for (const path of [actualPath, baselinePath]) {
    const screen = loadSnapshot(path);
    expect({ text: textOf(screen), cols: screen.cols, rows: screen.rows }).toEqual({ text, ...size });
  }
  expect(await expectSnapshot(program, { region, timeoutMs: 0 })).toMatchObject({ status: 'matched' });
});

test('a region keeps its styles and its cursor [7.expect-region]', async () => {
  const program = await startProgram();
  await program.show('ab\x1b[4:3;58;5;9mcd\x1b[0m\x1b[1;4H');
  const { baselinePath } = await expectSnapshot(program, { region: rect(1, 3, 4, 1), stableMs: 0 });
  const { lines, cursor } = loadSnapshot(baselinePath);
  expect(lines[0]?.styleAt(0)).toMatchObject({ underline: 'curly', underlineColor: 9 });
  expect(cursor).toMatchObject({ row: 0, col: 1, isVisible: true });
});

test.each([
  ['ignores changes outside it', 'a 1\r\nb 1', 'a 1\r\nb 2', { region: rect(1, 1, 3, 1) }, true],
  ['detects changed text inside it', 'a 1\r\nb 1', 'a 2\r\nb 1', { region: rect(1, 1, 3, 1) }, false],
  ['detects changed styles inside it', 'a 1', 'a \x1b[1m1', { region: rect(1, 1, 3, 1) }, false],
  ['accepts a match that moves', 'Total: 42', 'new\r\n   Total: 42', { region: total }, true],
  ['compares the match of a selector', 'Total: 42', 'Total: 43', { region: total }, false],
  [
    'applies masks in coordinates of the screen',
    'x 12:30 y',
    'x 13:45 y',
    { region: rect(1, 3, 7, 1), mask: [rect(1, 3, 5, 1)] },
    true,
  ],
  ['accepts a mask from the end', 'a\x1b[4;19H12', 'a\x1b[4;19H34', { mask: [rect(end(1), end(2), 2, 1)] }, true],
  [
    'detects text beside a mask from the end',
    '\x1b[4;19H12',
    '\x1b[4;19H34',
    { mask: [rect(end(1), end(1), 1, 1)] },
    false,
  ],
  [
    'detects text above a mask from the end',
    '\x1b[3;19H12',
    '\x1b[3;19H34',
    { mask: [rect(end(1), end(2), 2, 1)] },
    false,
  ],
  ['clips a mask from the end', 'a\x1b[4;20H1', 'a\x1b[4;20H2', { mask: [rect(end(1), end(1), 9, 9)] }, true],
  [
    'applies a mask from the end to a region',
    '\x1b[4;19H12',
    '\x1b[4;19H32',
    { region: rect(4, 19, 2, 1), mask: [rect(end(1), end(2), 1, 1)] },
    true,
  ],
  ['compares a region from the end', 'a\x1b[4;20H1', 'b\x1b[4;20H1', { region: rect(end(1), end(3), 3, 1) }, true],
  [
    'detects changed text in a region from the end',
    '\x1b[4;20H1',
    '\x1b[4;20H2',
    { region: rect(end(1), end(1), 1, 1) },
    false,
  ],
  [
    'masks outside it hide no cells inside it',
    'x 12:30 y',
    'x 13:45 y',
    { region: rect(1, 3, 7, 1), mask: [rect(1, 1, 2, 1), rect(2, 3, 7, 1), rect(1, 10, 9, 1)] },
    false,
  ],
  [
    'applies selector masks and normalize inside it',
    'x 12:30 v1',
    'y 13:45 v22',
    {
      region: rect(1, 3, 12, 1),
      mask: [{ type: 'regex', pattern: '\\d\\d:\\d\\d' }],
      normalize: [{ pattern: 'v\\d+', replacement: 'vN' }],
    },
    true,
  ],
])('expectSnapshot with a region: %s [7.expect-region]', async (_, before, after, params, matches) => {
  const program = await startProgram();
  await program.show(before);
  await expectSnapshot(program, { ...params, stableMs: 0 });
  await program.show(`\x1b[0m\x1b[H\x1b[2J${after}`);
  if (matches) expect(await expectSnapshot(program, { ...params, timeoutMs: 0 })).toMatchObject({ status: 'matched' });
  else expect((await mismatchOf(program, params)).data['kind']).toBe('snapshot-mismatch');
});

test('expectSnapshot waits for a region that is not on the screen yet [7.expect-region, 7.expect-retries]', async () => {
  const program = await startProgram();
  const params = { region: total, stableMs: 0 };
  const { code, message, data } = await mismatchOf(program, params);
  expect({ code, kind: data['kind'] }).toEqual({ code: -32004, kind: 'timeout' });
  expect(message).toContain('/Total: \\d+/');
  const result = expectSnapshot(program, { ...params, timeoutMs: 20_000 });
  await program.server.request('server.ping');
  program.print('Total: 7');
  expect(await result).toMatchObject({ status: 'created' });
});

test.each([
  ['fail', undefined],
  ['first', 'Total: 1'],
  ['last', 'Total: 2'],
])('applies ambiguityMode %s to several matches of a region [7.expect-region]', async (ambiguityMode, text) => {
  const program = await startProgram({ ambiguityMode });
  await program.show('Total: 1\r\nTotal: 2');
  const params = { region: total, stableMs: 0 };
  if (text === undefined) expect((await mismatchOf(program, params)).data).toMatchObject({ kind: 'ambiguous' });
  else expect(textOf(loadSnapshot((await expectSnapshot(program, params)).baselinePath))).toBe(text);
});

test.each([
  ['a rectangle beyond the right edge', rect(1, 20, 2, 1), '/region/width'],
  ['a rectangle beyond the bottom', rect(4, 1, 2, 2), '/region/height'],
  ['a row from the end above the screen', rect(end(5), 1, 1, 1), '/region/row/fromEnd'],
  ['a column from the end before the screen', rect(1, end(21), 1, 1), '/region/col/fromEnd'],
  ['a rectangle from the end beyond the right edge', rect(1, end(1), 2, 1), '/region/width'],
  ['a rectangle from the end beyond the bottom', rect(end(2), 1, 1, 3), '/region/height'],
  ['a rectangle from the end of size 0', rect(end(0), 1, 1, 1), '/region/row/fromEnd'],
  ['an invalid pattern', { type: 'regex', pattern: '(' }, '/region/pattern'],
])('rejects %s [7.expect-region]', async (_, region, pointer) => {
  const { code, data } = await mismatchOf(await startProgram(), { region });
  expect({ code, data }).toMatchObject({ code: -32602, data: { errors: [{ pointer }] } });
});

test.each([
  ['of the screen', 'one', 'one\r\ntwo', {}, ' Snapshot baseline is 20×4, the screen is 10×6. '],
  ['of the region', 'Total: 42', 'Total: 4200', { region: total }, ' Snapshot baseline is 9×1, the region is 11×1. '],
  ['only if they differ', 'one', 'two', { region: rect(1, 1, 3, 1) }, undefined],
])(
  'the error of a mismatch contains the sizes %s, and ends with the path of the picture [7.expect-sizes]',
  async (_, before, after, params, sizes) => {
    const program = await startProgram();
    await program.show(before);
    await expectSnapshot(program, { ...params, stableMs: 0 });
    if (sizes?.includes('10×6') === true) await program.server.request('resize', { cols: 10, rows: 6 });
    await program.show(`\x1b[H\x1b[2J${after}`);
    const { message, data } = await mismatchOf(program, params);
    expect(message).toMatch(
      /^expectSnapshot failed: The screen differs from snapshot baseline \/.*: \d+ lines? differs?\. /,
    );
    if (sizes === undefined) expect(message).not.toContain('×');
    else expect(message).toContain(sizes);
    expect(message).toContain('update the baseline: set TUISPEC_UPDATE_SNAPSHOTS=1 or pass `update: "all"`.');
    expect(message.endsWith(` Difference: ${data['diffPngPath']}`)).toBe(true);
    expect(decodePng(readFileSync(data['diffPngPath'] as string)).height).toBeGreaterThan(18);
  },
);

test('the error of a mismatch in size only contains the sizes [7.expect-sizes]', async () => {
  const program = await startChanged('hello', 'hello');
  await program.server.request('resize', { cols: 30, rows: 5 });
  expect((await mismatchOf(program)).message).toContain('Snapshot baseline is 20×4, the screen is 30×5.');
});
