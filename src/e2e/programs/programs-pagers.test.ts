import { expect } from 'vitest';
import { Driver } from '../../testing/driver.js';
import { needing } from '../../testing/packages.js';

const numbers = Array.from(
  { length: 300 },
  (_, index) => `line ${index + 1}. ${'é日👍'.repeat((index % 3) + 1)}\n`,
).join('');
const plain = { LESS: null, LESSOPEN: null, PAGER: null, MANPAGER: null, MANOPT: null };

needing('less')('less highlights matches and scrolls [11.programs] (needs less)', async () => {
  const driver = await Driver.start('less', ['--mouse', 'numbers.txt'], { 'numbers.txt': numbers }, plain);
  await driver.waitForText(/^line 1\. é日👍$/);
  await driver.waitForText('numbers.txt', { inverse: true });
  await driver.typeLine('/line 20[12]');
  await driver.waitForText('line 201', { inverse: true });
  expect(await driver.waitForText('line 202', { inverse: true })).toMatchObject({ row: 2, col: 1, endCol: 8 });
  await driver.press(['k']);
  await driver.waitForText(/^line 200/);
  expect(await driver.waitForText('line 201', { inverse: true })).toMatchObject({ row: 2 });
  await driver.press(['b', 'b']);
  await driver.waitUntilHidden('line 201');
  await driver.press(['G']);
  await driver.waitForText('(END)', { inverse: true });
  await driver.press(['g']);
  await driver.waitForText(/^line 1\./);
  await driver.press(['q']);
  expect(await driver.waitForExit()).toBe(0);
});

const page = `.TH OWN 1 "2020-01-01" "own" "User Commands"
.SH NAME
own \\- a page of its own
.SH SYNOPSIS
.B own
[\\fIOPTION\\fR]...
.SH DESCRIPTION
${Array.from({ length: 40 }, (_, index) => `.TP\n\\fB\\-o${index}\\fR\nOption number ${index}.`).join('\n')}
.SH AUTHOR
Nobody.
`;

needing('man', 'less')(
  'man displays bold and underlined text, and searches [11.programs] (needs man, less)',
  async () => {
    const driver = await Driver.start('man', ['./own.1'], { 'own.1': page }, plain);
    await driver.waitForText('DESCRIPTION', { bold: true });
    await driver.waitForText('OPTION', { underline: true });
    await driver.waitForText(/Manual page own\.1 line 1/, { inverse: true });
    await driver.typeLine('/number 30');
    await driver.waitForText('number 30', { inverse: true });
    await driver.press(['G']);
    await driver.waitForText('Nobody.');
    await driver.waitForText('AUTHOR', { bold: true });
    await driver.press(['q']);
    expect(await driver.waitForExit()).toBe(0);
  },
);
