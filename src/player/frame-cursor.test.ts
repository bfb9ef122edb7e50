import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RecordingReader } from '../recording/reader.js';
import { temporaryDirectory } from '../testing/client.js';
import { Random } from '../testing/random.js';
import { FrameCursor, type Moment } from './frame-cursor.js';

const counting = 'fixtures/recordings/counting.jsonl';
const told = (moment: Moment | undefined): unknown[] => [moment?.number, moment?.frame.lines[0], moment?.input];
const frameTold = (number: number): unknown[] => [
  number,
  `Frame ${number}`,
  number === 1 ? undefined : `sendText "key ${number}"`,
];

test('returns frames, and inputs between them only if requested [9.player-input]', async () => {
  await using reader = await RecordingReader.open(counting);
  for (const tellsInputs of [false, true]) {
    const reel = new FrameCursor(reader, tellsInputs);
    const moments: unknown[] = [];
    for (let moment = await reel.take(); moment !== undefined; moment = await reel.take()) moments.push(told(moment));
    expect(moments).toHaveLength(tellsInputs ? 23 : 12);
    expect(moments.slice(0, 3)).toEqual(
      tellsInputs
        ? [frameTold(1), [1, 'Frame 1', 'sendText "key 2"'], frameTold(2)]
        : [1, 2, 3].map((number) => [number, `Frame ${number}`, undefined]),
    );
  }
});

test('goes to any frame from any position, with the input before it [9.player-keys, 9.player-input]', async () => {
  await using reader = await RecordingReader.open(counting);
  const reel = new FrameCursor(reader, true);
  for (let moment = await reel.take(); moment !== undefined; ) moment = await reel.take();
  const random = new Random(1);
  for (let round = 0; round < 100; round += 1) {
    const number = 1 + random.below(12);
    expect(told(await reel.goTo(number))).toEqual(frameTold(number));
    if (random.chance(0.5)) expect((await reel.take())?.number).toBe(number < 12 ? number : undefined);
  }
  expect(told(await reel.goTo(99))).toEqual(frameTold(12));
});

test('reads only a small part of a large recording for a step back [9.player-memory]', async () => {
  const path = join(temporaryDirectory(), 'large.jsonl');
  const padding = 'x'.repeat(900);
  const lines = Array.from({ length: 20_000 }, (_, index) =>
    JSON.stringify({ timestampMicros: index, direction: 'frame', line: `Frame ${index + 1}\n${padding}` }),
  );
  writeFileSync(path, lines.join('\n'));
  await using reader = await RecordingReader.open(path);
  const offsets: number[] = [];
  const events = reader.events.bind(reader);
  reader.events = (from = 0) => {
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
