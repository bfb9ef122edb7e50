import { expect, test } from 'vitest';
import type { CurrentViewResult } from '../../protocol/generated/types.js';
import { Random } from '../support/random.js';
import { createRandomOutput } from '../support/random-output.js';
import { framesOf, messagesOf, readEvents, screensOf, startRecording } from '../support/recordings.js';
import { ScriptedProgram } from '../support/scripted-program.js';

/** Returns the results of currentView in order, as found in the recording. */
function readViews(path: string): string[] {
  return messagesOf(readEvents(path), 'response')
    .map(({ result }) => (result as Partial<CurrentViewResult> | undefined)?.text)
    .filter((text) => text !== undefined);
}

/** Draws randomly, always in synchronized updates, so that there are no screens in between. */
async function drawRandomly(program: ScriptedProgram, random: Random): Promise<void> {
  let [cols, rows] = [30, 8];
  for (let step = 0; step < 25; step += 1) {
    if (random.chance(0.1)) {
      [cols, rows] = [2 + random.below(40), 1 + random.below(12)];
      await program.server.request('resize', { cols, rows });
      await program.view();
    }
    const output = createRandomOutput(random, cols, rows).slice(0, 1500);
    // At the last cell, erasing from the start triggers an emulator bug.
    await program.show(`\x1b[?2026h${output.replaceAll('\x1b[1J', '')}\x1b[?2026l`);
    await program.view();
  }
}

test.each([1, 2, 3])(
  'the frames of a random session equal results of currentView, in order: seed %i [9.record-delta, 9.record-whole-frames, 9.record-last-frame]',
  async (seed) => {
    const program = await ScriptedProgram.startRaw(30, 8);
    const path = await startRecording(program.server, { frameIntervalMs: 1 + (seed % 3) * 20 });
    await program.view();
    await drawRandomly(program, new Random(seed));
    await program.server.request('recording.stop');
    const screens = screensOf(readEvents(path), 'keyframe');
    expect(screensOf(readEvents(path), 'screen')).toEqual(screens);
    const views = readViews(path);
    let at = 0;
    for (const screen of screens) {
      at = views.indexOf(screen, at);
      expect(at, `${JSON.stringify(screen)} was not returned in this order`).toBeGreaterThanOrEqual(0);
    }
    expect(screens.at(-1)).toBe(views.at(-1));
    expect(framesOf(readEvents(path)).length).toBeGreaterThan(1);
  },
);
