import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../tests/support/client.js';
import { RecordingWriter } from './writer.js';

const line = `${'x'.repeat(99_999)}\n`;

async function opened(): Promise<RecordingWriter> {
  const writer = await RecordingWriter.open(join(createTemporaryDirectory(), 'recording.jsonl'));
  onTestFinished(async () => await writer.close());
  return writer;
}

const append = (writer: RecordingWriter, count: number): void => {
  for (let each = 0; each < count; each += 1) writer.append(line);
};

test('`written` waits for lines appended so far, not for later ones [9.replay-length]', async () => {
  const writer = await opened();
  await writer.waitUntilWritten();
  append(writer, 50);
  const written = writer.waitUntilWritten();
  append(writer, 50);
  await written;
  expect(statSync(writer.path).size).toBeGreaterThanOrEqual(50 * line.length);
});

test('`written` does not wait for discarded lines [9.record-disk-fails]', async () => {
  const writer = await opened();
  append(writer, 50);
  const written = writer.waitUntilWritten();
  writer.abandon('enough');
  await written;
  expect(writer.failure).toContain('enough');
});
