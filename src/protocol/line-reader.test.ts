import { expect, test } from 'vitest';
import { LineReader } from './lines.js';

const tooLong = '<too long>';
const notUtf8 = '<not UTF-8>';

function read(chunks: readonly (string | Buffer)[], maxBytes = 20): string[] {
  const found: string[] = [];
  const reader = new LineReader(maxBytes, {
    onLine: (line) => found.push(line.toString()),
    onLineTooLong: () => found.push(tooLong),
    onLineNotUtf8: () => found.push(notUtf8),
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
  ['a carriage return is retained, because JSON treats it as white space', ['a\r\n'], ['a\r']],
  ['bad UTF-8', [bytes(0xff, 0x0a), 'b\n'], [notUtf8, 'b']],
  ['bad UTF-8 in chunks', [bytes(0xc3), bytes(0x0a), 'b\n'], [notUtf8, 'b']],
  ['bad UTF-8 at the end', [bytes(0xe2, 0x82)], [notUtf8]],
  ['a byte order mark is retained', [bytes(0xef, 0xbb, 0xbf), 'a\n'], ['\ufeffa']],
  ['of maximum length', [`${twenty}\n`], [twenty]],
  ['of maximum length, in pieces', [...twenty, '\n'], [twenty]],
  ['one byte too long', [`${twenty}x\nb\n`], [tooLong, 'b']],
  ['too long in pieces, reported once', [twenty, 'x', twenty, twenty, '\nb\n'], [tooLong, 'b']],
  ['too long with its newline in a later chunk', [`${twenty}x`, '\n', 'b\n'], [tooLong, 'b']],
  ['too long and never ended', [twenty, twenty], [tooLong]],
  ['two that are too long', [`${twenty}x\n${twenty}x\nb`], [tooLong, tooLong, 'b']],
  ['too long and not UTF-8', [Buffer.alloc(30, 0xff), '\nb\n'], [tooLong, 'b']],
  ['characters of more bytes count as bytes', ['€'.repeat(7), '\n'], [tooLong]],
])('%s [1.lines, 1.blank-lines, 1.line-too-long, 1.resync, 1.bad-utf8]', (_, chunks, expected) => {
  expect(read(chunks)).toEqual(expected);
});

test('the lines do not depend on where chunks are split, even inside a character [1.chunks]', () => {
  const whole = Buffer.from('{"é":"€"}\r\n\n😀👍🏽\nlast');
  for (let first = 0; first <= whole.length; first += 1)
    for (let second = first; second <= whole.length; second += 1) {
      const chunks = [whole.subarray(0, first), whole.subarray(first, second), whole.subarray(second)];
      expect(read(chunks)).toEqual(['{"é":"€"}\r', '😀👍🏽', 'last']);
    }
});

test('the buffer of a chunk may be reused', () => {
  const found: string[] = [];
  const reader = new LineReader(100, {
    onLine: (line) => found.push(line.toString()),
    onLineTooLong() {},
    onLineNotUtf8() {},
  });
  const chunk = Buffer.from('abc');
  reader.push(chunk);
  chunk.fill('x');
  reader.push(Buffer.from('d\n'));
  expect(found).toEqual(['abcd']);
});

test('a long line that arrives byte by byte needs memory proportional to its length [1.line-memory]', () => {
  const length = 2 * 1024 * 1024;
  let size = 0;
  const reader = new LineReader(length, {
    onLine: (line) => (size = line.length),
    onLineTooLong() {},
    onLineNotUtf8() {},
  });
  const before = process.memoryUsage();
  const byte = Buffer.from('x');
  for (let count = 0; count < length; count += 1) reader.push(byte);
  const after = process.memoryUsage();
  // One buffer per byte would take about 200 MB. The limit allows four times the length while the buffer grows, and a reserve.
  expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(40 * 1024 * 1024);
  reader.end();
  expect(size).toBe(length);
});
