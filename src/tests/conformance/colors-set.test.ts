import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodePng } from '../support/png.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const size = { cols: 20, rows: 4 };
const setColors = '\x1b]11;#102030\x07\x1b]10;rgb:ff/ee/dd\x07\x1b]4;1;#abcdef\x07';

async function startProgram(): Promise<ScriptedProgram> {
  const program = await ScriptedProgram.startRaw(
    size.cols,
    size.rows,
    { snapshotTheme: 'nord' },
    { env: { CI: undefined } },
  );
  await program.show('a \x1b[41m \x1b[0m');
  return program;
}

async function svgOf(program: ScriptedProgram, params: object = {}): Promise<string> {
  const dump = await program.server.request('dumpView', { name: 'colors', format: 'svg', ...params });
  return readFileSync(dump.svgPath ?? '', 'utf8');
}

test('a picture shows the colors that the program has set until it resets them [11.colors-picture]', async () => {
  const program = await startProgram();
  const before = await svgOf(program);
  await program.show(setColors);
  const svg = await svgOf(program);
  for (const color of ['#102030', '#ffeedd', '#abcdef']) expect(svg).toContain(color);
  const { pngPath } = await program.server.request('renderView', { name: 'colors' });
  expect(decodePng(readFileSync(pngPath)).rgbAt(0, 0)).toBe(0x102030);
  await program.show('\x1b]104\x07\x1b]110\x07\x1b]111\x07');
  expect(await svgOf(program)).toBe(before);
});

test('a change of colors increases the revision without changing the text [11.colors-picture]', async () => {
  const program = await startProgram();
  const before = await program.view();
  await program.show(setColors);
  const after = await program.view();
  expect(after).toEqual({ ...before, revision: expect.any(Number) });
  expect(after.revision).toBeGreaterThan(before.revision);
});

test('the ANSI file contains palette slots, so a comparison ignores changed colors [11.colors-picture]', async () => {
  const program = await startProgram();
  await program.server.request('expectSnapshot', { name: 'same', timeoutMs: 0, stableMs: 0 });
  const before = await program.server.request('dumpView', { name: 'ansi', format: 'ansi' });
  const bytes = readFileSync(before.snapshotPath);
  await program.show(setColors);
  const { status } = await program.server.request('expectSnapshot', { name: 'same', timeoutMs: 0 });
  expect(status).toBe('matched');
  const after = await program.server.request('dumpView', { name: 'ansi', format: 'ansi' });
  expect(readFileSync(after.snapshotPath).equals(bytes)).toBe(true);
});
