import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { LineWriter } from './lines.js';

/** A reader that accepts a piece only on request. */
class SlowReader extends Writable {
  taken = '';
  #waiting: { text: string; done: (error?: Error) => void } | undefined;

  constructor() {
    super({ decodeStrings: false });
  }

  override _write(chunk: string, _encoding: string, done: (error?: Error) => void): void {
    this.#waiting = { text: chunk, done };
  }

  /** Accepts the pending piece; false if there is none. */
  take(): boolean {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) return false;
    this.taken += waiting.text;
    waiting.done();
    return true;
  }

  leave(): void {
    this.#waiting?.done(Object.assign(new Error('gone'), { code: 'EPIPE' }));
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
async function takeAll(reader: SlowReader): Promise<void> {
  for (await settled(); reader.take(); await settled());
}

test('lines are written completely and in order, long and short ones [1.lines]', async () => {
  const reader = new SlowReader();
  const writer = new LineWriter(reader, () => {});
  const lines = Array.from(
    { length: 300 },
    (_, index) => `${index}:${'x'.repeat(index % 50 === 7 ? 1_100_000 : index * 100)}`,
  );
  for (const line of lines) writer.write(line);
  await takeAll(reader);
  expect(reader.taken === `${lines.join('\n')}\n`).toBe(true);
  expect(writer.backlog).toBe(0);
});

test('the backlog counts characters that were not accepted; `drained` waits for them [1.slow-client]', async () => {
  const reader = new SlowReader();
  const writer = new LineWriter(reader, () => {});
  writer.write('12345');
  expect(writer.backlog).toBe(6);
  let isDrained = false;
  const drained = writer.waitForDrain().then(() => {
    isDrained = true;
  });
  await writer.waitForDrain(6);
  await settled();
  expect(isDrained).toBe(false);
  reader.take();
  await drained;
  expect(writer.backlog).toBe(0);
});

test('a closed reader is reported once and ends all waits [1.epipe]', async () => {
  const reader = new SlowReader();
  const gone: (string | undefined)[] = [];
  const writer = new LineWriter(reader, ({ code }) => gone.push(code));
  writer.write('a');
  const drained = writer.waitForDrain();
  await settled();
  reader.leave();
  await drained;
  await settled();
  writer.write('b');
  expect(writer.backlog).toBe(0);
  await writer.waitForDrain();
  expect(gone).toEqual(['EPIPE']);
});

test('after `hurry`, `room` no longer waits but `drained` does [1.flush]', async () => {
  const reader = new SlowReader();
  const writer = new LineWriter(reader, () => {});
  writer.write('12345');
  const room = writer.waitForRoom(1);
  const drained = writer.waitForDrain();
  writer.endWaits();
  expect(await room).toBe(false);
  expect(await writer.waitForRoom(1)).toBe(false);
  expect(await writer.waitForRoom(6)).toBe(true);
  await takeAll(reader);
  expect(await drained).toBe(true);
});

test('a reader that accepts nothing in time is abandoned, one that accepts a part of a write is not [1.flush]', async () => {
  const reader = Object.assign(new SlowReader(), { untakenBytes: 6 });
  const writer = new LineWriter(reader, () => {});
  writer.write('12345');
  expect(await writer.waitForDrain(0, 1)).toBe(false);
  let looks = 0;
  Object.defineProperty(reader, 'untakenBytes', {
    get: () => {
      looks += 1;
      return looks > 10 ? 0 : looks;
    },
  });
  expect(await writer.waitForDrain(0, 1)).toBe(false);
  expect(looks).toBeGreaterThan(10);
});

test.each([10, 5000])('control characters in a line of %i characters are escaped [1.stdout-only]', async (length) => {
  const reader = new SlowReader();
  const writer = new LineWriter(reader, () => {});
  const texts = ['\x7f', '\x80', '\x9f', '\xa0', '~'];
  for (const text of texts) writer.write(JSON.stringify('x'.repeat(length) + text));
  await takeAll(reader);
  expect(reader.taken).not.toMatch(/[\x7f-\x9f]/);
  expect(
    reader.taken
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).slice(length)),
  ).toEqual(texts);
});
