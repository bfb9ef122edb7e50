import { gzipSync } from 'node:zlib';
import { defaultColor } from '../../base/colors.js';
import { splitTextRuns } from '../../pictures/layout.js';
import type { Line, StyleRun } from '../../screen/line.js';
import type { Cursor, Screen } from '../../screen/screen.js';
import { toMessageData } from '../../viewer/conversation.js';
import {
  type ColorData,
  type CursorData,
  type EventData,
  type FrameData,
  type RowData,
  type RunData,
  runFlags,
  underlineShift,
} from '../../viewer/format.js';
import type { FilmEvent, FrameEvent } from '../film.js';
import { encodeExit } from '../frames.js';

/** Encodes the events of a recording for the viewer. */
export class EventEncoder {
  #startMicros: number | undefined;
  #numbers = new WeakMap<Line, number>();
  #numbersByText = new Map<string, number>();
  #before: FrameEvent | undefined;
  #shown: Partial<Record<'cursor' | 'colors' | 'exit', string>> = {};

  /** Times are relative to `startMicros` (default: the time of the first event). */
  constructor(startMicros?: number) {
    this.#startMicros = startMicros;
  }

  /** The time to which others are relative, in microseconds since 1970. */
  get startMicros(): number | undefined {
    return this.#startMicros;
  }

  /** Encodes an event; undefined for a response to an unknown request. */
  encode(event: FilmEvent): EventData | undefined {
    this.#startMicros ??= event.atMicros;
    const at = Math.round((event.atMicros - this.#startMicros) / 10) / 100;
    return event.kind === 'frame' ? this.#encodeFrame(event, at) : toMessageData(event, at);
  }

  /** Makes the next frame complete, so that it can be read without the frames before it. */
  reset(): void {
    this.#numbers = new WeakMap();
    this.#numbersByText = new Map();
    this.#before = undefined;
    this.#shown = {};
  }

  #encodeFrame(event: FrameEvent, at: number): FrameData {
    const { screen, exit } = event;
    const before = this.#before?.screen;
    const isNewSize = before?.rows !== screen.rows || before.cols !== screen.cols;
    const add: RowData[] = [];
    const set: number[] = [];
    for (const [row, line] of screen.lines.entries())
      if (isNewSize || before.lines[row] !== line) set.push(row, this.#assignNumber(line, add));
    this.#before = event;
    return {
      type: 'frame',
      at,
      ...(before === undefined ? { reset: true } : {}),
      ...(isNewSize ? { rows: screen.rows, cols: screen.cols } : {}),
      ...(add.length > 0 ? { add } : {}),
      ...(set.length > 0 ? { set } : {}),
      ...this.#pickChanged('cursor', encodeCursor(screen)),
      ...(before?.title === screen.title ? {} : { title: screen.title }),
      ...this.#pickChanged('colors', encodeColors(screen)),
      ...this.#pickChanged('exit', exit === undefined ? null : encodeExit(exit)),
    };
  }

  #assignNumber(line: Line, add: RowData[]): number {
    const known = this.#numbers.get(line);
    if (known !== undefined) return known;
    const row = encodeRow(line);
    const text = JSON.stringify(row);
    let number = this.#numbersByText.get(text);
    if (number === undefined) {
      number = this.#numbersByText.size;
      this.#numbersByText.set(text, number);
      add.push(row);
    }
    this.#numbers.set(line, number);
    return number;
  }

  #pickChanged<N extends 'cursor' | 'colors' | 'exit'>(name: N, value: FrameData[N]): Partial<Record<N, FrameData[N]>> {
    const text = JSON.stringify(value);
    if (this.#shown[name] === text) return {};
    this.#shown[name] = text;
    return { [name]: value } as Partial<Record<N, FrameData[N]>>;
  }
}

function encodeColors({ ownColors, isReversed }: Screen): ColorData | null {
  if (ownColors === undefined && !isReversed) return null;
  const { palette = new Map<number, number>(), ...grounds } = ownColors ?? {};
  return {
    ...grounds,
    ...(palette.size > 0 ? { palette: [...palette] } : {}),
    ...(isReversed ? { reversed: true } : {}),
  };
}

/** Encodes the cursor; null if it is hidden. */
function encodeCursor({ cursor, lines }: Pick<Screen, 'lines'> & { readonly cursor: Cursor }): CursorData | null {
  const line = lines[cursor.row];
  if (!cursor.isVisible || line === undefined) return null;
  const col = line.startOf(Math.min(cursor.col, line.width - 1));
  const width = Math.max(1, line.widthAt(col));
  return [cursor.row, col, width, line.slice(col, col + width)];
}

const underlines = ['single', 'double', 'curly', 'dotted', 'dashed'] as const;

/** Encodes a line for the viewer, without invisible blanks at its end. */
export function encodeRow(line: Line): RowData {
  const runs = line.splitRuns();
  const last = runs.at(-1);
  const ends = last?.style.isDefault === true ? trimRun(last) : last;
  const visible = ends === undefined ? [] : [...runs.slice(0, -1), ends];
  return visible.filter(({ width }) => width > 0).flatMap((run) => encodeRun(run, line));
}

function trimRun(run: StyleRun): StyleRun {
  const text = run.text.replace(/ +$/, '');
  return { ...run, text, width: run.width - (run.text.length - text.length) };
}

function encodeRun(run: StyleRun, line: Line): RunData[] {
  const { style } = run;
  const flags = encodeFlags(run);
  return splitTextRuns(run, line).map(({ text, width, kind }) => {
    const boxFlags = kind === 'plain' ? 0 : kind === 'wide' ? runFlags.boxed | runFlags.wide : runFlags.boxed;
    const encodedWidth = width === text.length ? 0 : width;
    return omitDefaults([text, encodedWidth, flags | boxFlags, style.fg, style.bg, style.underlineColor]);
  });
}

function encodeFlags({ style }: StyleRun): number {
  const names = ['bold', 'dim', 'italic', 'inverse', 'hidden', 'strikethrough', 'overline'] as const;
  const flags = names.reduce((bits, name) => (style[name] ? bits | runFlags[name] : bits), 0);
  const kind = style.underline === undefined ? 0 : underlines.indexOf(style.underline) + 1;
  return flags | (kind << underlineShift);
}

type FullRun = [text: string, width: number, flags: number, fg: number, bg: number, underlineColor: number];
const defaults = ['', 0, 0, defaultColor, defaultColor, defaultColor] as const;

function omitDefaults(run: FullRun): RunData {
  let length = run.length;
  while (length > 1 && run[length - 1] === defaults[length - 1]) length -= 1;
  return run.slice(0, length) as unknown as RunData;
}

/** A part of the events that can be read on its own. */
interface Segment {
  readonly packed: string;
  readonly textLength: number;
  readonly hasFailure: boolean;
}

// The page inflates and parses everything that is embedded: 96 MiB take about 2 s.
const maxTotalLength = 96 * 1024 * 1024;
const maxSegmentLength = 4 * 1024 * 1024;

/** Compresses events in segments. If there are too many events, the oldest segments without a failure are dropped. */
export class Segments {
  readonly #maxTotalLength: number;
  readonly #maxSegmentLength: number;
  readonly #segments: Segment[] = [];
  #lines: string[] = [];
  #length = 0;
  #total = 0;
  #hasFailure = false;
  #dropped = 0;

  constructor(limits = { maxTotalLength, maxSegmentLength }) {
    this.#maxTotalLength = limits.maxTotalLength;
    this.#maxSegmentLength = limits.maxSegmentLength;
  }

  /** Whether the next frame must be complete because it begins a new segment. */
  get isFull(): boolean {
    return this.#length >= this.#maxSegmentLength;
  }

  /** The number of segments that were dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds an event to the current segment. */
  append(event: object, isFailure: boolean): void {
    const line = JSON.stringify(event);
    this.#lines.push(line);
    this.#length += line.length;
    this.#hasFailure ||= isFailure;
  }

  /** Ends the current segment. */
  finish(): void {
    if (this.#lines.length === 0) return;
    const packed = gzipSync(this.#lines.join('\n'), { level: 6 }).toString('base64');
    this.#segments.push({ packed, textLength: this.#length, hasFailure: this.#hasFailure });
    this.#total += this.#length;
    this.#lines = [];
    this.#length = 0;
    this.#hasFailure = false;
    while (this.#total > this.#maxTotalLength && this.#segments.length > 1) this.#dropOne();
  }

  /** All segments as base64. */
  get packed(): string[] {
    return this.#segments.map(({ packed }) => packed);
  }

  #dropOne(): void {
    const found = this.#segments.findIndex(({ hasFailure }) => !hasFailure);
    // The newest segment is always kept.
    const index = found < 0 || found === this.#segments.length - 1 ? 0 : found;
    this.#total -= this.#segments[index]?.textLength ?? 0;
    this.#segments.splice(index, 1);
    this.#dropped += 1;
  }
}
