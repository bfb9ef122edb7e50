import type { Contender } from '../contender.js';
import { peakMemory } from '../process-cost.js';
import { onStage, patienceMs, timed, usualSize } from '../stage.js';
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
    const many = await drawn(contender, 'many', amounts.pictures, usualSize);
    if (many === undefined) return {};
    const few = await drawn(contender, 'few', amounts.pictures, usualSize);
    return { ...named('many', many), ...named('few', few), memory: [many.memory] };
  },
};

interface Drawn {
  readonly first: number;
  readonly later: readonly number[];
  readonly kilobytes: readonly number[];
  readonly memory: number;
}

/** Renders screens one after another; skipped if the contender does not support pictures. */
export async function drawn(
  contender: Contender,
  kind: 'many' | 'few',
  count: number,
  size: readonly [cols: number, rows: number],
): Promise<Drawn | undefined> {
  return await onStage(
    contender,
    'colors',
    () => [...size, kind],
    size,
    async ({ terminal }) => {
      const { picture } = terminal;
      if (picture === undefined) return undefined;
      const times: number[] = [];
      const kilobytes: number[] = [];
      for (let number = 1; number <= count; number += 1) {
        await terminal.write('n');
        await terminal.waitFor(`PAINTED-${String(number).padStart(4, '0')}`, patienceMs);
        times.push(await timed(async () => kilobytes.push((await picture()) / 1024)));
      }
      const [first = Number.NaN, ...later] = times;
      return { first, later, kilobytes, memory: peakMemory(terminal.memoryOf) };
    },
  );
}

function named(kind: string, all: Drawn | undefined): Samples {
  if (all === undefined) return {};
  return { [`${kind}-first`]: [all.first], [kind]: all.later, [`${kind}-size`]: all.kilobytes };
}
