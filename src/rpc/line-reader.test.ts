import { expect, test } from 'vitest';
import { LineReader } from './line-reader.js';

const tooLong = '<too long>';
const notUtf8 = '<not UTF-8>';

function read(chunks: readonly (string | Buffer)[], maxBytes = 20): string[] {
  const found: string[] = [];
  const reader = new LineReader(maxBytes, {
    line: (text) => found.push(text),
    lineTooLong: () => found.push(tooLong),
    lineNotUtf8: () => found.push(notUtf8),
  });
  for (const chunk of chunks) reader.push(Buffer.from(chunk as string));
  reader.end();
  return found;
}

const bytes = (...values: number[]): Buffer => Buffer.from(values);
const twenty = 'x'.repeat(20);

test.each<[string, readonly (string | Buffer)[], readonly string[]]>([
  ['no input', [], []],
  ['two lines in one chunk', ['a\nb\n'], ['a', 'b']],
  ['a line in three chunks', ['a', 'b', 'c\n'], ['abc']],
  ['a chunk that ends one line and begins another', ['a', 'b\nc', 'd\n'], ['ab', 'cd']],
  ['the last line without a newline', ['a\nb'], ['a', 'b']],
  ['an empty chunk', ['a', '', 'b\n'], ['ab']],
  ['blank lines', ['\n \t\n\r\n\n'], []],
  ['a blank line in chunks', [' ', ' ', '\n'], []],
  ['other white space is text', ['\u00a0\n\u2028\n\v\n'], ['\u00a0', '\u2028', '\v']],
  ['a carriage return is kept: the JSON parser ignores it', ['a\r\n'], ['a\r']],
  ['bad UTF-8', [bytes(0xff, 0x0a), 'b\n'], [notUtf8, 'b']],
  ['bad UTF-8 in chunks', [bytes(0xc3), bytes(0x0a), 'b\n'], [notUtf8, 'b']],
  ['bad UTF-8 at the end', [bytes(0xe2, 0x82)], [notUtf8]],
  ['a byte order mark is kept', [bytes(0xef, 0xbb, 0xbf), 'a\n'], ['\ufeffa']],
  ['a line of the maximum length', [`${twenty}\n`], [twenty]],
  ['a line of the maximum length, in chunks', [...twenty, '\n'], [twenty]],
  ['a line that is one byte too long', [`${twenty}x\nb\n`], [tooLong, 'b']],
  ['a line that is too long, in chunks, is reported once', [twenty, 'x', twenty, twenty, '\nb\n'], [tooLong, 'b']],
  ['a line that is too long, with its newline in a later chunk', [`${twenty}x`, '\n', 'b\n'], [tooLong, 'b']],
  ['a line that is too long and has no newline', [twenty, twenty], [tooLong]],
  ['two lines that are too long', [`${twenty}x\n${twenty}x\nb`], [tooLong, tooLong, 'b']],
  ['a line that is too long and not UTF-8', [Buffer.alloc(30, 0xff), '\nb\n'], [tooLong, 'b']],
  ['the length of a line is counted in bytes', ['€'.repeat(7), '\n'], [tooLong]],
])(
  'splits input into lines: %s [1.lines, 1.blank-lines, 1.line-too-long, 1.resync, 1.bad-utf8]',
  (_, chunks, expected) => {
    expect(read(chunks)).toEqual(expected);
  },
);

test('returns the same lines wherever chunks are split, also inside a character [1.chunks]', () => {
  const whole = Buffer.from('{"é":"€"}\r\n\n😀👍🏽\nlast');
  for (let first = 0; first <= whole.length; first += 1)
    for (let second = first; second <= whole.length; second += 1) {
      const chunks = [whole.subarray(0, first), whole.subarray(first, second), whole.subarray(second)];
      expect(read(chunks)).toEqual(['{"é":"€"}\r', '😀👍🏽', 'last']);
    }
});

test('copies an incomplete line, so that the chunk can be reused', () => {
  const found: string[] = [];
  const reader = new LineReader(100, { line: (text) => found.push(text), lineTooLong() {}, lineNotUtf8() {} });
  const chunk = Buffer.from('abc');
  reader.push(chunk);
  chunk.fill('x');
  reader.push(Buffer.from('d\n'));
  expect(found).toEqual(['abcd']);
});

test('a long line that arrives byte by byte takes about its length in memory [1.line-memory]', () => {
  const length = 2 * 1024 * 1024;
  let size = 0;
  const reader = new LineReader(length, { line: (_, count) => (size = count), lineTooLong() {}, lineNotUtf8() {} });
  const before = process.memoryUsage();
  const byte = Buffer.from('x');
  for (let count = 0; count < length; count += 1) reader.push(byte);
  const after = process.memoryUsage();
  // One chunk per byte would take about 200 MB. Twice the length, while the buffer grows, and a margin are 40 MB.
  expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(40 * 1024 * 1024);
  reader.end();
  expect(size).toBe(length);
});
