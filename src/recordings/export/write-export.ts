import { yieldToEvents } from '../../base/deadline.js';
import { MethodError } from '../../base/errors.js';
import { checkFont, loadTheme } from '../../pictures/options.js';
import type { WindowFrame } from '../../pictures/window-frame.js';
import { type FilmEvent, filmOf } from '../film.js';
import { type Pacing, type Shot, scheduleEvents, shotsOf } from '../pacing.js';
import { RecordingReader } from '../reader.js';
import { writeCast } from './cast.js';
import { writeGif } from './gif.js';
import { OutputFile } from './output-file.js';
import { writeSvg } from './svg.js';

export interface ExportOptions {
  readonly theme: string;
  /** The value of COLORFGBG, for the theme `auto`. */
  readonly colorFgBg: string | undefined;
  readonly font: string | undefined;
  readonly scale: number;
  readonly pacing: Pacing;
  readonly fps: number;
  readonly lastFrameMs: number;
  /** How often an animation is played; 0 is endless. */
  readonly plays: number;
  readonly castVersion: 2 | 3;
  /** What surrounds the terminal in a picture. */
  readonly frame?: WindowFrame | undefined;
  /** The share of the animation at which a GIF or SVG begins; what is before comes last (default: 0). */
  readonly loopOffset?: number;
  /** Called again and again with the share of the work that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}
/** A written file. */
export interface Exported {
  readonly bytes: number;
  /** The characters missing from all fonts. */
  readonly missing: readonly string[];
  readonly skippedLines: number;
  /** Whether one of the skipped lines is a truncated last line. */
  readonly isTruncated: boolean;
}

/** Writes a recording as asciicast, GIF or animated SVG, depending on the extension of `out`. */
export async function writeExport(
  path: string,
  out: string,
  options: ExportOptions,
  cancel: AbortSignal,
): Promise<Exported> {
  await using reader = await RecordingReader.open(path, { cancel });
  // Pictures need the largest size first.
  const passes = out.endsWith('.cast') ? 1 : options.loopOffset === undefined ? 2 : 3;
  const film = new PacedFilm(reader, options, passes, cancel);
  const theme = loadTheme(options.theme, options.colorFgBg);
  const font = checkFont(options.font);
  const { plays, scale, lastFrameMs, frame } = options;
  if (out.endsWith('.cast')) {
    await using file = await OutputFile.create(out);
    const frames = await writeCast(film.readEvents(true), { version: options.castVersion, theme, lastFrameMs }, file);
    if (frames === 0) throw film.createEmptyError();
    return await film.finish(file, []);
  }
  const { durationMs, ...size } = await film.measure();
  await using file = await OutputFile.create(out);
  if (out.endsWith('.gif')) {
    const missing = await writeGif(film.readRotated(durationMs), size, { theme, font, scale, frame }, plays, file);
    return await film.finish(file, missing);
  }
  await writeSvg(film.readRotated(durationMs), { ...size, durationMs, theme, scale, plays, frame }, file);
  return await film.finish(file, []);
}

interface Measures {
  /** The size of the largest screen. */
  readonly cols: number;
  readonly rows: number;
  readonly durationMs: number;
}

// How often signals are handled.
const maxSliceMs = 50;

/** A recording as it is played; it is read again each time. */
class PacedFilm {
  readonly #reader: RecordingReader;
  readonly #options: ExportOptions;
  readonly #passes: number;
  readonly #cancel: AbortSignal;
  #pass = 0;

  /** It is going to be read `passes` times. */
  constructor(reader: RecordingReader, options: ExportOptions, passes: number, cancel: AbortSignal) {
    this.#reader = reader;
    this.#options = options;
    this.#passes = passes;
    this.#cancel = cancel;
  }

  readEvents(hasMessages: boolean): ReturnType<typeof scheduleEvents> {
    return scheduleEvents(this.#readFilm(hasMessages), this.#options.pacing);
  }

  readShots(): AsyncGenerator<Shot, void, void> {
    const { fps, lastFrameMs } = this.#options;
    return shotsOf(this.readEvents(false), 1000 / fps, lastFrameMs);
  }

  /** The shots of a film that begins at the offset; what is before comes last. */
  async *readRotated(durationMs: number): AsyncGenerator<Shot, void, void> {
    const offsetMs = (this.#options.loopOffset ?? 0) * durationMs;
    if (offsetMs === 0) return yield* this.readShots();
    for await (const shot of this.readShots()) {
      const endMs = shot.atMs + shot.durationMs;
      const atMs = Math.max(shot.atMs, offsetMs);
      if (endMs > offsetMs) yield { ...shot, atMs: atMs - offsetMs, durationMs: endMs - atMs };
    }
    for await (const shot of this.readShots()) {
      const shownMs = Math.min(shot.durationMs, offsetMs - shot.atMs);
      if (shownMs > 0) yield { ...shot, atMs: shot.atMs + durationMs - offsetMs, durationMs: shownMs };
    }
  }

  async measure(): Promise<Measures> {
    let [cols, rows, durationMs] = [0, 0, 0];
    for await (const shot of this.readShots()) {
      cols = Math.max(cols, shot.screen.cols);
      rows = Math.max(rows, shot.screen.rows);
      durationMs = shot.atMs + shot.durationMs;
    }
    if (rows === 0) throw this.createEmptyError();
    return { cols, rows, durationMs };
  }

  async finish(file: OutputFile, missing: readonly string[]): Promise<Exported> {
    await file.finish();
    const { skippedLines, isTruncated } = this.#reader;
    return { bytes: file.bytes, missing, skippedLines, isTruncated };
  }

  createEmptyError(): MethodError {
    const { fromMs } = this.#options.pacing;
    const { path } = this.#reader;
    if (fromMs > 0)
      return new MethodError('bad-recording', `Cannot export ${path}: it has no frames after ${fromMs / 1000} s.`);
    const advice = 'Record it with `frameIntervalMs` greater than 0.';
    return new MethodError('bad-recording', `Cannot export ${path}: it contains no frames. ${advice}`);
  }

  async *#readFilm(hasMessages: boolean): AsyncGenerator<FilmEvent, void, void> {
    let begun = performance.now();
    const before = this.#pass;
    this.#pass += 1;
    const onProgress = (share: number): void => this.#options.onProgress?.((before + share) / this.#passes);
    for await (const event of filmOf(this.#reader, { hasMessages, cancel: this.#cancel, onProgress })) {
      yield event;
      if (performance.now() - begun < maxSliceMs) continue;
      await yieldToEvents();
      this.#cancel.throwIfAborted();
      begun = performance.now();
    }
  }
}
