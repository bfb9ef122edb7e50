import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../tests/support/client.js';
import { RecordingReader } from './reader.js';

const event = (line: string, more: object = {}): string =>
  JSON.stringify({ timestampMicros: 1, direction: 'request', line, ...more });
const inFile = (content: string | Buffer): string => {
  const path = join(createTemporaryDirectory(), 'recording.jsonl');
  writeFileSync(path, content);
  return path;
};

async function readAll(path: string): Promise<{ lines: string[]; skipped: number; isTorn: boolean }> {
  await using reader = await RecordingReader.open(path);
  const lines: string[] = [];
  for await (const { line } of reader.readEvents()) lines.push(line);
  return { lines, skipped: reader.skippedLines, isTorn: reader.isTruncated };
}

const a = event('a');
const b = event('b');
test.each<[what: string, content: string | Buffer, lines: string[], skipped: number, isTorn: boolean]>([
  ['events', `${a}\n${b}\n`, ['a', 'b'], 0, false],
  ['no content', '', [], 0, false],
  ['CR LF and blank lines', `${a}\r\n\r\n  \n\t\n${b}\r\n`, ['a', 'b'], 0, false],
  ['a last line without newline', `${a}\n${b}`, ['a', 'b'], 0, false],
  ['a truncated last line', `${a}\n${b.slice(0, -5)}`, ['a'], 1, true],
  ['a last line truncated inside a character', Buffer.from(`${a}\n{"x":"é`).subarray(0, -1), ['a'], 1, true],
  ['a truncated line followed by appended text', `${a}\n${b.slice(0, 9)}\n${b}\n`, ['a', 'b'], 1, false],
  ['a truncated first line', `${a.slice(5)}\n${b}\n`, ['b'], 1, false],
  ['no UTF-8', Buffer.concat([Buffer.from(`${a}\n`), Buffer.from([0x22, 0xff, 0x22, 0x0a])]), ['a'], 1, false],
  ['lines that are not JSON objects', `${a}\nnull\n[]\n7\nx\n`, ['a'], 4, false],
  ['other members', `${event('a', { color: 1, offset: 9 })}\n`, ['a'], 0, false],
  ['the version it knows', `${event('a', { version: 1 })}\n`, ['a'], 0, false],
  ['another direction', `${a}\n${event('b', { direction: 'sideways' })}\n`, ['a'], 1, false],
  ['no timestamp', `${a}\n${event('b', { timestampMicros: 'now' })}\n`, ['a'], 1, false],
  ['a negative timestamp', `${a}\n${event('b', { timestampMicros: -1 })}\n`, ['a'], 1, false],
  ['deep nesting', `${a}\n${'['.repeat(1_000_000)}\n`, ['a'], 1, false],
])('reads a recording with %s', async (_, content, lines, skipped, isTorn) => {
  expect(await readAll(inFile(content))).toEqual({ lines, skipped, isTorn });
});

test('lines do not depend on chunk boundaries, and a line that is too long is skipped', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => 'ä'.repeat(index * 7001));
  const path = inFile(lines.map((line) => `${event(line)}\n`).join(''));
  const tooLong = Buffer.alloc(70 * 1024 * 1024, 'x');
  appendFileSync(path, tooLong);
  appendFileSync(path, `\n${b}\n`);
  expect(await readAll(path)).toEqual({ lines: [...lines, 'b'], skipped: 1, isTorn: false });
});

test('lines with millions of values are skipped instead of filling the memory', async () => {
  const values = `[${'{},'.repeat(4_000_001)}{}]`;
  const text = JSON.stringify({ text: ',"[\\'.repeat(2_000_000) });
  const nested = `${event('x').slice(0, -1)},"x":${values}}`;
  const path = inFile(`${a}\n${event(values)}\n${nested}\n${event(text)}\n${event(values, { direction: 'frame' })}\n`);
  const { lines, skipped } = await readAll(path);
  expect(lines.map(({ length }) => length)).toEqual([1, text.length, values.length]);
  expect(skipped).toBe(2);
});

test('reading continues from any line, and skipped lines are counted once', async () => {
  await using reader = await RecordingReader.open(inFile(`x\n${a}\ny\n${b}\nz`));
  const events = [];
  for await (const one of reader.readEvents()) events.push(one);
  for await (const one of reader.readEvents(events[1]?.offset)) expect(one).toEqual(events[1]);
  expect([reader.skippedLines, reader.isTruncated]).toEqual([3, true]);
});

test('data appended after opening is not read, and a file may become shorter', async () => {
  const path = inFile(`${a}\n`);
  await using reader = await RecordingReader.open(path);
  appendFileSync(path, `${b}\n`);
  const lines = [];
  for await (const { line } of reader.readEvents()) lines.push(line);
  expect(lines).toEqual(['a']);
  truncateSync(path, 0);
  for await (const _ of reader.readEvents()) expect.unreachable();
});

const newer = /unknown format version 2\. Expected version 1\. Update tuispec\.$/;
test.each<[what: string, make: (path: string) => unknown, kind: string, words: RegExp]>([
  ['that does not exist', () => {}, 'io', /^File not found: .*recording\.jsonl\.$/],
  ['that is a directory', (path) => mkdirSync(path), 'io', /^Cannot read .*: not a regular file/],
  ['that is a pipe', (path) => spawnSync('mkfifo', [path]), 'io', /^Cannot read .*: not a regular file/],
  ['of text', (path) => writeFileSync(path, 'hello\nworld\n'), 'bad-recording', /is not a recording/],
  ['of JSON', (path) => writeFileSync(path, '{"a":1}'), 'bad-recording', /is not a recording/],
  [
    'of other events',
    (path) => writeFileSync(path, `{"a":1}\n`.repeat(500) + a),
    'bad-recording',
    /is not a recording/,
  ],
  ['of bytes', (path) => writeFileSync(path, Buffer.alloc(100_000, 0xfe)), 'bad-recording', /is not a recording/],
  ['of a newer format', (path) => writeFileSync(path, event('a', { version: 2 })), 'bad-recording', newer],
  ['of another newer format', (path) => writeFileSync(path, '{"version":2,"at":1}\n'), 'bad-recording', newer],
])('rejects a file %s with one message', async (_, make, kind, words) => {
  const path = join(createTemporaryDirectory(), 'recording.jsonl');
  make(path);
  await expect(RecordingReader.open(path)).rejects.toMatchObject({
    kind,
    message: expect.stringMatching(words) as unknown,
  });
});
