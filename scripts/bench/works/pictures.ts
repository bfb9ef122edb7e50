import type { Contender } from '../contender.js';
import { measurePeakMemory } from '../process-cost.js';
import { measureMilliseconds, patienceMs, usualSize, withProgram } from '../program-stage.js';
import type { Samples, Work } from '../work.js';

/** Pictures of screens that differ each time. */
export const pictures: Work = {
  name: 'pictures',
  title: 'Pictures of 134 × 40 cells',
  note: 'From the request to the written file. `renderView` writes the ANSI file as well.',
  rows: [
    { key: 'many-first', label: 'thousands of colors, first', unit: 'ms', statistic: 'median' },
    { key: 'many', label: 'thousands of colors, later', unit: 'ms', statistic: 'median' },
    { key: 'many-size', label: 'thousands of colors, file', unit: 'KB', statistic: 'median' },
    { key: 'few-first', label: 'four colors, first', unit: 'ms', statistic: 'median' },
    { key: 'few', label: 'four colors, later', unit: 'ms', statistic: 'median' },
    { key: 'few-size', label: 'four colors, file', unit: 'KB', statistic: 'median' },
    { key: 'memory', label: 'peak memory', unit: 'MB', statistic: 'max' },
  ],
  measure: async (contender, amounts) => {
    const many = await measurePictures(contender, 'many', amounts.pictures, usualSize);
    if (many === undefined) return {};
    const few = await measurePictures(contender, 'few', amounts.pictures, usualSize);
    return { ...nameSamples('many', many), ...nameSamples('few', few), memory: [many.memory] };
  },
};

interface Drawn {
  readonly first: number;
  readonly later: readonly number[];
  readonly kilobytes: readonly number[];
  readonly memory: number;
}

/** Renders screens one after another; skipped if the contender does not support pictures. */
export async function measurePictures(
  contender: Contender,
  kind: 'many' | 'few',
  count: number,
  size: readonly [cols: number, rows: number],
): Promise<Drawn | undefined> {
  return await withProgram(
    contender,
    'colors',
    () => [...size, kind],
    size,
    async ({ terminal }) => {
      const { renderPicture } = terminal;
      if (renderPicture === undefined) return undefined;
      const times: number[] = [];
      const kilobytes: number[] = [];
      for (let number = 1; number <= count; number += 1) {
        await terminal.write('n');
        await terminal.waitFor(`PAINTED-${String(number).padStart(4, '0')}`, patienceMs);
        times.push(await measureMilliseconds(async () => kilobytes.push((await renderPicture()) / 1024)));
      }
      const [first = Number.NaN, ...later] = times;
      return { first, later, kilobytes, memory: measurePeakMemory(terminal.memoryOf) };
    },
  );
}

function nameSamples(kind: string, all: Drawn | undefined): Samples {
  if (all === undefined) return {};
  return { [`${kind}-first`]: [all.first], [kind]: all.later, [`${kind}-size`]: all.kilobytes };
}
