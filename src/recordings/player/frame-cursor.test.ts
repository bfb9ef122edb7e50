import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../tests/support/client.js';
import { Random } from '../../tests/support/random.js';
import { RecordingReader } from '../reader.js';
import { FrameCursor, type Moment } from './frame-cursor.js';

const counting = 'fixtures/recordings/counting.jsonl';
const described = (moment: Moment | undefined): unknown[] => [moment?.number, moment?.frame.lines[0], moment?.input];
const frameDescribed = (number: number): unknown[] => [
  number,
  `Frame ${number}`,
  number === 1 ? undefined : `sendText "key ${number}"`,
];

test('moments are frames, with inputs between them only if requested [9.player-input]', async () => {
  await using reader = await RecordingReader.open(counting);
  for (const includesInputs of [false, true]) {
    const reel = new FrameCursor(reader, includesInputs);
    const moments: unknown[] = [];
    for (let moment = await reel.take(); moment !== undefined; moment = await reel.take())
      moments.push(described(moment));
    expect(moments).toHaveLength(includesInputs ? 23 : 12);
    expect(moments.slice(0, 3)).toEqual(
      includesInputs
        ? [frameDescribed(1), [1, 'Frame 1', 'sendText "key 2"'], frameDescribed(2)]
        : [1, 2, 3].map((number) => [number, `Frame ${number}`, undefined]),
    );
  }
});

test('jumps to any frame from anywhere, with the input before it [9.player-keys, 9.player-input]', async () => {
  await using reader = await RecordingReader.open(counting);
  const reel = new FrameCursor(reader, true);
  for (let moment = await reel.take(); moment !== undefined; ) moment = await reel.take();
  const random = new Random(1);
  for (let round = 0; round < 100; round += 1) {
    const number = 1 + random.below(12);
    expect(described(await reel.goTo(number))).toEqual(frameDescribed(number));
    if (random.chance(0.5)) expect((await reel.take())?.number).toBe(number < 12 ? number : undefined);
  }
  expect(described(await reel.goTo(99))).toEqual(frameDescribed(12));
});

test('a step back in a large recording reads only a small part of it [9.player-memory]', async () => {
  const path = join(createTemporaryDirectory(), 'large.jsonl');
  const padding = 'x'.repeat(900);
  const lines = Array.from({ length: 20_000 }, (_, index) =>
    JSON.stringify({ timestampMicros: index, direction: 'frame', line: `Frame ${index + 1}\n${padding}` }),
  );
  writeFileSync(path, lines.join('\n'));
  await using reader = await RecordingReader.open(path);
  const offsets: number[] = [];
  const events = reader.readEvents.bind(reader);
  reader.readEvents = (from = 0) => {
    offsets.push(from);
    return events(from);
  };
  const reel = new FrameCursor(reader, false);
  for (let moment = await reel.take(); moment !== undefined; ) moment = await reel.take();
  const bytesPerLine = reader.bytes / lines.length;
  for (const number of [19_999, 12_345, 300, 1]) {
    expect((await reel.goTo(number))?.frame.lines[0]).toBe(`Frame ${number}`);
    expect((number - 1) * bytesPerLine - (offsets.at(-1) ?? 0)).toBeLessThan(300 * 1024);
  }
});
