import { expect } from 'tuispec/vitest';
import { needing } from '../support/packages.js';

const numbers = Array.from(
  { length: 300 },
  (_, index) => `line ${index + 1}. ${'é日👍'.repeat((index % 3) + 1)}\n`,
).join('');

needing('less')('less highlights matches and scrolls [11.programs] (needs less)', async ({ terminal }) => {
  const less = await terminal.launch('less', { args: ['--mouse', 'numbers.txt'], files: { 'numbers.txt': numbers } });
  const found = less.getByText('line 201', { style: { inverse: true } });
  await expect(less).toHaveText(/^line 1\. é日👍$/);
  await expect(less.getByText('numbers.txt')).toHaveStyle({ inverse: true });
  await less.sendLine('/line 20[12]');
  await expect(found).toBeVisible();
  const next = less.getByText('line 202', { style: { inverse: true } });
  expect((await next.waitFor()).match).toMatchObject({ row: 2, col: 1, endCol: 8 });
  await less.press('k');
  await expect(less).toHaveText(/^line 200/);
  expect((await found.waitFor()).match).toMatchObject({ row: 2 });
  await less.press('b', 'b');
  await expect(less).not.toHaveText('line 201');
  await less.press('G');
  await expect(less.getByText('(END)')).toHaveStyle({ inverse: true });
  await less.press('g');
  await expect(less).toHaveText(/^line 1\./);
  await less.press('q');
  await expect(less).toHaveExited(0);
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
The authors.
`;

needing('man', 'less')(
  'man displays bold and underlined text, and searches [11.programs] (needs man, less)',
  async ({ terminal }) => {
    const man = await terminal.launch('man', { args: ['./own.1'], files: { 'own.1': page } });
    await expect(man.getByText('DESCRIPTION')).toHaveStyle({ bold: true });
    await expect(man.getByText('OPTION')).toHaveStyle({ underline: true });
    await expect(man.getByText(/Manual page own\.1 line 1/)).toHaveStyle({ inverse: true });
    await man.sendLine('/number 30');
    await expect(man.getByText('number 30')).toHaveStyle({ inverse: true });
    await man.press('G');
    await expect(man).toHaveText('The authors.');
    await expect(man.getByText('AUTHOR')).toHaveStyle({ bold: true });
    await man.press('q');
    await expect(man).toHaveExited(0);
  },
);
