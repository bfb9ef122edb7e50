import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure-of.js';

import { ScriptedProgram } from '../support/scripted-program.js';

// 10 columns, 4 rows:
// abcdefghij
// 0123456789
// x y
//
const grid = 'abcdefghij\r\n0123456789\r\nx y  \r\n';
const whole = 'abcdefghij\n0123456789\nx y\n';

test('currentView returns the filtered part, and the whole range for 0 [7.filters] [7.zero] [7.rows-lines] [7.trim]', async () => {
  const program = await ScriptedProgram.startRaw(10, 4);
  await program.show(grid);
  const table: [object, string, number, number][] = [
    [{}, whole, 4, 10],
    [{ trim: false }, 'abcdefghij\n0123456789\nx y       \n          ', 4, 10],
    [{ rows: { start: 2, end: 3 } }, '0123456789\nx y', 2, 10],
    [{ rows: { start: 4, end: 4 } }, '', 1, 10],
    [{ rows: { start: 0, end: 0 } }, whole, 4, 10],
    [{ rows: { start: 3, end: 0 } }, 'x y\n', 2, 10],
    [{ rows: { start: 0, end: 1 } }, 'abcdefghij', 1, 10],
    [{ region: { col: 2, row: 1, width: 3, height: 2 } }, 'bcd\n123', 2, 3],
    [{ region: { col: 2, row: 3, width: 3, height: 1 } }, ' y', 1, 3],
    [{ region: { col: 2, row: 3, width: 3, height: 1 }, trim: false }, ' y ', 1, 3],
    [{ region: { col: 10, row: 4, width: 1, height: 1 } }, '', 1, 1],
    [{ region: { col: 0, row: 0, width: 0, height: 0 } }, whole, 4, 10],
    [{ region: { col: 9, row: 1, width: 0, height: 0 } }, 'ij\n89\n\n', 4, 2],
    [{ entireRow: 2 }, '0123456789', 1, 10],
    [{ entireRow: 3, trim: false }, 'x y       ', 1, 10],
    [{ entireRow: 0 }, whole, 4, 10],
    [{ entireCol: 1 }, 'a\n0\nx\n', 4, 1],
    [{ entireCol: 2, trim: false }, 'b\n1\n \n ', 4, 1],
    [{ entireCol: 0 }, whole, 4, 10],
    [{ rows: null, entireRow: 1, region: null }, 'abcdefghij', 1, 10],
  ];
  for (const [params, text, rows, cols] of table) {
    const view = await program.view(params);
    expect({ params, ...view }).toMatchObject({ params, text, rows, cols, cursor: { row: 4, col: 1 } });
  }
});

test('currentView rejects values out of range and several filters with -32602 [7.out-of-range] [7.one-filter]', async () => {
  const program = await ScriptedProgram.startRaw(10, 4, { scrollback: 10 });
  const region = { col: 1, row: 1, width: 1, height: 1 };
  const refused: object[] = [
    { rows: { start: 1, end: 5 } },
    { rows: { start: 5, end: 0 } },
    { rows: { start: 3, end: 2 } },
    { rows: { start: -1, end: 2 } },
    { rows: { start: 1.5, end: 2 } },
    { rows: { start: 1 } },
    { region: { ...region, col: 11 } },
    { region: { ...region, row: 5 } },
    { region: { ...region, width: 11 } },
    { region: { ...region, height: 5 } },
    { region: { ...region, col: 6, width: 6 } },
    { region: { ...region, row: 4, height: 2 } },
    { region: { ...region, col: -1 } },
    { entireRow: 5 },
    { entireRow: -1 },
    { entireRow: '1' },
    { entireCol: 11 },
    { entireCol: 1001 },
    { entireRow: 1, entireCol: 1 },
    { entireRow: 0, rows: { start: 1, end: 1 } },
    { region, entireCol: 1 },
    { scrollback: 1, entireRow: 0 },
    { scrollback: 1, rows: { start: 1, end: 1 } },
    { scrollback: -1 },
  ];
  for (const params of refused) {
    const { code, data } = await failureOf(program.view(params));
    expect({ params, code, errors: data['errors'] }).toEqual({ params, code: -32602, errors: expect.any(Array) });
  }
});

test.each([
  [{ col: 20, row: 3, width: 2, height: 1 }, 'width', 'must be at most 1 from column 20 on, not 2.'],
  [{ col: 0, row: 3, width: 21, height: 1 }, 'width', 'must be at most 20 from column 1 on, not 21.'],
  [{ col: 1, row: 3, width: 1, height: 3 }, 'height', 'must be at most 2 from row 3 on, not 3.'],
])(
  'currentView reports which member of the region %j exceeds the screen [7.out-of-range]',
  async (region, member, reason) => {
    const program = await ScriptedProgram.startRaw(20, 4);
    expect((await failureOf(program.view({ region }))).data['errors']).toEqual([
      { pointer: `/region/${member}`, reason: `\`region.${member}\` ${reason}` },
    ]);
  },
);

test('currentView checks the range against the current size [7.out-of-range]', async () => {
  const program = await ScriptedProgram.startRaw(10, 4);
  expect((await failureOf(program.view({ entireRow: 6 }))).code).toBe(-32602);
  await program.server.request('resize', { cols: 20, rows: 6 });
  expect(await program.view({ entireRow: 6 })).toMatchObject({ rows: 1, cols: 20 });
  await program.server.request('resize', { cols: 5, rows: 2 });
  expect((await failureOf(program.view({ entireCol: 6 }))).code).toBe(-32602);
});

describe('wide characters', () => {
  test('that a region cuts become blanks, and no text moves [7.wide-cut]', async () => {
    const program = await ScriptedProgram.startRaw(10, 2);
    await program.show('日本語xy\r\né\u0301o');
    const readRegion = async (col: number, width: number): Promise<string> =>
      (await program.view({ region: { col, row: 1, width, height: 1 }, trim: false })).text;
    expect(await readRegion(1, 8)).toBe('日本語xy');
    expect(await readRegion(1, 2)).toBe('日');
    expect(await readRegion(1, 3)).toBe('日 ');
    expect(await readRegion(2, 3)).toBe(' 本');
    expect(await readRegion(2, 2)).toBe('  ');
    expect(await readRegion(2, 6)).toBe(' 本語x');
    expect(await readRegion(1, 1)).toBe(' ');
    expect((await program.view({ entireCol: 6, trim: false })).text).toBe(' \n ');
    expect((await program.view()).text).toMatch(/^日本語xy\n/);
  });
});

describe('scrollback', () => {
  test('adds at most that many lines above the screen [7.scrollback]', async () => {
    const program = await ScriptedProgram.startRaw(10, 3, { scrollback: 4 });
    const readWithScrollback = async (scrollback: number): Promise<unknown> => {
      const { text, rows } = await program.view({ scrollback });
      return [text.replaceAll('\n', ','), rows];
    };
    expect(await readWithScrollback(100)).toEqual([',,', 3]);
    await program.show('1\r\n2\r\n3\r\n4\r\n5');
    expect(await readWithScrollback(0)).toEqual(['3,4,5', 3]);
    expect(await readWithScrollback(1)).toEqual(['2,3,4,5', 4]);
    expect(await readWithScrollback(2)).toEqual(['1,2,3,4,5', 5]);
    expect(await readWithScrollback(100)).toEqual(['1,2,3,4,5', 5]);
    await program.show('\r\n6\r\n7\r\n8\r\n9');
    expect(await readWithScrollback(100)).toEqual(['3,4,5,6,7,8,9', 7]);
    await program.show('\x1b[?1049h\x1b[Halt');
    expect(await readWithScrollback(100)).toEqual(['alt,,', 3]);
    await program.show('\x1b[?1049l');
    expect(await readWithScrollback(100)).toEqual(['3,4,5,6,7,8,9', 7]);
  });

  test('of 0 retains no lines [7.scrollback]', async () => {
    const program = await ScriptedProgram.startRaw(10, 2, { scrollback: 0 });
    await program.show('1\r\n2\r\n3');
    expect((await program.view({ scrollback: 5 })).text).toBe('2\n3');
  });
});

test('currentView returns the current title, cursor and alternate screen [7.members]', async () => {
  const program = await ScriptedProgram.startRaw(10, 3);
  expect(await program.view()).toMatchObject({
    title: '',
    altScreen: false,
    cursor: { row: 1, col: 1, visible: true },
  });
  await program.show('\x1b]0;A título\x07\x1b[?1049h\x1b[?25l\x1b[3;10H');
  expect(await program.view()).toMatchObject({
    title: 'A título',
    altScreen: true,
    exited: false,
    cursor: { row: 3, col: 10, visible: false },
  });
  await program.show('x');
  expect(await program.view()).toMatchObject({ cursor: { row: 3, col: 10 } });
  await program.show('\x1b[?1049l\x1b[?25h');
  expect(await program.view()).toMatchObject({ altScreen: false, cursor: { visible: true } });
});
