import { expect, test } from 'vitest';
import type { RecordingEvent } from '../protocol/generated/types.js';
import { type Screen, textOf } from '../screen/screen.js';
import { encodeLine } from '../screen/style.js';
import { Emulator, renderScreen } from '../terminal/emulator.js';
import { Random } from '../tests/support/random.js';
import { createRandomOutput } from '../tests/support/random-output.js';
import { parseEvent, screensOf } from '../tests/support/recordings.js';
import { sample } from '../tests/support/tier.js';
import { FrameDecoder, FrameEncoder, type FrameFacts, formatLine } from './frames.js';

interface Sample {
  readonly screen: Screen;
  readonly event: RecordingEvent;
}

/** Screens of a random program with random resizes, and their events. */
function samplesOf(random: Random): Sample[] {
  let [cols, rows] = [2 + random.below(30), 1 + random.below(10)];
  const emulator = new Emulator({ cols, rows, scrollback: 0, firstRevision: 1, answer: () => {} });
  const sampler = new FrameEncoder(true);
  const samples: Sample[] = [];
  let nowMs = 0;
  for (let step = 0; step < 12; step += 1) {
    if (random.chance(0.15)) {
      [cols, rows] = [2 + random.below(30), 1 + random.below(10)];
      emulator.resize(cols, rows);
    }
    const output = createRandomOutput(random, cols, rows);
    for (const chunk of random.cut(Buffer.from(output), 80)) {
      emulator.feed(chunk);
      if (random.chance(0.5)) continue;
      nowMs += random.below(400);
      const screen = emulator.getScreen();
      const happening = sampler.encode(screen, nowMs);
      // Serialized and parsed, as in a file.
      if (happening !== undefined) samples.push({ screen, event: parseEvent(formatLine(nowMs, happening)) });
      else expect(textOf(screen)).toBe(textOf(samples.at(-1)?.screen ?? screen));
    }
  }
  emulator.dispose();
  return samples;
}

function factsOf({ screen }: Sample): FrameFacts {
  const { cols, cursor, title, isAlternate, ownColors, isReversed } = screen;
  const { row, col, isVisible } = cursor;
  return { cols, cursor: { row, col, isVisible }, title, isAlternate, exit: undefined, ownColors, isReversed };
}

const stylesOf = ({ lines }: Screen): string[] => lines.map((line) => encodeLine(line));

function check(samples: readonly Sample[]): void {
  const events = samples.map(({ event }) => event);
  const texts = samples.map(({ screen }) => textOf(screen));
  const styles = samples.map(({ screen }) => stylesOf(screen));
  expect(screensOf(events, 'keyframe')).toEqual(texts);
  expect(screensOf(events, 'screen')).toEqual(texts);
  expect(screensOf(events, 'keyframe', 'ansi')).toEqual(styles.map((lines) => lines.join('\n')));
  expect(screensOf(events, 'screen', 'ansi')).toEqual(styles.map((lines) => lines.join('\n')));
  const frames = new FrameDecoder();
  for (const [index, event] of events.entries()) {
    const frame = frames.decode(event);
    expect(frame).toEqual({
      lines: texts[index]?.split('\n'),
      styled: styles[index],
      ...factsOf(samples[index] as Sample),
    });
    // The styled lines produce the same screen in another terminal.
    const { cols, rows } = (samples[index] as Sample).screen;
    const output = frame?.styled.map((line, row) => `\x1b[${row + 1};1H${line}`).join('') ?? '';
    expect(stylesOf(renderScreen(output, cols, rows))).toEqual(styles[index]);
  }
}

test.each(sample([1, 2, 3, 4]))(
  'both kinds of readers reconstruct every frame of random sessions: part %i [9.record-delta, 9.record-styles]',
  (part) => {
    let frames = 0;
    for (let seed = part * 1000; seed < part * 1000 + 60; seed += 1) {
      try {
        const samples = samplesOf(new Random(seed));
        frames += samples.length;
        check(samples);
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
    expect(frames).toBeGreaterThan(1000);
  },
);
