import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Amounts } from '../amounts.js';
import type { AnimationFormat, RecordedSession } from '../contender.js';
import { tuispec } from '../contenders/tuispec.js';
import { measureMilliseconds, patienceMs, usualSize, withProgram } from '../program-stage.js';
import type { Samples, TableRow, Work } from '../work.js';
import { createToken } from './wait.js';

const folder = 'artifacts/bench/exports';
const names: Readonly<Record<AnimationFormat, string>> = { cast: 'asciicast', svg: 'animated SVG', gif: 'GIF' };
const formats = Object.keys(names) as AnimationFormat[];
let session: Promise<RecordedSession> | undefined;

/** The conversion of a recording to files that can be shown elsewhere. */
export const exports: Work = {
  name: 'exports',
  title: 'One recording as an animation',
  note: 'A hundred lines that scroll, 134 × 40 cells. Others convert the asciicast that tuispec has written.',
  needs: 'animations',
  rows: formats.flatMap((format): TableRow[] => [
    { key: format, label: names[format], unit: 'ms', statistic: 'median' },
    { key: `${format}-size`, label: `${names[format]}, file`, unit: 'KB', statistic: 'median' },
  ]),
  measure: async ({ animations = {} }, amounts) => {
    session ??= recordSession(amounts);
    const recorded = await session;
    const samples: Record<string, readonly number[]> = {};
    for (const format of formats) {
      const path = resolve(folder, `export.${format}`);
      const convert = animations[format];
      if (convert === undefined) continue;
      rmSync(path, { force: true });
      samples[format] = [await measureMilliseconds(async () => await convert(recorded, path))];
      const content = readFileSync(path);
      check(format, content, recorded);
      samples[`${format}-size`] = [content.length / 1024];
    }
    return samples satisfies Samples;
  },
};

/** Records lines that a program prints every 20 to 80 ms. */
async function recordSession({ tokens }: Amounts): Promise<RecordedSession> {
  mkdirSync(folder, { recursive: true });
  const recording = resolve(folder, 'session.jsonl');
  const cast = resolve(folder, 'session.cast');
  const lastText = createToken(5 * tokens);
  await withProgram(
    tuispec,
    'tokens',
    (times) => [times],
    usualSize,
    async ({ terminal }) => {
      await terminal.ask?.('recording.start', { path: recording, append: false, frameIntervalMs: 20 });
      await terminal.write('g'.repeat(5 * tokens));
      await terminal.waitFor(lastText, patienceMs);
      await terminal.ask?.('recording.stop', {});
    },
  );
  const recorded = { recording, cast, lastText };
  await tuispec.animations?.cast?.(recorded, cast);
  return recorded;
}

/** Throws if the file does not show the last text; a GIF must have about as many images as the recording has screens. */
function check(format: AnimationFormat, content: Buffer, { cast, lastText }: RecordedSession): void {
  const screens = readFileSync(cast, 'utf8').split('"o"').length;
  const isComplete =
    format === 'gif' ? content.toString('latin1').split('!\xf9\x04').length > screens / 2 : content.includes(lastText);
  if (!isComplete) throw new Error(`the ${format} file does not show ${lastText}`);
}
