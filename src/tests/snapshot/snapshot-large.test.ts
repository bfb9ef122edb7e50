import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectSnapshot, mismatchOf, outsideCi } from '../support/expect-snapshot.js';
import { decodePng } from '../support/png.js';
import { ScriptedProgram } from '../support/scripted-program.js';

const rowHeight = 18;
const padding = 2;

test('the picture of a large screen shows only rows around the first difference, and the error names them [7.expect-large]', async () => {
  const program = await ScriptedProgram.startRaw(1000, 60, { name: 'Some Session' }, outsideCi);
  await program.show('before\x1b[41;1Hbefore');
  await expectSnapshot(program);
  await program.show('\x1b[41;1Hafter ');
  const { message, data } = await mismatchOf(program);
  expect(message).toContain('Difference (only rows 31 to 60): ');
  expect(data).toMatchObject({ kind: 'snapshot-mismatch', changedLines: 1 });
  const png = decodePng(readFileSync(data['diffPngPath'] as string));
  // Three panels, each with a caption above it; the lowest one shows the difference.
  const panel = 30 * rowHeight + padding;
  expect(png.height).toBeGreaterThan(3 * panel);
  expect(png.height).toBeLessThan(4 * panel);
  // Row 41 is the 11th of the picture; the first pixels of its difference are marked.
  const isMarked = (row: number): boolean => {
    const rgb = png.rgbAt(10, png.height - panel + row * rowHeight + 3);
    return (rgb >> 16) - ((rgb >> 8) & 0xff) > 0x30;
  };
  expect([9, 10, 11].map(isMarked)).toEqual([false, true, false]);
});

test('the picture of a screen of usual size shows all rows [7.expect-large]', async () => {
  const program = await ScriptedProgram.startRaw(300, 100, { name: 'Some Session' }, outsideCi);
  await program.show('before');
  await expectSnapshot(program);
  await program.show('\x1b[100;1Hafter');
  const { message, data } = await mismatchOf(program);
  expect(message).toContain('Difference: ');
  const { height } = decodePng(readFileSync(data['diffPngPath'] as string));
  expect(height).toBeGreaterThan(3 * (100 * rowHeight + padding));
});
