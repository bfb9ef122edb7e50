import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expected, locally, mismatch } from '../testing/expecting.js';
import { decodedPng } from '../testing/png.js';
import { Puppet } from '../testing/puppet.js';

const rowHeight = 18;
const padding = 2;

test('the picture of a large screen shows only rows around the first difference, and the error says so [7.expect-large]', async () => {
  const puppet = await new Puppet(locally).start(1000, 60, { name: 'Some Session' });
  await puppet.write('before\x1b[41;1Hbefore');
  await expected(puppet);
  await puppet.write('\x1b[41;1Hafter ');
  const { message, data } = await mismatch(puppet);
  expect(message).toContain('The picture shows rows 31 to 60 only.');
  expect(data).toMatchObject({ kind: 'snapshot-mismatch', changedLines: 1 });
  const png = decodedPng(readFileSync(data['diffPngPath'] as string));
  expect(png.height).toBe(30 * rowHeight + padding);
  // Row 41 is the 11th of the picture; the first pixels of its difference are marked.
  const third = Math.round((png.width * 2) / 3) + 10;
  const marked = (row: number): boolean => {
    const rgb = png.rgbAt(third, row * rowHeight + 3);
    return (rgb >> 16) - ((rgb >> 8) & 0xff) > 0x30;
  };
  expect([9, 10, 11].map(marked)).toEqual([false, true, false]);
});

test('the picture of a screen of a usual size shows all rows [7.expect-large]', async () => {
  const puppet = await new Puppet(locally).start(300, 100, { name: 'Some Session' });
  await puppet.write('before');
  await expected(puppet);
  await puppet.write('\x1b[100;1Hafter');
  const { message, data } = await mismatch(puppet);
  expect(message).not.toContain('The picture shows');
  expect(decodedPng(readFileSync(data['diffPngPath'] as string)).height).toBe(100 * rowHeight + padding);
});
