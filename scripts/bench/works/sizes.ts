import type { Amounts } from '../amounts.js';
import { type Contender, floorName, ownName } from '../contender.js';
import { measureSteps, type Samples, type Work } from '../work.js';
import { measurePictures } from './pictures.js';
import { repaint } from './storm.js';
import { measureLatency } from './wait.js';

const formatSize = ([cols, rows]: readonly [cols: number, rows: number]): string => `${cols} × ${rows}`;

/** How cost grows with the screen. */
export const sizes: Work = {
  name: 'sizes',
  title: 'Cost by size of the screen',
  rows: [
    { key: 'wait', label: 'text printed → wait completed', unit: 'ms', statistic: 'median' },
    { key: 'look', label: 'text of the screen read', unit: 'ms', statistic: 'median' },
    { key: 'frame', label: 'a full repaint, a wait pending', unit: 'ms', statistic: 'median' },
    { key: 'picture', label: 'a picture, four colors', unit: 'ms', statistic: 'median' },
    { key: 'memory', label: 'peak memory with pictures', unit: 'MB', statistic: 'max' },
  ],
  growth: {
    by: 'cells of the screen',
    steps: ({ sizes }) => sizes.map((size) => ({ label: formatSize(size), amount: size[0] * size[1] })),
  },
  measure: async (contender, amounts) => {
    if (contender.name !== ownName && contender.name !== floorName) return {};
    return await measureSteps(amounts.sizes, formatSize, async (size) => await measureSize(size, contender, amounts));
  },
};

async function measureSize(
  size: readonly [cols: number, rows: number],
  contender: Contender,
  amounts: Amounts,
): Promise<Samples> {
  const few = { ...amounts, tokens: Math.ceil(amounts.tokens / 2) };
  const { wait = [], look = [] } = await measureLatency(contender, few, size);
  const frames = amounts.framesPerSize;
  const frame = [(await repaint(contender, 'plain', frames, size)) / frames];
  const pictures = await measurePictures(contender, 'few', Math.max(2, Math.ceil(amounts.pictures / 2)), size);
  return { wait, look, frame, picture: pictures?.later ?? [], memory: pictures === undefined ? [] : [pictures.memory] };
}
