import { statusAfterSignal } from '../base/exit.js';
import type { Exported, ExportOptions } from '../recordings/export/write-export.js';
import { exportCode, findCodeExtension } from './export-code.js';
import {
  type Command,
  defineOption,
  type Operand,
  type ProcessHost,
  parseArguments,
  parseNonEmpty,
  parseNumberIn,
  print,
  reportSkippedLines,
  UsageError,
} from './options.js';
import { Progress } from './progress.js';
import { drawingOptions } from './render.js';

// Recordings of a day.
const maxSeconds = 100_000;
// A larger SVG is slow to load.
const maxSvgBytes = 2 * 1024 * 1024;
// The name of the operand makes shells complete files.
const recording: Operand = { name: 'FILE', parse: parseNonEmpty };

function parseAnimationPath(text: string): string {
  if (!/\.(cast|gif|svg|test\.ts|py|sh)$/.test(text))
    throw new UsageError('must end in .cast, .gif or .svg, or for code in .test.ts, .py or .sh');
  return text;
}

const createSecondsOption = (help: string): ReturnType<typeof defineOption<number | undefined>> =>
  defineOption<number | undefined>({
    placeholder: 'S',
    help,
    parse: parseNumberIn(0, maxSeconds, false),
    default: undefined,
  });

const exportOptions = {
  out: defineOption<string | undefined>({
    placeholder: 'FILE',
    help: 'path of the animation, a .cast, .gif or .svg file, or of code: .test.ts, .py, .sh (default: a .gif file next to the recording)',
    parse: parseAnimationPath,
    default: undefined,
  }),
  ...drawingOptions,
  speed: defineOption({
    placeholder: 'N',
    help: 'playback speed, from 0.1 to 100',
    parse: parseNumberIn(0.1, 100, false),
    default: 1,
  }),
  'idle-limit': defineOption({
    placeholder: 'S',
    help: 'maximum time between two frames, in seconds of the recording',
    parse: parseNumberIn(0.01, maxSeconds, false),
    default: 2,
  }),
  from: createSecondsOption('where to begin, in seconds as displayed by tuispec replay'),
  to: createSecondsOption('where to end'),
  fps: defineOption({
    placeholder: 'N',
    help: 'maximum number of frames per second in a .gif or .svg file, from 1 to 50',
    parse: parseNumberIn(1, 50),
    default: 20,
  }),
  'last-frame': defineOption({
    placeholder: 'S',
    help: 'time that the last frame is shown, in seconds',
    parse: parseNumberIn(0.1, 60, false),
    default: 2,
  }),
  loop: defineOption({
    placeholder: 'N',
    help: 'number of times that a .gif or .svg file plays; 0, or no number, plays it endlessly',
    parse: parseNumberIn(0, 1000),
    default: 0,
    bareValue: '0',
  }),
  'cast-version': defineOption<2 | 3>({
    placeholder: 'N',
    help: 'version of the asciicast format, 2 or 3',
    parse: (text) => parseNumberIn(2, 3)(text) as 2 | 3,
    default: 3,
    words: [2, 3],
  }),
};

/** `tuispec export`. */
export const exportCommand: Command = {
  what: 'convert a recording to asciicast, GIF or animated SVG',
  explanation: `Converts a recording of recording.start to a file that can be shown elsewhere, and
prints its path: an SVG for a README, a GIF where SVG is not displayed, an
asciicast for asciinema and its players. Record with a frameIntervalMs of 40 for
smooth animations. What takes longer than a few seconds is reported on standard
error, in percent.

An export shows everything that the screen of the recording shows.`,
  operands: [recording],
  options: exportOptions,
  examples: [
    ['Create demo.gif next to the recording:', 'tuispec export demo.jsonl'],
    ['Create an SVG at double speed:', 'tuispec export demo.jsonl --out demo.svg --speed 2'],
    ['Convert the first ten seconds for asciinema:', 'tuispec export demo.jsonl --out demo.cast --to 10'],
    ['Write a test for vitest that does what a tape does:', 'tuispec export edit.tape --out edit.test.ts'],
    ['Create a large GIF that plays once:', 'tuispec export demo.jsonl --out large.gif --scale 2 --loop 1'],
  ],
  run: runExport,
};

async function runExport(args: readonly string[], host: ProcessHost): Promise<number> {
  const { values, operands } = parseArguments(exportOptions, [recording], args, host.variables);
  const [path = ''] = operands;
  const code = values.out === undefined ? undefined : findCodeExtension(values.out);
  if (values.out !== undefined && code !== undefined) return await exportCode(path, values.out, code, host);
  const out = values.out ?? `${path.replace(/\.jsonl$/, '')}.gif`;
  const [fromMs, toMs] = [(values.from ?? 0) * 1000, (values.to ?? Number.POSITIVE_INFINITY) * 1000];
  if (fromMs >= toMs) throw new UsageError(`--from must be less than --to, not ${values.from}.`);
  const { theme, font, scale, speed, fps, loop } = values;
  using progress = new Progress(host, out);
  const options: ExportOptions = {
    theme,
    font,
    colorFgBg: host.variables['COLORFGBG'],
    scale,
    pacing: { fromMs, toMs, speed, maxIdleMs: values['idle-limit'] * 1000 },
    fps,
    lastFrameMs: values['last-frame'] * 1000,
    plays: loop,
    castVersion: values['cast-version'],
    onProgress: (share) => progress.update(share),
  };
  const { writeExport } = await import('../recordings/export/write-export.js');
  const cancel = new AbortController();
  const signals: string[] = [];
  host.onSignal((name) => {
    signals.push(name);
    cancel.abort();
  });
  try {
    const exported = await writeExport(path, out, options, cancel.signal);
    progress[Symbol.dispose]();
    const printed = await print(`${out}\n`, host);
    return printed || reportFacts(path, out, exported, host);
  } catch (error) {
    const [signal] = signals;
    if (signal === undefined) throw error;
    return statusAfterSignal(signal);
  }
}

function reportFacts(path: string, out: string, exported: Exported, host: ProcessHost): number {
  const { bytes, missing } = exported;
  if (missing.length > 0) host.writeError(`tuispec: No font contains ${missing.join(' ')}\n`);
  if (out.endsWith('.svg') && bytes > maxSvgBytes)
    host.writeError(
      `tuispec: ${out} has ${(bytes / 1e6).toFixed(1)} MB, which browsers may load slowly. Use a .gif or .cast file, or --from and --to.\n`,
    );
  return reportSkippedLines(path, exported, host);
}
