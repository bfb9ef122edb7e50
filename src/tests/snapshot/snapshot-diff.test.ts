import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestServer } from '../support/client.js';
import { failureOf } from '../support/failure-of.js';

const red = (text: string): string => `\x1b[0;31m${text}\x1b[0m`;
const same = { changed: false, changedLines: 0, summary: 'no difference', diff: '' };
const many = Array.from({ length: 40 }, (_, line) => `line ${line + 1}`);

interface Row {
  readonly left: string;
  readonly right: string;
  readonly text: object;
  readonly styled?: object;
}
const rows: readonly (readonly [string, Row])[] = [
  ['the same', { left: 'a\r\nb', right: 'a\r\nb', text: same }],
  ['different line ends', { left: 'a\r\nb', right: 'a\nb', text: same }],
  ['an additional newline at the end', { left: 'a\r\nb', right: 'a\nb\n', text: same }],
  [
    'plain texts',
    {
      left: 'a\nb\nc\n',
      right: 'A\nb\nc\n',
      text: { changed: true, changedLines: 1, summary: '1 line differs', diff: '@@ -1,3 +1,3 @@\n-a\n+A\n b\n c' },
    },
  ],
  ['two empty files', { left: '', right: '', text: same }],
  ['the same text with different output', { left: 'abc', right: '\x1b[1;3Hc\x1b[1;1Hab', text: same }],
  [
    'one line',
    {
      left: 'a\r\nb\r\nc',
      right: 'a\r\nB\r\nc',
      text: { changed: true, changedLines: 1, summary: '1 line differs', diff: '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c' },
    },
  ],
  [
    'only a style',
    {
      left: 'a\r\nb',
      right: `a\r\n${red('b')}`,
      text: same,
      styled: { changed: true, changedLines: 1, diff: '@@ -1,2 +1,2 @@\n a\n-b\n+␛[0;31mb␛[0m' },
    },
  ],
  ['only the cursor', { left: 'a\x1b[1;1H', right: 'a\x1b[?25l', text: same }],
  [
    'an inserted line',
    {
      left: many.join('\r\n'),
      right: many.toSpliced(20, 0, 'new').join('\r\n'),
      text: {
        changed: true,
        changedLines: 1,
        diff: '@@ -18,6 +18,7 @@\n line 18\n line 19\n line 20\n+new\n line 21\n line 22\n line 23',
      },
    },
  ],
  [
    'inserted, deleted and changed lines',
    {
      left: many.join('\r\n'),
      right: many.toSpliced(5, 1, 'one', 'line 6', 'two').toSpliced(30, 2, 'other').join('\r\n'),
      text: {
        changed: true,
        changedLines: 3,
        summary: '3 lines differ',
        diff: [
          '@@ -3,7 +3,9 @@',
          ...[' line 3', ' line 4', ' line 5', '+one', ' line 6', '+two', ' line 7', ' line 8', ' line 9'],
          '@@ -26,8 +28,7 @@',
          ...[' line 26', ' line 27', ' line 28', '-line 29', '-line 30', '+other', ' line 31', ' line 32', ' line 33'],
        ].join('\n'),
      },
    },
  ],
  [
    'all lines',
    { left: many.join('\r\n'), right: many.map((line) => `${line}.`).join('\r\n'), text: { changedLines: 40 } },
  ],
];

test.each(rows)('diffView: %s [7.diff]', async (_, { left, right, text, styled = text }) => {
  const server = new TestServer();
  await server.request('initialize');
  const [leftPath, rightPath] = ['left', 'right'].map((name) => join(server.directory, `${name}.ansi.txt`));
  writeFileSync(leftPath as string, left);
  writeFileSync(rightPath as string, right);
  const diff = async (params: object): Promise<unknown> =>
    await server.request('diffView', { leftPath, rightPath, ...params });
  expect(await diff({})).toMatchObject(text);
  expect(await diff({ mode: 'text' })).toMatchObject(text);
  expect(await diff({ mode: 'styled' })).toMatchObject(styled);
});

test('limits the length of the diff of large screens [7.diff-short]', async () => {
  const server = new TestServer();
  await server.request('initialize');
  const writeLines = (name: string, lines: number): string => {
    const file = join(server.directory, name);
    writeFileSync(file, Array.from({ length: lines }, (_, line) => `${name} ${line}`).join('\r\n'));
    return file;
  };
  const result = await server.request('diffView', {
    leftPath: writeLines('left', 900),
    rightPath: writeLines('right', 1000),
  });
  expect(result).toMatchObject({ changed: true, changedLines: 1000, summary: '1000 lines differ' });
  expect(result.diff.split('\n').length).toBeLessThanOrEqual(201);
  expect(result.diff).toMatch(/\n… \d+ more lines$/);
});

test('rejects files larger than a screen instead of comparing a part of them [7.diff-large]', async () => {
  const server = new TestServer();
  await server.request('initialize');
  const [leftPath, rightPath] = [join(server.directory, 'left'), join(server.directory, 'right')];
  writeFileSync(leftPath, 'x\n'.repeat(1000));
  writeFileSync(rightPath, `y\n${'x\n'.repeat(1000)}`);
  const { code, data } = await failureOf(server.request('diffView', { leftPath, rightPath }));
  expect({ code, kind: data['kind'] }).toEqual({ code: -32004, kind: 'io' });
  expect(data['details']).toBe(`Cannot load ${rightPath}: it has more than 1000 lines, the maximum of a screen.`);
});

test.each([
  ['left', 'none.ansi.txt', 'there.txt'],
  ['right', 'there.txt', 'none.ansi.txt'],
])('names the missing %s file [7.diff-missing]', async (_, leftPath, rightPath) => {
  const server = new TestServer();
  await server.request('initialize');
  writeFileSync(join(server.directory, 'there.txt'), 'x');
  const failure = await failureOf(server.request('diffView', { leftPath, rightPath }));
  expect(failure).toMatchObject({ code: -32004, data: { kind: 'io' } });
  expect(failure.message).toContain('none.ansi.txt');
  expect(await failureOf(server.request('diffView', { leftPath: server.directory, rightPath }))).toMatchObject({
    code: -32004,
    data: { kind: 'io' },
  });
});
