import type { Contender } from '../contender.js';
import { measureBetween, patienceMs, readTimestamps, usualSize, withProgram } from '../program-stage.js';
import type { Work } from '../work.js';

/** A full-screen program that repaints as fast as it can, while a wait is pending. */
export const storm: Work = {
  name: 'storm',
  title: '300 full repaints, a wait pending',
  note: 'tuispec evaluates the screen exactly at the end of each synchronized update; the floor evaluates it every 5 ms.',
  rows: [
    { key: 'plain', label: 'without synchronized updates', unit: 'ms', statistic: 'median' },
    { key: 'synchronized', label: 'as synchronized updates', unit: 'ms', statistic: 'median' },
  ],
  measure: async (contender, { frames }) => ({
    plain: [await repaint(contender, 'plain', frames, usualSize)],
    synchronized: [await repaint(contender, 'synchronized', frames, usualSize)],
  }),
};

/** Measures the time for a number of frames until the text after them is found. */
export async function repaint(
  contender: Contender,
  kind: 'plain' | 'synchronized',
  frames: number,
  size: readonly [cols: number, rows: number],
): Promise<number> {
  const createArgs = (times: string) => [times, frames, ...size, kind];
  return await withProgram(contender, 'storm', createArgs, size, async ({ terminal, times }) => {
    await terminal.write('w');
    const seenAt = await terminal.waitFor('STORM-OVER', patienceMs);
    return measureBetween(readTimestamps(times)[0], seenAt);
  });
}
