import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { statusAfterSignal } from '../base/exit.js';
import type { Exported, ExportOptions } from '../recordings/export/write-export.js';
import { createCode, exportCode, findCodeExtension } from './export-code.js';
import {
  type Command,
  defineOption,
  type Operand,
  type ProcessHost,
  parseArguments,
  parseBoolean,
  parseNonEmpty,
  parseNumberIn,
  print,
  reportSkippedLines,
  UsageError,
  type Values,
} from './options.js';
import { Progress } from './progress.js';
import { drawingOptions } from './render.js';
import { openServer } from './view-command.js';

// Recordings of a day.
const maxSeconds = 100_000;
// A larger SVG is slow to load.
const maxSvgBytes = 2 * 1024 * 1024;
// The name of the operand makes shells complete files.
const recording: Operand = { name: 'FILE', parse: parseNonEmpty };

const formats = /^\.?(cast|gif|svg|png|jsonl|test\.ts|py|sh)$/;

function parseAnimationPath(text: string): string {
  if (text !== '-' && !/\.(cast|gif|svg|png|jsonl|test\.ts|py|sh)$/.test(text))
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
    help: 'path of the animation, a .cast, .gif or .svg file; of a tape also .png or .jsonl; or of code: .test.ts, .py, .sh; - is standard output, with --to EXT (default: a .gif file next to the recording, or each Output of the tape)',
    parse: parseAnimationPath,
    default: undefined,
  }),
  theme: defineOption<string | undefined>({
    ...drawingOptions.theme,
    help: `${drawingOptions.theme.help} (default: auto, or the theme of the tape)`,
    default: undefined,
  }),
  font: drawingOptions.font,
  scale: defineOption<number | undefined>({
    ...drawingOptions.scale,
    help: `${drawingOptions.scale.help} (default: 1; of a tape, the nearest to its FontSize)`,
    default: undefined,
  }),
  speed: defineOption<number | undefined>({
    placeholder: 'N',
    help: 'playback speed, from 0.1 to 100 (default: 1, or PlaybackSpeed of the tape)',
    parse: parseNumberIn(0.1, 100, false),
    default: undefined,
  }),
  'idle-limit': defineOption<number | undefined>({
    placeholder: 'S',
    help: 'maximum time between two frames, in seconds of the recording (default: 2; for a tape, none)',
    parse: parseNumberIn(0.01, maxSeconds, false),
    default: undefined,
  }),
  from: createSecondsOption('where to begin, in seconds as displayed by tuispec replay'),
  to: defineOption<number | string | undefined>({
    placeholder: 'S|EXT',
    help: 'where to end, in seconds; or the format: gif, svg, cast, png, jsonl, test.ts, py or sh',
    parse: (text) => formats.exec(text)?.[1] ?? parseNumberIn(0, maxSeconds, false)(text),
    default: undefined,
  }),
  fps: defineOption<number | undefined>({
    placeholder: 'N',
    help: 'maximum number of frames per second in a .gif or .svg file, from 1 to 50 (default: 20, or Framerate of the tape)',
    parse: parseNumberIn(1, 50),
    default: undefined,
  }),
  'last-frame': defineOption<number | undefined>({
    placeholder: 'S',
    help: 'time that the last frame is shown, in seconds (default: 2; of a tape, as long as it sleeps at the end)',
    parse: parseNumberIn(0.1, 60, false),
    default: undefined,
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
  'real-time': defineOption({
    help: 'run a tape as slowly as it is written, as VHS does',
    parse: parseBoolean,
    default: false,
  }),
  hermetic: defineOption({
    help: 'run a tape in a temporary home directory and a clean environment, as tuispec test does',
    parse: parseBoolean,
    default: false,
  }),
};

/** `tuispec export`. */
export const exportCommand: Command = {
  what: 'convert a recording or a tape to asciicast, GIF or animated SVG',
  explanation: `Converts a recording of recording.start to a file that can be shown elsewhere, and
prints its path: an SVG for a README, a GIF where SVG is not displayed, an
asciicast for asciinema and its players. Record with a frameIntervalMs of 40 for
smooth animations. What takes longer than a few seconds is reported on standard
error, in percent.

A tape, a script of VHS, is run first, in your environment. Without --out, each of its
Outputs is written: .gif, .svg, .cast, or .png for the last screen.

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
  const { values: given, operands } = parseArguments(exportOptions, [recording], args, host.variables);
  const [path = ''] = operands;
  const { to: end, ...options } = given;
  const format = typeof end === 'string' ? end : undefined;
  const plain = `${path.replace(/\.(?:jsonl|tape)$/, '')}.${format}`;
  const report: Report = async (files) => await print(files.map((file) => `${file}\n`).join(''), host);
  const values = { ...options, to: typeof end === 'number' ? end : undefined, out: options.out ?? (format && plain) };
  if (values.out !== '-') {
    if (format !== undefined && !values.out?.endsWith(`.${format}`))
      throw new UsageError(`--out must end in .${format}, not ${JSON.stringify(values.out)}.`);
    return await convert(path, values, host, report);
  }
  if (format === undefined) throw new UsageError('--out - needs a format, such as --to gif.');
  const code = findCodeExtension(plain);
  // What is printed is for a file in the current directory.
  if (code !== undefined) return await print(await createCode(path, basename(plain), code), host);
  const directory = mkdtempSync(join(tmpdir(), 'tuispec-export-'));
  try {
    const out = join(directory, basename(plain));
    return await convert(path, { ...values, out }, host, async () => await print([readFileSync(out)], host));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Reports the files that are written; resolves with the exit code. */
type Report = (files: readonly string[]) => Promise<number>;

async function convert(path: string, values: ExportValues, host: ProcessHost, report: Report): Promise<number> {
  const code = values.out === undefined ? undefined : findCodeExtension(values.out);
  if (values.out !== undefined && code !== undefined) return await exportCode(path, values.out, code, report);
  const { from = 0, to = Number.POSITIVE_INFINITY, out } = values;
  if (from >= to) throw new UsageError(`--from must be less than --to, not ${values.from}.`);
  const cancel = new AbortController();
  const signals: string[] = [];
  host.onSignal((name) => {
    signals.push(name);
    cancel.abort();
  });
  try {
    if (path.endsWith('.tape')) return await runTapeExport(path, values, host, cancel.signal, report);
    if (values['real-time'] || values.hermetic) throw new UsageError('--real-time and --hermetic apply to tapes only.');
    if (out !== undefined && !/\.(cast|gif|svg)$/.test(out))
      throw new UsageError(`--out must end in .cast, .gif or .svg, not ${JSON.stringify(out)}.`);
    const target = out ?? `${path.replace(/\.jsonl$/, '')}.gif`;
    const exported = await exportRecording(path, target, toExportOptions(values, host), host, cancel.signal);
    const printed = await report([target]);
    return printed || reportFacts(path, target, exported, host);
  } catch (error) {
    const [signal] = signals;
    if (signal === undefined) throw error;
    return statusAfterSignal(signal);
  }
}

type ExportValues = Omit<Values<typeof exportOptions>, 'to'> & { readonly to: number | undefined };

/** The options of an export of a recording. */
function toExportOptions(values: ExportValues, { variables }: ProcessHost): ExportOptions {
  const {
    theme = 'auto',
    font,
    scale = 1,
    speed = 1,
    fps = 20,
    loop,
    from = 0,
    to = Number.POSITIVE_INFINITY,
  } = values;
  const idleSeconds = values['idle-limit'] ?? 2;
  return {
    ...{ theme, font, scale, fps },
    colorFgBg: variables['COLORFGBG'],
    pacing: { fromMs: from * 1000, toMs: to * 1000, speed, maxIdleMs: idleSeconds * 1000 },
    lastFrameMs: (values['last-frame'] ?? 2) * 1000,
    plays: loop,
    castVersion: values['cast-version'],
  };
}

async function exportRecording(
  path: string,
  out: string,
  options: ExportOptions,
  host: ProcessHost,
  cancel: AbortSignal,
): Promise<Exported> {
  using progress = new Progress(host, out);
  const { writeExport } = await import('../recordings/export/write-export.js');
  return await writeExport(path, out, { ...options, onProgress: (share) => progress.update(share) }, cancel);
}

async function runTapeExport(
  path: string,
  values: ExportValues,
  host: ProcessHost,
  signal: AbortSignal,
  report: Report,
): Promise<number> {
  const { theme, font, scale, speed, fps, out } = values;
  const colorFgBg = host.variables['COLORFGBG'];
  const preset = toExportOptions(values, host);
  const { exportTape } = await import('../tapes/tapes.js');
  const written = await exportTape(
    path,
    { out, theme, scale, speed, fps, signal, isRealTime: values['real-time'], isHermetic: values.hermetic },
    {
      variables: host.variables,
      writeError: host.writeError,
      openServer: async (directory) => await openServer(['--artifact-dir', directory], host),
      draw: async (screen, file, drawing) => {
        const { loadTheme } = await import('../pictures/options.js');
        const { writePicture } = await import('../pictures/write-snapshot.js');
        await writePicture(screen, file, { ...drawing, theme: loadTheme(drawing.theme, colorFgBg), font });
      },
      animate: async (film, file, { speed: tapeSpeed, lastFrameMs, ...animation }) => {
        const maxIdleMs = values['idle-limit'] === undefined ? Number.POSITIVE_INFINITY : preset.pacing.maxIdleMs;
        const pacing = { ...preset.pacing, speed: tapeSpeed, maxIdleMs };
        const last = values['last-frame'] === undefined ? lastFrameMs : preset.lastFrameMs;
        await exportRecording(film, file, { ...preset, ...animation, pacing, lastFrameMs: last }, host, signal);
      },
    },
  );
  return typeof written === 'number' ? written : await report(written);
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
